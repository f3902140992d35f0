//! The form of renderings, on figures known from the posts.

use proptest::prelude::*;

use super::*;
use crate::compare::{CellStatus, Comparison, Difference, KeyValue, Row, Word};
use crate::model::Better;
use crate::number::Display;
use crate::view::fixture::{absent, chunk_sweep, column, comparison, ipc_lock, kernels, measured, printed, row, table};

fn linked() -> Options {
    Options { link: Some("http://host/published/?id=2002-08-05-ipc-lock".to_owned()), ..Options::default() }
}

#[test]
fn the_table_for_mail_has_its_form() {
    let mut comparison = ipc_lock();
    comparison.same = [("kernel.name", "Linux"), ("kernel.release", "2.5.29"), ("machine.name", "4-way SMP 500 MHz")]
        .map(|(key, value)| KeyValue { key: key.to_owned(), value: value.to_owned() })
        .to_vec();
    let values = vec![Some("ipc".to_owned())];
    comparison.differs = vec![Difference { key: "label.patch".to_owned(), values, parts: Vec::new() }];
    let expected = "\
Local communication latency, us per round trip, lower is better
same: Linux 2.5.29, 4-way SMP 500 MHz        differs: patch (ipc)

                               2.5.29s4   2.5.29s4-ipc      better by
ipc.pipe.latency                  12.51          11.43    +8.6 %
ipc.unix.latency                  21.61          19.82    +8.3 %
net.udp.latency                   36.28          35.12    +3.2 %
net.tcp.latency                   56.90          54.89    +3.5 %
net.rpc_tcp.latency              123.30         121.91    +1.1 %
net.rpc_udp.latency               89.78          88.70    +1.2 %
net.tcp.connect                  192.74         187.76    +2.6 %
geometric mean of 7 common rows                           +4.1 %

n: 1 / mean of 3 (reduced: no test)  published, linux-kernel, 2002-08-05
placement not stated
http://host/published/?id=2002-08-05-ipc-lock
";
    assert_eq!(text(&comparison, &linked()), expected);
}

#[test]
fn the_words_of_tests_stand_behind_changes_and_are_explained() {
    let mut comparison = ipc_lock();
    let words = [(Word::Better, None), (Word::Same, None), (Word::Undecided, Some(0.041)), (Word::Undecided, None)];
    for (row, (word, detectable)) in comparison.tables[0].rows.iter_mut().zip(words) {
        let change = row.changes[1].as_mut().unwrap();
        (change.word, change.detectable, change.single_boot) = (word, detectable, true);
    }
    let text = text(&comparison, &Options::default());
    for line in [
        "ipc.pipe.latency 12.51 11.43 +8.6 % better 1b",
        "ipc.unix.latency 21.61 19.82 +8.3 % = 1b",
        "net.udp.latency 36.28 35.12 +3.2 % ~4.1% 1b",
        "net.tcp.latency 56.90 54.89 +3.5 % ~ 1b",
        "net.rpc_tcp.latency 123.30 121.91 +1.1 %",
        "better, worse: a difference beyond floor and noise",
        "=: no change beyond the floor",
        "~: undecided; ~N%, ~Nx: a change by so much would have been seen",
        "1b: one boot a side; another boot may differ",
    ] {
        let same = |own: &str| own.split_whitespace().eq(line.split_whitespace());
        assert!(text.lines().any(same), "no line {line:?}:\n{text}");
    }
    assert!(!text.contains("no test"), "{text}");
    let markdown = markdown(&comparison, &Options::default());
    assert!(markdown.contains("| **+8.6 %** better 1b |") && markdown.contains("| +3.2 % \\~4.1% 1b |"), "{markdown}");
    let csv = csv(&comparison);
    assert!(csv.lines().any(|line| line.contains("11.43") && line.ends_with(",better,,,,,")), "{csv}");
    assert!(csv.lines().any(|line| line.contains("35.12") && line.ends_with(",undecided,,,0.041,,")), "{csv}");
}

#[test]
fn further_blocks_repeat_row_names_and_baseline() {
    let text = text(&kernels(), &Options::default());
    let blocks: Vec<&str> = text.lines().filter(|line| line.contains("better by")).collect();
    assert_eq!(blocks.len(), 6, "{text}");
    assert!(blocks.iter().all(|line| line.trim_start().starts_with("2.5.65 ")), "{text}");
    assert_eq!(text.matches("build.autoconf").count(), 2);
    assert_eq!(text.matches("3845").count(), 2);
    assert_eq!(text.matches("2.5.65-mm2-anobjrmap").count(), 3, "long names stay whole");
}

