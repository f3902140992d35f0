//! Truths of all hardware that figures must not contradict. A busy machine makes figures larger, so the smallest of all
//! samples counts, and a truth may be tried a few times.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

mod started;

use std::collections::BTreeMap;

use assert_cmd::assert::OutputAssertExt;
use shared::model::{Cell, Run, Status, parse};
use started::{Folder, run};

/// Runs a benchmark of a preset; the least time of an operation in ns, or of a byte, by the point's axes in their order.
fn least(preset: &str, id: &str) -> BTreeMap<String, f64> {
    let folder = Folder::new();
    let (preset, only) = (format!("--preset={preset}"), format!("--only={id}"));
    run(&folder).args([&preset, &only, "--starts=1", "--samples=3", "--out=run.json"]).assert().success();
    let document: Run = parse(&std::fs::read(folder.path().join("run.json")).unwrap()).unwrap();
    let cells = document.groups.iter().flat_map(|group| &group.cells);
    cells.filter(|cell| cell.status == Status::Ok).map(|cell| (cell.at.to_string(), least_of(cell))).collect()
}

fn least_of(cell: &Cell) -> f64 {
    *cell.elapsed_ns.iter().flatten().min().unwrap() as f64 / cell.ops.unwrap() as f64
}

/// Tries a few times whether something holds.
fn holds(what: &str, test: impl Fn() -> Result<(), String>) {
    let mut said = Vec::new();
    for _ in 0..4 {
        match test() {
            Ok(()) => return,
            Err(error) => said.push(error),
        }
    }
    panic!("{what}: {said:#?}");
}

fn check(holds: bool, seen: impl std::fmt::Debug) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("{seen:?}")) }
}

/// The caches that sysfs names, without those of instructions: level and bytes.
fn caches() -> BTreeMap<u32, u64> {
    let mut caches = BTreeMap::new();
    for index in 0..8 {
        let read = |file: &str| {
            let path = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{file}");
            std::fs::read_to_string(path).ok().map(|text| text.trim().to_owned())
        };
        let (Some(level), Some(kind), Some(size)) = (read("level"), read("type"), read("size")) else { break };
        if let Some(kib) = size.strip_suffix('K').filter(|_| kind != "Instruction") {
            caches.insert(level.parse().unwrap(), kib.parse::<u64>().unwrap() << 10);
        }
    }
    caches
}

#[test]
fn nothing_takes_less_than_an_eighth_of_a_cycle_and_no_chain_less_than_one() {
    holds("times of arithmetic", || {
        let clock = least("quick", "cpu.clock").into_values().next().ok_or("no clock")?;
        // An operation of the clock's is three chains of 200 times 400 links.
        let cycle = clock / (3.0 * 200.0 * 400.0);
        let ops = least("standard", "cpu.ops");
        check(!ops.is_empty(), "no operations")?;
        for (point, ns) in &ops {
            let least = if point.contains("chained") { 0.9 } else { 0.119 };
            check(*ns >= least * cycle, (point, ns, cycle))?;
        }
        let of = |name: &str| ops.iter().find(|(point, _)| point.contains(name)).map(|(_, ns)| *ns);
        check(of("op=div,order=chained,type=int64") > of("op=add,order=chained,type=int64"), &ops)
    });
}

#[test]
fn the_first_caches_are_steps_of_the_random_chain_and_memory_is_the_last() {
    let caches = caches();
    holds("times of loads", || {
        let loads: BTreeMap<u64, f64> = least("standard", "mem.latency")
            .into_iter()
            .filter(|(point, _)| point.contains("pages=small") && point.contains("random"))
            .map(|(point, ns)| {
                let size = point.split(',').find_map(|part| part.strip_prefix("size="));
                (size.unwrap().parse().unwrap(), ns)
            })
            .collect();
        let within = |bytes: u64| loads.range(..=bytes * 3 / 4).next_back().map(|(_, ns)| *ns);
        let beyond = |bytes: u64| loads.range(bytes * 2..).next().map(|(_, ns)| *ns);
        for level in [1, 2] {
            if let Some((within, beyond)) = caches.get(&level).and_then(|&bytes| within(bytes).zip(beyond(bytes))) {
                check(beyond > 1.25 * within, (level, within, beyond, &loads))?;
            }
        }
        let (first, last) = (loads.values().next(), loads.values().next_back());
        check(loads.len() > 10 && last.zip(first).is_some_and(|(last, first)| *last > 5.0 * first), &loads)
    });
}

#[test]
fn a_call_that_copies_nothing_is_below_one_that_copies_the_most() {
    holds("times of calls", || {
        let of = |map: BTreeMap<String, f64>, parts: [&str; 2]| {
            map.into_iter().find(|(point, _)| parts.iter().all(|part| point.contains(part))).map(|(_, ns)| ns)
        };
        let empty = of(least("quick", "copy.empty_call"), ["method=pread", ""]).ok_or("no empty call")?;
        let whole = of(least("quick", "copy.sweep"), ["method=pread", "chunk=65536"]).ok_or("no copy")?;
        check(empty > 0.0 && empty < whole, (empty, whole))
    });
}

#[test]
fn the_loops_of_the_clock_agree() {
    // The benchmark itself fails where they differ by more than 1 %, and then has no cell with samples.
    holds("loops of the clock", || check(least("quick", "cpu.clock").len() == 1, "no agreement"));
}
