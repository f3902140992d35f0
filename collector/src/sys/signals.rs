//! Signals that end a run, read from a descriptor: no handler runs in the middle of anything.
#![allow(unsafe_code)]

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

use libc::{SIG_DFL, SIG_IGN, SIGHUP, SIGINT, SIGTERM, SIGXFSZ, c_int, sighandler_t, sigset_t};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// The signals by which people and systems ask a run to end.
const ENDING: [c_int; 3] = [SIGINT, SIGTERM, SIGHUP];

/// Where requests to end arrive. While it lives they do not end the process. It is also right for process 1 of a
/// namespace, which signals without a handler do not reach unless they are blocked.
pub struct EndRequests {
    fd: OwnedFd,
}

impl EndRequests {
    /// Blocks the signals and opens the descriptor. A signal that is ignored, as SIGHUP under nohup, stays ignored.
    pub fn open() -> io::Result<Self> {
        let set = set_of(ENDING.into_iter().filter(|&signal| !ignored(signal)));
        // SAFETY: `set` is an initialised set; the old mask is not asked for.
        if unsafe { libc::sigprocmask(libc::SIG_BLOCK, &set, std::ptr::null_mut()) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: `set` is an initialised set, and -1 asks for a new descriptor.
        let fd = unsafe { libc::signalfd(-1, &set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK) };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: signalfd returned it just now, and nothing else owns it.
        Ok(Self { fd: unsafe { OwnedFd::from_raw_fd(fd) } })
    }

    /// The signal that asked for the end, if one has.
    pub fn received(&self) -> Option<i32> {
        let mut info = MaybeUninit::<libc::signalfd_siginfo>::uninit();
        let size = size_of::<libc::signalfd_siginfo>();
        // SAFETY: the buffer has `size` bytes; a shorter read leaves it unread below.
        let read = unsafe { libc::read(self.fd.as_raw_fd(), info.as_mut_ptr().cast(), size) };
        // SAFETY: the kernel has filled all of it, and every bit pattern is a value of its integers.
        (read == size as isize).then(|| unsafe { info.assume_init() }.ssi_signo as i32)
    }
}

impl EndRequests {
    /// Ignores the signals from now on: who asks twice should not lose the answer to the first time, which is about to come.
    pub fn ignore_further(&self) {
        for signal in ENDING {
            // SAFETY: no code of this process is to run. Cannot fail with these arguments.
            unsafe { libc::signal(signal, SIG_IGN) };
        }
    }

    /// Whether a signal has asked for the end. It is still to be [`received`](Self::received).
    pub fn pending(&self) -> bool {
        let mut fds = [PollFd::new(self, PollFlags::IN)];
        poll(&mut fds, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
    }
}

/// From now on the signals end the process again, one that has arrived and was not received at once.
impl Drop for EndRequests {
    fn drop(&mut self) {
        unblock_all();
    }
}

impl AsFd for EndRequests {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

/// Opens the mask again: a mask outlives exec, and what is measured should meet signals as usual.
pub fn unblock_all() {
    let set = set_of([]);
    // SAFETY: `set` is an initialised set; the old mask is not asked for. Cannot fail with these arguments.
    unsafe { libc::sigprocmask(libc::SIG_SETMASK, &set, std::ptr::null_mut()) };
}

/// From now on a write beyond the largest file that is allowed (`ulimit -f`) is an error with a name, not the end of this
/// process and those that it executes.
pub fn file_limit_is_an_error() {
    act_on_file_limit(SIG_IGN);
}

/// As it is for everybody: for programs that are not ours.
pub fn file_limit_is_a_signal() {
    act_on_file_limit(SIG_DFL);
}

fn act_on_file_limit(action: sighandler_t) {
    // SAFETY: neither action runs code of this process. Cannot fail with these arguments.
    unsafe { libc::signal(SIGXFSZ, action) };
}

fn set_of(signals: impl IntoIterator<Item = c_int>) -> sigset_t {
    let mut set = MaybeUninit::<sigset_t>::uninit();
    // SAFETY: sigemptyset initialises the set, and sigaddset is given valid signal numbers.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        for signal in signals {
            libc::sigaddset(set.as_mut_ptr(), signal);
        }
        set.assume_init()
    }
}

fn ignored(signal: c_int) -> bool {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: asks for the present action only; zeroes are a valid value should it fail.
    unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
        action.assume_init().sa_sigaction == SIG_IGN
    }
}
