//! Whole messages over descriptors: every byte counted, short reads and writes continued, nothing waited for in vain.

use std::os::fd::AsFd;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{WaitId, WaitIdOptions, waitid};
use shared::model::{FailureKind, Reason, Status};

use super::super::{Failure, Named};
use crate::sys::ticks::Ticks;

/// How long one call may wait until it is looked at.
const TICK: Duration = Duration::from_secs(1);
/// How many ticks without a byte make the other side stuck.
const PATIENCE: u32 = 10;

/// Ends the calls of this process that wait too long, while the result lives.
pub fn with_patience() -> Result<Ticks, Failure> {
    Ticks::start(TICK).named("timer_create")
}

/// Counts the ticks for which a call has waited.
#[derive(Default)]
pub struct Waited(u32);

impl Waited {
    /// One more tick; too many are a timeout of `call`, and a partner that is gone will never answer it.
    #[cold]
    pub fn tick(&mut self, call: &str) -> Result<(), Failure> {
        self.0 += 1;
        if a_child_has_ended() {
            return Err(ended(call));
        }
        if self.0 < PATIENCE {
            Ok(())
        } else {
            Err(with_call(Failure::new(Status::Timeout, FailureKind::Deadline), call))
        }
    }

    /// For how many ticks it has waited.
    pub fn ticks(&self) -> u32 {
        self.0
    }
}

/// Whether a partner has ended: nobody has waited for it yet.
pub fn a_child_has_ended() -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::All, look), Ok(Some(_)))
}

/// Fills `buffer`. The end of the other side is a failure.
#[inline]
pub fn read_whole(from: impl AsFd, buffer: &mut [u8]) -> Result<(), Failure> {
    if read_whole_or_end(from, buffer)? { Ok(()) } else { Err(ended("read")) }
}

/// Fills `buffer`; false where the other side ended before the first byte.
#[inline]
pub fn read_whole_or_end(from: impl AsFd, buffer: &mut [u8]) -> Result<bool, Failure> {
    let mut done = 0;
    while done < buffer.len() {
        match read_some(&from, &mut buffer[done..])? {
            0 if done == 0 => return Ok(false),
            0 => return Err(ended("read")),
            read => done += read,
        }
    }
    Ok(true)
}

/// Reads what is there, at least one byte unless the other side has ended.
#[inline]
pub fn read_some(from: impl AsFd, buffer: &mut [u8]) -> Result<usize, Failure> {
    let mut waited = Waited::default();
    loop {
        match rustix::io::read(&from, &mut *buffer) {
            Ok(read) => return Ok(read),
            Err(Errno::INTR) => waited.tick("read")?,
            Err(error) => return Err(broken("read", error)),
        }
    }
}

/// Writes all of `bytes`.
#[inline]
pub fn write_whole(to: impl AsFd, bytes: &[u8]) -> Result<(), Failure> {
    let mut waited = Waited::default();
    let mut done = 0;
    while done < bytes.len() {
        match rustix::io::write(&to, &bytes[done..]) {
            Ok(written) => done += written,
            Err(Errno::INTR) => waited.tick("write")?,
            Err(error) => return Err(broken("write", error)),
        }
    }
    Ok(())
}

/// What an error of a call means: the other side is gone, or the call failed.
#[cold]
pub fn broken(call: &str, error: Errno) -> Failure {
    let failure = Failure::call(call, error);
    match error {
        Errno::PIPE | Errno::CONNRESET | Errno::CONNREFUSED => {
            Failure { reason: Reason { kind: FailureKind::EndedEarly, ..failure.reason }, ..failure }
        }
        _ => failure,
    }
}

/// The other side ended before it was done.
#[cold]
pub fn ended(call: &str) -> Failure {
    with_call(Failure::failed(FailureKind::EndedEarly), call)
}

fn with_call(failure: Failure, call: &str) -> Failure {
    Failure { reason: Reason { call: Some(call.to_owned()), ..failure.reason }, ..failure }
}

#[cfg(test)]
mod tests {
    use super::super::pair::testing::alone;
    use super::*;

    #[test]
    fn a_message_that_comes_in_pieces_is_read_whole() {
        let _turn = alone();
        let (reader, writer) = rustix::pipe::pipe().unwrap();
        write_whole(&writer, b"one ").unwrap();
        let late = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(5));
            write_whole(&writer, b"two").unwrap();
        });
        let mut message = [0; 7];
        read_whole(&reader, &mut message).unwrap();
        late.join().unwrap();
        assert_eq!(&message, b"one two");
        assert!(!read_whole_or_end(&reader, &mut message).unwrap());
    }

    #[test]
    fn the_end_inside_a_message_is_the_end_of_the_other_side() {
        let _turn = alone();
        let (reader, writer) = rustix::pipe::pipe().unwrap();
        write_whole(&writer, b"half").unwrap();
        drop(writer);
        let failure = read_whole(&reader, &mut [0; 8]).unwrap_err();
        assert_eq!(failure.to_string(), "failed: ended_early read");
    }

    #[test]
    fn writing_to_a_side_that_is_gone_says_so() {
        let _turn = alone();
        let (reader, writer) = rustix::pipe::pipe().unwrap();
        drop(reader);
        assert_eq!(write_whole(&writer, b"x").unwrap_err().to_string(), "failed: ended_early write EPIPE");
    }

    #[test]
    fn a_call_that_waited_for_too_many_ticks_timed_out() {
        let _turn = alone();
        let mut waited = Waited::default();
        for _ in 1..PATIENCE {
            waited.tick("recv").unwrap();
        }
        assert_eq!(waited.tick("recv").unwrap_err().to_string(), "timeout: deadline recv");
    }
}
