//! Building trees: those that the person gives, and one that is generated.

mod c;
mod environment;
mod generate;
mod generated;
mod given;
mod interpret;
mod recipe;
mod step;
mod tree_folder;

use shared::model::Point;

use self::recipe::{AUTOCONF, KERNEL, PERL};
use super::{Batch, Measuring, Read, Whole};
use crate::source::Kind;
use crate::sys::usage::Usage;

pub use self::recipe::Products;

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[
    Measuring {
        id: "build.autoconf",
        batch: Batch::Whole(Whole { starts: |_| 3, about: |point| AUTOCONF.about(point) }),
        prepare: |setup, point| given::prepare(&AUTOCONF, setup, point),
    },
    Measuring {
        id: "build.kernel",
        batch: Batch::Whole(Whole { starts: |_| 3, about: |point| KERNEL.about(point) }),
        prepare: |setup, point| given::prepare(&KERNEL, setup, point),
    },
    Measuring {
        id: "build.perl",
        batch: Batch::Whole(Whole { starts: |_| 3, about: |point| PERL.about(point) }),
        prepare: |setup, point| given::prepare(&PERL, setup, point),
    },
    Measuring {
        id: "build.tree",
        batch: Batch::Whole(Whole { starts: |_| 5, about: generated::about }),
        prepare: generated::prepare,
    },
];

/// The files that measure them.
pub(super) const SOURCE: &[&str] = &[
    include_str!("mod.rs"),
    include_str!("c.rs"),
    include_str!("environment.rs"),
    include_str!("generate.rs"),
    include_str!("generated.rs"),
    include_str!("given.rs"),
    include_str!("interpret.rs"),
    include_str!("recipe.rs"),
    include_str!("step.rs"),
    include_str!("tree_folder.rs"),
];

/// What a benchmark makes besides the tree that it is given, at a point; none where it builds nothing.
pub fn products(benchmark: &str, point: &Point) -> Option<Products> {
    match Kind::built_by(benchmark) {
        Some(kind) => Some((recipe::of(kind).products)(point)),
        None => (benchmark == generated::ID).then_some(generated::PRODUCTS),
    }
}

/// The programs that matter to a benchmark's figures, by the names that documents have for them.
pub fn tools(benchmark: &str) -> &'static [&'static str] {
    match Kind::built_by(benchmark) {
        Some(kind) => recipe::of(kind).tools,
        None if benchmark == generated::ID => generated::TOOLS,
        None => &[],
    }
}

/// What a build is read as besides its time.
fn read(used: Usage) -> Read {
    Read::once([
        ("user", used.user_ns as f64),
        ("system", used.system_ns as f64),
        ("voluntary_switches", used.voluntary_switches as f64),
        ("involuntary_switches", used.involuntary_switches as f64),
        ("max_resident", used.max_resident as f64),
    ])
}

/// The number of jobs of a point.
fn jobs(point: &Point) -> u64 {
    point.integer("jobs").unwrap_or(1).max(1)
}

/// How many jobs of a point run at once on this machine.
fn at_once(point: &Point) -> u32 {
    let cpus = std::thread::available_parallelism().map_or(1, |cpus| cpus.get() as u64);
    jobs(point).min(cpus) as u32
}

#[cfg(test)]
mod tests {
    use shared::model::Preset;

    use super::*;

    #[test]
    fn more_jobs_take_no_longer_and_every_point_has_an_estimate_of_its_products() {
        for measuring in MEASURED {
            let about = measuring.batch.whole().unwrap().about;
            let benchmark = shared::catalogue::find(measuring.id).unwrap();
            for point in (benchmark.plan.points)(Preset::Full) {
                let many = point.clone().with("jobs", 64_u64);
                assert!(about(&many) <= about(&point) && !about(&many).is_zero(), "{}", measuring.id);
                assert!(products(measuring.id, &point).is_some_and(|products| products.bytes > 1 << 20));
            }
            assert!(tools(measuring.id).contains(&"compiler"));
        }
        assert_eq!(products("syscall.null", &Point::default()), None);
    }
}
