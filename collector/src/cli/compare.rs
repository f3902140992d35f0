//! `benchpages compare FILE…`: runs side by side, by the same code as the server and the page.

mod check;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Args as ClapArgs, ValueEnum};
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use shared::compare::Comparison;
use shared::model::RunId;
use shared::render::{self, Options};
use shared::summary::{RunSummary, summarise};
use shared::view::{Candidate, Columns, View, compare_view, resolve};

use super::output::put;
use crate::document::{self, Document};

/// Options of `compare`. They mean what the same names mean in the address of a comparison.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Args {
    /// Run documents, plain or packed with gzip; a column each
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Keys whose values make the columns, instead of a column a file: kernel.release
    #[arg(long, value_name = "KEY,KEY")]
    by: Option<String>,
    /// Conditions on the runs: machine.cpu.model:K6*
    #[arg(long = "where", value_name = "KEY:GLOB")]
    conditions: Vec<String>,
    /// The baseline: a column's number, from 0; with --by its value
    #[arg(long, value_name = "COLUMN")]
    base: Option<String>,
    /// Rows to show
    #[arg(long, value_name = "GLOB,GLOB")]
    rows: Option<String>,
    /// Values of an axis to show
    #[arg(long, value_name = "AXIS:V,V")]
    at: Vec<String>,
    /// What to hide: same, noisy, partial, other
    #[arg(long, value_name = "WORD,WORD")]
    hide: Option<String>,
    /// Order of the rows: change:1:desc, value:0, name
    #[arg(long, value_name = "BY:COLUMN:ORDER")]
    sort: Option<String>,
    /// Unit to show a quantity in: rate:MiB/s
    #[arg(long, value_name = "QUANTITY:UNIT")]
    unit: Vec<String>,
    /// Which way round the tables are: kernels
    #[arg(long, value_name = "WORD")]
    layout: Option<String>,
    /// Show the values of what differs, side by side, instead of figures
    #[arg(long)]
    differs: bool,
    /// Print nothing but these rows, and exit with 0 if none is worse than allowed, 1 if one is, 125 if that cannot be
    /// told: for `git bisect run`
    #[arg(long, value_name = "GLOB", requires = "worse_than")]
    check: Option<String>,
    /// How much worse than the baseline a row of --check may be: 5%
    #[arg(long, value_name = "PERCENT", value_parser = check::fraction, requires = "check")]
    worse_than: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    #[default]
    Text,
    Markdown,
    Csv,
    Json,
}

/// Compares the runs and prints the answer. A check that fails for any reason cannot tell.
pub fn run(args: &Args) -> Result<ExitCode> {
    match (&args.check, args.worse_than) {
        (Some(rows), Some(allowed)) => Ok(check::run(rows, allowed, compared(args))?.into()),
        _ => print(args).map(|()| ExitCode::SUCCESS),
    }
}

fn print(args: &Args) -> Result<()> {
    let (view, comparison) = compared(args)?;
    let options = Options { layout: view.layout, ..Options::default() };
    let text = match args.format {
        _ if args.differs => differing(&comparison),
        Format::Text => render::text(&comparison, &options),
        Format::Markdown => render::markdown(&comparison, &options),
        Format::Csv => render::csv(&comparison),
        Format::Json => serde_json::to_string_pretty(&comparison)? + "\n",
    };
    Ok(put(&text)?)
}

/// The comparison that the options ask for.
fn compared(args: &Args) -> Result<(View, Comparison)> {
    let documents: Vec<Document> = args.files.iter().map(|file| document::read(file)).collect::<Result<_, _>>()?;
    let (view, reports) = view(args, &documents);
    for report in reports {
        eprintln!("note: {report}");
    }
    let comparison = compare(&view, &documents);
    if comparison.columns.is_empty() {
        bail!("nothing to compare: {}", comparison.notes.join("; "));
    }
    Ok((view, comparison))
}

/// The view that the options ask for, read by the grammar of addresses, and what it could not use.
fn view(args: &Args, documents: &[Document]) -> (View, Vec<String>) {
    let once = [
        ("by", &args.by),
        ("base", &args.base),
        ("rows", &args.rows),
        ("hide", &args.hide),
        ("sort", &args.sort),
        ("layout", &args.layout),
    ];
    let often = [("where", &args.conditions), ("at", &args.at), ("unit", &args.unit)];
    let once = once.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
    let often = often.into_iter().flat_map(|(name, values)| values.iter().map(move |value| (name, value)));
    let pairs: Vec<String> = once.chain(often).map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    let parsed = View::parse(&pairs.join("&"));
    let mut view = parsed.view;
    if args.by.is_none() && args.conditions.is_empty() {
        view.columns = Columns::Frozen(documents.iter().map(|document| vec![document.id.clone()]).collect());
    }
    (view, parsed.reports)
}

/// A value as a query holds it.
fn encoded(value: &str) -> String {
    value.replace('%', "%25").replace('&', "%26").replace('+', "%2B")
}

/// Two runs beside each other, the first one the baseline.
pub fn side_by_side(documents: [Document; 2]) -> Comparison {
    let ids = documents.iter().map(|document| vec![document.id.clone()]).collect();
    compare(&View { columns: Columns::Frozen(ids), ..View::default() }, &documents)
}

fn compare(view: &View, documents: &[Document]) -> Comparison {
    let mut summaries: Vec<RunSummary> = Vec::new();
    for document in documents {
        if !summaries.iter().any(|summary| summary.head.id == document.id) {
            summaries.push(summarise(&document.id, &document.run));
        }
    }
    let superseded: Vec<&RunId> = summaries.iter().filter_map(|summary| summary.head.supersedes.as_ref()).collect();
    let candidates: Vec<Candidate> = summaries
        .iter()
        .map(|summary| Candidate {
            id: summary.head.id.clone(),
            keys: summary.keys.clone(),
            superseded: superseded.contains(&&summary.head.id),
        })
        .collect();
    compare_view(view, &resolve(view, &candidates), &summaries.iter().collect::<Vec<_>>())
}

/// Every key in which the columns differ, with its values.
fn differing(comparison: &Comparison) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING);
    let names = comparison.columns.iter().map(|column| column.short.clone());
    table.set_header(std::iter::once(String::new()).chain(names));
    for difference in comparison.differs.iter().chain(&comparison.facts) {
        let values = difference.values.iter().map(|value| value.clone().unwrap_or_else(|| "-".to_owned()));
        table.add_row(std::iter::once(difference.key.clone()).chain(values));
    }
    if table.is_empty() { "nothing differs\n".to_owned() } else { table.trim_fmt() + "\n" }
}
