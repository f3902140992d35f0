//! Builds the web app into `dist/`: Trunk, then short names between wasm and script, then a brotli and a gzip variant beside each file. Skipped when no input has
//! changed.

mod fingerprint;
mod glue;

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::claim::claim;
use crate::command::run;
use crate::place::Place;
use crate::tools::{TARGET, WebTools};

/// Run by node, which wasm-opt needs anyway.
const COMPRESS: &str = "xtask/src/web/compress.js";

/// Builds the app unless `dist/` holds what these inputs make. The caller holds the build lock.
pub fn build(place: &Place, tools: &WebTools) -> Result<()> {
    let index = place.root().join("web/index.html");
    if !index.is_file() {
        bail!("{} is missing: the web app has no page", index.display());
    }
    let made_from = place.own().join("web-fingerprint");
    let inputs = fingerprint::of(place.root(), &tools.versions()?)?;
    if place.dist().join("index.html").is_file() && fs::read_to_string(&made_from).is_ok_and(|made| made == inputs) {
        println!("the web app in dist/ is up to date");
        return Ok(());
    }
    if made_from.exists() {
        fs::remove_file(&made_from).with_context(|| format!("cannot remove {}", made_from.display()))?;
    }
    // Trunk must not look for tools of its own on the network, and passes that on to cargo: what it needs comes first.
    run(tools.command("cargo")?.args(["fetch", "--target", TARGET]).current_dir(place.root()))?;
    claim(&place.web_target(), place.root())?;
    run(tools
        .command("trunk")?
        .args(["build", "--offline", "true"])
        .current_dir(place.root())
        .env("CARGO_TARGET_DIR", place.web_target())
        // Trunk takes only `true` and `false` here, other programs any value.
        .env_remove("NO_COLOR"))?;
    glue::shorten(&place.dist())?;
    run(Command::new("node").arg(place.root().join(COMPRESS)).arg(place.dist()))?;
    fs::create_dir_all(place.own()).with_context(|| format!("cannot make the folder {}", place.own().display()))?;
    fs::write(&made_from, inputs).with_context(|| format!("cannot write {}", made_from.display()))
}
