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
    use shared::model::Placement;

    use super::super::super::{Setup, Workload};
    use crate::clock::Clock;

    /// A start on the first CPU that the test may use.
    pub fn setup() -> Setup {
        let cpus = crate::placement::allowed().unwrap();
        crate::placement::pin(&cpus[..1]).unwrap();
        Setup::new(Clock::measure(), Placement::SameCpu, vec![cpus[0]], None)
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
        let (ours, theirs) = unix_pair().unwrap();
        let (partner, ours) = split(&testing::setup(), ours, theirs, |end| {
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
