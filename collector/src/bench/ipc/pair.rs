//! Two processes that hold one end each.

use super::super::{Failure, Partner, Setup};

/// Forks a partner that runs `body` with its end, and keeps ours. Each process holds only its own end afterwards, so that
/// the end of one is seen by the other.
pub fn split<O, T>(
    setup: &Setup,
    ours: O,
    theirs: T,
    body: impl FnOnce(T) -> Result<(), Failure>,
) -> Result<(Partner, O), Failure> {
    let mut ours = Some(ours);
    let partner = {
        let ours = &mut ours;
        setup.partner(move || {
            drop(ours.take());
            body(theirs)
        })?
    };
    ours.map(|ours| (partner, ours)).ok_or_else(Failure::work_not_done)
}

#[cfg(test)]
pub mod testing {
    use std::ops::Deref;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use shared::model::Placement;

    use super::super::super::{Setup, Workload};
    use crate::clock::Clock;

    /// Held by one test at a time: a fork copies the descriptors of every test of its process, and whoever holds a copy
    /// keeps the end of a channel from being seen.
    static TURN: Mutex<()> = Mutex::new(());

    /// Waits until no other test forks, or relies on an end being seen.
    pub fn alone() -> MutexGuard<'static, ()> {
        TURN.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The start of a test.
    pub struct Start {
        setup: Setup,
        _turn: MutexGuard<'static, ()>,
    }

    impl Deref for Start {
        type Target = Setup;

        fn deref(&self) -> &Setup {
            &self.setup
        }
    }

    /// A start on the first CPU that the test may use, alone while it lives.
    pub fn setup() -> Start {
        let turn = alone();
        let cpus = crate::placement::allowed().unwrap();
        crate::placement::pin(&cpus[..1]).unwrap();
        Start { setup: Setup::new(Placement::SameCpu, vec![cpus[0]], None), _turn: turn }
    }

    /// Runs batches of these sizes and ends the workload.
    pub fn run_at(mut workload: Box<dyn Workload>, batches: &[u64]) {
        let clock = Clock::measure();
        for &ops in batches {
            let elapsed = workload.batch(ops, &clock).unwrap();
            assert!(elapsed > 0 && elapsed < 5_000_000_000, "{ops} operations took {elapsed} ns");
        }
        workload.finish().unwrap();
    }
}

#[cfg(test)]
mod tests {
    use super::super::bytes::{read_whole_or_end, write_whole};
    use super::super::unix_pair;
    use super::*;

    #[test]
    fn each_side_sees_the_end_of_the_other() {
        let start = testing::setup();
        let (ours, theirs) = unix_pair().unwrap();
        let (partner, ours) = split(&start, ours, theirs, |end| {
            let mut byte = [0];
            while read_whole_or_end(&end, &mut byte)? {
                write_whole(&end, &byte)?;
            }
            Ok(())
        })
        .unwrap();
        write_whole(&ours, b"x").unwrap();
        assert!(read_whole_or_end(&ours, &mut [0]).unwrap());
        drop(ours);
        partner.join().unwrap();
    }
}
