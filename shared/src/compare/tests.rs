//! A comparison as a whole: published pages, measured runs, and both beside each other.

use serde_json::{Value, json};

use super::*;
use crate::model::{Run, RunId, validate};
use crate::summary::summarise;

/// The figures of the post of 2002-08-05: benchmark, measure's printed values without and with the patch, improvement.
const IPC_LOCK: [(&str, &str, &str, &str); 7] = [
    ("ipc.pipe.latency", "12.51", "11.43", "+8.6 %"),
    ("ipc.unix.latency", "21.61", "19.82", "+8.3 %"),
    ("net.udp.latency", "36.28", "35.12", "+3.2 %"),
    ("net.tcp.latency", "56.90", "54.89", "+3.5 %"),
    ("net.rpc_tcp.latency", "123.30", "121.91", "+1.1 %"),
    ("net.rpc_udp.latency", "89.78", "88.70", "+1.2 %"),
    ("net.tcp.connect", "192.74", "187.76", "+2.6 %"),
];

pub(super) fn run(changes: Value, groups: Value) -> RunSummary {
    let mut document = json!({
        "schema": 1,
        "collector": {"version": "0.1.0"},
        "preset": "quick",
        "started": "2026-11-30T12:00:00Z",
        "execution": "00112233445566778899aabbccddeeff",
        "complete": true,
        "provenance": {"kind": "measured"},
        "machine": {"cpu_model": "AMD EPYC 7B13"},
        "kernel": {"name": "Linux", "release": "6.18.44"},
        "groups": groups,
    });
    document.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    let run: Run = serde_json::from_value(document.clone()).unwrap();
    validate(&run).unwrap();
    summarise(&RunId::of(&serde_json::to_vec(&document).unwrap()), &run)
}

/// A measured time: one start for each value in ns.
pub(super) fn timed(benchmark: &str, placement: &str, starts: &[u64]) -> Value {
    let elapsed: Vec<Vec<u64>> = starts.iter().map(|start| vec![start * 1000]).collect();
    json!({"benchmark": benchmark, "version": 1, "placement": placement, "cells": [{
        "at": {"bytes": 1}, "measure": "latency", "unit": "ns", "better": "lower", "status": "ok", "ops": 1000,
        "elapsed_ns": elapsed,
    }]})
}

fn failed(benchmark: &str, status: &str) -> Value {
    json!({"benchmark": benchmark, "version": 1, "placement": "same_cpu", "cells": [{
        "at": {"bytes": 1}, "measure": "latency", "unit": "ns", "better": "lower", "status": status,
        "reason": {"kind": "kernel_lacks", "call": "memfd_create", "errno": "ENOSYS"},
    }]})
}

/// One published figure in µs.
fn published_us(benchmark: &str, printed: &str) -> Value {
    let ns = printed.parse::<f64>().unwrap() * 1000.0;
    json!({"benchmark": benchmark, "version": 1, "cells": [{
        "measure": "latency", "unit": "ns", "better": "lower", "status": "ok", "values": [[ns]], "printed": [printed],
        "printed_unit": "us",
    }]})
}

fn published(release: &str, groups: Value) -> RunSummary {
    let source = json!({"kind": "published", "source": {"title": "a post", "list": "linux-kernel", "date": "2002-08-05"},
        "notes": ["Means of three runs."]});
    let changes = json!({"provenance": source, "preset": null, "execution": "", "machine": {"description": "4-way SMP"},
        "kernel": {"name": "Linux", "release": release}});
    run(changes, groups)
}

fn ipc_lock() -> [RunSummary; 2] {
    let column = |pick: fn(&(&str, &'static str, &'static str, &str)) -> &'static str| {
        IPC_LOCK.iter().map(|row| published_us(row.0, pick(row))).collect::<Value>()
    };
    [published("2.5.29s4", column(|row| row.1)), published("2.5.29s4-ipc", column(|row| row.2))]
}

pub(super) fn compared(columns: &[&RunSummary]) -> Comparison {
    compare(&Request { columns: columns.iter().map(|run| vec![*run]).collect(), ..Request::default() })
}

