//! `benchpages`, the collector: measures a machine and writes one document a run.

mod bench;
mod canary;
mod causes;
mod cli;
mod clock;
mod document;
mod observe;
mod placement;
mod plan;
#[cfg(feature = "plant")]
mod plant;
mod run;
mod start;
mod sys;
mod upload;

fn main() -> std::process::ExitCode {
    if let Some(status) = start::dispatch(std::env::args_os()) {
        std::process::exit(status);
    }
    cli::main()
}
