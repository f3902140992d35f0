//! The calls of the sweep, asked to copy nothing: what is below any copy by them.

use rustix::io::{Errno, pread, pwrite};
use shared::model::Point;

use super::super::{Failure, Prepared, Setup, Workload};
use super::memory_file::{memory_file, put};
use crate::clock::Clock;
use crate::sys::vectored::{self, Segments};

pub(super) fn empty_call(_: &Setup, point: &Point) -> Prepared {
    let file = memory_file()?;
    put(&file, &[1])?;
    let cut = Segments::empty();
    let call: Call = match point.text("method") {
        Some("pread") => ("pread", Box::new(move || pread(&file, &mut [0_u8; 0][..], 0))),
        Some("pwrite") => ("pwrite", Box::new(move || pwrite(&file, &[], 0))),
        Some("preadv") => ("preadv", Box::new(move || vectored::preadv(&file, &mut [], &cut, 0..1, 0))),
        Some("pwritev") => ("pwritev", Box::new(move || vectored::pwritev(&file, &[], &cut, 0..1, 0))),
        Some("process_vm_readv") => {
            ("process_vm_readv", Box::new(move || vectored::read_own_memory(&mut [], &cut, 0..1, &[])))
        }
        _ => return Err(Failure::work_not_done()),
    };
    Ok(Box::new(EmptyCall(call)))
}

/// The name of a call, and the call.
type Call = (&'static str, Box<dyn Fn() -> Result<usize, Errno>>);

/// One operation is a call.
struct EmptyCall(Call);

impl Workload for EmptyCall {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let (name, call) = &self.0;
        let (elapsed, done) = clock.time(|| {
            (0..ops).try_for_each(|_| match call() {
                Ok(0) => Ok(()),
                Ok(_) => Err(Failure::work_not_done()),
                Err(error) => Err(Failure::call(name, error)),
            })
        });
        done?;
        Ok(elapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_succeeds_and_moves_nothing() {
        let setup = Setup::new(shared::model::Placement::SameCpu, Vec::new(), None);
        for method in ["pread", "pwrite", "preadv", "pwritev", "process_vm_readv"] {
            let mut work = empty_call(&setup, &Point::new([("method", method.into())])).unwrap();
            assert!(work.batch(100, &Clock::measure()).is_ok(), "{method}");
        }
        assert!(empty_call(&setup, &Point::new([("method", "memcpy".into())])).is_err());
    }
}
