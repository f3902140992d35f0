//! sysbench.

use shared::import::{Hint, import};
use shared::model::{Cell, Run, Status};

use crate::support::{imported, nothing_said};

const OUTPUT: &str = include_str!("sysbench-1.0.20.txt");
const THREADS: &str = include_str!("sysbench-1.0.20-threads.txt");

fn cell<'a>(run: &'a Run, benchmark: &str, measure: &str) -> &'a Cell {
    let mut cells = run.groups.iter().filter(|group| group.benchmark == benchmark).flat_map(|group| &group.cells);
    cells.find(|cell| cell.measure == measure).unwrap_or_else(|| panic!("no {measure}"))
}

#[test]
fn three_tests_of_one_text_are_three_benchmarks_of_one_run() {
    let imported = imported(OUTPUT, &nothing_said());
    let [run] = imported.runs.as_slice() else { panic!("one run") };
    let rate = cell(run, "foreign.sysbench.cpu", "rate");
    assert_eq!((&*rate.printed[0], rate.at.to_string()), ("1454.68", "primes=10000,threads=2".to_owned()));
    let p99 = cell(run, "foreign.sysbench.cpu", "latency_p99");
    assert_eq!((&*p99.printed[0], p99.n, p99.values[0][0]), ("21.89", Some(4394), 21_890_000.0));
    let memory = cell(run, "foreign.sysbench.memory", "bandwidth");
    assert_eq!(
        (&*memory.printed[0], memory.at.to_string()),
        ("2105.31", "block=1024,operation=write,scope=global,threads=1".to_owned())
    );
    let reads = cell(run, "foreign.sysbench.fileio", "reads");
    assert_eq!(reads.at.to_string(), "block=16384,file=4194304,files=4,mode=random r/w,threads=1");
    assert_eq!(
        (&*reads.printed[0], &*cell(run, "foreign.sysbench.fileio", "written").printed[0]),
        ("4672.37", "48.67")
    );
}

#[test]
fn a_latency_of_nothing_is_no_figure() {
    let run = &imported(OUTPUT, &nothing_said()).runs[0];
    let least = cell(run, "foreign.sysbench.memory", "latency_min");
    assert_eq!((least.status, least.values.len()), (Status::Failed, 0));
}

#[test]
fn a_test_that_does_not_say_which_it_is_is_asked_for() {
    let error = import(THREADS.as_bytes(), &nothing_said()).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 2: which test of sysbench it is is not stated; supply it with --benchmark 2=foreign.sysbench.threads or another"
    );
    let mut options = nothing_said();
    options.hints.push(Hint::benchmark("2=foreign.sysbench.threads").unwrap());
    let run = &imported(THREADS, &options).runs[0];
    assert_eq!(cell(run, "foreign.sysbench.threads", "latency").printed, ["9.12"]);
}

#[test]
fn other_units_and_figures_that_contradict_each_other_are_errors_of_their_lines() {
    for (from, to, problem) in [
        (
            "Latency (ms):",
            "Latency (furlongs):",
            "the unit of times in brackets is expected where \"(furlongs):\" stands",
        ),
        ("Latency (ms):", "Latency:", ""),
        ("events per second:  1454.68", "events per second:", "a number is expected where \"General\" stands"),
        ("block size: 1KiB", "block size: 1K", "1K is no size such as 1KiB"),
        ("block size: 1KiB", "block size: 2KiB", "4331508 blocks of 2048 B are not 4229.99 MiB"),
        ("MiB transferred", "MB transferred", "\"MiB\" is expected where \"MB\" stands"),
        ("(2105.31 MiB/sec)", "(210.53 MiB/sec)", "2155834.80 blocks of 1024 B a second are not 210.53 MiB/s"),
        (
            "sum:                                 5982.96",
            "sum:                                 598.29",
            "4394 events of 1.36 on average are not 598.29 in sum",
        ),
        ("read, MiB/s:", "read, MB/s:", "\"MiB/s:\" is expected where \"MB/s:\" stands"),
    ] {
        let wrong = OUTPUT.replacen(from, to, 1);
        assert_ne!(wrong, OUTPUT, "{from}");
        let error = import(wrong.as_bytes(), &nothing_said()).unwrap_err().to_string();
        assert!(error.starts_with("line ") && error.ends_with(problem), "{error}");
    }
}
