//! Round trips by locks on bytes of a file.
//!
//! Turns are numbered. Who has turn t holds byte t and byte t + 1 (modulo 3), and the other side, which waits for byte
//! t + 1, still holds byte t + 2 from its last turn. To pass the turn on is to let go of byte t + 1 and to wait for byte
//! t + 2: so a round trip is one wait on each side, and nobody can go ahead of the other.

use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use rustix::fs::{AtFlags, CWD, Mode, OFlags, openat, unlinkat};
use rustix::io::Errno;

use super::super::{Failure, Named, Prepared, Setup};
use super::bytes::{Waited, read_whole, write_whole};
use super::pair::split;
use super::round_trips::{Caller, RoundTrips};
use super::unix_pair;
use crate::sys::record_locks::{lock, unlock};
use crate::sys::shared_words::SharedWords;

/// Bytes that are locked in turn.
const BYTES: u64 = 3;

/// Round trips between this process and a partner, by a file in the current folder.
pub fn latency(setup: &Setup) -> Prepared {
    let (name, mode) = (c"locked", Mode::RUSR | Mode::WUSR);
    let create = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let file = openat(CWD, name, create, mode).named("openat")?;
    unlinkat(CWD, name, AtFlags::empty()).named("unlinkat")?;
    by_locks_of(setup, file)
}

fn by_locks_of(setup: &Setup, file: OwnedFd) -> Prepared {
    let words = SharedWords::map().named("mmap")?;
    // One descriptor in each process: to close another one of the file would let go of all the locks of its process.
    let file = Rc::new(file);
    let ours = Side { file: file.clone(), words: words.clone(), turn: 0 };
    let theirs = Side { file, words, turn: 1 };
    for byte in [0, 1] {
        lock(&ours.file, byte).named("fcntl")?;
    }
    let (here, there) = unix_pair()?;
    // The partner's copy of our side has no lock to let go of: a fork inherits none.
    let (partner, (ours, here)) = split(setup, (ours, here), (theirs, there), |(side, there)| echo(side, &there))?;
    read_whole(&here, &mut [0])?;
    RoundTrips::start(setup, partner, ours)
}

/// The partner: every odd turn is its own.
fn echo(mut side: Side, ready: &OwnedFd) -> Result<(), Failure> {
    lock(&side.file, 2).named("fcntl")?;
    write_whole(ready, &[0])?;
    side.wait_for(side.turn)?;
    while side.words.word(1).load(Ordering::Acquire) == 0 {
        side.pass()?;
    }
    Ok(())
}

/// One side: the turn that it has.
struct Side {
    file: Rc<OwnedFd>,
    words: SharedWords,
    turn: u64,
}

impl Side {
    /// Lets the other side have its turn, and waits for the next one of this side.
    #[inline]
    fn pass(&mut self) -> Result<(), Failure> {
        self.let_go()?;
        self.turn += 2;
        self.wait_for(self.turn)
    }

    #[inline]
    fn let_go(&self) -> Result<(), Failure> {
        self.words.word(0).store((self.turn + 1) as u32, Ordering::Release);
        unlock(&self.file, (self.turn + 1) % BYTES).named("fcntl")
    }

    #[inline]
    fn wait_for(&self, turn: u64) -> Result<(), Failure> {
        let mut waited = Waited::default();
        while let Err(error) = lock(&self.file, turn % BYTES) {
            match error {
                Errno::INTR => waited.tick("fcntl")?,
                error => return Err(Failure::call("fcntl", error)),
            }
        }
        // Whoever had the lock before must have had the turn before.
        let is_next = self.words.word(0).load(Ordering::Acquire) == turn as u32;
        if is_next { Ok(()) } else { Err(Failure::work_not_done()) }
    }
}

impl Caller for Side {
    #[inline]
    fn call(&mut self) -> Result<(), Failure> {
        self.pass()
    }

    fn end(&mut self) -> Result<(), Failure> {
        self.words.word(1).store(1, Ordering::Release);
        self.let_go()
    }
}

#[cfg(test)]
mod tests {
    use super::super::pair::testing::{alone, run_at, setup};
    use super::*;

    #[test]
    fn turns_alternate() {
        let start = setup();
        let file = OwnedFd::from(tempfile::tempfile().unwrap());
        run_at(by_locks_of(&start, file).unwrap(), &[1, 2, 3, 50]);
    }

    #[test]
    fn turns_alternate_wherever_the_partner_runs() {
        let _turn = alone();
        let cpus = crate::placement::allowed().unwrap();
        crate::placement::pin(&cpus[..1]).unwrap();
        let pair = vec![cpus[0], *cpus.last().unwrap()];
        for _ in 0..20 {
            let start = Setup::new(shared::model::Placement::SameCache, pair.clone(), None);
            let mut workload = by_locks_of(&start, tempfile::tempfile().unwrap().into()).unwrap();
            workload.batch(20, &crate::clock::Clock::measure()).unwrap();
        }
    }

    #[test]
    fn a_side_that_does_not_wait_for_its_turn_is_found_out() {
        let _turn = alone();
        let file = Rc::new(OwnedFd::from(tempfile::tempfile().unwrap()));
        let mut side = Side { file, words: SharedWords::map().unwrap(), turn: 0 };
        // Nobody else holds a byte: the next turn would begin at once.
        assert_eq!(side.pass(), Err(Failure::work_not_done()));
    }
}
