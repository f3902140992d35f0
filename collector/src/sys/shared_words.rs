//! Memory that a process and those that it forks share.
#![allow(unsafe_code)]

use std::io;
use std::ptr;
use std::rc::Rc;
use std::sync::atomic::AtomicU32;

use libc::{MAP_ANONYMOUS, MAP_FAILED, MAP_SHARED, PROT_READ, PROT_WRITE};

/// Words in one page, zero at first. Every forked process that holds a copy sees the same ones.
#[derive(Clone)]
pub struct SharedWords {
    page: Rc<Page>,
}

struct Page {
    words: *mut AtomicU32,
    bytes: usize,
}

impl SharedWords {
    /// A fresh page of them.
    pub fn map() -> io::Result<Self> {
        let bytes = rustix::param::page_size();
        // SAFETY: asks for memory at an address of the kernel's choice.
        let page =
            unsafe { libc::mmap(ptr::null_mut(), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) };
        match page {
            MAP_FAILED => Err(io::Error::last_os_error()),
            page => Ok(Self { page: Rc::new(Page { words: page.cast(), bytes }) }),
        }
    }

    /// One of the words.
    ///
    /// # Panics
    /// Beyond the page.
    pub fn word(&self, index: usize) -> &AtomicU32 {
        assert!(index < self.page.bytes / size_of::<AtomicU32>(), "a word of the page");
        // SAFETY: the page is mapped while `self` lives, holds the word, and is accessed as atomics only.
        unsafe { &*self.page.words.add(index) }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // SAFETY: mapped by `map`, and the last reference to it is going.
        unsafe { libc::munmap(self.words.cast(), self.bytes) };
    }
}
