//! `benchpages`, the collector: measures a machine and writes one document a run.

mod bench;
mod canary;
mod clock;
mod document;
mod observe;
mod placement;
mod start;
mod sys;
mod upload;

fn main() {
    if let Some(status) = start::dispatch(std::env::args_os()) {
        std::process::exit(status);
    }
}
