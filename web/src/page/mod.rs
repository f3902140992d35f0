//! The pages, and what they share: headings, states of the final size.

mod benchmarks;
mod compare;
mod frozen;
mod help;
mod home;
mod published;
mod run;
mod runs;
mod states;
mod title;
mod unknown;

pub use benchmarks::Benchmarks;
pub use compare::Compare;
pub use frozen::Frozen;
pub use help::help;
pub use home::Home;
pub use published::Published;
pub use run::OneRun;
pub use runs::Runs;
pub use unknown::unknown;
