//! Whether a document is what it says it is.

use shared::model::{Invalid, Run, RunId, parse};
use thiserror::Error;

/// Why a document is refused.
#[derive(Debug, Error)]
pub enum Refused {
    /// The bytes have another id.
    #[error("the bytes have the id {actual}, not {claimed}: they were changed on the way, or the address is wrong")]
    OtherId {
        /// What the address says.
        claimed: RunId,
        /// What the bytes hash to.
        actual: RunId,
    },
    /// A field is missing or wrong.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// It cannot be summarised.
    #[error("the run cannot be summarised: {0}")]
    Summary(#[from] super::derive::DeriveError),
}

impl Refused {
    /// The field that is to blame, if one is.
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::OtherId { .. } => Some("id"),
            Self::Invalid(invalid) => invalid.field(),
            Self::Summary(_) => None,
        }
    }
}

/// Holds the id that a client claims against the bytes.
pub fn same_id(claimed: &RunId, document: &[u8]) -> Result<(), Refused> {
    let actual = RunId::of(document);
    if actual == *claimed { Ok(()) } else { Err(Refused::OtherId { claimed: claimed.clone(), actual }) }
}

/// Reads the document and checks every field.
pub fn check(document: &[u8]) -> Result<Run, Refused> {
    Ok(parse(document)?)
}
