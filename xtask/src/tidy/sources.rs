//! The files that the rules look at.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::Finding;
use super::code::code_lines;

const FOLDERS: [&str; 9] = ["shared", "collector", "server", "web", "xtask", "whole", "static", "docs", ".ci"];
const TYPES: [&str; 9] = ["rs", "toml", "md", "css", "html", "js", "sql", "sh", "svg"];
const BUILT: [&str; 4] = ["target", "dist", "node_modules", "snapshots"];

/// A file of the repository.
pub struct Source {
    /// Its path from the root, with `/`.
    pub path: String,
    /// Its lines as they are.
    pub lines: Vec<String>,
    /// Of a Rust file, its lines with comments and the insides of literals blanked out.
    pub code: Vec<String>,
}

impl Source {
    /// Takes a file's text.
    pub fn new(path: &str, text: &str) -> Self {
        let code = if path.ends_with(".rs") { code_lines(text) } else { Vec::new() };
        Self { path: path.into(), lines: text.lines().map(String::from).collect(), code }
    }

    /// Whether it lies below a folder.
    pub fn below(&self, folder: &str) -> bool {
        self.path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    }

    /// Whether it is Rust.
    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The code lines with their numbers, up to the test module that ends the file.
    pub fn program(&self) -> impl Iterator<Item = (usize, &str)> {
        let tests = |line: &str| line.trim() == "#[cfg(test)]";
        let end =
            self.code.iter().position(|line| tests(line)).filter(|&at| {
                self.code.get(at + 1).is_some_and(|next| next.starts_with("mod ") && next.ends_with('{'))
            });
        self.numbered().take(end.unwrap_or(self.code.len()))
    }

    /// All code lines with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (usize, &str)> {
        self.code.iter().enumerate().map(|(at, line)| (at + 1, line.as_str()))
    }

    /// A breach in a line of this file.
    pub fn finding(&self, line: usize, message: impl Into<String>) -> Finding {
        Finding { path: self.path.clone(), line, message: message.into() }
    }
}

/// Reads all of them.
pub fn read(root: &Path) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for folder in FOLDERS {
        collect(root, &root.join(folder), &mut sources)?;
    }
    for entry in fs::read_dir(root).context("cannot read the clone")?.flatten() {
        if entry.path().is_file() {
            take(root, &entry.path(), &mut sources)?;
        }
    }
    Ok(sources)
}

fn collect(root: &Path, folder: &Path, sources: &mut Vec<Source>) -> Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_file() {
            take(root, &path, sources)?;
        } else if !BUILT.iter().any(|built| entry.file_name() == *built) {
            collect(root, &path, sources)?;
        }
    }
    Ok(())
}

fn take(root: &Path, path: &Path, sources: &mut Vec<Source>) -> Result<()> {
    let of_interest = path.extension().is_some_and(|extension| TYPES.iter().any(|known| extension == *known));
    if of_interest {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let from_root = path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/");
        sources.push(Source::new(&from_root, &text));
    }
    Ok(())
}
