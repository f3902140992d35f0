//! One start: a fresh process for one benchmark at one placement, which walks all its points once.
//!
//! Three processes of the same binary take part. The collector asks; the supervisor, which outlives it by a moment, spawns
//! starts, ends whatever is left of them and removes the run's folder; the start measures. The last two are reached by a
//! hidden first argument, before the command line is parsed.

mod calibrate;
mod child;
mod control;
mod frames;
pub mod left_behind;
mod messages;
pub mod removal;
mod run_delay;
mod sample;
mod stray;
mod supervisor;
mod watch;
mod work_folder;

pub use messages::{Counted, PlannedPoint, PointReport, Report, StartPlan};
pub use supervisor::Supervisor;
pub use watch::{Ending, Outcome, WatchError, run};

/// The first argument that makes this process a start.
const START: &str = "__start";
/// The first argument that makes this process the supervisor.
const SUPERVISE: &str = "__supervise";
/// The first argument that has planted changes checked.
#[cfg(feature = "plant")]
const CHECK_PLANTS: &str = "__check_plants";

/// Does the work of a hidden first argument; the exit status if there was one.
pub fn dispatch(mut arguments: impl Iterator<Item = std::ffi::OsString>) -> Option<i32> {
    let first = arguments.nth(1)?;
    if first == START {
        Some(child::main(arguments))
    } else if first == SUPERVISE {
        Some(supervisor::main(arguments))
    } else {
        #[cfg(feature = "plant")]
        if first == CHECK_PLANTS {
            return Some(crate::plant::check(arguments));
        }
        None
    }
}
