//! Summaries of lmbench: real ones of five versions, by their columns.

use shared::import::{Hint, Imported, import};

use crate::support::{figures, imported, nothing_said, printed};

const ONE_ZERO: &str = include_str!("lmbench/summary-1.0.txt");
const ONE_ONE: &str = include_str!("lmbench/summary-1.1.txt");
const ONE_NINE: &str = include_str!("lmbench/summary-1.9.txt");
const TWO: &str = include_str!("lmbench/summary-2.0.txt");

const THREE: &str = include_str!("lmbench/summary-3.0.txt");
const PERCENT: &str = include_str!("lmbench/summary-3.0-percent.txt");

fn kernels(imported: &Imported) -> Vec<String> {
    imported.runs.iter().map(|run| format!("{} {}", run.kernel.name, run.kernel.release)).collect()
}

/// Numbers above zero in the rows of a summary, counted without an importer: words that begin with a digit, right of the
/// system's column; the clock and the first switch once a row.
fn numbers(text: &str) -> usize {
    let mut count = 0;
    let mut rows = false;
    for line in text.lines() {
        if line.starts_with("---------") && line.get(9..10) == Some(" ") {
            rows = true;
        } else if rows && line.len() > 24 && line.is_char_boundary(24) && !line.starts_with(' ') {
            let words = line[23..].split_whitespace();
            count += words
                .filter(|word| {
                    word.starts_with(|c: char| c.is_ascii_digit()) && word.contains(|c: char| ('1'..='9').contains(&c))
                })
                .count();
        } else {
            rows = false;
        }
    }
    count
}

#[test]
fn five_kernels_of_one_host_stay_five_runs_in_their_order() {
    let imported = imported(TWO, &nothing_said());
    assert_eq!(kernels(&imported), ["Linux 2.4.18", "Linux 2.4.19", "Linux 2.5.33", "Linux 2.5.33x", "Linux 2.5.33M"]);
    // Of each row's numbers the clock stands thrice, in three tables, and the switch of two processes twice.
    assert_eq!(imported.report.figures, numbers(TWO) - 5 * 3);
    let last = &imported.runs[4];
    assert_eq!(printed(last, "sched.context_switch", "processes=2,size=0"), ["0.700"]);
    assert_eq!(printed(last, "process.fork_shell", ""), ["14.K"]);
    assert_eq!(printed(last, "process.fork_exit", ""), ["170."]);
    assert_eq!(printed(last, "ipc.unix.bandwidth", ""), ["707."]);
    assert_eq!(printed(last, "mem.bandwidth", "op=libc_copy"), ["201.0"], "a copy's bytes count for each array");
    let blank = figures(last).into_keys().filter(|(id, ..)| id.starts_with("net.") || id == "syscall.select");
    assert_eq!(blank.count(), 0, "blank cells stay absent");
    assert!(imported.runs.iter().all(|run| !format!("{run:?}").contains("hosta")), "hosts are dropped");
}

#[test]
fn every_version_is_read_by_its_own_headings() {
    let [zero, one, nine] = [ONE_ZERO, ONE_ONE, ONE_NINE].map(|text| imported(text, &nothing_said()));
    assert_eq!(kernels(&zero), ["Linux 1.3.74", "Linux 1.3.74", "SunOS 4.1.3_U", "SunOS 5.5.1"]);
    assert_eq!(zero.runs[0].labels["row"], "1");
    assert_eq!(zero.runs[1].labels["row"], "2");
    assert!(zero.runs[2].labels.is_empty());
    assert_eq!(printed(&zero.runs[0], "process.fork_exec", ""), ["45.0K"]);
    assert_eq!(printed(&zero.runs[1], "process.fork_exec", ""), ["39.1K"]);
    assert_eq!(printed(&zero.runs[1], "foreign.lmbench.memory_latency", "level=TLB"), ["659"]);
    assert_eq!(printed(&zero.runs[3], "net.rpc_tcp.latency", ""), ["2508"]);
    // The clock stands in two tables.
    assert_eq!(zero.report.figures, numbers(ONE_ZERO) - 4);

    assert_eq!(kernels(&one), ["Linux 1.3.70", "Linux 1.3.37", "SunOS 5.5", "IRIX64 6.2-no"]);
    assert_eq!(printed(&one.runs[0], "syscall.write", ""), ["1"]);
    assert_eq!(printed(&one.runs[3], "net.tcp.connect", ""), ["951"]);
    assert_eq!(one.report.figures, numbers(ONE_ONE) - 4 * 2);

    assert_eq!(kernels(&nine), ["Linux 2.0.27", "Linux 2.1.72", "IRIX 6.2"]);
    assert_eq!(printed(&nine.runs[2], "foreign.lmbench.null_io", ""), ["10.0"], "a row that a wide figure pushed on");
    assert_eq!(printed(&nine.runs[1], "vm.mmap", ""), ["14285"], "a row with blanks");
    assert!(!figures(&nine.runs[1]).keys().any(|(id, ..)| id == "mem.bandwidth"), "0 MB/s is none");
    assert_eq!(nine.report.figures, numbers(ONE_NINE) - 3 * 2);
}

