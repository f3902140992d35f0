//! What a server says went wrong: a problem document (RFC 9457), or whatever else it sends. Shown, never trusted.

use std::fmt;
use std::io::Read;

use reqwest::StatusCode;
use reqwest::blocking::Response;
use serde::Deserialize;

/// Most bytes of an answer that are looked at.
const MOST: u64 = 64 << 10;
/// Most characters of a text that are shown.
const SHOWN: usize = 400;

/// The members that are shown.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Members {
    title: Option<String>,
    detail: Option<String>,
    field: Option<String>,
    reason: Option<String>,
    errors: Vec<FieldError>,
}

/// One of several fields.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct FieldError {
    field: Option<String>,
    reason: Option<String>,
    detail: Option<String>,
}

/// A refusal in words.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    members: Members,
}

impl Problem {
    /// Reads an answer.
    pub fn of(response: Response) -> Self {
        let status = response.status();
        // A body that breaks off leaves the status, which says enough.
        let bytes = body(response).unwrap_or_default();
        Self { status, members: serde_json::from_slice(&bytes).unwrap_or_default() }
    }
}

/// `422 Unprocessable Entity: broken document: groups[3].cells[0].unit: is missing`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.status)?;
        let Members { title, detail, field, reason, errors } = &self.members;
        let title = title.as_ref().filter(|title| Some(title.as_str()) != self.status.canonical_reason());
        let named = field.as_ref().filter(|field| !detail.as_ref().is_some_and(|detail| detail.contains(*field)));
        for text in [title, named, detail.as_ref(), reason.as_ref()].into_iter().flatten() {
            write!(f, ": {}", shown(text))?;
        }
        for error in errors.iter().take(20) {
            let words = [&error.field, &error.reason, &error.detail].into_iter().flatten();
            write!(f, "\n  {}", words.map(|word| shown(word)).collect::<Vec<_>>().join(": "))?;
        }
        Ok(())
    }
}

/// The beginning of an answer's body.
pub fn body(response: Response) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    response.take(MOST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A foreign text made fit for a terminal.
pub fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(SHOWN).collect()
}
