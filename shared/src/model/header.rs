//! Who made a document, and from what.

use serde::{Deserialize, Serialize};

/// The program that wrote the document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collector {
    /// Semantic version.
    pub version: String,
    /// Git revision, target and profile of the build.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
}

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// At most 2 minutes: the tables of the old posts, one placement each; 3 starts of 7 samples.
    Quick,
    /// At most 15 minutes: the set without builds; 12 starts of 5 samples.
    Standard,
    /// At most 60 minutes and the builds; 20 starts of 7 samples.
    Full,
}

impl Preset {
    /// The preset's name, as documents and the command line write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Standard => "standard",
            Self::Full => "full",
        }
    }
}

/// Where the figures come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// Measured, imported or published.
    pub kind: ProvenanceKind,
    /// What they were taken from; absent in measured runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// What a reader must know of them: oddities of the original, mappings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// How the figures came into being.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProvenanceKind {
    /// By the collector, on the machine that the document describes.
    Measured,
    /// By another tool; read from its own file.
    Imported,
    /// By somebody who published them; never ranked with measured runs.
    Published,
}

/// A mail or page that figures were taken from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Subject or title.
    pub title: String,
    /// The list or site it appeared on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
    /// Its author's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Its day, `2002-08-05`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Its Message-ID, without angle brackets: finds the post in any archive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_id: Option<String>,
    /// A link to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// SHA-256 of the text the figures were taken from, in hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Name of the published page that the run belongs to: `2002-08-05-ipc-lock`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
}
