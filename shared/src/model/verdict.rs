//! What the collector says of its own run.

use serde::{Deserialize, Serialize};

/// The verdict and its reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// In a word.
    pub word: VerdictWord,
    /// Why, most important first; empty when clean.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Disturbance>,
}

/// The verdict in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictWord {
    /// Nothing was seen that would spoil the figures.
    Clean,
    /// Something was; the figures stand, marked.
    Disturbed,
    /// The figures must not be compared.
    Invalid,
}

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disturbance {
    /// Which kind: `canary`, `run_delay`, `steal`, `throttled`, `load`, `quota`, `interrupted`, `earlier`,
    /// `planted`.
    pub kind: String,
    /// In a sentence, with the figure.
    pub text: String,
}
