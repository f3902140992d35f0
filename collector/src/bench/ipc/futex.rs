//! Round trips by a word in shared memory that both processes wait for in the kernel.

use std::sync::atomic::{AtomicU32, Ordering};

use rustix::io::Errno;
use rustix::thread::futex;

use super::super::{Failure, Named, Prepared, Setup};
use super::bytes::Waited;
use super::pair::split;
use super::round_trips::{Caller, RoundTrips};
use crate::sys::shared_words::SharedWords;

/// Round trips between this process and a partner.
pub fn latency(setup: &Setup) -> Prepared {
    let words = SharedWords::map().named("mmap")?;
    let (partner, words) = split(setup, words.clone(), words, |words| echo(&Side { words, turn: 0 }))?;
    RoundTrips::start(setup, partner, Side { words, turn: 0 })
}

/// The partner: every odd turn is its own.
fn echo(side: &Side) -> Result<(), Failure> {
    let mut turn = 0;
    loop {
        side.wait_while(turn)?;
        if side.ended().load(Ordering::Acquire) != 0 {
            return Ok(());
        }
        side.begin(turn.wrapping_add(2))?;
        turn = turn.wrapping_add(2);
    }
}

/// The number of the turn, and whether there will be no other.
struct Side {
    words: SharedWords,
    turn: u32,
}

impl Side {
    fn word(&self) -> &AtomicU32 {
        self.words.word(0)
    }

    fn ended(&self) -> &AtomicU32 {
        self.words.word(1)
    }

    /// Begins a turn of the other side.
    #[inline]
    fn begin(&self, turn: u32) -> Result<(), Failure> {
        self.word().store(turn, Ordering::Release);
        futex::wake(self.word(), futex::Flags::empty(), 1).named("futex")?;
        Ok(())
    }

    /// Waits until another turn than this has begun: the next one.
    #[inline]
    fn wait_while(&self, turn: u32) -> Result<(), Failure> {
        let mut waited = Waited::default();
        loop {
            match self.word().load(Ordering::Acquire) {
                now if now == turn => {}
                now if now == turn.wrapping_add(1) => return Ok(()),
                _ => return Err(Failure::work_not_done()),
            }
            match futex::wait(self.word(), futex::Flags::empty(), turn, None) {
                Ok(()) | Err(Errno::AGAIN) => {}
                Err(Errno::INTR) => waited.tick("futex")?,
                Err(error) => return Err(Failure::call("futex", error)),
            }
        }
    }
}

impl Caller for Side {
    #[inline]
    fn call(&mut self) -> Result<(), Failure> {
        self.begin(self.turn.wrapping_add(1))?;
        self.wait_while(self.turn.wrapping_add(1))?;
        self.turn = self.turn.wrapping_add(2);
        Ok(())
    }

    fn end(&mut self) -> Result<(), Failure> {
        self.ended().store(1, Ordering::Release);
        self.begin(self.turn.wrapping_add(1))
    }
}
