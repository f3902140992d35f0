//! Files → runs, their summaries, and what the page shows of it. Pure, so all of it is tested on the host.

use std::collections::BTreeMap;

use serde::Serialize;
use shared::import::{ImportError, import};
use shared::model::{Run, RunId, parse};
use shared::summary::summarise;
use shared::view::{Columns, MAX_COLUMNS, View};

use super::said::{Question, options};

/// Bytes of the longest file that is read here.
pub const LARGEST: usize = 8 << 20;

/// A file, or a text that was pasted.
pub struct Item {
    /// How it is called on the page; it goes into no document.
    pub name: String,
    /// Its bytes, or why there are none.
    pub bytes: Result<Vec<u8>, String>,
}

/// What the page shows; it reads the same names in `api/importer.rs`.
#[derive(Debug, Default, Serialize)]
struct Answer {
    /// In a few words: `5 runs from summary.txt`.
    title: String,
    /// In a sentence or two.
    text: String,
    /// What was understood and what not, by lines.
    report: String,
    /// The comparison that they make; empty where nothing was imported.
    href: String,
    /// What a person may supply, to try again.
    #[serde(flatten)]
    question: Question,
    /// Summaries as the server would send them, as text, by run.
    kept: BTreeMap<String, String>,
}

/// Runs of one item, and what was made of its text.
struct Read {
    runs: Vec<(RunId, Run)>,
    report: String,
    /// How many lines were not understood.
    open: usize,
}

/// Why an item gives nothing.
struct Refused {
    text: String,
    question: Question,
}

impl From<String> for Refused {
    fn from(text: String) -> Self {
        Self { text, question: Question::default() }
    }
}

/// The answer to files, in JSON: all of them become columns, or none. `said` holds flags, `query` is that of the
/// comparison that stands on the page, whose columns stay; `today` is the day that stands where a text states none.
pub fn answer(items: &[Item], said: &str, query: &str, today: &str) -> String {
    let answer = made(items, said, query, today);
    // Text, numbers and lists alone: there is nothing in it that JSON cannot hold.
    serde_json::to_string(&answer).unwrap_or_default()
}

fn made(items: &[Item], said: &str, query: &str, today: &str) -> Answer {
    let mut report = String::new();
    let mut runs: Vec<(RunId, Run)> = Vec::new();
    let mut nameless = None;
    let mut open = 0;
    for (index, item) in items.iter().enumerate() {
        let read = match read(item, index, said, today) {
            Ok(read) => read,
            Err(refused) => return refusal(item, refused, items.len(), report),
        };
        report += &format!("{}\n{}\n", item.name, read.report);
        open += read.open;
        if nameless.is_none() && read.runs.iter().any(|(_, run)| run.kernel.release.is_empty()) {
            nameless = Some(index);
        }
        for run in read.runs {
            if runs.iter().all(|(id, _)| *id != run.0) {
                runs.push(run);
            }
        }
    }
    let href = match href(query, &runs) {
        Ok(href) => href,
        Err(text) => return Answer { title: "Too many columns".to_owned(), text, report, ..Answer::default() },
    };
    let from = match items {
        [item] => item.name.clone(),
        _ => format!("{} files", items.len()),
    };
    let lines = match open {
        0 => String::new(),
        1 => " One line was not understood.".to_owned(),
        _ => format!(" {open} lines were not understood."),
    };
    Answer {
        title: format!("{} from {from}", counted(runs.len(), "run")),
        text: format!("Nothing was uploaded: they are only in this tab.{lines}"),
        report,
        href,
        question: nameless.map(Question::kernel).unwrap_or_default(),
        kept: runs.iter().map(|(id, run)| (id.to_string(), summary(id, run))).collect(),
    }
}

fn refusal(item: &Item, refused: Refused, items: usize, report: String) -> Answer {
    let others = if items > 1 { " Nothing was imported of the other files either." } else { "" };
    let mut text = refused.text;
    if !text.ends_with('.') {
        text.push('.');
    }
    Answer {
        title: format!("{} was not imported", item.name),
        text: text + others,
        report,
        question: refused.question,
        ..Answer::default()
    }
}

