//! A token passed forth and back over byte streams.

use std::os::fd::OwnedFd;

use rustix::io::fcntl_dupfd_cloexec;
use shared::model::Point;

use super::super::{Failure, Named, Setup, Workload};
use super::bytes::{read_whole, read_whole_or_end, write_whole};
use super::pair::split;
use super::round_trips::{Caller, RoundTrips};
use super::size_at;

/// Where one process reads and writes.
pub struct Ends {
    from: OwnedFd,
    to: OwnedFd,
}

impl Ends {
    /// Two one-way channels.
    pub fn two(from: OwnedFd, to: OwnedFd) -> Self {
        Self { from, to }
    }

    /// One channel for both ways.
    pub fn one(both: OwnedFd) -> Result<Self, Failure> {
        let from = fcntl_dupfd_cloexec(&both, 0).named("fcntl")?;
        Ok(Self { from, to: both })
    }
}

/// Round trips of a token of `bytes` bytes between this process and a partner.
pub fn round_trips(setup: &Setup, point: &Point, ours: Ends, theirs: Ends) -> Result<Box<dyn Workload>, Failure> {
    let bytes = size_at(point, "bytes")?;
    let (partner, ends) = split(setup, ours, theirs, |ends| echo(&ends, bytes))?;
    RoundTrips::start(setup, partner, Token { ends, token: vec![0; bytes], answer: vec![0; bytes] })
}

/// Sends tokens back until the other side ends.
fn echo(ends: &Ends, bytes: usize) -> Result<(), Failure> {
    let mut token = vec![0; bytes];
    while read_whole_or_end(&ends.from, &mut token)? {
        write_whole(&ends.to, &token)?;
    }
    Ok(())
}

struct Token {
    ends: Ends,
    token: Vec<u8>,
    answer: Vec<u8>,
}

impl Caller for Token {
    #[inline]
    fn call(&mut self) -> Result<(), Failure> {
        self.token[0] = self.token[0].wrapping_add(1);
        write_whole(&self.ends.to, &self.token)?;
        read_whole(&self.ends.from, &mut self.answer)?;
        if self.answer == self.token { Ok(()) } else { Err(Failure::work_not_done()) }
    }
}

#[cfg(test)]
mod tests {
    use rustix::process::{Signal, getpid, kill_process};

    use super::super::super::Setup;
    use super::super::pair::testing::setup;
    use super::super::unix_pair;
    use super::*;
    use crate::clock::Clock;

    /// A token whose partner serves `served` times and then runs `last`.
    fn with_partner(setup: &Setup, served: usize, last: fn(&Ends)) -> Box<dyn Workload> {
        let (ours, theirs) = unix_pair().unwrap();
        let (partner, ends) = split(setup, Ends::one(ours).unwrap(), Ends::one(theirs).unwrap(), |ends| {
            let mut token = [0];
            for _ in 0..served {
                read_whole(&ends.from, &mut token)?;
                write_whole(&ends.to, &token)?;
            }
            last(&ends);
            Ok(())
        })
        .unwrap();
        RoundTrips::start(setup, partner, Token { ends, token: vec![0], answer: vec![0] }).unwrap()
    }

    #[test]
    fn a_partner_that_is_killed_ends_the_batch_and_is_said_to_have_ended_early() {
        let start = setup();
        let mut workload = with_partner(&start, 100, |_| kill_process(getpid(), Signal::KILL).unwrap());
        let failure = workload.batch(1000, &Clock::measure()).unwrap_err();
        assert_eq!(failure.reason.kind, shared::model::FailureKind::EndedEarly);
        assert!(workload.finish().is_err());
    }

    #[test]
    fn another_answer_than_the_token_is_work_not_done() {
        let start = setup();
        let mut workload = with_partner(&start, 1, |ends| {
            read_whole(&ends.from, &mut [0]).unwrap();
            write_whole(&ends.to, b"?").unwrap();
        });
        assert_eq!(workload.batch(1, &Clock::measure()), Err(Failure::work_not_done()));
    }
}
