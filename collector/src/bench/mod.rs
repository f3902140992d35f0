//! The measuring of every benchmark: one file a family, one entry a benchmark. What is measured, at which points and in
//! which unit is the catalogue's; how it is timed, repeated and judged is `start`'s. Only this folder does measured work.

mod apart;
mod failure;
mod figures;
mod measuring;
mod page_buffer;
mod partner;
mod program;

pub mod build;
mod configure;
mod copy;
mod cpu;
mod file;
mod fs;
mod ipc;
mod mem;
mod multiuser;
mod net;
mod ops;
mod process;
mod readiness;
mod response;
mod sched;
mod signal;
mod syscall;
mod vm;

use sha2::{Digest, Sha256};

pub use configure::dispatch;
pub use failure::{Failure, Named};
pub use figures::Figure;
pub use measuring::{Batch, COMES_BACK, Measuring, Prepared, Read, Setup, Whole, Workload};
pub use partner::Partner;
pub use program::Execution;

/// Of a hash, as much as tells a few hundred versions apart.
const FINGERPRINT_BYTES: usize = 8;

/// A family: its benchmarks, and the files that measure them.
struct Family {
    measured: &'static [Measuring],
    source: &'static [&'static str],
}

/// All families. A new one is an entry here.
const FAMILIES: &[Family] = &[
    Family { measured: cpu::MEASURED, source: &[include_str!("cpu.rs"), include_str!("../sys/chain.rs")] },
    Family { measured: ops::MEASURED, source: ops::SOURCE },
    Family { measured: syscall::MEASURED, source: &[include_str!("syscall.rs")] },
    Family { measured: readiness::MEASURED, source: readiness::SOURCE },
    Family { measured: signal::MEASURED, source: signal::SOURCE },
    Family { measured: process::MEASURED, source: process::SOURCE },
    Family { measured: sched::MEASURED, source: sched::SOURCE },
    Family { measured: ipc::MEASURED, source: ipc::SOURCE },
    Family { measured: net::MEASURED, source: net::SOURCE },
    Family { measured: mem::MEASURED, source: mem::SOURCE },
    Family { measured: copy::MEASURED, source: copy::SOURCE },
    Family { measured: file::MEASURED, source: file::SOURCE },
    Family { measured: fs::MEASURED, source: fs::SOURCE },
    Family { measured: vm::MEASURED, source: vm::SOURCE },
    Family { measured: response::MEASURED, source: response::SOURCE },
    Family { measured: multiuser::MEASURED, source: multiuser::SOURCE },
    Family { measured: configure::MEASURED, source: configure::SOURCE },
    Family { measured: build::MEASURED, source: build::SOURCE },
];

/// How the benchmark of that id is measured, if it is.
pub fn find(id: &str) -> Option<&'static Measuring> {
    FAMILIES.iter().flat_map(|family| family.measured).find(|measuring| measuring.id == id)
}

/// The fingerprint of the code that measures a benchmark: that of its family's files. It tells a reader that two runs of
/// one version were measured by other code.
pub fn fingerprint(id: &str) -> Option<String> {
    let family = FAMILIES.iter().find(|family| family.measured.iter().any(|measuring| measuring.id == id))?;
    let mut hash = Sha256::new();
    for file in family.source {
        hash.update(file);
    }
    Some(hash.finalize().iter().take(FINGERPRINT_BYTES).map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::model::Preset;

    #[test]
    fn what_the_catalogue_plans_is_measured_and_what_is_measured_is_in_the_catalogue() {
        for benchmark in shared::catalogue::all() {
            let planned = !(benchmark.plan.points)(Preset::Full).is_empty();
            assert_eq!(planned, find(benchmark.id).is_some(), "{}", benchmark.id);
        }
        for measuring in FAMILIES.iter().flat_map(|family| family.measured) {
            assert!(shared::catalogue::find(measuring.id).is_some(), "{}", measuring.id);
        }
    }
}
