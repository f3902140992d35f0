//! Descriptors that are known by number only: those that a process finds open at its start.
#![allow(unsafe_code)]

use std::os::fd::{FromRawFd, OwnedFd, RawFd};

/// Takes over the descriptor of that number, which the process that started this one left open for it; none where no such
/// descriptor is open.
pub fn adopt(fd: RawFd) -> Option<OwnedFd> {
    // SAFETY: the borrow ends before anything could close the descriptor; fcntl on a number that is not open is an error.
    let borrowed = (fd > 2).then(|| unsafe { std::os::fd::BorrowedFd::borrow_raw(fd) })?;
    rustix::io::fcntl_setfd(borrowed, rustix::io::FdFlags::CLOEXEC).ok()?;
    // SAFETY: it is open, as fcntl has just shown, and nothing else in this fresh process owns it.
    Some(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Closes a descriptor that a forked process inherited and whose owner lives in the parent's copy of memory only.
pub fn close(fd: RawFd) {
    // SAFETY: called between fork and exit in a child that never runs the code of the descriptor's owner.
    unsafe { rustix::io::close(fd) }
}
