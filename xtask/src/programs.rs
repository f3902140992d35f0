//! Builds the server and the collector, and copies them to where no other clone's build replaces them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::claim::claim;
use crate::command::{cargo, run};
use crate::place::Place;

/// How they are built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Quickly, with debug assertions: for tests.
    Dev,
    /// Optimised: for measuring and serving.
    Release,
}

/// The built programs.
pub struct Programs {
    /// `benchpages`.
    pub collector: PathBuf,
    /// `benchpages-server`, with `dist/` embedded.
    pub server: PathBuf,
}

/// Builds both. The caller holds the build lock, since clones share the target folder.
pub fn build(place: &Place, profile: Profile) -> Result<Programs> {
    let (folder, flag) = match profile {
        Profile::Dev => ("debug", None),
        Profile::Release => ("release", Some("--release")),
    };
    let target = place.host_target();
    claim(&target, place.root())?;
    run(cargo()
        .args(["build", "--package", "collector", "--package", "server"])
        .args(flag)
        .current_dir(place.root())
        .env("CARGO_TARGET_DIR", &target))?;
    let copies = place.own().join(folder);
    Ok(Programs {
        collector: copy(&target.join(folder), &copies, "benchpages")?,
        server: copy(&target.join(folder), &copies, "benchpages-server")?,
    })
}

/// Copies a built program from one folder to another.
pub fn copy(from: &Path, to: &Path, name: &str) -> Result<PathBuf> {
    let (built, new, kept) = (from.join(name), to.join(format!("{name}.new")), to.join(name));
    fs::create_dir_all(to)
        .and_then(|()| fs::copy(&built, &new))
        .and_then(|_| fs::rename(&new, &kept))
        .with_context(|| format!("cannot copy {} to {}", built.display(), kept.display()))?;
    Ok(kept)
}
