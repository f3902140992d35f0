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
mod source;
mod start;
mod sys;
mod upload;

/// Least stack that this program needs, in bytes; a debug build the most.
const STACK: u64 = 512 << 10;

fn main() -> std::process::ExitCode {
    // One of the small programs of a benchmark, of which there are thousands: nothing comes before it.
    if let Some(status) = bench::dispatch(std::env::args_os()) {
        std::process::exit(status);
    }
    let stack = rustix::process::getrlimit(rustix::process::Resource::Stack).current;
    if let Some(stack) = stack.filter(|&stack| stack < STACK) {
        eprintln!(
            "benchpages: the stack may have only {} KiB, which is too little: ulimit -s {}",
            stack >> 10,
            STACK >> 10
        );
        return std::process::ExitCode::FAILURE;
    }
    sys::signals::file_limit_is_an_error();
    if let Some(status) = start::dispatch(std::env::args_os()) {
        std::process::exit(status);
    }
    cli::main()
}
