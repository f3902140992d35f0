//! One thing that spoils results.

use serde::Serialize;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Good to know when results are compared.
    Note,
    /// Widens the noise, or makes results depend on chance.
    Noise,
    /// Figures will be wrong or not comparable.
    Spoils,
}

impl Severity {
    /// In a word, as printed.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Noise => "noise",
            Self::Spoils => "spoils",
        }
    }
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What kind it is: `governor`.
    pub id: &'static str,
    /// How bad.
    pub severity: Severity,
    /// What was seen, with the figure.
    pub seen: String,
    /// What it does to results.
    pub effect: &'static str,
    /// What to do about it; empty where nothing can be done from here.
    pub remedy: String,
}

impl Finding {
    /// A finding of this severity.
    pub fn new(
        id: &'static str,
        severity: Severity,
        seen: impl Into<String>,
        effect: &'static str,
        remedy: impl Into<String>,
    ) -> Self {
        Self { id, severity, seen: seen.into(), effect, remedy: remedy.into() }
    }
}

/// One check: nothing where all is well or the kernel does not say.
pub type Check = fn(&super::Seen) -> Option<Finding>;
