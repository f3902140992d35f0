//! Signals: installing a handler, catching what this process sends itself, and faults that a handler answers.

use shared::model::Point;

use super::{Batch, Failure, Measuring, Named, Prepared, Setup, Workload};
use crate::clock::Clock;
use crate::sys::signal_work::{ProtectedPage, UserSignal, send_none};

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[
    Measuring { id: "signal.install", batch: Batch::Calibrated, prepare: install },
    Measuring { id: "signal.catch", batch: Batch::Calibrated, prepare: catch },
    Measuring { id: "signal.protection_fault", batch: Batch::Calibrated, prepare: protection_fault },
];

/// The files that measure them.
pub(super) const SOURCE: &[&str] = &[include_str!("signal.rs"), include_str!("../sys/signal_work.rs")];

fn install(_: &Setup, _: &Point) -> Prepared {
    Ok(Box::new(Install(UserSignal::catch().named("sigaction")?)))
}

fn catch(_: &Setup, _: &Point) -> Prepared {
    Ok(Box::new(Catch(UserSignal::catch().named("sigaction")?)))
}

fn protection_fault(_: &Setup, _: &Point) -> Prepared {
    Ok(Box::new(ProtectionFault(ProtectedPage::map().named("mmap")?)))
}

struct Install(UserSignal);

impl Workload for Install {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let (elapsed, installed) = clock.time(|| self.0.install(ops));
        installed.named("sigaction")?;
        if self.0.is_left_by(ops) { Ok(elapsed) } else { Err(Failure::work_not_done()) }
    }
}

struct Catch(UserSignal);

impl Workload for Catch {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let before = self.0.caught();
        let (elapsed, sent) = clock.time(|| self.0.send(ops));
        sent.named("kill")?;
        if self.0.caught() - before == ops { Ok(elapsed) } else { Err(Failure::work_not_done()) }
    }

    fn overhead(&mut self, ops: u64, clock: &Clock) -> Result<Option<u64>, Failure> {
        let (elapsed, sent) = clock.time(|| send_none(ops));
        sent.named("kill").map(|()| Some(elapsed))
    }
}

struct ProtectionFault(ProtectedPage);

impl Workload for ProtectionFault {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        self.0.protect().named("mprotect")?;
        let (elapsed, faults) = clock.time(|| self.0.fault(ops));
        if faults == ops { Ok(elapsed) } else { Err(Failure::work_not_done()) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ipc::pair::testing::setup;
    use super::*;

    /// In a process of one thread, as a start is, in which a signal is caught before the call that sends it returns.
    fn in_a_process_of_its_own(work: fn(&Clock) -> Result<(), Failure>) {
        setup().partner(|| work(&Clock::measure())).unwrap().join().unwrap();
    }

    fn proven(holds: bool) -> Result<(), Failure> {
        if holds { Ok(()) } else { Err(Failure::work_not_done()) }
    }

    #[test]
    fn each_benchmark_of_the_family_does_its_work() {
        for prepare in [install, catch, protection_fault] {
            let start = setup();
            let work = || {
                let mut workload = prepare(&start, &Point::default())?;
                for ops in [1, 2, 333] {
                    proven(workload.batch(ops, &Clock::measure())? > 0)?;
                }
                workload.finish()
            };
            start.partner(work).unwrap().join().unwrap();
        }
    }

    #[test]
    fn catching_a_signal_has_the_overhead_of_sending_one() {
        in_a_process_of_its_own(|clock| {
            let mut catch = Catch(UserSignal::catch().named("sigaction")?);
            let (mut whole, mut send) = (u64::MAX, u64::MAX);
            for _ in 0..20 {
                whole = whole.min(catch.batch(500, clock)?);
                send = send.min(catch.overhead(500, clock)?.unwrap_or(u64::MAX));
            }
            proven(send < whole)
        });
    }

    #[test]
    fn a_handler_that_was_replaced_is_found_out() {
        in_a_process_of_its_own(|_| {
            let first = UserSignal::catch().named("sigaction")?;
            first.install(4).named("sigaction")?;
            proven(first.is_left_by(4) && !first.is_left_by(5))
        });
    }

    #[test]
    fn a_fault_elsewhere_still_ends_the_process() {
        let start = setup();
        let partner = start.partner(|| {
            let page = ProtectedPage::map().named("mmap")?;
            let other = ProtectedPage::map().named("mmap")?;
            drop(other);
            // No page is watched any more: the first one's faults are nobody's.
            page.protect().named("mprotect")?;
            page.fault(1);
            Ok(())
        });
        assert_eq!(partner.unwrap().join(), Err(Failure::work_not_done()));
    }
}
