//! A published page from a post: the importer's figures, and a sidecar that says where they come from and what a reader
//! must know. The text of the post is not kept.

use std::collections::BTreeMap;
use std::{fmt, io};

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_json::ser::{Formatter, PrettyFormatter};
use thiserror::Error;

use super::{Hint, ImportError, Options, Report, import};
use crate::model::{Collector, Group, Invalid, Kernel, Machine, Provenance, ProvenanceKind, Run, Source, validate};

/// What a person writes beside a post. Figures stand in the post alone.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sidecar {
    /// The page's id and folder: `2002-08-05-ipc-lock`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// A sentence for lists.
    pub summary: String,
    /// The post.
    pub source: Source,
    /// Whether runs keep the SHA-256 of the text that they were read from.
    #[serde(default)]
    pub hash: bool,
    /// What the text leaves open.
    #[serde(default)]
    pub import: Hints,
    /// How many samples are behind figures of a benchmark, where the post says so in words.
    #[serde(default)]
    pub n: BTreeMap<String, u64>,
    /// What a reader must know of every run.
    #[serde(default)]
    pub notes: Vec<String>,
    /// The machine of every run, written as it stands.
    #[serde(default)]
    pub machine: Ordered,
    /// The runs, in the order of the post.
    pub runs: Vec<SidecarRun>,
}

/// Flags of `benchpages import`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hints {
    /// `--as`.
    #[serde(rename = "as")]
    pub format: Option<String>,
    /// `--unit`.
    pub unit: Vec<String>,
    /// `--better`.
    pub better: Vec<String>,
    /// `--benchmark`.
    pub benchmark: Vec<String>,
}

/// One run of a page.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SidecarRun {
    /// Its file: `1-2.5.29s4.json`.
    pub file: String,
    /// What the post says of its kernel; a release that the importer read must be the same.
    #[serde(default)]
    pub kernel: Kernel,
    /// What a reader must know of this run.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// Why a page cannot be made.
#[derive(Debug, Error)]
pub enum PageError {
    /// The sidecar is not one.
    #[error("the sidecar: {source}")]
    Sidecar {
        /// Where and why.
        #[source]
        source: serde_json::Error,
    },
    /// A flag in the sidecar is none.
    #[error("the sidecar: import: {problem}")]
    Hint {
        /// What is wrong.
        problem: String,
    },
    /// The post cannot be imported.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// Post and sidecar do not fit.
    #[error("the sidecar: {problem}")]
    Runs {
        /// What differs.
        problem: String,
    },
    /// A document breaks a rule.
    #[error("{file}: {source}")]
    Invalid {
        /// Its file.
        file: String,
        /// The rule.
        #[source]
        source: Invalid,
    },
    /// It could not be turned into JSON.
    #[error("{file}: {source}")]
    Json {
        /// Its file.
        file: String,
        /// Why.
        #[source]
        source: serde_json::Error,
    },
}

/// A page that was made.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its id: the name of its folder.
    pub id: String,
    /// Its files and their bytes: `page.json` first.
    pub files: Vec<(String, Vec<u8>)>,
    /// What was understood of the post.
    pub report: Report,
}

/// Makes a page of a post and its sidecar.
///
/// # Errors
/// Where the post cannot be imported, the sidecar is none, or they do not fit: see [`PageError`].
pub fn page(post: &[u8], sidecar: &[u8]) -> Result<Page, PageError> {
    let sidecar: Sidecar = serde_json::from_slice(sidecar).map_err(|source| PageError::Sidecar { source })?;
    let imported = import(post, &options(&sidecar)?)?;
    if imported.runs.len() != sidecar.runs.len() {
        let problem = format!("it names {} runs, the post has {}", sidecar.runs.len(), imported.runs.len());
        return Err(PageError::Runs { problem });
    }
    let mut files = vec![("page.json".to_owned(), index(&sidecar)?)];
    for (run, of) in imported.runs.into_iter().zip(&sidecar.runs) {
        let run = published(run, &sidecar, of)?;
        validate(&run).map_err(|source| PageError::Invalid { file: of.file.clone(), source })?;
        files.push((of.file.clone(), pretty(&Published::new(&run, &sidecar.machine), &of.file)?));
    }
    Ok(Page { id: sidecar.id, files, report: imported.report })
}

