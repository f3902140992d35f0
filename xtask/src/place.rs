//! Where things lie: the clone, the cache that all clones share, the store of this person.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The folders that tasks read and write.
pub struct Place {
    root: PathBuf,
    cache: PathBuf,
    data: PathBuf,
}

impl Place {
    /// Finds the clone that cargo runs this program for, and the person's folders.
    pub fn find() -> Result<Self> {
        let manifest = folder("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = manifest.parent().context("xtask lies in the root of the filesystem")?.to_path_buf();
        let cache = match folder("BENCHPAGES_CACHE") {
            Some(cache) => cache,
            None => base("XDG_CACHE_HOME", ".cache").context("set BENCHPAGES_CACHE or HOME")?,
        };
        let data = base("XDG_DATA_HOME", ".local/share").unwrap_or_else(|| cache.join("data"));
        Ok(Self { root, cache, data })
    }

    /// The clone.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The built web app, which the server embeds.
    pub fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// What this clone alone needs between calls.
    pub fn own(&self) -> PathBuf {
        self.root.join("target").join("xtask")
    }

    /// Tools, build results and locks, shared between clones.
    pub fn cache(&self) -> &Path {
        &self.cache
    }

    /// The folder of one installed tool.
    pub fn tool(&self, name_and_version: &str) -> PathBuf {
        self.cache.join("tools").join(name_and_version)
    }

    /// Build results for this machine.
    pub fn host_target(&self) -> PathBuf {
        folder("CARGO_TARGET_DIR").unwrap_or_else(|| self.cache.join("target/host"))
    }

    /// Build results of the web app: a folder of its own, since its compiler may be another one.
    pub fn web_target(&self) -> PathBuf {
        folder("CARGO_TARGET_DIR").map_or_else(|| self.cache.join("target/web"), |target| target.join("web"))
    }

    /// The SQLite file of `up`.
    pub fn store(&self) -> PathBuf {
        self.data.join("benchpages.db")
    }
}

fn base(variable: &str, below_home: &str) -> Option<PathBuf> {
    folder(variable).or_else(|| Some(folder("HOME")?.join(below_home))).map(|base| base.join("benchpages"))
}

fn folder(variable: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env::var_os(variable)?);
    if path.as_os_str().is_empty() { None } else { Some(std::path::absolute(&path).unwrap_or(path)) }
}

/// Finds a program on PATH.
pub fn on_path(program: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|path| path.is_file())
}