/// The runs of an item: itself, where it is a run document, or what the importers make of it.
fn read(item: &Item, index: usize, said: &str, today: &str) -> Result<Read, Refused> {
    let bytes = item.bytes.as_ref().map_err(Clone::clone)?;
    if bytes.len() > LARGEST {
        return Err(format!("it has {} bytes; at most {LARGEST} are read here", bytes.len()).into());
    }
    if bytes.trim_ascii_start().starts_with(b"{") {
        let run = parse(bytes).map_err(|invalid| invalid.to_string())?;
        let cells: usize = run.groups.iter().map(|group| group.cells.len()).sum();
        let report = format!("a run document: 1 run, {}\n", counted(cells, "cell"));
        return Ok(Read { runs: vec![(RunId::of(bytes), run)], report, open: 0 });
    }
    let options = options(said, index, today).map_err(|(text, question)| Refused { text, question })?;
    let imported = import(bytes, &options).map_err(|error: ImportError| Refused {
        question: Question::after(&error, index).unwrap_or_default(),
        text: error.to_string(),
    })?;
    let report = imported.report.text();
    let open = imported.report.not_understood.len();
    let mut runs = Vec::new();
    for run in imported.runs {
        // The bytes that `benchpages import` writes, so that the id is the same.
        let document = serde_json::to_vec(&run).map_err(|error| error.to_string())?;
        runs.push((RunId::of(&document), run));
    }
    Ok(Read { runs, report, open })
}

fn summary(id: &RunId, run: &Run) -> String {
    serde_json::to_string(&summarise(id, run)).unwrap_or_default()
}

/// The comparison of what stands on the page already and the new runs, a column each.
fn href(query: &str, runs: &[(RunId, Run)]) -> Result<String, String> {
    let mut view = View::parse(query).view;
    let mut columns = match &mut view.columns {
        Columns::Frozen(columns) if !columns.is_empty() => std::mem::take(columns),
        _ => {
            view = View::default();
            Vec::new()
        }
    };
    for (id, _) in runs {
        if !columns.iter().any(|column| column.as_slice() == std::slice::from_ref(id)) {
            columns.push(vec![id.clone()]);
        }
    }
    if columns.len() > MAX_COLUMNS {
        return Err(format!("There would be {} columns; a comparison has at most {MAX_COLUMNS}.", columns.len()));
    }
    view.columns = Columns::Frozen(columns);
    Ok(format!("/compare/?{}", view.query()))
}

