//! The probe: one byte to a partner and back by pipes, again and again, each round trip timed.

use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::io::Errno;

use super::super::ipc::bytes::{a_child_has_ended, broken, ended, read_whole_or_end, write_whole};
use super::super::ipc::pair::split;
use super::super::ipc::pipe;
use super::super::{Failure, Named, Partner, Setup};
use super::starvation;
use crate::clock::Clock;
use crate::sys::ticks::Ticks;

/// How much is probed: until either is reached.
#[derive(Clone, Copy)]
pub struct Caps {
    /// How long. The round trip under way then is waited for, as long again: one that was cut off would be missing among
    /// the longest. If it takes longer than that, it is starved.
    pub time: Duration,
    /// How many round trips.
    pub round_trips: usize,
}

/// In this part of the time a probe that waits looks how late it is.
const LOOKS: u32 = 10;

/// This process and its partner.
pub struct Probe {
    ends: Ends,
    partner: Partner,
    times: Vec<u64>,
    tick: Duration,
}

/// Where one of them reads and writes.
struct Ends {
    from: OwnedFd,
    to: OwnedFd,
}

impl Probe {
    /// Forks the partner, and makes room for all times: a page that is touched for the first time takes longer than a round
    /// trip. Loads are to be forked before, or they would hold its pipes and be as large.
    pub fn begin(setup: &Setup, caps: Caps) -> Result<Self, Failure> {
        let (from_partner, to_us) = pipe()?;
        let (from_us, to_partner) = pipe()?;
        let ours = Ends { from: from_partner, to: to_partner };
        let (partner, ends) = split(setup, ours, Ends { from: from_us, to: to_us }, |ends| echo(&ends))?;
        let mut times = std::hint::black_box(vec![1; caps.round_trips]);
        times.clear();
        Ok(Self { ends, partner, times, tick: caps.time / LOOKS })
    }

    /// Interrupts what the probe waits in, while the result lives.
    pub fn ticks(&self) -> Result<Ticks, Failure> {
        Ticks::start(self.tick).named("timer_create")
    }

    /// Makes round trips up to the caps. One begins where the last one ended, so that no moment is left out.
    pub fn probe(&mut self, clock: &Clock, caps: Caps) -> Result<(), Failure> {
        self.times.clear();
        let (begun, cap) = (clock.now(), caps.time.as_nanos() as u64);
        let mut last = begun;
        let mut token = 0_u8;
        while self.times.len() < caps.round_trips && last - begun < cap {
            token = token.wrapping_add(1);
            self.ends.call(token, || if clock.now() - begun < 2 * cap { Ok(()) } else { Err(starvation()) })?;
            let now = clock.now();
            self.times.push(now - last);
            last = now;
        }
        Ok(())
    }

    /// What each round trip took, in ns, in order.
    pub fn times(&self) -> &[u64] {
        &self.times
    }

    /// Ends the partner, which must have done its part.
    pub fn end(self) -> Result<(), Failure> {
        let Self { ends, partner, .. } = self;
        drop(ends);
        partner.join()
    }
}

impl Ends {
    /// One round trip. `late` is asked at each tick for which the answer has not come.
    #[inline]
    fn call(&self, token: u8, late: impl Fn() -> Result<(), Failure>) -> Result<(), Failure> {
        // It never blocks: the pipe is empty.
        while let Err(error) = rustix::io::write(&self.to, &[token]) {
            interrupted("write", error, &late)?;
        }
        let mut answer = [0];
        loop {
            match rustix::io::read(&self.from, &mut answer) {
                Ok(0) => return Err(ended("read")),
                Ok(_) if answer == [token] => return Ok(()),
                Ok(_) => return Err(Failure::work_not_done()),
                Err(error) => interrupted("read", error, &late)?,
            }
        }
    }
}

#[cold]
fn interrupted(call: &str, error: Errno, late: impl Fn() -> Result<(), Failure>) -> Result<(), Failure> {
    match error {
        Errno::INTR if a_child_has_ended() => Err(ended(call)),
        Errno::INTR => late(),
        error => Err(broken(call, error)),
    }
}