pub(super) fn row<'c>(comparison: &'c Comparison, key: &str) -> &'c Row {
    let rows = || comparison.tables.iter().flat_map(|table| &table.rows);
    rows().find(|row| row.key.text() == key).unwrap_or_else(|| {
        panic!("no row {key} among {:?}", rows().map(|row| row.key.text()).collect::<Vec<_>>());
    })
}

fn texts(row: &Row) -> Vec<&str> {
    row.cells.iter().map(|cell| cell.text.as_deref().unwrap_or("-")).collect()
}

#[test]
fn the_ipc_lock_page_reads_as_published() {
    let [without, with] = ipc_lock();
    let comparison = compared(&[&without, &with]);
    let rows: Vec<&Row> = comparison.tables.iter().flat_map(|table| &table.rows).collect();
    assert_eq!(rows.len(), 7);
    for (benchmark, old, new, improvement) in IPC_LOCK {
        let row = rows.iter().find(|row| row.key.benchmark == benchmark).unwrap();
        assert_eq!(texts(row), [old, new]);
        let change = row.changes[1].as_ref().unwrap();
        assert_eq!((change.text.as_str(), change.word), (improvement, Word::Untested));
        assert_eq!((change.low, change.high), (None, None));
        assert!(row.changes[0].is_none());
        assert!(row.cells.iter().all(|cell| cell.reference && cell.unstated.contains(&"placement".to_owned())));
    }
    // Σ ln(new / base) = −0.294838; 1 − exp(Σ / 7) = 0.04124.
    let mean = comparison.mean[1].unwrap();
    assert_eq!((crate::number::percent(mean.improvement).as_str(), mean.rows), ("+4.1 %", 7));
    assert_eq!(comparison.counts[1], Counts { compared: 7, missing: 0, reference: 0, ..Counts::default() });
    assert_eq!(comparison.notes, ["Means of three runs."]);
    assert_eq!(comparison.columns[1].name, "Linux 2.5.29s4-ipc");
    assert_eq!(comparison.columns[1].short, "2.5.29s4-ipc");
    assert_eq!(comparison.columns[0].source.as_deref(), Some("published, linux-kernel, 2002-08-05"));
    assert!(comparison.differs.is_empty());
}

#[test]
fn a_rate_that_rises_is_better() {
    let page = |config: &str, mib: f64, printed: &str| {
        let group = json!([{"benchmark": "net.socket_copy", "version": 1, "cells": [{
            "at": {"off_src": 100, "off_dst": 100, "size": 8_388_608}, "measure": "bandwidth", "unit": "B/s", "better": "higher",
            "status": "ok", "values": [[mib * 1_048_576.0]], "printed": [printed], "printed_unit": "MiB/s"}]}]);
        let source = json!({"kind": "published", "source": {"title": "a post"}});
        run(json!({"provenance": source, "labels": {"config": config}}), group)
    };
    let (mk7, m686) = (page("CONFIG_MK7", 342.9, "342.9"), page("CONFIG_M686", 445.1, "445.1"));
    let comparison = compared(&[&mk7, &m686]);
    let row = row(&comparison, "net.socket_copy family=tcp,off_dst=100,off_src=100,placement=same_cpu,size=8388608");
    assert_eq!(texts(row), ["342.9", "445.1"]);
    assert_eq!(row.changes[1].as_ref().unwrap().text, "+29.8 %");
    assert_eq!(row.cells[0].unstated, ["family", "placement"]);
    assert_eq!(comparison.tables[0].caption(), "MiB/s, higher is better");
    let shorts: Vec<&str> = comparison.columns.iter().map(|column| column.short.as_str()).collect();
    assert_eq!(shorts, ["CONFIG_MK7", "CONFIG_M686"]);
    assert_eq!(comparison.columns[0].name, "config=CONFIG_MK7");
}

