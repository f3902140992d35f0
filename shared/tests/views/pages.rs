//! The published pages as text: every figure as it was printed, in lines for mail.

use std::fs;
use std::path::{Path, PathBuf};

use shared::compare::Comparison;
use shared::model::{Run, RunId, Source};
use shared::render::{self, Options};
use shared::summary::{RunSummary, summarise};
use shared::view::{Columns, Layout, View, compare_view, resolve};

/// A published page as the server reads it.
pub struct Page {
    pub id: String,
    pub runs: Vec<Run>,
    pub summaries: Vec<RunSummary>,
}

/// All pages of `static/published`, oldest first.
pub fn pages() -> Vec<Page> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/published");
    let mut pages: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.is_dir());
    pages.sort();
    pages.iter().map(|path| page(path)).collect()
}

fn page(folder: &Path) -> Page {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.file_name().is_some_and(|name| name != "page.json"));
    files.sort();
    let documents: Vec<(RunId, Run)> = files
        .iter()
        .map(|file| {
            let bytes = fs::read(file).unwrap();
            (RunId::of(&bytes), shared::model::parse(&bytes).unwrap())
        })
        .collect();
    let summaries = documents.iter().map(|(id, run)| summarise(id, run)).collect();
    let id = folder.file_name().unwrap().to_string_lossy().into_owned();
    Page { id, runs: documents.into_iter().map(|(_, run)| run).collect(), summaries }
}

impl Page {
    /// Its runs beside each other, with what a query chooses.
    pub fn compared(&self, query: &str) -> Comparison {
        let columns = self.summaries.iter().map(|run| vec![run.head.id.clone()]).collect();
        let view = View { columns: Columns::Frozen(columns), ..View::parse(query).view };
        compare_view(&view, &resolve(&view, &[]), &self.summaries.iter().collect::<Vec<_>>())
    }

    fn source(&self) -> Source {
        self.runs[0].provenance.source.clone().unwrap()
    }

    fn text(&self, layout: Layout) -> String {
        let link = Some(format!("http://host/published/?id={}", self.id));
        let notes = self.runs[0].provenance.notes.clone();
        render::page_text(&self.source(), &notes, &self.compared(""), &Options { link, layout, ..Options::default() })
    }
}

#[test]
fn pages_as_text() {
    for page in pages() {
        insta::assert_snapshot!(page.id.clone(), page.text(Layout::Benchmarks));
    }
}

#[test]
fn the_kernel_page_in_its_old_form() {
    let page = pages().into_iter().find(|page| page.id.contains("anobjrmap")).unwrap();
    insta::assert_snapshot!("kernels_layout", page.text(Layout::Kernels));
}

#[test]
fn every_printed_figure_stands_in_the_text_in_csv_and_in_markdown() {
    for page in pages() {
        let comparison = page.compared("");
        let options = Options::default();
        let renderings =
            [page.text(Layout::Benchmarks), render::csv(&comparison), render::markdown(&comparison, &options)];
        for cell in page.runs.iter().flat_map(|run| &run.groups).flat_map(|group| &group.cells) {
            for digits in &cell.printed {
                for rendering in &renderings {
                    let words = |c: char| !(c.is_ascii_digit() || c == '.');
                    assert!(rendering.split(words).any(|word| word == digits), "{}: {digits}\n{rendering}", page.id);
                }
            }
        }
    }
}

#[test]
fn what_the_catalogue_lacks_is_shown_in_the_unit_it_was_printed_in() {
    let page = pages().into_iter().find(|page| page.id.contains("as-iosched")).unwrap();
    let text = page.text(Layout::Benchmarks);
    assert!(text.contains("foreign, s, lower is better"), "{text}");
    let row: Vec<&str> =
        text.lines().filter(|line| line.contains("tasks=32 ")).nth(2).unwrap().split_whitespace().collect();
    assert_eq!(row, ["tasks=32", "634.0", "316.3", "+50.1", "%"]);
    assert!(!text.contains("printed:"), "{text}");
}

#[test]
fn lines_are_for_mail() {
    for page in pages() {
        for line in page.text(Layout::Benchmarks).lines().chain(page.text(Layout::Kernels).lines()) {
            assert!(line.is_ascii() && (line.len() <= 72 || line.starts_with("http")), "{line}");
        }
    }
}

#[test]
fn the_ipc_page_shows_the_improvements_of_its_figures() {
    let page = pages().into_iter().find(|page| page.id.contains("ipc-lock")).unwrap();
    let comparison = page.compared("");
    let rows = comparison.tables.iter().flat_map(|table| &table.rows);
    let changes: Vec<&str> = rows.filter_map(|row| Some(row.changes[1].as_ref()?.text.as_str())).collect();
    let mut sorted = changes.clone();
    sorted.sort_unstable();
    let mut expected = ["+8.6 %", "+8.3 %", "+3.2 %", "+3.5 %", "+1.1 %", "+1.2 %", "+2.6 %"];
    expected.sort_unstable();
    assert_eq!(sorted, expected);
}
