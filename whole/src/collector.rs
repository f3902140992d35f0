//! Real runs of the collector.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};

use crate::collector_program;

/// A finished run.
pub struct Measured {
    /// Its file.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The document.
    pub document: serde_json::Value,
}

/// Measures into `folder` with these further arguments of `benchpages run`.
pub fn measure(folder: &Path, name: &str, arguments: &[&str]) -> Result<Measured> {
    let path = folder.join(name);
    let output = Command::new(collector_program())
        .arg("run")
        .arg("--out")
        .arg(&path)
        .args(arguments)
        .current_dir(folder)
        .output()?;
    ensure!(output.status.success(), "benchpages run: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    let bytes = std::fs::read(&path)?;
    let document = serde_json::from_slice(&bytes)?;
    Ok(Measured { path, bytes, document })
}