/// The partner: sends back what it gets until the other side ends.
fn echo(ends: &Ends) -> Result<(), Failure> {
    let mut token = [0];
    while read_whole_or_end(&ends.from, &mut token)? {
        write_whole(&ends.to, &token)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use shared::model::Placement;

    use super::super::super::ipc::pair::testing::alone;
    use super::super::super::partner::testing::children;
    use super::*;

    const CAPS: Caps = Caps { time: Duration::from_millis(200), round_trips: 1_000_000 };

    /// A probe whose partner first does something else with what it gets.
    fn probe(begin: impl FnOnce(&Ends) -> Result<(), Failure>) -> Probe {
        let setup = Setup::new(Placement::Unpinned, Vec::new(), None);
        let (from_partner, to_us) = pipe().unwrap();
        let (from_us, to_partner) = pipe().unwrap();
        let ours = Ends { from: from_partner, to: to_partner };
        let work = |ends: Ends| {
            begin(&ends)?;
            echo(&ends)
        };
        let (partner, ends) = split(&setup, ours, Ends { from: from_us, to: to_us }, work).unwrap();
        Probe { ends, partner, times: Vec::new(), tick: CAPS.time / LOOKS }
    }

    fn run(probe: &mut Probe, caps: Caps) -> Result<(), Failure> {
        let _ticks = probe.ticks().unwrap();
        probe.probe(&Clock::measure(), caps)
    }

    #[test]
    fn the_times_of_all_round_trips_add_up_to_the_time_that_was_probed() {
        let _turn = alone();
        let mut probe = probe(|_| Ok(()));
        let (elapsed, probed) = Clock::measure().time(|| run(&mut probe, CAPS));
        probed.unwrap();
        let sum: u64 = probe.times().iter().sum();
        assert!((200_000_000..=elapsed).contains(&sum), "{sum} of {elapsed}");
        assert!(probe.times().len() > 10);
        probe.end().unwrap();
    }

    #[test]
    fn so_many_round_trips_are_enough() {
        let _turn = alone();
        let mut probe = probe(|_| Ok(()));
        run(&mut probe, Caps { time: Duration::from_secs(10), round_trips: 25 }).unwrap();
        assert_eq!(probe.times().len(), 25);
        probe.end().unwrap();
    }

    #[test]
    fn an_answer_that_comes_after_the_cap_is_the_last_round_trip() {
        let _turn = alone();
        let mut probe = probe(|ends| {
            let mut token = [0];
            read_whole_or_end(&ends.from, &mut token)?;
            std::thread::sleep(Duration::from_millis(300));
            write_whole(&ends.to, &token)
        });
        run(&mut probe, CAPS).unwrap();
        assert!(matches!(probe.times(), [time] if *time >= 300_000_000), "{:?}", probe.times());
        probe.end().unwrap();
    }

    #[test]
    fn no_answer_at_all_is_starvation() {
        let _turn = alone();
        let mut probe = probe(|ends| {
            read_whole_or_end(&ends.from, &mut [0])?;
            std::thread::sleep(Duration::from_secs(60));
            Ok(())
        });
        let begun = Instant::now();
        assert_eq!(run(&mut probe, CAPS), Err(starvation()));
        assert!((400..2_000).contains(&begun.elapsed().as_millis()), "{:?}", begun.elapsed());
        drop(probe);
        assert!(children().is_empty());
    }

    #[test]
    fn a_partner_that_is_gone_or_answers_something_else_is_found_out() {
        let _turn = alone();
        let mut gone = probe(|_| Err(Failure::work_not_done()));
        assert_eq!(run(&mut gone, CAPS).unwrap_err().reason.kind, shared::model::FailureKind::EndedEarly);
        assert!(gone.end().is_err());
        let mut wrong = probe(|ends| write_whole(&ends.to, b"?"));
        assert_eq!(run(&mut wrong, CAPS), Err(Failure::work_not_done()));
    }
}
