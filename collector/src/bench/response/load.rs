//! A load: processes that work beside the probe until they are ended, and count what they do in memory that all share.

use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::super::ipc::bytes::{a_child_has_ended, read_whole, write_whole};
use super::super::ipc::pipe;
use super::super::{Failure, Named, Partner, Setup};
use crate::sys::priority;
use crate::sys::shared_words::SharedWords;

/// What a loader does again and again.
pub trait Work {
    /// One piece of it.
    fn piece(&mut self) -> Result<(), Failure>;
}

/// How a loader stands among other processes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Priority {
    /// As it was started.
    Usual,
    /// It gets what nobody else wants.
    Idle,
}

/// Words between those of two loaders: two cache lines, so that none waits for another's.
const APART: usize = 32;
/// How long loaders may take to be there, or to have done their first piece.
const PATIENCE: Duration = Duration::from_secs(10);

/// Loaders, who wait until they are told to begin.
pub struct Load {
    loaders: Vec<Partner>,
    words: SharedWords,
    gate: (OwnedFd, OwnedFd),
    /// Loaders who hand their work on to each other: of those together something must come.
    together: usize,
    note: Option<String>,
}

impl Load {
    /// No load.
    pub fn none() -> Result<Self, Failure> {
        let words = SharedWords::map().named("mmap")?;
        Ok(Self { loaders: Vec::new(), words, gate: pipe()?, together: 1, note: None })
    }

    /// Forks a loader for each work, and waits until all are there. `together` of them hand work on to each other.
    pub fn of<W: Work>(
        setup: &Setup,
        works: Vec<W>,
        together: usize,
        priority: Priority,
        note: String,
    ) -> Result<Self, Failure> {
        let words = SharedWords::of(APART * works.len()).named("mmap")?;
        let mut load =
            Self { loaders: Vec::with_capacity(works.len()), words, gate: pipe()?, together, note: Some(note) };
        for (number, work) in works.into_iter().enumerate() {
            let loader = Loader { words: load.words.clone(), number };
            let gate = &load.gate.0;
            load.loaders.push(setup.partner(move || loader.work(gate, priority, work))?);
        }
        load.all(Loader::is_there)?;
        Ok(load)
    }

    /// What a reader must know of it.
    pub fn note(&self) -> Option<String> {
        self.note.clone()
    }

    /// Begins, and waits until each loader has done something.
    pub fn begin(&mut self) -> Result<(), Failure> {
        write_whole(&self.gate.1, &vec![0; self.loaders.len()])?;
        self.all(|loader| loader.done() > 0)
    }

    /// How many pieces each loader has done, modulo 2³².
    pub fn counts(&self) -> Vec<u32> {
        self.each().map(|loader| loader.done()).collect()
    }

    /// Ends the load, which must have been at work all the time; how many pieces were done since those counts.
    pub fn end(self, before: &[u32]) -> Result<u64, Failure> {
        let after = self.counts();
        // Before they are killed: whoever has ended did it by itself.
        let whole = !a_child_has_ended();
        let done: Vec<u64> =
            after.iter().zip(before).map(|(after, before)| u64::from(after.wrapping_sub(*before))).collect();
        let worked = done.chunks(self.together).all(|together| together.iter().sum::<u64>() > 0);
        if whole && worked { Ok(done.iter().sum()) } else { Err(Failure::work_not_done()) }
    }

    fn each(&self) -> impl Iterator<Item = Loader> {
        (0..self.loaders.len()).map(|number| Loader { words: self.words.clone(), number })
    }

    /// Waits until all are so; the end of one is a failure.
    fn all(&self, so: impl Fn(&Loader) -> bool) -> Result<(), Failure> {
        let begun = Instant::now();
        while !self.each().all(|loader| so(&loader)) {
            if a_child_has_ended() || begun.elapsed() > PATIENCE {
                return Err(Failure::work_not_done());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }
}

impl Drop for Load {
    /// All are told to go before one is waited for: those that are left would take its CPU.
    fn drop(&mut self) {
        self.loaders.iter().for_each(Partner::kill);
    }
}

/// One loader's two words: whether it is there, and how much it has done.
struct Loader {
    words: SharedWords,
    number: usize,
}

impl Loader {
    fn there(&self) -> &AtomicU32 {
        self.words.word(APART * self.number)
    }

    fn pieces(&self) -> &AtomicU32 {
        self.words.word(APART * self.number + 1)
    }

    fn is_there(&self) -> bool {
        self.there().load(Ordering::Acquire) != 0
    }

    fn done(&self) -> u32 {
        self.pieces().load(Ordering::Relaxed)
    }

    /// The loader's process: until it is killed, or fails.
    fn work(&self, gate: &OwnedFd, priority: Priority, mut work: impl Work) -> Result<(), Failure> {
        if priority == Priority::Idle {
            priority::idle().named("sched_setscheduler")?;
        }
        self.there().store(1, Ordering::Release);
        read_whole(gate, &mut [0])?;
        let pieces = self.pieces();
        let mut done: u32 = 0;
        loop {
            work.piece()?;
            done = done.wrapping_add(1);
            pieces.store(done, Ordering::Relaxed);
        }
    }
}
