//! Importers on whole texts: figures of real posts and files, and what becomes of texts that mails and editors damaged.

mod aim7;
mod benchfmt;
mod damage;
mod data;
mod exports;
mod hackbench;
mod hyperfine;
mod irman;
mod kernbench;
mod pages;
mod perf_bench;
mod phoronix;
mod posts;
mod raw;
mod reaim;
mod stream;
mod summaries;
mod support;
mod sweeps;
mod sysbench;
mod tool_damage;
mod unixbench;
