//! Signals: installing a handler, catching one, and a fault that a handler answers.

use super::{Benchmark, Floor, Measure, Plan, Processes, TableGroup, Waits, text};
use crate::number::Display;

/// What all of the family share.
const SIGNAL: Benchmark = Benchmark {
    id: "",
    version: 1,
    title: "",
    detail: "",
    group: TableGroup::Signals,
    axes: &[],
    measures: &[Measure::time("latency", "signal", Display::US, Floor::Cpu)],
    processes: Processes::One,
    waits: Waits::Never,
    plan: Plan::ALWAYS,
    method: "",
    source: text("the same quantity as lmbench's lat_sig"),
};

/// The family's benchmarks.
pub(super) const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        id: "signal.install",
        title: "Install a handler",
        detail: "sigaction",
        measures: &[Measure::time("latency", "call", Display::US, Floor::Cpu)],
        method: text(
            "Installs two handlers in turn by sigaction, asking for the one before; the last one must be there in the end.",
        ),
        ..SIGNAL
    },
    Benchmark {
        id: "signal.catch",
        title: "Catch a signal",
        detail: "",
        measures: &[
            Measure::less_overhead("latency", "signal", Display::US, Floor::Cpu),
            Measure::time("total", "signal", Display::US, Floor::Cpu).raw(),
            Measure::overhead("send", "signal", Display::US, Floor::Cpu),
        ],
        method: text(
            "Sends itself a signal by kill, whose handler counts; less a kill that sends none. Both raw times are kept.",
        ),
        ..SIGNAL
    },
    Benchmark {
        id: "signal.protection_fault",
        title: "Catch a protection fault",
        detail: "a store to a page that cannot be written",
        measures: &[Measure::time("latency", "fault", Display::US, Floor::Cpu)],
        method: text(
            "One store faults again and again: its handler counts and really returns, and lets the last one succeed.",
        ),
        ..SIGNAL
    },
];
