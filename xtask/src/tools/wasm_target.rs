//! A compiler that can build for wasm: rustup's with its target added, or Debian's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::apt;
use crate::command::{answer, line};
use crate::place::{Place, on_path};

/// What the web app is compiled for.
pub const TARGET: &str = "wasm32-unknown-unknown";
/// Debian's compiler, the source of the standard library that it builds for wasm, and the linker.
const DEBIAN: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-22"];

/// The linker; and a program that traps where it would panic, without the text of panics and of `{:?}`: a seventh less to
/// download.
const RUSTFLAGS: &str = "-C linker-flavor=wasm-ld -Z unstable-options -C panic=immediate-abort \
    -Z location-detail=none -Z fmt-debug=none";

/// Which compiler builds the web app.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Compiler {
    /// The one on PATH, which has the target's standard library.
    OnPath,
    /// Debian's, which builds the standard library along with the app.
    Debian,
}

impl Compiler {
    /// What apt has still to install for it.
    pub fn missing_packages(self) -> Vec<&'static str> {
        match self {
            Self::OnPath => Vec::new(),
            Self::Debian => DEBIAN.into_iter().filter(|package| !apt::installed(package)).collect(),
        }
    }

    /// The folder that holds it, where it must come first on PATH.
    pub fn folder(self) -> Option<PathBuf> {
        (self == Self::Debian).then(|| PathBuf::from("/usr/bin"))
    }

    /// Sets what cargo must be told.
    pub fn configure(self, command: &mut Command) {
        if self == Self::Debian {
            command
                .env_remove("RUSTUP_TOOLCHAIN")
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort")
                .env("CARGO_UNSTABLE_BUILD_STD_FEATURES", "optimize_for_size")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "lld-22")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", RUSTFLAGS);
        }
    }
}

/// Chooses the compiler, asking rustup for the target where it may have it.
///
/// A refusal of rustup is remembered for this version of the compiler, so that the next call does not wait for it.
pub fn choose(place: &Place) -> Result<Compiler> {
    if has_target() {
        return Ok(Compiler::OnPath);
    }
    let version =
        answer(Command::new("rustc").arg("-vV")).context("there is no working rustc on PATH: install Rust")?;
    let refusal = place.tool("rustup-refused-wasm32");
    if on_path("rustup").is_some() && fs::read_to_string(&refusal).ok().as_deref() != Some(&version) {
        if add_with_rustup() && has_target() {
            return Ok(Compiler::OnPath);
        }
        remember(&refusal, &version)?;
    }
    Ok(Compiler::Debian)
}

fn has_target() -> bool {
    let libraries = answer(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]));
    let entries = libraries.and_then(|folder| fs::read_dir(folder).ok());
    entries.is_some_and(|entries| entries.flatten().any(|e| e.file_name().to_string_lossy().starts_with("libstd-")))
}

fn add_with_rustup() -> bool {
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", TARGET]);
    println!("$ {}", line(&rustup));
    let added = rustup.status().is_ok_and(|status| status.success());
    if !added {
        println!("rustup cannot add the wasm target here; Debian's own compiler takes its place");
    }
    added
}

fn remember(file: &Path, version: &str) -> Result<()> {
    let folder = file.parent().context("a tool lies in a folder")?;
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(file, version))
        .with_context(|| format!("cannot write {}", file.display()))
}
