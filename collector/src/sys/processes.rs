//! Making processes and threads as directly as the C library allows.
//!
//! Between fork and exec a child makes system calls only. Where its exec fails, it exits with a status that tells why.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_void};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::ptr;

use libc::{AT_EMPTY_PATH, F_SETFD, SYS_execveat, WEXITSTATUS, WIFEXITED, c_int, pid_t, pthread_t};
use rustix::io::Errno;

/// Exit status of a child whose exec failed, less the error's number.
const NOT_EXECUTED: c_int = 128;

/// Most arguments of a program that is executed here, its own name among them.
const MOST_ARGUMENTS: usize = 3;

/// How to execute a program.
#[derive(Clone, Copy)]
pub enum Exec<'a> {
    /// An open file, whatever its name.
    Open(BorrowedFd<'a>),
    /// A path.
    Path(&'a CStr),
}

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With this status.
    Exited(i32),
    /// Its exec failed.
    NotExecuted(Errno),
    /// Otherwise: by a signal.
    Otherwise,
}

/// Forks a child that exits with this status at once, and waits for it.
#[inline]
pub fn fork_exit(status: c_int) -> io::Result<Ended> {
    // SAFETY: the child only exits.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        // SAFETY: ends the child without running what the parent's exit would run.
        0 => unsafe { libc::_exit(status) },
        child => wait(child),
    }
}

/// Forks a child that executes a program with these arguments and no environment, and waits for it. `inherited` stays
/// open in it.
#[inline]
pub fn fork_exec(exec: Exec<'_>, arguments: &[&CStr], inherited: Option<BorrowedFd<'_>>) -> io::Result<Ended> {
    let arguments = Arguments::of(arguments);
    let inherited = inherited.map(|fd| fd.as_raw_fd());
    // SAFETY: the child makes system calls only, with memory that was prepared before.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            // SAFETY: as above; the descriptors are open, the strings and lists end as they must, and `_exit` ends the
            // child without running what the parent's exit would run.
            unsafe {
                if let Some(fd) = inherited {
                    libc::fcntl(fd, F_SETFD, 0);
                }
                execute(exec, arguments.list());
                libc::_exit(NOT_EXECUTED + io::Error::last_os_error().raw_os_error().unwrap_or(127).min(127));
            }
        }
        child => wait(child),
    }
}

/// Spawns a program by its path with these arguments and no environment, and waits for it.
#[inline]
pub fn spawn(path: &CStr, arguments: &[&CStr]) -> io::Result<Ended> {
    let arguments = Arguments::of(arguments);
    let environment = [ptr::null_mut()];
    let mut child: pid_t = 0;
    // SAFETY: the path ends with a zero, both lists end with a null pointer, and there are no actions or attributes.
    let error = unsafe {
        libc::posix_spawn(
            &raw mut child,
            path.as_ptr(),
            ptr::null(),
            ptr::null(),
            arguments.list().cast::<*mut c_char>(),
            environment.as_ptr(),
        )
    };
    match error {
        0 => wait(child),
        error => Ok(Ended::NotExecuted(Errno::from_raw_os_error(error))),
    }
}

/// Creates a thread that returns what it is given, and joins it; what it returned.
#[inline]
pub fn thread(given: usize) -> io::Result<usize> {
    extern "C" fn give_back(given: *mut c_void) -> *mut c_void {
        given
    }
    let mut thread = MaybeUninit::<pthread_t>::uninit();
    let given = ptr::without_provenance_mut(given);
    // SAFETY: there is room for the thread's id, and the function reads no memory.
    match unsafe { libc::pthread_create(thread.as_mut_ptr(), ptr::null(), give_back, given) } {
        0 => {}
        error => return Err(io::Error::from_raw_os_error(error)),
    }
    let mut returned = ptr::null_mut();
    // SAFETY: the thread was created just now, and is joined once.
    match unsafe { libc::pthread_join(thread.assume_init(), &raw mut returned) } {
        0 => Ok(returned.addr()),
        error => Err(io::Error::from_raw_os_error(error)),
    }
}

/// Arguments as exec takes them.
struct Arguments([*const c_char; MOST_ARGUMENTS + 1]);

impl Arguments {
    /// As many as fit; nothing is allocated.
    fn of(arguments: &[&CStr]) -> Self {
        let mut list = [ptr::null(); MOST_ARGUMENTS + 1];
        for (place, argument) in list[..MOST_ARGUMENTS].iter_mut().zip(arguments) {
            *place = argument.as_ptr();
        }
        Self(list)
    }

    fn list(&self) -> *const *const c_char {
        self.0.as_ptr()
    }
}

/// Executes a program, and returns only where that fails.
///
/// # Safety
/// `arguments` is a list that ends with a null pointer.
unsafe fn execute(exec: Exec<'_>, arguments: *const *const c_char) {
    let environment: [*const c_char; 1] = [ptr::null()];
    // SAFETY: the lists end with a null pointer, the path with a zero; the descriptor is open.
    unsafe {
        match exec {
            Exec::Path(path) => libc::execve(path.as_ptr(), arguments, environment.as_ptr()),
            Exec::Open(file) => {
                let nameless = c"".as_ptr();
                let environment = environment.as_ptr();
                libc::syscall(SYS_execveat, file.as_raw_fd(), nameless, arguments, environment, AT_EMPTY_PATH) as c_int
            }
        };
    }
}

#[inline]
fn wait(child: pid_t) -> io::Result<Ended> {
    let mut status = 0;
    loop {
        // SAFETY: there is room for the status.
        if unsafe { libc::waitpid(child, &raw mut status, 0) } == child {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    Ok(match WEXITSTATUS(status) {
        _ if !WIFEXITED(status) => Ended::Otherwise,
        status if status > NOT_EXECUTED => Ended::NotExecuted(Errno::from_raw_os_error(status - NOT_EXECUTED)),
        status => Ended::Exited(status),
    })
}