#[test]
fn a_published_figure_stands_beside_the_measured_one_and_is_not_ranked_with_it() {
    let measured = run(json!({}), json!([timed("ipc.pipe.latency", "same_cpu", &[2910, 2900, 2950])]));
    let [page, _] = ipc_lock();
    let comparison = compared(&[&measured, &page]);
    let row = row(&comparison, "ipc.pipe.latency bytes=1,placement=same_cpu");
    // √(2900 · 2910) = 2904.996
    assert_eq!(texts(row), ["2.905", "12.51"]);
    assert_eq!(row.cells[1].unstated, ["bytes", "placement"]);
    assert!(row.changes.iter().all(Option::is_none));
    assert_eq!(comparison.mean, [None, None]);
    assert_eq!(comparison.counts[1], Counts { compared: 0, missing: 6, reference: 1, ..Counts::default() });
    assert!(comparison.columns[1].reference && !comparison.columns[0].reference);
    let unstated = comparison.notes.iter().find(|note| note.contains("does not state")).unwrap();
    assert!(unstated.starts_with("2.5.29s4 does not state what others do: "), "{unstated}");
    assert!(comparison.differs.iter().all(|line| line.values.iter().all(Option::is_some)), "{:?}", comparison.differs);
}

#[test]
fn a_cell_whose_source_states_all_axes_keeps_its_row_from_one_that_does_not() {
    let mut stated = published_us("ipc.pipe.latency", "5.00");
    stated["placement"] = json!("same_cpu");
    stated["cells"][0]["at"] = json!({"bytes": 1});
    let page = published("2.4.1", json!([published_us("ipc.pipe.latency", "9.00"), stated]));
    let comparison = compared(&[&page]);
    assert_eq!(texts(row(&comparison, "ipc.pipe.latency bytes=1,placement=same_cpu")), ["5.00"]);
    assert_eq!(texts(row(&comparison, "ipc.pipe.latency")), ["9.00"]);
}

#[test]
fn what_one_side_lacks_is_missing_failed_or_unsupported_and_never_zero() {
    let pipe = timed("ipc.pipe.latency", "same_cpu", &[3000]);
    let one = run(
        json!({}),
        json!([pipe, timed("ipc.unix.latency", "same_cpu", &[5000]), failed("net.udp.latency", "failed")]),
    );
    let other = run(
        json!({"preset": "full"}),
        json!([failed("ipc.pipe.latency", "unsupported"), timed("net.udp.latency", "same_cpu", &[7000])]),
    );
    let comparison = compared(&[&one, &other]);
    let status = |key: &str| row(&comparison, key).cells.iter().map(|cell| cell.status).collect::<Vec<_>>();
    assert_eq!(status("ipc.pipe.latency bytes=1,placement=same_cpu"), [CellStatus::Ok, CellStatus::Unsupported]);
    assert_eq!(status("ipc.unix.latency bytes=1,placement=same_cpu"), [CellStatus::Ok, CellStatus::Missing]);
    assert_eq!(status("net.udp.latency bytes=1,placement=same_cpu"), [CellStatus::Failed, CellStatus::Ok]);
    let pipe = row(&comparison, "ipc.pipe.latency bytes=1,placement=same_cpu");
    assert_eq!(pipe.cells[1].reason.as_deref(), Some("the kernel lacks it (memfd_create: ENOSYS)"));
    assert_eq!((pipe.cells[1].value, pipe.cells[1].text.as_deref()), (None, None));
    assert!(comparison.tables.iter().flat_map(|table| &table.rows).all(|row| row.changes.iter().all(Option::is_none)));
    assert_eq!(comparison.counts[1], Counts { compared: 0, missing: 3, reference: 0, ..Counts::default() });
}