#[test]
fn the_old_kernel_pages_had_a_row_a_kernel() {
    let text = text(&kernels(), &Options { layout: Layout::Kernels, ..Options::default() });
    assert!(text.contains("2.5.65-mm2-anobjrmap      3824    1614   1284       +2.3 %"), "{text}");
}

/// A measured pipe latency beside the published one, and a connect that failed.
fn mixed() -> Comparison {
    let latency = |benchmark, published, own| row(benchmark, &[], "latency", Better::Lower, vec![published, own]);
    let reference =
        |text| crate::compare::Cell { unstated: vec!["placement".to_owned()], ..printed(text, Display::US) };
    let mut failed = absent(CellStatus::Failed);
    failed.reason = Some("connect: ECONNREFUSED".to_owned());
    let rows = vec![
        latency("ipc.pipe.latency", reference("12.51"), measured("3.100", "0.12", &[3000.0, 3100.0, 3200.0])),
        latency("net.tcp.connect", reference("192.74"), failed),
        latency("net.udp.latency", absent(CellStatus::Missing), measured("9.000", "0.30", &[9000.0])),
    ];
    let mut own = column("6.18.44");
    (own.reference, own.source, own.starts) = (false, None, 3);
    let table = table("Local communication latency", Display::US, "round trip", Better::Lower, rows);
    comparison(vec![column("2.5.29s4"), own], vec![table])
}

#[test]
fn reference_figures_are_marked_and_absent_ones_named() {
    let text = text(&mixed(), &Options::default());
    let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap_or_default().to_owned();
    let words = |line: String| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(line("ipc.pipe")), ["ipc.pipe.latency", "12.51*", "3.100", "+-0.12"]);
    assert_eq!(words(line("net.tcp")), ["net.tcp.connect", "192.74*", "failed"]);
    assert_eq!(words(line("net.udp")), ["net.udp.latency", "missing", "9.000", "+-0.30"]);
    assert!(text.contains("placement not stated"), "{text}");
    assert!(text.contains("failed: net.tcp.connect in 6.18.44: connect: ECONNREFUSED"), "{text}");
    assert!(!text.contains('%') && !text.contains("better by"), "nothing is compared: {text}");
}

#[test]
fn columns_without_figures_in_a_table_are_only_named() {
    let mut comparison = kernels();
    for row in &mut comparison.tables[0].rows {
        row.cells[2] = absent(CellStatus::Missing);
        row.cells[3] = absent(CellStatus::Failed);
        row.changes[2] = None;
        row.changes[3] = None;
    }
    comparison.tables.truncate(1);
    let text = text(&comparison, &Options::default());
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let row = text.lines().find(|line| line.starts_with("ipc.pipe.latency")).unwrap_or_default();
    assert_eq!(words(row), ["ipc.pipe.latency", "15.36", "15.80", "-2.9", "%", "failed"], "{text}");
    assert!(text.contains("without figures here: 2.5.65-mm2\n"), "{text}");
}

#[test]
fn every_figure_of_a_source_is_listed() {
    let several = |texts: &[&str]| crate::compare::Cell {
        printed: texts.iter().map(|text| (*text).to_owned()).collect(),
        text: Some("201.62".to_owned()),
        ..printed(texts[0], Display::MB_S)
    };
    let cells = vec![several(&["202.34", "201.28", "201.23"]), printed("267.82", Display::MB_S)];
    let rows = vec![row("ipc.pipe.bandwidth", &[], "bandwidth", Better::Higher, cells)];
    let table = table("Local communication bandwidth", Display::MB_S, "", Better::Higher, rows);
    let comparison = comparison(vec![column("FreeBSD 3.4"), column("Linux 2.3.99")], vec![table]);
    let text = text(&comparison, &Options::default());
    assert!(text.contains("printed: 202.34 201.28 201.23 / 267.82"), "{text}");
    assert!(text.contains("n: 1 to 3") || text.contains("n: 3 / 1"), "{text}");
}

#[test]
fn a_sweep_says_once_what_its_rows_share() {
    let text = text(&chunk_sweep(), &Options::default());
    assert!(text.contains("\ncopy.sweep\n  chunk=65536 method=kernel_memcpy "), "{text}");
    assert!(text.contains("cache not stated"), "{text}");
}

#[test]
fn markdown_cannot_be_broken_by_names() {
    let mut comparison = ipc_lock();
    comparison.columns[1].short = "a|b <img src=x> `*_".to_owned();
    let markdown = markdown(&comparison, &Options::default());
    let header = markdown.lines().find(|line| line.starts_with("| benchmark")).unwrap_or_default();
    assert!(header.contains(r"a\|b &lt;img src=x&gt; \`\*\_"), "{header}");
    let bars = |line: &str| line.replace(r"\|", "").matches('|').count();
    let tables: Vec<&str> = markdown.lines().filter(|line| line.starts_with('|')).collect();
    assert!(tables.iter().all(|line| bars(line) == 5), "{markdown}");
}

