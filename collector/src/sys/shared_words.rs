//! Memory that a process and those that it forks share.
#![allow(unsafe_code)]

use std::io;
use std::ptr;
use std::rc::Rc;
use std::sync::atomic::AtomicU32;

use libc::{MAP_ANONYMOUS, MAP_FAILED, MAP_SHARED, PROT_READ, PROT_WRITE};

/// Words in pages of their own, zero at first. Every forked process that holds a copy sees the same ones.
#[derive(Clone)]
pub struct SharedWords {
    pages: Rc<Pages>,
}

struct Pages {
    words: *mut AtomicU32,
    bytes: usize,
}

impl SharedWords {
    /// A fresh page of them.
    pub fn map() -> io::Result<Self> {
        Self::of(1)
    }

    /// So many of them, and more up to a whole page.
    pub fn of(words: usize) -> io::Result<Self> {
        let bytes = (words.max(1) * size_of::<AtomicU32>()).next_multiple_of(rustix::param::page_size());
        // SAFETY: asks for memory at an address of the kernel's choice.
        let pages =
            unsafe { libc::mmap(ptr::null_mut(), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) };
        match pages {
            MAP_FAILED => Err(io::Error::last_os_error()),
            pages => Ok(Self { pages: Rc::new(Pages { words: pages.cast(), bytes }) }),
        }
    }

    /// One of the words.
    ///
    /// # Panics
    /// Beyond the last page.
    pub fn word(&self, index: usize) -> &AtomicU32 {
        assert!(index < self.pages.bytes / size_of::<AtomicU32>(), "a word of the pages");
        // SAFETY: the pages are mapped while `self` lives, hold the word, and are accessed as atomics only.
        unsafe { &*self.pages.words.add(index) }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: mapped by `map`, and the last reference to it is going.
        unsafe { libc::munmap(self.words.cast(), self.bytes) };
    }
}