#[test]
fn what_lmbench_makes_of_its_own_run_file_is_what_the_run_file_says() {
    let summary = imported(THREE, &nothing_said());
    assert_eq!(kernels(&summary), ["Linux 6.18.44", "Linux 6.18.44"]);
    let raw = imported(include_str!("lmbench/raw-3.0.txt"), &nothing_said());
    let (summary, raw) = (figures(&summary.runs[0]), figures(&raw.runs[0]));
    let mut compared = 0;
    for ((id, at, measure, _), (printed, value)) in &summary {
        let same = raw.iter().find(|((other, point, of, _), _)| (other, point, of) == (id, at, measure));
        // A summary does not state sizes of files and arrays, which have rows of their own in the run file.
        let Some((_, (_, whole))) = same else { continue };
        // It cuts to a few characters, and a time of 8639.4306 becomes 8639.
        assert!((value[0] / whole[0] - 1.0).abs() < 0.1, "{id} {at}: {printed:?} {value:?} {whole:?}");
        compared += 1;
    }
    assert!(compared > 35, "{compared} of {}", summary.len());
}

#[test]
fn percentages_of_a_spread_are_left_out_and_the_rows_above_are_read() {
    let with = imported(PERCENT, &nothing_said());
    assert!(with.report.notes.iter().any(|note| note.contains("ercentages")), "{:?}", with.report.notes);
    let without = imported(THREE, &nothing_said());
    for (run, whole) in with.runs.iter().zip(&without.runs) {
        let whole = figures(whole);
        let figures = figures(run);
        assert!(figures.len() > 20);
        assert!(figures.iter().all(|(key, figure)| whole.get(key) == Some(figure)));
    }
    // A row of changes in place of figures has none.
    let changes = TWO.replacen(" 810. 650.       181.7  203.7", " -25% 9.0%       181.7  203.7", 1);
    assert_ne!(changes, TWO);
    let run = &imported(&changes, &nothing_said()).runs[0];
    assert!(!figures(run).keys().any(|(id, ..)| id == "ipc.pipe.bandwidth" || id == "ipc.unix.bandwidth"));
}

/// Summaries of others, where a folder of them is at hand: `BENCHPAGES_DATA` names it.
#[test]
fn summaries_of_others_give_each_rows_kernel_in_order_and_every_number() {
    let Some(folder) = std::env::var_os("BENCHPAGES_DATA").map(std::path::PathBuf::from) else { return };
    for (name, expected, again) in [
        // The clock stands thrice more, in three tables, and the switch of two processes once more.
        ("summary-2.0-linux2.4-2.5.33.txt", &["2.4.18", "2.4.19", "2.5.33", "2.5.33x", "2.5.33M"][..], 3),
        // The scaling load is no figure either.
        ("summary-3.0-linux2.4.20-2.6.0.txt", &["2.4.20-", "2.4.20", "2.6.0"], 4),
        ("summary-3.0-vm-run1.txt", &["5.15.0-"], 4),
        ("summary-3.0-vm-run2.txt", &["5.15.0-"], 4),
    ] {
        let text = std::fs::read_to_string(folder.join("lmbench").join(name)).unwrap();
        let imported = imported(&text, &nothing_said());
        let releases: Vec<&str> = imported.runs.iter().map(|run| run.kernel.release.as_str()).collect();
        assert_eq!(releases, expected, "{name}");
        assert_eq!(imported.report.figures, numbers(&text) - again * expected.len(), "{name}");
    }
}