/// A reader of RFC 4180, written apart from the writer.
fn parse_csv(text: &str) -> Vec<Vec<String>> {
    let mut records = vec![vec![String::new()]];
    let mut characters = text.chars().peekable();
    let mut quoted = false;
    while let Some(character) = characters.next() {
        let record = records.last_mut().expect("there is one");
        let field = record.last_mut().expect("there is one");
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => record.push(String::new()),
            '\r' if !quoted && characters.peek() == Some(&'\n') => {
                characters.next();
                records.push(vec![String::new()]);
            }
            other => field.push(other),
        }
    }
    assert_eq!(records.pop(), Some(vec![String::new()]), "the last line ends");
    records
}

#[test]
fn csv_keeps_all_text_and_starts_no_formula() {
    let names = ["=SUM(A1)", "+1", "-1+2", "@cmd", "a,\"b\"\r\nc", "\t=x", " =x", "plain"];
    for name in names {
        let mut comparison = mixed();
        comparison.columns[0].name = name.to_owned();
        let records = parse_csv(&csv(&comparison));
        assert!(records.iter().all(|record| record.len() == records[0].len()));
        assert_eq!(records.len(), 1 + 6);
        let at = |name: &str| records[0].iter().position(|field| field == name).expect("a column of that name");
        let shown = &records[1][at("column")];
        assert!(shown == name || *shown == format!("'{name}"), "{shown}");
        for field in records.iter().skip(1).flatten() {
            assert!(!field.trim_start().starts_with(['=', '+', '-', '@']) || field.parse::<f64>().is_ok(), "{field}");
        }
        assert_eq!((records[2][at("value")].as_str(), records[2][at("unit")].as_str()), ("3.100", "µs"));
        assert_eq!((records[2][at("raw_value")].as_str(), records[2][at("raw_unit")].as_str()), ("3100", "ns"));
        assert_eq!(records[4][at("value")], "", "a failed cell has no figure");
        assert_eq!(records[4][at("status")], "failed");
        assert_eq!(records[2][at("starts")], "3");
    }
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{1,12}", "[a-zA-Z0-9. _-]{1,90}", any::<String>()]
}

fn a_row(columns: usize) -> impl Strategy<Value = Row> {
    let cell = prop_oneof![
        (0.001_f64..1e7).prop_map(|value| printed(&format!("{value:.2}"), Display::US)),
        (word(), word()).prop_map(|(text, spread)| measured(&text, &spread, &[1.0, 2.0])),
        Just(absent(CellStatus::Unsupported)),
    ];
    let point = prop::collection::btree_map(word(), word(), 0..4);
    (word(), point, prop::collection::vec(cell, columns)).prop_map(|(benchmark, point, cells)| {
        let point: Vec<_> = point.iter().map(|(axis, value)| (axis.as_str(), value.as_str().into())).collect();
        row(&benchmark, &point, "latency", Better::Lower, cells)
    })
}

fn a_comparison() -> impl Strategy<Value = Comparison> {
    let columns = prop::collection::vec((word(), word(), any::<bool>()), 1..9);
    columns.prop_flat_map(|names| {
        let rows = prop::collection::vec(a_row(names.len()), 1..6);
        let notes = prop::collection::vec(word(), 0..3);
        (Just(names), rows, notes, word()).prop_map(|(names, rows, notes, title)| {
            let columns = names.into_iter().map(|(name, short, reference)| {
                let mut column = column(&name);
                (column.short, column.reference) = (short, reference);
                column
            });
            let table = table(&title, Display::US, "round trip", Better::Lower, rows);
            let mut comparison = comparison(columns.collect(), vec![table]);
            comparison.notes = notes;
            comparison
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_line_is_ascii_and_fits(comparison in a_comparison(), width in 0_usize..100) {
        for layout in [Layout::Benchmarks, Layout::Kernels] {
            let options = Options { width, layout, link: None };
            let text = text(&comparison, &options);
            for line in text.lines() {
                prop_assert!(line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{line:?}");
                prop_assert!(line.len() <= options.columns(), "{} in {}: {line}\n{text}", line.len(), options.columns());
            }
        }
        let lines = markdown(&comparison, &Options::default());
        prop_assert!(!lines.contains('<'));
        let records = parse_csv(&csv(&comparison));
        prop_assert_eq!(records.len(), 1 + comparison.tables[0].rows.len() * comparison.columns.len());
    }
}
