//! A workload in a process of its own: a forked one is small, as it has in memory only what it was given to write to.

use std::os::fd::OwnedFd;

use shared::model::FailureKind;

use super::ipc::bytes::{read_whole, read_whole_or_end, with_patience, write_whole};
use super::ipc::pair::split;
use super::ipc::unix_pair;
use super::{Failure, Partner, Prepared, Setup, Workload};
use crate::clock::Clock;

/// Prepares a workload in a partner, and has its batches run and timed there. It cannot have an amount or an overhead.
pub fn apart(setup: &Setup, prepare: impl FnOnce() -> Prepared) -> Prepared {
    let _patience = with_patience()?;
    let (orders, commands) = unix_pair()?;
    let (partner, orders) = split(setup, orders, commands, |commands| work(&commands, prepare))?;
    let note = answer::<Option<String>>(&orders)?;
    Ok(Box::new(Apart { orders, partner, note }))
}

/// The partner: says whether it is prepared, then how each batch went.
fn work(commands: &OwnedFd, prepare: impl FnOnce() -> Prepared) -> Result<(), Failure> {
    let mut workload = match prepare() {
        Ok(workload) => {
            tell(commands, &Ok(workload.note()))?;
            workload
        }
        Err(failure) => return tell::<Option<String>>(commands, &Err(failure)),
    };
    let mut order = [0; 8];
    while read_whole_or_end(commands, &mut order)? {
        // What the clock costs is nothing to a batch.
        let elapsed = workload.batch(u64::from_le_bytes(order), &Clock { cost_ns: 0.0 });
        tell(commands, &elapsed)?;
    }
    workload.finish()
}

fn tell<T: serde::Serialize>(to: &OwnedFd, result: &Result<T, Failure>) -> Result<(), Failure> {
    let json = serde_json::to_vec(result).map_err(|_| Failure::work_not_done())?;
    write_whole(to, &(json.len() as u32).to_le_bytes())?;
    write_whole(to, &json)
}

fn answer<T: serde::de::DeserializeOwned>(from: &OwnedFd) -> Result<T, Failure> {
    let mut length = [0; 4];
    read_whole(from, &mut length)?;
    let mut json = vec![0; u32::from_le_bytes(length) as usize];
    read_whole(from, &mut json)?;
    serde_json::from_slice::<Result<T, Failure>>(&json).map_err(|_| Failure::failed(FailureKind::EndedEarly))?
}

struct Apart {
    orders: OwnedFd,
    partner: Partner,
    note: Option<String>,
}

impl Workload for Apart {
    fn batch(&mut self, ops: u64, _: &Clock) -> Result<u64, Failure> {
        let _patience = with_patience()?;
        write_whole(&self.orders, &ops.to_le_bytes())?;
        answer(&self.orders)
    }

    fn note(&self) -> Option<String> {
        self.note.clone()
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        let Self { orders, partner, .. } = *self;
        drop(orders);
        partner.join()
    }
}

#[cfg(test)]
mod tests {
    use super::super::ipc::pair::testing::setup;
    use super::*;

    /// Takes as many ns as operations, up to ten.
    struct UpToTen;

    impl Workload for UpToTen {
        fn batch(&mut self, ops: u64, _: &Clock) -> Result<u64, Failure> {
            if ops > 10 { Err(Failure::call("clone", rustix::io::Errno::AGAIN)) } else { Ok(ops) }
        }

        fn note(&self) -> Option<String> {
            Some("small".to_owned())
        }
    }

    #[test]
    fn times_notes_and_failures_come_from_the_other_process() {
        let start = setup();
        let mut workload = apart(&start, || Ok(Box::new(UpToTen))).unwrap();
        let clock = Clock::measure();
        assert_eq!((workload.batch(7, &clock), workload.note().as_deref()), (Ok(7), Some("small")));
        assert_eq!(workload.batch(11, &clock), Err(Failure::call("clone", rustix::io::Errno::AGAIN)));
        workload.finish().unwrap();
        let unsupported = Failure::unsupported(FailureKind::ProgramMissing);
        let refused = apart(&start, || Err(Failure::unsupported(FailureKind::ProgramMissing)));
        assert_eq!(refused.err(), Some(unsupported));
    }
}