fn options(sidecar: &Sidecar) -> Result<Options, PageError> {
    let mut hints = Vec::new();
    let import = &sidecar.import;
    let read = |texts: &[String], read: fn(&str) -> Result<Hint, String>| {
        let hints = texts.iter().map(|text| read(text).map_err(|problem| PageError::Hint { problem }));
        hints.collect::<Result<Vec<_>, _>>()
    };
    hints.extend(read(&import.unit, Hint::unit)?);
    hints.extend(read(&import.better, Hint::better)?);
    hints.extend(read(&import.benchmark, Hint::benchmark)?);
    let day = sidecar.source.date.clone();
    Ok(Options { format: import.format.clone(), date: day, hints, ..Options::default() })
}

/// `page.json`: what the server lists.
fn index(sidecar: &Sidecar) -> Result<Vec<u8>, PageError> {
    #[derive(Serialize)]
    struct Index<'a> {
        id: &'a str,
        title: &'a str,
        summary: &'a str,
        runs: Vec<&'a str>,
    }
    let runs = sidecar.runs.iter().map(|run| run.file.as_str()).collect();
    pretty(&Index { id: &sidecar.id, title: &sidecar.title, summary: &sidecar.summary, runs }, "page.json")
}

/// The imported run as one of a page.
fn published(mut run: Run, sidecar: &Sidecar, of: &SidecarRun) -> Result<Run, PageError> {
    let stated = &of.kernel.release;
    if !stated.is_empty() && !run.kernel.release.is_empty() && *stated != run.kernel.release {
        let problem = format!("{}: its kernel is {stated}, the post's is {}", of.file, run.kernel.release);
        return Err(PageError::Runs { problem });
    }
    let read = std::mem::replace(&mut run.kernel, of.kernel.clone());
    if run.kernel.release.is_empty() {
        run.kernel.release = read.release;
    }
    if run.kernel.name.is_empty() {
        run.kernel.name = read.name;
    }
    run.machine = sidecar.machine.read().map_err(|source| PageError::Sidecar { source })?;
    let hash = run.provenance.source.take().and_then(|source| source.sha256).filter(|_| sidecar.hash);
    run.provenance.kind = ProvenanceKind::Published;
    run.provenance.source = Some(Source { sha256: hash, page: Some(sidecar.id.clone()), ..sidecar.source.clone() });
    run.provenance.notes = sidecar.notes.iter().chain(&of.notes).cloned().collect();
    for group in &mut run.groups {
        if let Some(n) = sidecar.n.get(&group.benchmark) {
            group.cells.iter_mut().for_each(|cell| cell.n = Some(*n));
        }
    }
    Ok(run)
}

/// A published document: the fields that it has, in their order.
#[derive(Serialize)]
struct Published<'a> {
    schema: u32,
    collector: &'a Collector,
    started: &'a str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    labels: &'a BTreeMap<String, String>,
    complete: bool,
    provenance: &'a Provenance,
    machine: &'a Ordered,
    kernel: &'a Kernel,
    groups: &'a [Group],
}

impl<'a> Published<'a> {
    fn new(run: &'a Run, machine: &'a Ordered) -> Self {
        Self {
            schema: run.schema,
            collector: &run.collector,
            started: &run.started,
            labels: &run.labels,
            complete: run.complete,
            provenance: &run.provenance,
            machine,
            kernel: &run.kernel,
            groups: &run.groups,
        }
    }
}

/// An object whose members keep their order, because published files have the order in which people wrote them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ordered(Vec<(String, Value)>);

impl Ordered {
    /// The machine that the members say.
    fn read(&self) -> Result<Machine, serde_json::Error> {
        serde_json::from_value(self.0.iter().cloned().collect())
    }
}

impl Serialize for Ordered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Ordered;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Ordered(members))
            }
        }
        deserializer.deserialize_map(Members)
    }
}

/// JSON for people to read: a space a level, and whole numbers without a point.
fn pretty(value: &impl Serialize, file: &str) -> Result<Vec<u8>, PageError> {
    let mut bytes = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, Whole(PrettyFormatter::with_indent(b" ")));
    value.serialize(&mut serializer).map_err(|source| PageError::Json { file: file.to_owned(), source })?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Writes whole floats as integers.
struct Whole(PrettyFormatter<'static>);

impl Formatter for Whole {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        const EXACT: f64 = 9e15;
        if value.fract() == 0.0 && value.abs() < EXACT {
            write!(writer, "{value:.0}")
        } else {
            self.0.write_f64(writer, value)
        }
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}
