//! System calls by the C library's functions, as programs make them. On machines whose kernels forget return addresses on the
//! way in, to return from such a function costs more than a call that is written in place saves: a fifth of a short call.
#![allow(unsafe_code)]

use std::ffi::CStr;
use std::mem::MaybeUninit;

use libc::c_int;
use rustix::fd::{AsRawFd, BorrowedFd};
use rustix::io::Errno;

/// Who started this process.
#[inline]
pub fn parent() -> libc::pid_t {
    // SAFETY: takes nothing and cannot fail.
    unsafe { libc::getppid() }
}

/// Reads at most one byte; how many it were.
#[inline]
pub fn read_byte(from: BorrowedFd, byte: &mut u8) -> Result<usize, Errno> {
    // SAFETY: the address is that of one byte that is ours to write.
    counted(unsafe { libc::read(from.as_raw_fd(), (&raw mut *byte).cast(), 1) })
}

/// Writes one byte; how many it were.
#[inline]
pub fn write_byte(to: BorrowedFd, byte: &u8) -> Result<usize, Errno> {
    // SAFETY: the address is that of one byte that can be read.
    counted(unsafe { libc::write(to.as_raw_fd(), (&raw const *byte).cast(), 1) })
}

/// How long the file of that name is.
#[inline]
pub fn length(path: &CStr) -> Result<u64, Errno> {
    let mut status = MaybeUninit::uninit();
    // SAFETY: a path that ends with zero, and room for the answer.
    done(unsafe { libc::stat(path.as_ptr(), status.as_mut_ptr()) })?;
    // SAFETY: the call has succeeded, and so filled it in.
    Ok(unsafe { status.assume_init_ref() }.st_size as u64)
}

/// How long the open file is.
#[inline]
pub fn length_of(file: BorrowedFd) -> Result<u64, Errno> {
    let mut status = MaybeUninit::uninit();
    // SAFETY: room for the answer.
    done(unsafe { libc::fstat(file.as_raw_fd(), status.as_mut_ptr()) })?;
    // SAFETY: the call has succeeded, and so filled it in.
    Ok(unsafe { status.assume_init_ref() }.st_size as u64)
}

/// Opens the file of that name for reading, and closes it.
#[inline]
pub fn open_and_close(path: &CStr) -> Result<(), Errno> {
    // SAFETY: a path that ends with zero; the mode is not asked for, as nothing is created.
    let file = unsafe { libc::open(path.as_ptr(), libc::O_RDONLY) };
    done(file.min(0))?;
    // SAFETY: the descriptor was opened here, and nobody else knows it.
    done(unsafe { libc::close(file) })
}

#[inline]
fn done(returned: c_int) -> Result<(), Errno> {
    if returned == 0 { Ok(()) } else { Err(last()) }
}

#[inline]
fn counted(returned: isize) -> Result<usize, Errno> {
    usize::try_from(returned).map_err(|_| last())
}

#[cold]
fn last() -> Errno {
    Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::IO)
}

#[cfg(test)]
mod tests {
    use std::ffi::CString;
    use std::os::fd::AsFd;

    use super::*;

    #[test]
    fn calls_do_what_they_say_and_name_their_errors() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, "seven B").unwrap();
        let name = CString::new(path.to_str().unwrap()).unwrap();
        let file = std::fs::File::open(&path).unwrap();
        let mut byte = 0;
        assert_eq!((length(&name), length_of(file.as_fd())), (Ok(7), Ok(7)));
        assert_eq!((read_byte(file.as_fd(), &mut byte), byte), (Ok(1), b's'));
        assert_eq!(write_byte(file.as_fd(), &byte), Err(Errno::BADF));
        assert_eq!(open_and_close(&name), Ok(()));
        assert_eq!((length(c"missing/file"), open_and_close(c"missing/file")), (Err(Errno::NOENT), Err(Errno::NOENT)));
        assert_eq!(parent(), i32::from(rustix::process::getppid().unwrap().as_raw_nonzero()));
    }
}
