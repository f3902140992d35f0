//! The words of changes.

use serde_json::{Value, json};

use super::super::tests::{compared, row, run, timed};
use super::super::{Change, Comparison, Counts, Request, compare};
use super::*;
use crate::summary::RunSummary;

const PIPE: &str = "ipc.pipe.latency bytes=1,placement=same_cpu";

/// Twelve starts about `centre` ns, half a per cent apart at most, in no order.
fn starts(centre: u64) -> Vec<u64> {
    (0..12).map(|start| centre + centre * (start * 7 % 12) / 2400).collect()
}

fn side(label: &str, boot: &str, groups: Value) -> RunSummary {
    run(
        json!({"labels": {"side": label}, "boot": {"key": boot}, "execution": format!("{label:0>16}{boot:0>16}")}),
        groups,
    )
}

/// A pipe whose baseline has starts about 3000 ns, against these.
fn against(new: &[u64]) -> Comparison {
    let group = |starts: &[u64]| json!([timed("ipc.pipe.latency", "same_cpu", starts)]);
    compared(&[&side("a", "0", group(&starts(3000))), &side("b", "1", group(new))])
}

fn change(comparison: &Comparison) -> &Change {
    row(comparison, PIPE).changes[1].as_ref().unwrap()
}

#[test]
fn a_change_beyond_floor_and_noise_is_better_or_worse() {
    for (centre, word, mark) in [
        (2700, Word::Better, "better 1b"),
        (3300, Word::Worse, "worse 1b"),
        (3006, Word::Same, "= 1b"),
        (2970, Word::Same, "= 1b"),
    ] {
        let comparison = against(&starts(centre));
        let change = change(&comparison);
        assert_eq!((change.word, change.mark().as_str()), (word, mark), "{centre}: {change:?}");
        assert_eq!(change.floor, Some(0.02));
        assert!(change.low.unwrap() <= change.improvement && change.improvement <= change.high.unwrap());
    }
}

#[test]
fn what_would_have_been_seen_is_a_factor_beyond_one_hundred_per_cent() {
    let mut change = change(&against(&starts(3000))).clone();
    (change.word, change.single_boot) = (Word::Undecided, false);
    for (seen, mark) in [(0.041, "~4.1%"), (0.99, "~99%"), (1.4, "~2.4x"), (8.97, "~10x"), (9.9, "~11x"), (10.0, "~")] {
        change.detectable = Some(seen);
        assert_eq!(change.mark(), mark, "{seen}");
    }
}

#[test]
fn what_the_noise_hides_is_undecided_and_says_what_would_have_been_seen() {
    let noisy: Vec<u64> = (0..12).map(|start| 2_850 + 100 * (start * 5 % 12)).collect();
    let comparison = against(&noisy);
    let change = change(&comparison);
    assert_eq!(change.word, Word::Undecided, "{change:?}");
    let seen = change.detectable.unwrap();
    assert!(
        seen > 0.05 && seen < 0.5 && change.mark().starts_with('~') && change.mark().ends_with("% 1b"),
        "{change:?}"
    );
    assert_eq!(comparison.counts[1], Counts { compared: 1, undecided: 1, ..Counts::default() });
}

#[test]
fn three_starts_give_an_interval_and_claim_nothing() {
    for new in [[1500, 1501, 1502], [3000, 3001, 3002]] {
        let group = |starts: &[u64]| json!([timed("ipc.pipe.latency", "same_cpu", starts)]);
        let base = side("a", "0", group(&[3000, 3001, 3002]));
        let comparison = compared(&[&base, &side("b", "1", group(&new))]);
        let change = change(&comparison);
        assert!(change.low.is_some());
        assert_eq!((change.word, change.detectable, change.mark().as_str()), (Word::Undecided, None, "~ 1b"));
    }
}

#[test]
fn three_boots_a_side_are_compared_by_their_values() {
    let column = |label: &str, centres: [u64; 3]| -> Vec<RunSummary> {
        let run = |(boot, centre): (usize, &u64)| {
            side(label, &format!("{label}{boot}"), json!([timed("ipc.pipe.latency", "same_cpu", &starts(*centre))]))
        };
        centres.iter().enumerate().map(run).collect()
    };
    let word = |one: &[RunSummary], other: &[RunSummary]| {
        let columns = vec![one.iter().collect(), other.iter().collect()];
        let comparison = compare(&Request { columns, ..Request::default() });
        change(&comparison).clone()
    };
    let base = column("a", [3000, 3015, 3030]);
    let faster = word(&base, &column("b", [2700, 2714, 2727]));
    assert_eq!((faster.word, faster.single_boot, faster.mark().as_str()), (Word::Better, false, "better"));
    // The boots' values are 10 % lower; rounding to whole ns leaves a hundredth of a per cent.
    assert!((faster.improvement - 0.1).abs() < 2e-4, "{faster:?}");
    // By starts these would be worlds apart; boots of one side differ as much.
    let scattered = word(&column("c", [3000, 3300, 3600]), &column("d", [2700, 3000, 3300]));
    assert_eq!(scattered.word, Word::Undecided);
    assert!(scattered.floor.unwrap() > 0.15, "twice what the boots of a side differ by: {scattered:?}");
    // One boot beside three: starts are tested, and it is said.
    let lone = word(&base, &base[..1]);
    assert!(lone.single_boot && lone.starts == 12, "{lone:?}");
}

