//! Locks on single bytes of a file, which belong to a process, not to a descriptor.
#![allow(unsafe_code)]

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd};

use libc::{F_SETLK, F_SETLKW, F_UNLCK, F_WRLCK, SEEK_SET, c_int, flock};
use rustix::io::Errno;

/// Waits until the byte can be locked for writing, and locks it.
#[inline]
pub fn lock(file: impl AsFd, byte: u64) -> Result<(), Errno> {
    change(file, F_SETLKW, F_WRLCK, byte)
}

/// Lets go of the byte.
#[inline]
pub fn unlock(file: impl AsFd, byte: u64) -> Result<(), Errno> {
    change(file, F_SETLK, F_UNLCK, byte)
}

#[inline]
fn change(file: impl AsFd, command: c_int, kind: c_int, byte: u64) -> Result<(), Errno> {
    // SAFETY: zeroes are a valid flock: a read lock of the whole file, all of whose fields that count are set below.
    let mut lock: flock = unsafe { MaybeUninit::zeroed().assume_init() };
    lock.l_type = kind as _;
    lock.l_whence = SEEK_SET as _;
    lock.l_start = byte as _;
    lock.l_len = 1;
    // SAFETY: the descriptor is open while it is borrowed, and the command reads an initialised flock.
    match unsafe { libc::fcntl(file.as_fd().as_raw_fd(), command, &raw const lock) } {
        0 => Ok(()),
        _ => Err(Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::IO)),
    }
}
