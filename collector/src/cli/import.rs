//! `benchpages import FILE…`: makes runs of what other tools wrote, and says what was understood and what was not.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;
use shared::import::page::page;
use shared::import::{self, Hint, Imported, LONGEST, Options};

use super::output::put;
use super::run::key_value;
use crate::document::{self, now};

/// Options of `import`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Args {
    /// Files that other tools wrote, mails, or shell transcripts; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Read the files as this format, instead of what they look like
    #[arg(long = "as", value_name = "FORMAT")]
    format: Option<String>,
    /// Name and release of the kernel, where a file states none: `Linux 2.5.46`
    #[arg(long, value_name = "NAME RELEASE")]
    kernel: Option<String>,
    /// Day of the measurement, where a file states none: 2002-08-05
    #[arg(long, value_name = "DAY")]
    date: Option<String>,
    /// Unit of the figures, of all or of those that a line heads: `us`, `12=us`
    #[arg(long = "unit", value_name = "[LINE=]UNIT", value_parser = Hint::unit)]
    units: Vec<Hint>,
    /// Whether lower or higher figures are better: `lower`, `12=higher`
    #[arg(long = "better", value_name = "[LINE=]DIRECTION", value_parser = Hint::better)]
    directions: Vec<Hint>,
    /// What the figures are of: `12=build.kernel`
    #[arg(long = "benchmark", value_name = "[LINE=]ID", value_parser = Hint::benchmark)]
    benchmarks: Vec<Hint>,
    /// Say something of the runs that comparisons can use: `config=CONFIG_MK7`
    #[arg(long = "label", value_name = "KEY=VALUE", value_parser = key_value)]
    labels: Vec<(String, String)>,
    /// Write the documents into this folder, made for several, or a single one to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Say what would be imported, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Make a published page of one post and this sidecar, in a new folder of --out; see docs/import.md
    #[arg(long, value_name = "SIDECAR", conflicts_with_all = ["format", "kernel", "date", "units", "directions", "benchmarks", "labels"])]
    page: Option<PathBuf>,
}

/// Imports every file before the first document is written.
pub fn run(args: &Args) -> Result<()> {
    if let Some(sidecar) = &args.page {
        return make_page(args, sidecar);
    }
    let options = args.options();
    let mut imported = Vec::new();
    for file in &args.files {
        let bytes = read(file).with_context(|| file.display().to_string())?;
        imported.push(import::import(&bytes, &options).with_context(|| file.display().to_string())?);
    }
    for (file, imported) in args.files.iter().zip(&imported) {
        put(&format!("{}\n{}", file.display(), imported.report.text()))?;
    }
    if args.dry_run { Ok(()) } else { write(&imported, args.out.as_deref()) }
}

/// Makes the folder of a published page.
fn make_page(args: &Args, sidecar: &Path) -> Result<()> {
    let [post] = args.files.as_slice() else { bail!("--page makes a page of one post; name one file") };
    let bytes = read(post).with_context(|| post.display().to_string())?;
    let said = read(sidecar).with_context(|| sidecar.display().to_string())?;
    let page = page(&bytes, &said).with_context(|| post.display().to_string())?;
    put(&format!("{}\n{}", post.display(), page.report.text()))?;
    if args.dry_run {
        return Ok(());
    }
    let plain = |name: &str| !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\']);
    if !plain(&page.id) || !page.files.iter().all(|(file, _)| plain(file)) {
        bail!("{}: its id and files must be names without a path", sidecar.display());
    }
    let folder = args.out.as_deref().unwrap_or(Path::new(".")).join(&page.id);
    std::fs::create_dir(&folder).with_context(|| folder.display().to_string())?;
    for (file, bytes) in &page.files {
        let path = folder.join(file);
        std::fs::write(&path, bytes).with_context(|| path.display().to_string())?;
        put(&format!("wrote {}\n", path.display()))?;
    }
    Ok(())
}

impl Args {
    fn options(&self) -> Options {
        Options {
            format: self.format.clone(),
            kernel: self.kernel.clone(),
            date: self.date.clone(),
            today: now().chars().take(10).collect(),
            labels: self.labels.clone(),
            hints: [&self.units, &self.directions, &self.benchmarks].into_iter().flatten().cloned().collect(),
        }
    }
}

/// The bytes of a file, as far as any text is read and one more.
fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = LONGEST as u64 + 1;
    if file == Path::new("-") {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        std::fs::File::open(file)?.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Writes the documents, in the order of their columns, and prints where.
fn write(imported: &[Imported], out: Option<&Path>) -> Result<()> {
    let runs: Vec<_> = imported.iter().flat_map(|imported| &imported.runs).collect();
    let usual = document::runs_folder(document::data_folder().as_deref());
    let out = out.unwrap_or(&usual);
    if runs.len() > 1 && !out.is_dir() {
        if out.exists() {
            bail!("{}: is no folder, and there are {} runs; name a folder with --out", out.display(), runs.len());
        }
        std::fs::create_dir_all(out).with_context(|| format!("{}: cannot be made", out.display()))?;
    }
    document::check_destination(out)?;
    let mut paths = String::new();
    for run in runs {
        let written = document::write(run, out)?;
        put(&format!("wrote {}\n", written.path.display()))?;
        paths += &format!(" {}", written.path.display());
    }
    put(&format!("compare: benchpages compare{paths}\n"))?;
    Ok(())
}
