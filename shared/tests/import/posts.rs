//! The five posts that the published pages come from, and other mails: every figure, and nothing else.

use std::collections::BTreeSet;

use shared::import::{Hint, ImportError, import};
use shared::model::{Better, Run};

use crate::support::{imported, nothing_said, printed};

/// The figures that the pages must show: page, benchmark, point, column, unit, direction, values.
const EXPECTED: &str = include_str!("../../../whole/tests/published.tsv");

/// Excerpts of the posts: their figures.
pub const POSTS: [(&str, &str); 5] = [
    ("2002-11-05-netio2-copy-user", include_str!("mails/2002-11-05-netio2-copy-user.txt")),
    ("2000-03-17-pipe-bandwidth", include_str!("mails/2000-03-17-pipe-bandwidth.txt")),
    ("2002-08-05-ipc-lock", include_str!("mails/2002-08-05-ipc-lock.txt")),
    ("2008-10-08-mpc8313-copy", include_str!("mails/2008-10-08-mpc8313-copy.html")),
    ("2003-03-22-anobjrmap", include_str!("mails/2003-03-22-anobjrmap.txt")),
];

/// One line of the table of what is expected: benchmark, point, column, unit, direction, values.
pub type Line = (String, String, String, String, String, String);

/// The expected figures of a page or post. Axes are sorted; digits are compared as numbers, because tables drop zeros.
pub fn expected(table: &str, page: &str) -> BTreeSet<Line> {
    let rows = table.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    rows.filter(|row| row[0] == page)
        .map(|row| {
            let mut axes: Vec<&str> = row[2].split(',').collect();
            axes.sort_unstable();
            let column = row[3].split_once('=').map_or("", |(kind, name)| if kind == "machine" { "" } else { name });
            (row[1].clone(), axes.join(","), column.to_owned(), row[4].clone(), row[5].clone(), digits(&row[6]))
        })
        .collect()
}

fn digits(values: &str) -> String {
    let values = values
        .split(',')
        .map(|value| value.parse::<f64>().map_or_else(|_| value.to_owned(), |value| value.to_string()));
    values.collect::<Vec<_>>().join(",")
}

/// What runs hold, in the same form. The column is as the table names it: a configuration, or a kernel.
pub fn found(runs: &[Run], columns: &BTreeSet<Line>) -> BTreeSet<Line> {
    let mut lines = BTreeSet::new();
    for run in runs {
        let whole = format!("{} {}", run.kernel.name, run.kernel.release);
        let names = [run.labels.get("config").cloned().unwrap_or_default(), run.kernel.release.clone(), whole];
        let column = names.into_iter().find(|name| !name.is_empty() && columns.iter().any(|line| line.2 == *name));
        for group in &run.groups {
            for cell in &group.cells {
                let better = match cell.better {
                    Better::Lower => "lower",
                    Better::Higher => "higher",
                    Better::Neutral => "neutral",
                };
                lines.insert((
                    group.benchmark.clone(),
                    cell.at.to_string(),
                    column.clone().unwrap_or_default(),
                    cell.printed_unit.clone().unwrap_or_default(),
                    better.to_owned(),
                    digits(&cell.printed.join(",")),
                ));
            }
        }
    }
    lines
}

#[test]
fn the_posts_give_exactly_the_figures_of_their_pages() {
    let mut count = 0;
    for (page, text) in POSTS {
        let imported = imported(text, &nothing_said());
        let expected = expected(EXPECTED, page);
        assert_eq!(found(&imported.runs, &expected), expected, "{page}");
        count += expected.len();
    }
    assert_eq!(count, 78);
}

/// The whole posts, where a folder of them is at hand: `BENCHPAGES_SEEDS` names it.
#[test]
fn whole_posts_give_exactly_what_was_read_from_them_by_eye() {
    let Some(folder) = std::env::var_os("BENCHPAGES_SEEDS").map(std::path::PathBuf::from) else { return };
    let table = std::fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let mut posts = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let expected = expected(&table, &name);
        if expected.is_empty() {
            continue;
        }
        let imported =
            import(&std::fs::read(&path).unwrap(), &nothing_said()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(found(&imported.runs, &expected), expected, "{name}");
        posts += 1;
    }
    assert_eq!(posts, 5);
}

#[test]
fn a_caption_rules_over_a_unit_beside_a_figure_and_the_oddity_is_noted() {
    let imported = imported(POSTS[4].1, &nothing_said());
    let cell = |benchmark: &str| {
        imported.runs[0].groups.iter().find(|group| group.benchmark == benchmark).unwrap().cells[0].clone()
    };
    let latency = cell("ipc.pipe.latency");
    assert_eq!(latency.values, [[15_360.0]]);
    assert_eq!(latency.note.as_deref(), Some("printed as 15.36 ms; the caption says microseconds"));
    assert_eq!(cell("ipc.pipe.bandwidth").note, None, "MB/second is MB/s");
    assert_eq!(cell("build.kernel").values, [[1641e9]]);
}

#[test]
fn a_column_that_is_said_to_be_a_mean_is_marked() {
    let imported = imported(POSTS[2].1, &nothing_said());
    let cells: Vec<_> = imported.runs.iter().map(|run| &run.groups[0].cells[0]).collect();
    assert_eq!((cells[0].n, cells[0].reduced_by.as_deref()), (None, None));
    assert_eq!((cells[1].n, cells[1].reduced_by.as_deref()), (Some(3), Some("mean")));
}

