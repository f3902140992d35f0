//! A token that goes round a ring of processes, and how long each hop of it takes.
//!
//! The token carries how many hops are left. Who makes the last one tells this process, which is no part of the ring.

use std::os::fd::OwnedFd;

use shared::model::Point;

use super::super::ipc::bytes::{read_whole, with_patience, write_whole};
use super::super::ipc::sleep::SleepProof;
use super::super::ipc::{pipe, size_at};
use super::super::{Failure, Partner, Prepared, Setup, Workload};
use crate::clock::Clock;

/// Bytes of a token.
const TOKEN: usize = 8;
/// The token that ends every process that it comes to.
const END: u64 = u64::MAX;
/// What the words of a working set hold.
const WORD: u64 = 3;

/// A ring of the point's processes with the point's working sets.
pub fn context_switch(setup: &Setup, point: &Point) -> Prepared {
    let processes = size_at(point, "processes")?;
    let size = point.integer("size").and_then(|size| usize::try_from(size).ok()).ok_or_else(Failure::work_not_done)?;
    let mut pipes = Vec::with_capacity(processes);
    for _ in 0..processes {
        pipes.push(pipe()?);
    }
    let (done, last) = pipe()?;
    let proof = SleepProof::begin_with_hops(setup.placement);
    let mut partners = Vec::with_capacity(processes);
    for index in 0..processes {
        let from = &pipes[index].0;
        let next = pipes.get(index + 1).map(|(_, next)| next);
        let hop = Hop { from, to: next.unwrap_or(&pipes[0].1), last: &last, closes_ring: next.is_none() };
        partners.push(setup.partner(|| hop.pass_on(WorkingSet::of(size)))?);
    }
    let first = pipes.swap_remove(0).1;
    let (from, to) = pipe()?;
    let alone = Alone { from, to, set: WorkingSet::of(size) };
    Ok(Box::new(Ring { first, done, partners, proof, alone }))
}

/// The place of one process in the ring.
struct Hop<'a> {
    from: &'a OwnedFd,
    to: &'a OwnedFd,
    last: &'a OwnedFd,
    /// Whether `to` is where the ring began.
    closes_ring: bool,
}

impl Hop<'_> {
    /// Passes tokens on until the end.
    fn pass_on(&self, set: WorkingSet) -> Result<(), Failure> {
        loop {
            match token(self.from)? {
                END if self.closes_ring => return Ok(()),
                END => return pass(self.to, END),
                left => {
                    set.sum()?;
                    match left - 1 {
                        0 => pass(self.last, left)?,
                        left => pass(self.to, left)?,
                    }
                }
            }
        }
    }
}

/// Waits for a token.
#[inline]
fn token(from: &OwnedFd) -> Result<u64, Failure> {
    let mut token = [0; TOKEN];
    read_whole(from, &mut token)?;
    Ok(u64::from_le_bytes(token))
}

#[inline]
fn pass(to: &OwnedFd, token: u64) -> Result<(), Failure> {
    write_whole(to, &token.to_le_bytes())
}

/// Memory that a process reads whenever it has the token.
struct WorkingSet(Vec<u64>);

impl WorkingSet {
    fn of(bytes: usize) -> Self {
        Self(vec![WORD; bytes / size_of::<u64>()])
    }

    #[inline]
    fn sum(&self) -> Result<(), Failure> {
        let words = std::hint::black_box(&self.0[..]);
        let sum: u64 = words.iter().fold(0, |sum, word| sum.wrapping_add(*word));
        if sum == WORD * words.len() as u64 { Ok(()) } else { Err(Failure::work_not_done()) }
    }
}

/// One process that does all of a hop but the switch.
struct Alone {
    from: OwnedFd,
    to: OwnedFd,
    set: WorkingSet,
}

impl Alone {
    #[inline]
    fn hop(&self, left: u64) -> Result<(), Failure> {
        pass(&self.to, left)?;
        if token(&self.from)? != left {
            return Err(Failure::work_not_done());
        }
        self.set.sum()
    }
}

struct Ring {
    first: OwnedFd,
    done: OwnedFd,
    partners: Vec<Partner>,
    proof: SleepProof,
    alone: Alone,
}

impl Workload for Ring {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let _patience = with_patience()?;
        let (elapsed, last) = clock.time(|| {
            pass(&self.first, ops)?;
            token(&self.done)
        });
        self.proof.add(ops);
        if last? == 1 { Ok(elapsed) } else { Err(Failure::work_not_done()) }
    }

    fn overhead(&mut self, ops: u64, clock: &Clock) -> Result<Option<u64>, Failure> {
        let (elapsed, all) = clock.time(|| (1..=ops).rev().try_for_each(|left| self.alone.hop(left)));
        all.map(|()| Some(elapsed))
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        let Self { first, partners, proof, .. } = *self;
        pass(&first, END)?;
        for partner in partners {
            partner.join()?;
        }
        proof.check()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::ipc::pair::testing::{run_at, setup};
    use super::*;

    fn point(processes: u64, size: u64) -> Point {
        Point::new([("processes", processes.into()), ("size", size.into())])
    }

    #[test]
    fn a_token_makes_as_many_hops_as_it_should_whatever_the_ring() {
        for processes in [1, 2, 7] {
            let start = setup();
            if processes == 1 {
                // A ring of one never sleeps for a hop: what it proves is the counting alone.
                let mut ring = context_switch(&start, &point(1, 0)).unwrap();
                ring.batch(5, &Clock::measure()).unwrap();
                continue;
            }
            run_at(context_switch(&start, &point(processes, 4096)).unwrap(), &[1, 2, 50, 701]);
        }
    }

    #[test]
    fn what_one_process_does_alone_is_less_than_a_switch() {
        let start = setup();
        let mut ring = context_switch(&start, &point(2, 0)).unwrap();
        let clock = Clock::measure();
        let (mut whole, mut alone) = (u64::MAX, u64::MAX);
        for _ in 0..10 {
            whole = whole.min(ring.batch(500, &clock).unwrap());
            alone = alone.min(ring.overhead(500, &clock).unwrap().unwrap());
        }
        assert!(alone < whole, "{alone} {whole}");
    }

    #[test]
    fn a_process_that_is_gone_ends_the_waiting() {
        let start = setup();
        let mut ring = context_switch(&start, &point(3, 0)).unwrap();
        ring.batch(30, &Clock::measure()).unwrap();
        let children = super::super::super::partner::testing::children();
        rustix::process::kill_process(children[1], rustix::process::Signal::KILL).unwrap();
        let failure = ring.batch(30, &Clock::measure()).unwrap_err();
        assert_eq!(failure.reason.kind, shared::model::FailureKind::EndedEarly);
    }
}
