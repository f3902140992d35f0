//! How long a round trip takes while the machine is loaded: a probe of two processes beside a load of several.

mod file_io;
mod load;
mod memory;
mod probe;
mod ring;
mod times;

use std::time::Duration;

use shared::model::{FailureKind, Point, Preset, Status};

use self::load::{Load, Priority};
use self::probe::{Caps, Probe};
use self::times::{PERCENTILES, Times, WAITS};
use super::{Batch, Failure, Measuring, Prepared, Read, Setup, Whole, Workload};
use crate::clock::Clock;

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] =
    &[Measuring { id: "load.response", batch: Batch::Whole(Whole { starts, about: |_| ABOUT }), prepare }];

/// The files that measure them.
pub(super) const SOURCE: &[&str] = &[
    include_str!("file_io.rs"),
    include_str!("load.rs"),
    include_str!("memory.rs"),
    include_str!("mod.rs"),
    include_str!("probe.rs"),
    include_str!("ring.rs"),
    include_str!("times.rs"),
    include_str!("../mem/room.rs"),
    include_str!("../../sys/region.rs"),
];

/// How much is probed: the same in every preset, so that the longest of one can be held against the longest of another. As
/// many round trips as bound what is kept of them.
const CAPS: Caps = Caps { time: Duration::from_millis(1250), round_trips: 1_000_000 };
/// How long a load is at work before it is probed.
const WARM_UP: Duration = Duration::from_millis(100);
/// The probe and what is around it.
const ABOUT: Duration = Duration::from_millis(1500);

fn starts(preset: Preset) -> u32 {
    match preset {
        Preset::Quick | Preset::Standard => 3,
        Preset::Full => 20,
    }
}

fn prepare(setup: &Setup, point: &Point) -> Prepared {
    let load = match point.text("load") {
        Some("none") => Load::none()?,
        Some("memory") => memory::load(setup)?,
        Some("file_io") => file_io::load(setup)?,
        Some("process") => ring::load(setup, Priority::Usual)?,
        Some("process_idle") => ring::load(setup, Priority::Idle)?,
        _ => return Err(Failure::work_not_done()),
    };
    Ok(Box::new(Response::new(setup, load, CAPS)?))
}

/// A probe, and the load that is to be at work beside it.
struct Response {
    load: Option<Load>,
    note: Option<String>,
    probe: Probe,
    caps: Caps,
    reads: Vec<Read>,
}

impl Response {
    fn new(setup: &Setup, load: Load, caps: Caps) -> Result<Self, Failure> {
        let note = load.note();
        Ok(Self { load: Some(load), note, probe: Probe::begin(setup, caps)?, caps, reads: Vec::new() })
    }
}

impl Workload for Response {
    fn batch(&mut self, _: u64, clock: &Clock) -> Result<u64, Failure> {
        let mut load = self.load.take().ok_or_else(Failure::work_not_done)?;
        load.begin()?;
        std::thread::sleep(WARM_UP);
        let before = load.counts();
        let ticks = self.probe.ticks()?;
        let (elapsed, probed) = clock.time(|| self.probe.probe(clock, self.caps));
        drop(ticks);
        let work = load.end(&before);
        if probed == Err(starvation()) {
            return Err(starvation());
        }
        // What ended a loader may have been noticed by the probe first.
        let work = work?;
        probed?;
        let times = Times::of(self.probe.times()).ok_or_else(starvation)?;
        if times.fewer_than_one_a_second() {
            return Err(starvation());
        }
        self.reads = reads(&times, work as f64 / (elapsed as f64 / 1e9));
        Ok(elapsed)
    }

    fn reads(&mut self) -> Vec<Read> {
        std::mem::take(&mut self.reads)
    }

    fn note(&self) -> Option<String> {
        self.note.clone()
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        self.probe.end()
    }
}

/// Round trips came back too seldom to have a time: a result, and not a hang.
fn starvation() -> Failure {
    Failure::new(Status::Timeout, FailureKind::Starvation)
}

/// What is told of round trips, by the catalogue's measures.
fn reads(times: &Times, work: f64) -> Vec<Read> {
    let mut reads = vec![Read::once([
        ("max", times.max() as f64),
        ("mean", times.mean()),
        ("sd", times.deviation()),
        ("mean_wait", times.mean_wait()),
        ("over_1ms", times.in_a_million_over(MS)),
        ("over_10ms", times.in_a_million_over(10 * MS)),
        ("over_100ms", times.in_a_million_over(100 * MS)),
        ("stalled", 100.0 * times.share_of_time_over(MS)),
        ("work", work),
    ])];
    if times.percentile(PERCENTILES[0]).is_none() {
        // Too few for any percentile, which has to be said where one would stand.
        let at = Point::new([("percentile", PERCENTILES[0].into())]);
        reads.push(Read { at, values: Err(Failure::work_not_done()) });
    }
    for one_in in PERCENTILES {
        let at = Point::new([("percentile", one_in.into())]);
        let Some(response) = times.percentile(one_in) else { break };
        let wait = times.wait(one_in).filter(|_| WAITS.contains(&one_in));
        let values = [("response", Some(response as f64)), ("wait", wait)];
        reads.push(Read::at(at, values.into_iter().filter_map(|(measure, value)| Some((measure, value?)))));
    }
    reads
}