#[test]
fn unknown_benchmarks_are_shown_after_the_known_with_their_own_unit() {
    let vendor = |better: &str, value: f64| {
        json!({"benchmark": "vendor.widget", "version": 2, "cells": [{"at": {"<b>": 7}, "measure": "spin", "unit": "frobs",
            "better": better, "status": "ok", "values": [[value]]}]})
    };
    let pipe = || timed("ipc.pipe.latency", "same_cpu", &[3000]);
    let one = run(json!({}), json!([vendor("higher", 10.0), pipe()]));
    let same = run(json!({"preset": "full"}), json!([vendor("higher", 15.0), pipe()]));
    let comparison = compared(&[&one, &same]);
    let titles: Vec<&str> = comparison.tables.iter().map(|table| table.title.as_str()).collect();
    assert_eq!(titles, ["Local communication latency", "vendor"]);
    assert_eq!(comparison.tables[1].caption(), "frobs, higher is better");
    let row = &comparison.tables[1].rows[0];
    assert_eq!((row.title.as_str(), row.detail.as_str()), ("vendor.widget", "spin, <b> 7, version 2"));
    assert_eq!(row.changes[1].as_ref().unwrap().text, "+50.0 %");

    let turned = run(json!({"preset": "full"}), json!([vendor("lower", 15.0)]));
    let comparison = compared(&[&one, &turned]);
    let apart: Vec<_> = comparison.tables.iter().filter(|table| table.title == "vendor").collect();
    assert_eq!(apart.len(), 2);
    assert!(apart.iter().all(|table| table.rows.len() == 1 && table.rows[0].changes.iter().all(Option::is_none)));
}

#[test]
fn what_tells_rows_of_an_unknown_benchmark_apart_stands_first() {
    let cell = |tasks: u64, measure: &str, unit: &str| {
        json!({"at": {"mix": "database", "tasks": tasks}, "measure": measure, "unit": unit, "better": "higher",
            "status": "ok", "values": [[1.0]]})
    };
    let group = |cells: Value| run(json!({}), json!([{"benchmark": "vendor.load", "version": 1, "cells": cells}]));
    let details = |run: &RunSummary| -> Vec<String> {
        let comparison = compared(&[run, run]);
        comparison.tables[0].rows.iter().map(|row| row.detail.clone()).collect()
    };
    let one = group(json!([cell(32, "jobs", "frobs"), cell(64, "jobs", "frobs")]));
    assert_eq!(details(&one), ["tasks 32, jobs, mix database", "tasks 64, jobs, mix database"]);
    let both = group(json!([cell(32, "cpu", "frobs"), cell(32, "real", "frobs"), cell(64, "real", "frobs")]));
    let expected = ["cpu, tasks 32, mix database", "real, tasks 32, mix database", "real, tasks 64, mix database"];
    assert_eq!(details(&both), expected);
}

#[test]
fn another_placement_or_version_is_another_row() {
    let mut newer = timed("ipc.pipe.latency", "same_cpu", &[3000]);
    newer["version"] = json!(2);
    let one = run(json!({}), json!([timed("ipc.pipe.latency", "same_cpu", &[3000]), newer]));
    let other = run(json!({"preset": "full"}), json!([timed("ipc.pipe.latency", "unpinned", &[9000])]));
    let comparison = compared(&[&one, &other]);
    let rows: Vec<_> = comparison.tables[0].rows.iter().map(|row| row.detail.as_str()).collect();
    assert_eq!(
        rows,
        [
            "1 B round trip, same CPU, version 1",
            "1 B round trip, unpinned, version 1",
            "1 B round trip, same CPU, version 2"
        ]
    );
    assert_eq!(comparison.counts[1].compared, 0);
}

