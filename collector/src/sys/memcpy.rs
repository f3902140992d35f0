//! The C library's memcpy, as a program meets it that knows neither sizes nor addresses before it runs.
#![allow(unsafe_code)]

use std::hint::black_box;

use libc::{c_void, size_t};

type Memcpy = unsafe extern "C" fn(*mut c_void, *const c_void, size_t) -> *mut c_void;

/// Copies `copies` chunks from `from` to `to`, walking both in step from `at` and round again.
///
/// # Panics
/// Where the buffers differ in length or are not a whole number of chunks, or `at` is not one within them.
pub fn walk(to: &mut [u8], from: &[u8], chunk: usize, at: usize, copies: u64) {
    assert!(
        to.len() == from.len() && chunk > 0 && at < to.len() && to.len().is_multiple_of(chunk),
        "buffers of whole chunks"
    );
    assert!(at.is_multiple_of(chunk), "the start of a chunk");
    let memcpy: Memcpy = black_box(libc::memcpy);
    let (target, source, length) = (to.as_mut_ptr(), from.as_ptr(), to.len());
    let mut offset = at;
    for _ in 0..copies {
        // SAFETY: offset + chunk ≤ length, as offset is a multiple of chunk below length; a `&mut` and a `&` never overlap.
        unsafe { memcpy(target.add(offset).cast(), source.add(offset).cast(), chunk) };
        offset += chunk;
        if offset == length {
            offset = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::walk;

    #[test]
    fn chunks_are_copied_in_step_and_no_further_than_asked() {
        let from: Vec<u8> = (1..=16).collect();
        let mut to = vec![0; 16];
        walk(&mut to, &from, 4, 0, 3);
        assert_eq!(to, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 0, 0]);
        walk(&mut to, &from, 4, 0, 9);
        assert_eq!(to, from);
        to.fill(0);
        walk(&mut to, &from, 4, 12, 2);
        assert_eq!(to, [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 13, 14, 15, 16]);
    }
}