/// A millisecond in ns.
const MS: u64 = 1_000_000;

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use rustix::process::{Signal, kill_process};
    use shared::model::Placement;

    use super::super::ipc::pair::testing::alone;
    use super::super::partner::testing::children;
    use super::*;

    /// Short, as a test should be.
    const BRIEF: Caps = Caps { time: Duration::from_millis(150), round_trips: 1_000_000 };

    fn unpinned() -> Setup {
        Setup::new(Placement::Unpinned, Vec::new(), None)
    }

    fn value(reads: &[Read], measure: &str) -> f64 {
        reads.iter().find_map(|read| read.value(measure)).unwrap()
    }

    #[test]
    fn beside_every_load_round_trips_are_timed_and_the_load_is_at_work() {
        let _turn = alone();
        let setup = unpinned();
        let folder = tempfile::tempdir().unwrap();
        let before = children().len();
        for name in ["none", "memory", "file_io", "process", "process_idle"] {
            let load = match name {
                "none" => Load::none(),
                "memory" => memory::load(&setup),
                "file_io" => file_io::load_in(&setup, folder.path()),
                "process" => ring::load(&setup, Priority::Usual),
                _ => ring::load(&setup, Priority::Idle),
            };
            let mut response = Box::new(Response::new(&setup, load.unwrap(), BRIEF).unwrap());
            let elapsed = response.batch(1, &Clock::measure()).unwrap();
            let reads = response.reads();
            assert!(elapsed >= 150_000_000, "{name}: {elapsed}");
            assert_eq!(value(&reads, "work") > 0.0, name != "none", "{name}");
            assert!(value(&reads, "max") >= value(&reads, "mean"), "{name}");
            assert_eq!(response.note().is_some(), name != "none", "{name}");
            assert_eq!(response.batch(1, &Clock::measure()), Err(Failure::work_not_done()), "one sample a start");
            response.finish().unwrap();
            assert_eq!(children().len(), before, "{name} leaves a process");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_partner_that_never_runs_is_starvation_in_time() {
        let _turn = alone();
        let setup = unpinned();
        let mut response = Response::new(&setup, Load::none().unwrap(), BRIEF).unwrap();
        for child in children() {
            kill_process(child, Signal::STOP).unwrap();
        }
        let begun = Instant::now();
        let failure = response.batch(1, &Clock::measure()).unwrap_err();
        assert_eq!(failure.to_string(), "timeout: starvation");
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
        drop(response);
        assert!(children().is_empty());
    }

    #[test]
    fn a_loader_that_died_at_once_fails_the_point() {
        let _turn = alone();
        let setup = unpinned();
        let mut response = Response::new(&setup, ring::load(&setup, Priority::Usual).unwrap(), BRIEF).unwrap();
        kill_process(children()[3], Signal::KILL).unwrap();
        assert_eq!(response.batch(1, &Clock::measure()), Err(Failure::work_not_done()));
        drop(response);
        assert!(children().is_empty());
    }

    #[test]
    fn a_loader_that_stops_working_fails_the_point() {
        let _turn = alone();
        for ended in [Signal::STOP, Signal::KILL] {
            let mut load = memory::load(&unpinned()).unwrap();
            load.begin().unwrap();
            kill_process(children()[0], ended).unwrap();
            std::thread::sleep(Duration::from_millis(50));
            let before = load.counts();
            std::thread::sleep(Duration::from_millis(50));
            assert_eq!(load.end(&before), Err(Failure::work_not_done()), "{ended:?}");
            assert!(children().is_empty());
        }
    }

    #[test]
    fn too_few_round_trips_for_a_median_are_said_to_be() {
        let read = reads(&Times::of(&[100_000_000; 19]).unwrap(), 0.0);
        assert_eq!((read.len(), read[1].at.integer("percentile")), (2, Some(2)));
        assert_eq!(read[1].values, Err(Failure::work_not_done()));
        assert_eq!(read[0].value("mean"), Some(1e8));
    }

    #[test]
    fn few_round_trips_have_no_far_percentiles() {
        let times = Times::of(&[1_000; 999]).unwrap();
        let read: Vec<Option<u64>> = reads(&times, 0.0)[1..].iter().map(|read| read.at.integer("percentile")).collect();
        assert_eq!(read, [Some(2), Some(10)]);
        let times = Times::of(&vec![1_000; 100_000]).unwrap();
        let read = reads(&times, 0.0);
        assert_eq!(read.last().unwrap().at.integer("percentile"), Some(10_000));
        assert_eq!((read[4].value("response"), read[4].value("wait").is_some()), (Some(1_000.0), true));
        assert_eq!((read[5].value("response"), read[5].value("wait")), (Some(1_000.0), None));
    }
}