#[test]
fn files_made_become_a_rate_and_say_so() {
    let imported = imported(TWO, &nothing_said());
    let cell = imported.runs[0].groups.iter().find(|group| group.benchmark == "fs.create").unwrap().cells[0].clone();
    assert!((cell.values[0][0] - 1e6 / 68.9).abs() < 1e-6);
    assert_eq!((cell.printed[0].as_str(), cell.printed_unit.as_deref()), ("68.9", Some("us")));
    assert_eq!(cell.note.as_deref(), Some("printed as 68.9 us for one"));
}

#[test]
fn another_heading_caption_or_rule_is_an_error_of_its_line() {
    for (from, to, expected) in [
        ("Pipe AF     UDP", "Pipe UDP    AF ", "headings"),
        ("Local* Communication bandwidths in MB/s", "Local* Communication bandwidths in KB/s", "caption"),
        ("Context switching - times in microseconds", "Context switching - times in nanoseconds", "caption"),
        ("--------- ------------- ----- ------ ------", "--------- -------------  ---- ------ ------", ""),
        ("--------- ------------- ----- ------ ------", "--------- ------------- ----- -------------", "rule"),
        ("hosta      Linux 2.4.18 0.990", "hosta    Linux 2.4.18 0.990", "columns"),
        ("  13.8 6.2700  309.8", "  13.8 6.2700\n  309.8", ""),
        ("2.4.18 0.990 4.4200   13.8", "2.4.18 0.990 4.4200 13.8", ""),
    ] {
        let damaged = TWO.replacen(from, to, 1);
        assert_ne!(damaged, TWO, "{from}");
        match import(damaged.as_bytes(), &nothing_said()) {
            Err(error) => assert!(error.to_string().contains(expected), "{from}: {error}"),
            Ok(done) => {
                assert!(expected.is_empty(), "{from} was taken");
                let whole = imported(TWO, &nothing_said());
                for (run, whole) in done.runs.iter().zip(&whole.runs) {
                    assert_eq!(figures(run), figures(whole), "{from}");
                }
            }
        }
    }
}

#[test]
fn wrapped_lines_are_an_error_and_never_blank_cells() {
    for width in [60, 70, 72, 75] {
        let mut wrapped = String::new();
        for line in TWO.lines() {
            match line.char_indices().rev().find(|(index, c)| *index > 30 && *index <= width && *c == ' ') {
                Some((at, _)) if line.len() > width => {
                    wrapped += &format!("{}\n{}\n", &line[..at], line[at..].trim_start())
                }
                _ => wrapped += &format!("{line}\n"),
            }
        }
        if wrapped != TWO {
            let error = import(wrapped.as_bytes(), &nothing_said()).map(|done| done.report.text());
            assert!(error.is_err(), "{width}: {error:?}");
        }
    }
}

#[test]
fn hints_do_not_change_what_a_caption_states() {
    let mut options = nothing_said();
    options.hints.push(Hint::unit("ms").unwrap());
    let hinted = imported(TWO, &options);
    assert_eq!(figures(&hinted.runs[0]), figures(&imported(TWO, &nothing_said()).runs[0]));
}

#[test]
fn a_row_that_the_first_table_has_not_is_an_error() {
    let line = TWO.lines().collect::<Vec<_>>().iter().rposition(|line| line.contains("Linux 2.4.19")).unwrap();
    for release in ["      ", "2.4.18", "2.6.19"] {
        let change = |(index, text): (usize, &str)| {
            let text = if index == line { text.replacen("2.4.19", release, 1) } else { text.to_owned() };
            text + "\n"
        };
        let damaged: String = TWO.lines().enumerate().map(change).collect();
        let error = import(damaged.as_bytes(), &nothing_said()).unwrap_err().to_string();
        assert!(error.contains("no table above has a row") || error.contains("several rows"), "{release}: {error}");
    }
}
