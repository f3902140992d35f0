//! Calls that copy many segments at once: between a file and memory, and from a process to itself.
#![allow(unsafe_code)]

use std::ops::Range;
use std::os::fd::{AsFd, AsRawFd};

use libc::{c_int, c_ulong, iovec, off_t, ssize_t};
use rustix::io::Errno;

/// Most segments of a call (UIO_MAXIOV).
pub const MOST: usize = 1024;

/// A buffer cut into segments of one length.
pub struct Segments {
    list: Vec<iovec>,
    start: usize,
    length: usize,
}

impl Segments {
    /// Cuts a buffer. Calls that use the segments are given the same buffer again, and look whether it is.
    ///
    /// # Panics
    /// Where it is not a whole number of segments.
    pub fn of(buffer: &[u8], segment: usize) -> Self {
        assert!(segment > 0 && buffer.len().is_multiple_of(segment), "whole segments");
        let cut = |part: &[u8]| iovec { iov_base: part.as_ptr().cast_mut().cast(), iov_len: part.len() };
        let list = buffer.chunks(segment).map(cut).collect();
        Self { list, start: buffer.as_ptr().addr(), length: buffer.len() }
    }

    /// One segment of no bytes.
    pub fn empty() -> Self {
        let nowhere: &[u8] = &[];
        Self {
            list: vec![iovec { iov_base: nowhere.as_ptr().cast_mut().cast(), iov_len: 0 }],
            start: nowhere.as_ptr().addr(),
            length: 0,
        }
    }

    #[inline]
    fn pick(&self, buffer: &[u8], range: Range<usize>) -> &[iovec] {
        assert!(
            self.length == buffer.len() && (self.length == 0 || self.start == buffer.as_ptr().addr()),
            "its buffer"
        );
        let picked = &self.list[range];
        assert!(picked.len() <= MOST, "as many as a call takes");
        picked
    }
}

/// Reads from `at` of a file into some of the segments of `into`.
#[inline]
pub fn preadv(
    file: impl AsFd,
    into: &mut [u8],
    cut: &Segments,
    range: Range<usize>,
    at: usize,
) -> Result<usize, Errno> {
    let list = cut.pick(into, range);
    // SAFETY: the segments lie in `into`, which is borrowed for this alone while the kernel writes to it.
    moved(unsafe { libc::preadv(file.as_fd().as_raw_fd(), list.as_ptr(), list.len() as c_int, at as off_t) })
}

/// Writes some of the segments of `from` to a file from `at` on.
#[inline]
pub fn pwritev(file: impl AsFd, from: &[u8], cut: &Segments, range: Range<usize>, at: usize) -> Result<usize, Errno> {
    let list = cut.pick(from, range);
    // SAFETY: the segments lie in `from`, which the kernel reads.
    moved(unsafe { libc::pwritev(file.as_fd().as_raw_fd(), list.as_ptr(), list.len() as c_int, at as off_t) })
}

/// Copies bytes to some of the segments of `into`, by a call that reads the memory of a process: this one. All that is read
/// is one segment, as the kernel looks its pages up for each.
#[inline]
pub fn read_own_memory(into: &mut [u8], cut: &Segments, range: Range<usize>, from: &[u8]) -> Result<usize, Errno> {
    let local = cut.pick(into, range);
    let remote = iovec { iov_base: from.as_ptr().cast_mut().cast(), iov_len: from.len() };
    let own = rustix::process::getpid().as_raw_nonzero().get();
    // SAFETY: the kernel writes to segments in `into`, which is borrowed for this alone, and reads `from`.
    moved(unsafe { libc::process_vm_readv(own, local.as_ptr(), local.len() as c_ulong, &raw const remote, 1, 0) })
}

fn moved(result: ssize_t) -> Result<usize, Errno> {
    usize::try_from(result)
        .map_err(|_| Errno::from_raw_os_error(std::io::Error::last_os_error().raw_os_error().unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_move_to_their_places_and_no_others() {
        let file = tempfile::tempfile().unwrap();
        let from: Vec<u8> = (1..=16).collect();
        let cut = Segments::of(&from, 4);
        assert_eq!(pwritev(&file, &from, &cut, 0..4, 0), Ok(16));
        let mut into = vec![0; 16];
        let cut_into = Segments::of(&into, 4);
        assert_eq!(preadv(&file, &mut into, &cut_into, 1..3, 4), Ok(8));
        assert_eq!(into, [0, 0, 0, 0, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 0, 0]);
        assert_eq!(read_own_memory(&mut into, &cut_into, 3..4, &from[12..]), Ok(4));
        assert_eq!(into[12..], [13, 14, 15, 16]);
        assert_eq!(preadv(&file, &mut [], &Segments::empty(), 0..1, 0), Ok(0));
    }

    #[test]
    #[should_panic(expected = "its buffer")]
    fn segments_of_another_buffer_are_refused() {
        let (one, other) = (vec![0; 8], vec![0; 8]);
        let file = tempfile::tempfile().unwrap();
        let _ = pwritev(&file, &other, &Segments::of(&one, 4), 0..1, 0);
    }
}