#[test]
fn columns_are_named_by_label_then_kernel_then_build_then_preset() {
    let group = || json!([timed("ipc.pipe.latency", "same_cpu", &[3000])]);
    let kernel =
        |release: &str, build: &str| json!({"kernel": {"name": "Linux", "release": release, "build_id": build}});
    let names = |one: Value, other: Value| {
        let comparison = compared(&[&run(one, group()), &run(other, group())]);
        comparison.columns.iter().map(|column| (column.name.clone(), column.short.clone())).collect::<Vec<_>>()
    };
    let pair = |name: &str, short: &str| (name.to_owned(), short.to_owned());
    let label = |value: &str, release: &str| json!({"labels": {"config": value}, "kernel": {"name": "Linux", "release": release}});
    assert_eq!(names(label("a", "6.1"), label("b", "6.2")), [pair("config=a", "a"), pair("config=b", "b")]);
    let (old, new) = ("0123456789abcdef0123", "fedcba98765432100123");
    assert_eq!(
        names(kernel("6.1.0", old), kernel("6.2.0", new)),
        [pair("Linux 6.1.0", "6.1.0"), pair("Linux 6.2.0", "6.2.0")]
    );
    assert_eq!(
        names(kernel("6.1.0", old), kernel("6.1.0", new)),
        [pair("build 0123456", "0123456"), pair("build fedcba9", "fedcba9")]
    );
    assert_eq!(
        names(json!({}), json!({"preset": "full"})),
        [pair("preset quick", "quick"), pair("preset full", "full")]
    );
    let later = json!({"started": "2026-12-01T08:30:00Z"});
    assert_eq!(names(json!({}), later)[1].1, "12-01 08:30");
}

#[test]
fn several_runs_of_a_column_pool_their_starts_and_say_what_they_merge() {
    let group = |starts: &[u64]| json!([timed("ipc.pipe.latency", "same_cpu", starts)]);
    let base = run(json!({"labels": {"side": "a"}}), group(&[100, 100, 100, 100]));
    let boot =
        |key: &str, smt: &str| json!({"labels": {"side": "b"}, "boot": {"key": key}, "conditions": {"smt": smt}});
    let (first, second) = (run(boot("x", "on"), group(&[100, 400])), run(boot("y", "off"), group(&[900, 200])));
    let comparison = compare(&Request { columns: vec![vec![&base], vec![&first, &second]], ..Request::default() });
    let cell = &row(&comparison, "ipc.pipe.latency bytes=1,placement=same_cpu").cells[1];
    // The faster half of 100, 400, 900, 200: √(100 · 200).
    assert_eq!(cell.value, Some(141.421));
    assert_eq!((cell.runs, cell.samples, cell.starts.len()), (2, 4, 4));
    let column = &comparison.columns[1];
    assert_eq!(
        (column.boots, column.starts, column.merges.as_slice()),
        (Some(2), 4, ["conditions.smt".to_owned()].as_slice())
    );
    assert!(
        comparison.notes.contains(&"b merges runs that differ in conditions.smt".to_owned()),
        "{:?}",
        comparison.notes
    );
}

#[test]
fn a_run_that_another_of_its_column_continues_is_left_out() {
    let group = || json!([timed("ipc.pipe.latency", "same_cpu", &[3000])]);
    let first = run(json!({"complete": false}), group());
    let resumed = run(json!({"supersedes": first.head.id.as_str()}), group());
    let comparison = compare(&Request { columns: vec![vec![&first, &resumed]], ..Request::default() });
    assert_eq!(comparison.columns[0].runs, vec![resumed.head.id.clone()]);
    assert_eq!(comparison.notes, [format!("run {} is left out: a later run continues it", first.head.id)]);
}

