//! wasm-opt, from npm's binaryen: Debian 12's own is too old for what the compiler emits.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use super::crates::replace;
use crate::command::{answer, run};
use crate::place::Place;

/// The folder's name, which holds the version.
pub const FOLDER: &str = "binaryen-132";
const PACKAGE: &str = "binaryen@132";
const PROGRAMS: &str = "node_modules/.bin";

/// Whether it is there and runs.
pub fn installed(place: &Place) -> bool {
    let program = place.tool(FOLDER).join(PROGRAMS).join("wasm-opt");
    answer(Command::new(program).arg("--version")).is_some_and(|line| line.contains("version 132"))
}

/// Installs it unless it is there; returns the folder of its programs.
pub fn install(place: &Place) -> Result<PathBuf> {
    let folder = place.tool(FOLDER);
    if !installed(place) {
        let partial = place.tool(&format!("{FOLDER}.partial"));
        fs::create_dir_all(&partial).with_context(|| format!("cannot make the folder {}", partial.display()))?;
        run(Command::new("npm")
            .args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"])
            .arg(&partial)
            .arg(PACKAGE)
            .current_dir(&partial))?;
        replace(&partial, &folder)?;
    }
    Ok(folder.join(PROGRAMS))
}
