//! The published pages: embedded when the server is built, loaded into the store when it starts.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use shared::model::{Run, RunId, Source};
use thiserror::Error;

use crate::ingest::{IngestError, prepare};
use crate::store::{Store, StoreError};

/// Every page's folder: `page.json` and its run documents.
#[derive(rust_embed::Embed)]
#[folder = "../static/published"]
struct Embedded;

/// A published page: runs taken from one post, with its source.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct PublishedPage {
    /// Its name in URLs: `2002-08-05-ipc-lock`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it shows, in a sentence.
    pub summary: String,
    /// The day of the source.
    pub date: Option<String>,
    /// The list or site that it appeared on.
    pub list: Option<String>,
    /// The mail or page that the figures come from.
    #[schema(value_type = Object)]
    pub source: Source,
    /// Its runs, in the order of the post.
    #[schema(value_type = Vec<String>)]
    pub runs: Vec<RunId>,
    /// What a reader must know of the figures.
    pub notes: Vec<String>,
}

/// Why the pages cannot be loaded: the server was built from broken files.
#[derive(Debug, Error)]
pub enum PublishedError {
    /// A page's list of its runs is broken.
    #[error("static/published/{file}: {source}")]
    Page {
        /// Which file.
        file: String,
        /// What is wrong.
        #[source]
        source: serde_json::Error,
    },
    /// A page names a file that is not there, or has no runs.
    #[error("static/published/{page}/page.json: {problem}")]
    Runs {
        /// Which page.
        page: String,
        /// What is wrong.
        problem: String,
    },
    /// A run document is broken.
    #[error("static/published/{file}: {source}")]
    Document {
        /// Which file.
        file: String,
        /// What is wrong.
        #[source]
        source: IngestError,
    },
    /// The store does not take them.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// `page.json`.
#[derive(Deserialize)]
struct PageFile {
    id: String,
    title: String,
    summary: String,
    runs: Vec<String>,
}

/// Keeps every page's runs in the store, those that it lacks, and gives the pages, newest first.
pub async fn load(store: &Arc<dyn Store>) -> Result<Vec<PublishedPage>, PublishedError> {
    let files = Embedded::iter().filter_map(|name| Some((name.to_string(), Embedded::get(&name)?.data.into_owned())));
    load_files(store, &files.collect()).await
}

async fn load_files(
    store: &Arc<dyn Store>,
    files: &BTreeMap<String, Vec<u8>>,
) -> Result<Vec<PublishedPage>, PublishedError> {
    let mut pages = Vec::new();
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with("/page.json")) {
        let page =
            serde_json::from_slice(bytes).map_err(|source| PublishedError::Page { file: name.clone(), source })?;
        let folder = name.trim_end_matches("page.json");
        pages.push(load_page(store, files, folder, page).await?);
    }
    pages.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| a.id.cmp(&b.id)));
    Ok(pages)
}

async fn load_page(
    store: &Arc<dyn Store>,
    files: &BTreeMap<String, Vec<u8>>,
    folder: &str,
    page: PageFile,
) -> Result<PublishedPage, PublishedError> {
    let broken = |problem: &str| PublishedError::Runs { page: page.id.clone(), problem: problem.to_owned() };
    let mut runs = Vec::new();
    let mut notes: Vec<String> = Vec::new();
    let mut first_source = None;
    for name in &page.runs {
        let file = format!("{folder}{name}");
        let document = files.get(&file).ok_or_else(|| broken(&format!("names {name}, which is not there")))?;
        let failed = |source| PublishedError::Document { file: file.clone(), source };
        let id = RunId::of(document);
        let run: Run =
            shared::model::parse(document).map_err(|error| failed(crate::ingest::Refused::from(error).into()))?;
        if !store.has(&id).await? {
            store.keep(prepare(id.clone(), document).map_err(failed)?).await?;
        }
        runs.push(id);
        for note in run.provenance.notes {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        first_source = first_source.or(run.provenance.source);
    }
    let source = first_source.ok_or_else(|| broken("has no run with a source"))?;
    Ok(PublishedPage {
        id: page.id,
        title: page.title,
        summary: page.summary,
        date: source.date.clone(),
        list: source.list.clone(),
        source,
        runs,
        notes,
    })
}