#[test]
fn figures_that_do_not_fit_their_percentage_are_an_error() {
    let text = POSTS[2].1;
    for (from, to, problem) in [
        ("12.51 11.43 9%", "11.43 12.51 9%", "say opposite things"),
        ("21.61 19.82 8%", "21.61 91.82 8%", "do not differ by 8%"),
        ("36.28 35.12 3%", "36.28 3%", "a figure is expected where \"3%\" stands"),
        ("in microseconds", "in furlongs", "--unit"),
    ] {
        let damaged = text.replacen(from, to, 1);
        assert_ne!(damaged, text);
        let error = import(damaged.as_bytes(), &nothing_said()).unwrap_err().to_string();
        assert!(error.contains(problem), "{to}: {error}");
    }
}

#[test]
fn a_unit_or_name_that_is_missing_is_asked_for_by_its_line_and_flag() {
    let quad = include_str!("mails/2002-09-11-quad-xeon.txt");
    let mut options = nothing_said();
    let mut asked = Vec::new();
    let done = loop {
        match import(quad.as_bytes(), &options) {
            Ok(done) => break done,
            Err(ImportError::Missing { line, what, flag }) => {
                assert!(asked.len() < 10, "{asked:?}");
                let hint = if flag.contains("--benchmark") {
                    Hint::benchmark(&format!("{line}=foreign.build.some_{line}"))
                } else if flag.contains("--better") {
                    Hint::better(&format!("{line}=lower"))
                } else {
                    Hint::unit(&format!("{line}={}", if asked.len() == 5 { "MB/s" } else { "us" }))
                };
                asked.push((line, what));
                options.hints.push(hint.unwrap());
            }
            Err(other) => panic!("{other}"),
        }
    };
    let lines = quad.lines().enumerate().filter(|(_, line)| line.starts_with("kernel"));
    let heads: Vec<usize> = lines.map(|(index, _)| index + 1).collect();
    assert!(asked.iter().all(|(line, _)| heads.contains(line)), "{asked:?} {heads:?}");
    let last = done.runs.iter().find(|run| run.kernel.release == "2.5.33-mm5").unwrap();
    assert_eq!(printed(last, "process.fork_shell", ""), ["71588.2"]);
    assert_eq!(printed(last, "net.tcp.connect", ""), ["111.252"]);
    assert_eq!(printed(last, "ipc.unix.bandwidth", ""), ["543.57"]);
}

#[test]
fn netio2_is_read_below_either_kind_of_heading() {
    let text = include_str!("mails/2002-11-02-netio2-cache-line.txt");
    let imported = imported(text, &nothing_said());
    let configs: Vec<_> = imported.runs.iter().map(|run| run.labels["config"].as_str()).collect();
    assert_eq!(configs, ["X86_L1_CACHE_SHIFT=6", "X86_L1_CACHE_SHIFT=5"]);
    assert_eq!(imported.report.figures, text.matches("Mbytes/sec").count());
    assert_eq!(printed(&imported.runs[1], "net.socket_copy", "off_dst=116,off_src=116,size=8388608"), ["456.7"]);
    let unheaded: String =
        text.lines().filter(|line| !line.starts_with("This")).map(|line| format!("{line}\n")).collect();
    let error = import(unheaded.as_bytes(), &nothing_said()).unwrap_err().to_string();
    assert!(error.contains("stands twice"), "{error}");
}

#[test]
fn kernels_come_from_uname_and_headings() {
    let imported = imported(POSTS[1].1, &nothing_said());
    let kernels: Vec<_> =
        imported.runs.iter().map(|run| (run.kernel.name.as_str(), run.kernel.release.as_str())).collect();
    assert_eq!(kernels, [("FreeBSD", "3.4-STABLE"), ("Linux", "2.3.99-pre2-cw1")]);
    let notes = &imported.runs[1].provenance.notes;
    assert!(notes.iter().any(|note| note.contains("2.3.99-pre2-3-cw1") && note.contains("uname")), "{notes:?}");
    assert!(imported.runs[0].provenance.notes.iter().all(|note| !note.contains("uname")));
}

#[test]
fn a_table_of_means_with_one_kernel_column_is_read_by_its_rule() {
    let Some(folder) = std::env::var_os("BENCHPAGES_DATA").map(std::path::PathBuf::from) else { return };
    let text = std::fs::read_to_string(folder.join("lmbench/lmbsum-five-machines.txt")).unwrap();
    let imported = imported(&text, &nothing_said());
    let machines: Vec<_> = imported.runs.iter().map(|run| run.kernel.release.as_str()).collect();
    assert_eq!(machines, ["linux-4x700", "480r-2x900", "880r-8x750", "e10k-12x333", "s390-linux"]);
    let rows: usize = text
        .lines()
        .filter(|line| machines.iter().any(|machine| line.starts_with(machine)))
        .map(|line| line.split_whitespace().count() - 1)
        .sum();
    assert_eq!(imported.report.figures, rows);
    assert_eq!(printed(&imported.runs[4], "syscall.select", "fds=100,kind=tcp"), ["80.4670"]);
    assert_eq!(printed(&imported.runs[0], "process.fork_shell", ""), ["4246.1"]);
}

#[test]
fn a_table_under_a_rule_that_was_indented_or_broken_is_an_error_and_is_never_left_out() {
    let table = "Processes - times in microseconds - smaller is better\n\
                 kernel               fork   execve\n\
                 ----------------  -------  -------\n\
                 2.4.19-rc5-aa1      186.8    883.1\n";
    assert_eq!(imported(table, &nothing_said()).report.figures, 2);
    let indented: String = table.lines().map(|line| format!("  {line}\n")).collect();
    let broken = table.replacen("fork   execve", "fork\nexecve", 1);
    for damaged in [indented, broken] {
        let error = import(damaged.as_bytes(), &nothing_said()).unwrap_err().to_string();
        assert!(error.contains("are not right above a rule"), "{error}");
    }
}
