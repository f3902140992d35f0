//! Ticks that interrupt whatever a thread waits in, so that no call of a benchmark blocks for ever.
//!
//! A timeout on each call would cost a kernel timer on each call. One timer beside the batch costs nothing in it.
#![allow(unsafe_code)]

use std::io;
use std::mem::MaybeUninit;
use std::ptr;
use std::time::Duration;

use libc::{CLOCK_MONOTONIC, SIGALRM, SIGEV_THREAD_ID, c_int, c_long, itimerspec, sigevent, time_t, timer_t, timespec};

/// While it lives, a signal reaches the calling thread once a period: a call that blocks then returns `EINTR`.
pub struct Ticks {
    timer: timer_t,
}

impl Ticks {
    /// Starts to tick, for the first time after one period.
    pub fn start(period: Duration) -> io::Result<Self> {
        catch()?;
        let mut event = MaybeUninit::<sigevent>::zeroed();
        // SAFETY: zeroes are a valid value of every field, and the kernel reads only those set here.
        let mut event = unsafe {
            (*event.as_mut_ptr()).sigev_notify = SIGEV_THREAD_ID;
            (*event.as_mut_ptr()).sigev_signo = SIGALRM;
            (*event.as_mut_ptr()).sigev_notify_thread_id = rustix::thread::gettid().as_raw_nonzero().get();
            event.assume_init()
        };
        let mut timer = MaybeUninit::<timer_t>::uninit();
        // SAFETY: `event` is initialised, and `timer` has room for the id, which is read after success only.
        let timer = unsafe {
            if libc::timer_create(CLOCK_MONOTONIC, &raw mut event, timer.as_mut_ptr()) != 0 {
                return Err(io::Error::last_os_error());
            }
            timer.assume_init()
        };
        let ticks = Self { timer };
        let period = timespec { tv_sec: period.as_secs() as time_t, tv_nsec: period.subsec_nanos() as c_long };
        let setting = itimerspec { it_interval: period, it_value: period };
        // SAFETY: the timer was created above, `setting` is initialised, and the old setting is not asked for.
        match unsafe { libc::timer_settime(ticks.timer, 0, &raw const setting, ptr::null_mut()) } {
            0 => Ok(ticks),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

impl Drop for Ticks {
    fn drop(&mut self) {
        // SAFETY: the timer was created by `start` and is deleted only here. Nothing can be done about a failure.
        unsafe { libc::timer_delete(self.timer) };
    }
}

/// Installs a handler without `SA_RESTART`: it does nothing, and by being there makes blocking calls return.
fn catch() -> io::Result<()> {
    extern "C" fn interrupt(_: c_int) {}
    let handler: extern "C" fn(c_int) = interrupt;
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: zeroes are a valid sigaction (no flags, empty mask); the handler is async-signal-safe, as it does nothing.
    let result = unsafe {
        (*action.as_mut_ptr()).sa_sigaction = handler as libc::sighandler_t;
        libc::sigaction(SIGALRM, action.as_ptr(), ptr::null_mut())
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

#[cfg(test)]
mod tests {
    use rustix::io::Errno;

    use super::*;

    #[test]
    fn a_read_that_nobody_answers_is_interrupted_and_later_ones_are_not() {
        let (read, _write) = rustix::pipe::pipe().unwrap();
        let ticks = Ticks::start(Duration::from_millis(20)).unwrap();
        assert_eq!(rustix::io::read(&read, &mut [0u8; 1][..]), Err(Errno::INTR));
        assert_eq!(rustix::io::read(&read, &mut [0u8; 1][..]), Err(Errno::INTR));
        drop(ticks);
        let wait = rustix::event::Timespec { tv_sec: 0, tv_nsec: 60_000_000 };
        let mut fds = [rustix::event::PollFd::new(&read, rustix::event::PollFlags::IN)];
        assert_eq!(rustix::event::poll(&mut fds, Some(&wait)), Ok(0));
    }
}