#[test]
fn controls_that_differ_are_counted_and_symbols_of_a_config_make_one_line() {
    let group = || json!([timed("ipc.pipe.latency", "same_cpu", &[3000])]);
    let side = |label: &str, config: Value, smt: &str, load: f64| {
        json!({"labels": {"side": label}, "kernel": {"name": "Linux", "release": "6.1", "config": config},
            "conditions": {"smt": smt, "network": {"somaxconn": label}}, "during": {"before": {"load1": load}}})
    };
    let one = run(side("a", json!({"HZ": "250", "PREEMPT": "y", "SMP": "y"}), "on", 0.5), group());
    let other = run(side("b", json!({"HZ": "1000", "SMP": "y"}), "off", 0.25), group());
    let comparison = compared(&[&one, &other]);
    let lines: Vec<_> = comparison.differs.iter().map(|line| (line.key.as_str(), line.values.clone())).collect();
    let pair = |one: &str, other: &str| vec![Some(one.to_owned()), Some(other.to_owned())];
    assert_eq!(
        lines,
        [
            ("conditions.smt", pair("on", "off")),
            ("kernel.config: 2 symbols", pair("HZ=250 PREEMPT=y", "HZ=1000 PREEMPT=not set")),
        ]
    );
    assert_eq!(comparison.columns[1].differs, 2);
    // Load is a fact; and no network benchmark was run, so a network setting cannot matter.
    let facts: Vec<&str> = comparison.facts.iter().map(|line| line.key.as_str()).collect();
    assert_eq!(facts, ["conditions.network.somaxconn", "during.before.load1"]);

    let kernels = compare(&Request {
        subject: vec!["kernel.release".to_owned(), "label.side".to_owned()],
        ..request(&[&one, &other])
    });
    let lines: Vec<&str> = kernels.differs.iter().map(|line| line.key.as_str()).collect();
    assert_eq!(lines, ["conditions.smt"]);
    assert_eq!(kernels.facts[0].key, "kernel.config: 2 symbols");
}

fn request<'a>(runs: &[&'a RunSummary]) -> Request<'a> {
    Request { columns: runs.iter().map(|run| vec![*run]).collect(), ..Request::default() }
}

#[test]
fn emulated_and_native_stand_side_by_side_uncompared() {
    let group = || json!([timed("ipc.pipe.latency", "same_cpu", &[3000])]);
    let native = run(json!({"labels": {"side": "a"}}), group());
    let emulated = run(json!({"labels": {"side": "b"}, "machine": {"cpu_model": "TCG", "emulated": true}}), group());
    let comparison = compared(&[&native, &emulated]);
    assert_eq!(comparison.columns[1].barred.as_deref(), Some("emulated against native"));
    assert!(comparison.tables[0].rows[0].changes[1].is_none());
    assert_eq!(comparison.tables[0].rows[0].cells[1].status, CellStatus::Ok);
    assert_eq!((comparison.mean[1], comparison.counts[1].reference), (None, 1));
}

#[test]
fn means_leave_out_much_disturbed_cells_and_rows_that_a_column_lacks() {
    let disturbed = |starts: &[u64], samples: &[u32]| {
        let mut group = timed("ipc.unix.latency", "same_cpu", starts);
        group["cells"][0]["disturbed"] = json!(samples);
        group
    };
    let pipe = |ns: u64| timed("ipc.pipe.latency", "same_cpu", &[ns]);
    let one = run(json!({"labels": {"side": "a"}}), json!([pipe(1000), disturbed(&[100, 100, 100], &[])]));
    let other = run(json!({"labels": {"side": "b"}}), json!([pipe(500), disturbed(&[50, 50, 50], &[1])]));
    let comparison = compared(&[&one, &other]);
    let row = row(&comparison, "ipc.unix.latency bytes=1,placement=same_cpu");
    assert_eq!(row.changes[1].as_ref().unwrap().text, "+50.0 %");
    let mean = comparison.mean[1].unwrap();
    assert!((mean.improvement - 0.5).abs() < 1e-12 && mean.rows == 1, "{mean:?}");
}

#[test]
fn nothing_to_compare_gives_an_empty_answer() {
    assert!(compare(&Request::default()).tables.is_empty());
    let empty = compare(&Request { columns: vec![vec![], vec![]], base: 7, ..Request::default() });
    assert_eq!((empty.columns.len(), empty.base, empty.tables.len()), (2, 1, 0));
}

#[test]
fn the_same_question_has_the_same_answer_byte_for_byte() {
    let starts: Vec<u64> = (0..12).map(|start| 3000 + start * 37 % 100).collect();
    let groups =
        || json!([timed("net.tcp.latency", "unpinned", &starts), timed("ipc.pipe.latency", "same_cpu", &starts)]);
    let answer = || {
        let (one, other) = (run(json!({}), groups()), run(json!({"preset": "full"}), groups()));
        serde_json::to_vec(&compared(&[&one, &other])).unwrap()
    };
    assert_eq!(answer(), answer());
}
