//! The formats: one file a format.

mod aim7;
mod benchfmt;
mod benchfmt_own;
mod chunk_sweep;
mod columns;
mod hackbench;
mod hyperfine;
mod irman;
mod joined;
mod kernbench;
mod kernel_rows;
mod kernel_tables;
mod lmbench_lines;
mod lmbench_raw;
mod lmbench_summary;
mod lmbench_tables;
mod lmbench_tools;
mod netio2;
mod perf_bench;
mod phoronix;
mod reader;
mod reaim;
mod stream;
mod sysbench;
mod two_columns;
mod unixbench;
mod words;
mod xml;

use super::{Claim, ImportError, Scope, Sheet, Text};

/// A format of another tool.
#[derive(Debug)]
pub struct Format {
    /// Its name for `--as`.
    pub name: &'static str,
    /// Its name for a reader.
    pub title: &'static str,
    /// What it looks like, in a sentence.
    pub looks: &'static str,
    /// The words that it would read, without a doubt left to reading: a line that begins like the format and is broken is
    /// claimed, and is an error when it is read.
    pub find: fn(&Text) -> Vec<Claim>,
    /// Reads the words that it was given.
    pub read: fn(&Scope, &mut Sheet) -> Result<(), ImportError>,
}

/// All formats, in the order of the documentation.
pub const FORMATS: &[Format] = &[
    lmbench_raw::FORMAT,
    lmbench_summary::FORMAT,
    lmbench_tools::FORMAT,
    netio2::FORMAT,
    chunk_sweep::FORMAT,
    kernel_rows::FORMAT,
    kernel_tables::FORMAT,
    two_columns::FORMAT,
    aim7::FORMAT,
    reaim::FORMAT,
    irman::FORMAT,
    kernbench::FORMAT,
    hackbench::FORMAT,
    perf_bench::FORMAT,
    hyperfine::FORMAT,
    benchfmt::FORMAT,
    stream::FORMAT,
    sysbench::FORMAT,
    unixbench::FORMAT,
    phoronix::FORMAT,
];
