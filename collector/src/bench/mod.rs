//! The measuring of every benchmark: one file a family, one entry a benchmark. What is measured, at which points and in
//! which unit is the catalogue's; how it is timed, repeated and judged is `start`'s. Only this folder does measured work.

mod failure;
mod measuring;
mod partner;

mod cpu;
mod syscall;

pub use failure::{Failure, Named};
pub use measuring::{Batch, Measuring, Setup, Workload};
pub use partner::Partner;

/// Every family's benchmarks. A new family is one line here.
const FAMILIES: &[&[Measuring]] = &[cpu::MEASURED, syscall::MEASURED];

/// How the benchmark of that id is measured, if it is.
pub fn find(id: &str) -> Option<&'static Measuring> {
    FAMILIES.iter().copied().flatten().find(|measuring| measuring.id == id)
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
        for measuring in FAMILIES.iter().copied().flatten() {
            assert!(shared::catalogue::find(measuring.id).is_some(), "{}", measuring.id);
        }
    }
}
