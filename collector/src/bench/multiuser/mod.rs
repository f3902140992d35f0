//! Many users at once, each with jobs of a mix: in the manner of the multiuser suites of the 1990s, with tasks of its
//! own. What is defined how stands in `docs/multiuser.md`.

mod bounds;
mod crowd;
mod desk;
mod mix;
mod scores;
mod tasks;
mod user;
mod walk;

use std::time::Duration;

use shared::model::{Point, Preset};

use self::mix::Mix;
use self::walk::Walk;
use super::{Batch, Failure, Measuring, Named, Prepared, Setup, Whole};
use crate::placement;

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] =
    &[Measuring { id: "load.multiuser", batch: Batch::Whole(Whole { starts, about }), prepare }];

/// The files that measure them.
pub(super) const SOURCE: &[&str] = &[
    include_str!("bounds.rs"),
    include_str!("crowd.rs"),
    include_str!("desk.rs"),
    include_str!("mix.rs"),
    include_str!("mod.rs"),
    include_str!("scores.rs"),
    include_str!("tasks/arithmetic.rs"),
    include_str!("tasks/channel.rs"),
    include_str!("tasks/file.rs"),
    include_str!("tasks/memory.rs"),
    include_str!("tasks/mod.rs"),
    include_str!("tasks/process.rs"),
    include_str!("user.rs"),
    include_str!("walk.rs"),
    include_str!("../ipc/bytes.rs"),
    include_str!("../net/loopback.rs"),
    include_str!("../partner.rs"),
    include_str!("../process/program.rs"),
];

/// Walks of each mix.
fn starts(preset: Preset) -> u32 {
    match preset {
        Preset::Quick | Preset::Standard => 3,
        Preset::Full => 7,
    }
}

/// A walk: one user's 0.4 s about eight times, on a machine of few CPUs.
fn about(_: &Point) -> Duration {
    Duration::from_millis(3300)
}

fn prepare(setup: &Setup, point: &Point) -> Prepared {
    let mix = point.text("mix").and_then(Mix::named).ok_or_else(Failure::work_not_done)?;
    let cpus = placement::allowed().named("sched_getaffinity")?.len() as u64;
    Ok(Box::new(Walk::new(setup, mix, cpus)))
}

#[cfg(test)]
mod tests {
    use super::super::ipc::pair::testing::setup;
    use super::*;

    #[test]
    fn every_mix_of_the_catalogue_can_be_prepared() {
        let start = setup();
        let benchmark = shared::catalogue::find("load.multiuser").unwrap();
        let points = (benchmark.plan.points)(Preset::Full);
        assert_eq!(points.len(), 4);
        for point in points {
            assert!(prepare(&start, &point).is_ok(), "{point}");
        }
        assert!(prepare(&start, &Point::new([("mix", "other".into())])).is_err());
    }
}
