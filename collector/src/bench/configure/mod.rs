//! What configure scripts do to a system: many small processes that write and read small files. The scripts are generated
//! here, and run either by the system's shell with its tools, or by this program alone.

mod children;
mod expect;
mod place;
mod play;
mod probes;
mod render;
mod script;
mod tools;
mod work;

use std::io;
use std::time::Duration;

use shared::model::{Point, Preset};

use self::place::{Land, Size};
use self::work::Configure;
use super::{Batch, Failure, Measuring, Prepared, Setup, Whole};

pub use self::tools::dispatch;

/// The family's benchmark.
pub(super) const MEASURED: &[Measuring] =
    &[Measuring { id: "build.configure", batch: Batch::Whole(Whole { starts, about }), prepare }];

/// The files that measure it.
pub(super) const SOURCE: &[&str] = &[
    include_str!("children.rs"),
    include_str!("expect.rs"),
    include_str!("mod.rs"),
    include_str!("place.rs"),
    include_str!("play.rs"),
    include_str!("probes.rs"),
    include_str!("render.rs"),
    include_str!("script.rs"),
    include_str!("tools/compiler.rs"),
    include_str!("tools/files.rs"),
    include_str!("tools/mod.rs"),
    include_str!("tools/pattern.rs"),
    include_str!("tools/text.rs"),
    include_str!("work.rs"),
    include_str!("../../sys/fork.rs"),
    include_str!("../../sys/tracing.rs"),
];

/// A sample: 64 folders, so that many CPUs have something to do, of 24 probes each, which make about 20,000 processes.
const WHOLE: Size = Size { folders: 64, probes: 24 };

fn starts(preset: Preset) -> u32 {
    if preset == Preset::Full { 5 } else { 0 }
}

fn about(_: &Point) -> Duration {
    Duration::from_secs(20)
}

fn prepare(_: &Setup, point: &Point) -> Prepared {
    let land = match point.text("profile") {
        Some("system") => Land::SYSTEM,
        Some("own") => Land::Own,
        _ => return Err(Failure::work_not_done()),
    };
    let jobs = point.integer("jobs").and_then(|jobs| usize::try_from(jobs).ok()).filter(|&jobs| jobs > 0);
    let jobs = jobs.ok_or_else(Failure::work_not_done)?;
    Ok(Box::new(Configure::prepare(land, jobs, WHOLE, place::this_program()?)?))
}

/// `configure FOLDER PROBES`: our shell with the script of a folder.
fn play_folder(arguments: &[String]) -> io::Result<i32> {
    let number = |index: usize| arguments.get(index).and_then(|text| text.parse::<usize>().ok());
    let (Some(folder), Some(count)) = (number(0), number(1)) else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "two numbers are wanted"));
    };
    play::play(&probes::steps(folder, &probes::probes(folder, count)), &tools::links()?)?;
    Ok(0)
}