#[test]
fn the_fastest_of_unequal_numbers_of_samples_has_a_higher_floor() {
    let mut twice = timed("ipc.pipe.latency", "same_cpu", &starts(2910));
    for start in twice["cells"][0]["elapsed_ns"].as_array_mut().unwrap() {
        let sample = start[0].clone();
        *start = json!([sample, sample]);
    }
    let base = side("a", "0", json!([timed("ipc.pipe.latency", "same_cpu", &starts(3000))]));
    let comparison = compared(&[&base, &side("b", "1", json!([twice]))]);
    assert_eq!((change(&comparison).floor, change(&comparison).word), (Some(0.04), Word::Undecided));
    assert!(comparison.notes.iter().any(|note| note.contains("numbers of samples")), "{:?}", comparison.notes);
    assert_eq!(change(&against(&starts(2910))).word, Word::Better, "with as many samples, 3 % are called");
}

#[test]
fn much_disturbed_cells_are_tested_against_what_such_cells_differ_by() {
    let mut disturbed = timed("ipc.pipe.latency", "same_cpu", &starts(2700));
    disturbed["cells"][0]["disturbed"] = json!([0, 1, 2, 3]);
    let base = side("a", "0", json!([timed("ipc.pipe.latency", "same_cpu", &starts(3000))]));
    let comparison = compared(&[&base, &side("b", "1", json!([disturbed]))]);
    // The kept starts of a side are 0 to 5 twelfths of half a per cent off: a deviation of 0.078 %, four times 0.31 %.
    assert_eq!((change(&comparison).word, change(&comparison).floor), (Word::Better, Some(0.02)));
    let wide: Vec<u64> = (0..12).map(|start| 2700 + 40 * (start * 7 % 12)).collect();
    let floor = |samples: Value| {
        let mut new = timed("ipc.pipe.latency", "same_cpu", &wide);
        new["cells"][0]["disturbed"] = samples;
        let comparison = compared(&[&base, &side("b", "1", json!([new]))]);
        change(&comparison).floor.unwrap()
    };
    // Kept are ln of 2700, 2740, … 2900, with a deviation of 2.674 %.
    assert!((floor(json!([])) - 0.0549).abs() < 2e-4 && (floor(json!([0, 1, 2, 3])) - 0.1129).abs() < 4e-4);
}

#[test]
fn secondary_measures_neutral_ones_and_single_starts_are_not_judged() {
    let groups = |ghz: f64| {
        let values: Vec<Vec<f64>> = (0..12).map(|start| vec![ghz * 1e9 + f64::from(start)]).collect();
        json!([{"benchmark": "cpu.clock", "version": 1, "cells": [{"measure": "frequency", "unit": "Hz",
            "better": "neutral", "status": "ok", "values": values}]}, timed("ipc.pipe.latency", "same_cpu", &[3000])])
    };
    let comparison = compared(&[&side("a", "0", groups(3.0)), &side("b", "1", groups(2.0))]);
    let changes = comparison.tables.iter().flat_map(|table| &table.rows).filter_map(|row| row.changes[1].as_ref());
    assert!(changes.clone().count() == 2 && changes.clone().all(|change| change.word == Word::Untested));
    assert!(changes.clone().all(|change| change.mark().is_empty() && change.floor.is_none()));
}

#[test]
fn a_column_of_two_runs_of_a_boot_is_held_against_what_they_differ_by() {
    let of =
        |label: &str, centre: u64| side(label, label, json!([timed("ipc.pipe.latency", "same_cpu", &starts(centre))]));
    let mut again = of("a", 3300);
    again.head.boot.clone_from(&of("a", 3000).head.boot);
    let (base, new) = (of("a", 3000), of("b", 2800));
    let comparison = compare(&Request { columns: vec![vec![&base, &again], vec![&new]], ..Request::default() });
    let change = change(&comparison);
    // ln 1.1 = 0.0953; the deviation of two is that by √2, doubled 0.1348: 14.4 %.
    assert!((change.floor.unwrap() - 0.144).abs() < 2e-3 && change.single_boot, "{change:?}");
}