fn counted(count: usize, of: &str) -> String {
    format!("{count} {of}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const SUMMARY: &[u8] = include_bytes!("../../../shared/tests/import/lmbench/summary-2.0.txt");
    /// A table of known columns that states no unit, and one of a unit that states no benchmark.
    const BARE: [&str; 2] = [
        "kernel Pipe AF/Unix TCP\n2.5.65 10.54 13.71 39.58\n2.5.65-mm1 10.19 13.52 40.20\n",
        "kernel seconds\n2.5.65 15.80\n2.5.65-mm1 16.10\n",
    ];

    fn item(name: &str, bytes: &[u8]) -> Item {
        Item { name: name.to_owned(), bytes: Ok(bytes.to_vec()) }
    }

    fn answered(items: &[Item], said: &str, query: &str) -> Value {
        serde_json::from_str(&answer(items, said, query, "2026-11-30")).unwrap()
    }

    fn ids(href: &Value) -> Vec<String> {
        let query = href.as_str().unwrap().strip_prefix("/compare/?").unwrap();
        query.split('&').filter_map(|pair| pair.strip_prefix("run=")).map(str::to_owned).collect()
    }

    #[test]
    fn a_summary_of_five_kernels_becomes_five_columns() {
        let answer = answered(&[item("summary.txt", SUMMARY)], "", "");
        assert_eq!(answer["title"], "5 runs from summary.txt");
        assert!(answer["report"].as_str().unwrap().contains("lmbench-summary"), "{answer}");
        let columns = ids(&answer["href"]);
        let kernels: Vec<String> = columns
            .iter()
            .map(|id| {
                let summary: Value = serde_json::from_str(answer["kept"][id].as_str().unwrap()).unwrap();
                assert_eq!(summary["head"]["id"], id.as_str());
                summary["head"]["kernel_release"].as_str().unwrap().to_owned()
            })
            .collect();
        assert_eq!(kernels, ["2.4.18", "2.4.19", "2.5.33", "2.5.33x", "2.5.33M"]);
        assert!(!answer.to_string().contains("hosta"), "hosts stay in the file");
    }

    #[test]
    fn a_run_document_is_a_run_with_the_id_of_its_bytes() {
        let document = include_bytes!("../../../static/published/2002-08-05-ipc-lock/1-2.5.29s4.json");
        let answer = answered(&[item("a.json", document), item("again.json", document)], "", "");
        assert_eq!(ids(&answer["href"]), [RunId::of(document).as_str()], "the same run twice is one column");
        let broken = answered(&[item("b.json", br#"{"schema": 1, "started": 3}"#)], "", "");
        assert_eq!((&broken["title"], &broken["href"]), (&json!("b.json was not imported"), &json!("")));
        assert!(broken["text"].as_str().unwrap().contains("not a run document"), "{broken}");
    }

    #[test]
    fn columns_that_stand_already_stay_and_choices_with_them() {
        let before = RunId::of(b"before");
        let query = format!("run={before}&rows=ipc.*");
        let answer = answered(&[item("s.txt", SUMMARY)], "", &query);
        let now = ids(&answer["href"]);
        assert_eq!((now.len(), now[0].as_str()), (6, before.as_str()));
        assert!(answer["href"].as_str().unwrap().contains("rows=ipc"));
        let again = answer["href"].as_str().unwrap().strip_prefix("/compare/?").unwrap().to_owned();
        assert_eq!(answered(&[item("s.txt", SUMMARY)], "", &again)["href"], answer["href"], "once more adds nothing");
        assert_eq!(ids(&answered(&[item("s.txt", SUMMARY)], "", "by=kernel&where=x:y")["href"]).len(), 5);
        let full: Vec<String> = (0..30).map(|index| format!("run={}", RunId::of(&[index]))).collect();
        let refused = answered(&[item("s.txt", SUMMARY)], "", &full.join("&"));
        assert!(refused["text"].as_str().unwrap().contains("35 columns") && refused["href"] == "", "{refused}");
    }

    #[test]
    fn what_a_text_leaves_open_is_asked_for_until_it_is_whole() {
        let items = BARE.map(|text| item("mail.txt", text.as_bytes()));
        let mut said = String::new();
        let mut asked = Vec::new();
        let answer = loop {
            let answer = answered(&items, &said, "");
            if answer["href"] != "" {
                break answer;
            }
            let text = answer["text"].as_str().unwrap();
            assert!(text.contains("line 1: ") && text.contains("supply it with --"), "{text}");
            let value = match answer["label"].as_str().unwrap() {
                "unit" => "us",
                "direction" => "lower",
                _ => "foreign.build.whole",
            };
            let ask = answer["ask"].as_str().unwrap();
            said += &format!("{ask}{value}\n");
            asked.push(ask.to_owned());
            assert!(asked.len() < 5, "{answer}");
        };
        assert_eq!(asked, ["0 --unit 1=", "1 --benchmark 1=", "1 --better 1="]);
        assert_eq!((ids(&answer["href"]).len(), &answer["ask"]), (4, &json!("")));
    }

    #[test]
    fn one_bad_file_stops_all_and_is_named() {
        let items = [item("good.txt", SUMMARY), item("bad.txt", b"lorem ipsum\n")];
        let answer = answered(&items, "", "");
        assert_eq!(answer["title"], "bad.txt was not imported");
        assert!(answer["text"].as_str().unwrap().ends_with("Nothing was imported of the other files either."));
        assert_eq!((&answer["href"], &answer["kept"]), (&json!(""), &json!({})));
        let large = answered(&[item("large.txt", &vec![b'a'; LARGEST + 1])], "", "");
        assert!(large["text"].as_str().unwrap().contains("8388608"), "{large}");
        let gone = Item { name: "x".to_owned(), bytes: Err("the browser cannot read it".to_owned()) };
        assert_eq!(answered(&[gone], "", "")["text"], "the browser cannot read it.");
    }
}
