//! Round trips by two counters that can be waited for.

use std::os::fd::OwnedFd;

use rustix::event::{EventfdFlags, eventfd};

use super::super::{Failure, Named, Prepared, Setup};
use super::bytes::{read_whole, write_whole};
use super::pair::split;
use super::round_trips::{Caller, RoundTrips};

/// What is added for a round trip.
const TURN: u64 = 1;
/// What is added for the end: the partner cannot see one, as it holds both counters too.
const END: u64 = 2;

/// Round trips between this process and a partner.
pub fn latency(setup: &Setup) -> Prepared {
    let flags = EventfdFlags::CLOEXEC;
    let (ours, theirs) = (eventfd(0, flags).named("eventfd2")?, eventfd(0, flags).named("eventfd2")?);
    let both = Counters { from: ours.try_clone().named("fcntl")?, to: theirs.try_clone().named("fcntl")? };
    let (partner, counters) = split(setup, both, Counters { from: theirs, to: ours }, |counters| counters.echo())?;
    RoundTrips::start(setup, partner, counters)
}

struct Counters {
    from: OwnedFd,
    to: OwnedFd,
}

impl Counters {
    fn echo(&self) -> Result<(), Failure> {
        while self.taken()? == TURN {
            self.add(TURN)?;
        }
        Ok(())
    }

    /// Waits until something was added, and takes it.
    #[inline]
    fn taken(&self) -> Result<u64, Failure> {
        let mut count = [0; 8];
        read_whole(&self.from, &mut count)?;
        Ok(u64::from_ne_bytes(count))
    }

    #[inline]
    fn add(&self, count: u64) -> Result<(), Failure> {
        write_whole(&self.to, &count.to_ne_bytes())
    }
}

impl Caller for Counters {
    #[inline]
    fn call(&mut self) -> Result<(), Failure> {
        self.add(TURN)?;
        if self.taken()? == TURN { Ok(()) } else { Err(Failure::work_not_done()) }
    }

    fn end(&mut self) -> Result<(), Failure> {
        self.add(END)
    }
}
