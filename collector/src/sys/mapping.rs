//! Memory that is mapped for a moment, and read and written at places of it.
#![allow(unsafe_code)]

use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::ptr;

use libc::{MADV_NOHUGEPAGE, MAP_ANONYMOUS, MAP_FAILED, MAP_PRIVATE, MAP_SHARED, PROT_READ, PROT_WRITE, c_int, c_void};

/// A mapping of its own, that nothing else in this process refers to.
pub struct Mapping {
    at: *mut c_void,
    length: usize,
    writable: bool,
}

impl Mapping {
    /// Fresh memory.
    pub fn anonymous(length: usize) -> io::Result<Self> {
        Self::map(length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1)
    }

    /// A file, to be read.
    #[inline]
    pub fn to_read(file: impl AsFd, length: usize) -> io::Result<Self> {
        Self::map(length, PROT_READ, MAP_SHARED, file.as_fd().as_raw_fd())
    }

    /// A file, to be written to.
    #[inline]
    pub fn to_write(file: impl AsFd, length: usize) -> io::Result<Self> {
        Self::map(length, PROT_READ | PROT_WRITE, MAP_SHARED, file.as_fd().as_raw_fd())
    }

    /// A file whose pages are copied when they are written to.
    pub fn copied_on_write(file: impl AsFd, length: usize) -> io::Result<Self> {
        Self::map(length, PROT_READ | PROT_WRITE, MAP_PRIVATE, file.as_fd().as_raw_fd())
    }

    #[inline]
    fn map(length: usize, protection: c_int, flags: c_int, file: c_int) -> io::Result<Self> {
        // SAFETY: asks for a mapping at an address of the kernel's choice; the file, if there is one, is open.
        match unsafe { libc::mmap(ptr::null_mut(), length, protection, flags, file, 0) } {
            MAP_FAILED => Err(io::Error::last_os_error()),
            at => Ok(Self { at, length, writable: protection & PROT_WRITE != 0 }),
        }
    }

    /// Asks for small pages. A kernel that has no huge ones refuses, which is as well.
    pub fn without_huge_pages(self) -> Self {
        // SAFETY: advice on the whole of this value's own mapping.
        unsafe { libc::madvise(self.at, self.length, MADV_NOHUGEPAGE) };
        self
    }

    /// The sum of its words. Of a file: nobody may shorten it meanwhile.
    pub fn sum(&self) -> u64 {
        let words = self.at.cast::<u64>().cast_const();
        let mut sums = [0_u64; 4];
        let fours = self.length / (4 * size_of::<u64>());
        for four in 0..fours {
            for (lane, sum) in sums.iter_mut().enumerate() {
                // SAFETY: within the mapping, which is readable, and aligned as a page is.
                *sum = sum.wrapping_add(unsafe { words.add(4 * four + lane).read() });
            }
        }
        for word in 4 * fours..self.length / size_of::<u64>() {
            // SAFETY: as above.
            sums[0] = sums[0].wrapping_add(unsafe { words.add(word).read() });
        }
        sums.iter().fold(0, |sum, lane| sum.wrapping_add(*lane))
    }

    /// Reads a byte at each of the first `count` multiples of `stride`; their sum.
    ///
    /// # Panics
    /// Where one lies outside.
    #[inline]
    pub fn read_each(&self, stride: usize, count: usize) -> u64 {
        self.check(stride, count);
        let mut sum = 0;
        for index in 0..count {
            // SAFETY: within the mapping, as checked, which is readable.
            sum += u64::from(unsafe { self.at.cast::<u8>().add(index * stride).read_volatile() });
        }
        sum
    }

    /// Writes a byte at each of the first `count` multiples of `stride`.
    ///
    /// # Panics
    /// Where one lies outside, or the mapping can only be read.
    #[inline]
    pub fn write_each(&self, stride: usize, count: usize, byte: u8) {
        self.check(stride, count);
        assert!(self.writable, "a mapping to write to");
        for index in 0..count {
            // SAFETY: within the mapping, as checked, which is writable and referred to by nothing else.
            unsafe { self.at.cast::<u8>().add(index * stride).write_volatile(byte) };
        }
    }

    /// Throws its bytes out of the caches, under whatever addresses they are there. Of a file: nobody may shorten it
    /// meanwhile.
    pub fn flush(&self) {
        super::flush::flush(self.at.cast::<u8>().cast_const(), self.length);
    }

    fn check(&self, stride: usize, count: usize) {
        assert!(count == 0 || (count - 1) * stride < self.length, "places within the mapping");
    }
}

impl Drop for Mapping {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: mapped by `map`, and nothing refers to it any more.
        unsafe { libc::munmap(self.at, self.length) };
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_mapped_file_is_summed_to_its_last_word_and_copies_leave_it_alone() {
        let mut file = tempfile::tempfile().unwrap();
        let words: Vec<u64> = (1..=1027).collect();
        for word in &words {
            file.write_all(&word.to_ne_bytes()).unwrap();
        }
        let length = 8 * words.len();
        assert_eq!(Mapping::to_read(&file, length).unwrap().sum(), words.iter().sum::<u64>());
        let copy = Mapping::copied_on_write(&file, length).unwrap();
        copy.write_each(4096, 2, 9);
        assert_eq!(copy.read_each(4096, 2), 18);
        assert_eq!(Mapping::to_read(&file, length).unwrap().sum(), words.iter().sum::<u64>());
        Mapping::to_write(&file, length).unwrap().write_each(8, 1, 2);
        assert_eq!(Mapping::to_read(&file, length).unwrap().sum(), words.iter().sum::<u64>() + 1);
    }

    #[test]
    #[should_panic(expected = "places within the mapping")]
    fn places_outside_are_refused() {
        Mapping::anonymous(8192).unwrap().read_each(4096, 3);
    }
}
