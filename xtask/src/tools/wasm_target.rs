//! A compiler that can build for wasm, standard library included: the one on PATH, or Debian's own.

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

/// A program that traps where it would panic, without the text of panics and of `{:?}`: a quarter less to download.
/// The standard library must be built with the same, which is why its source is needed.
const SMALL: &str = "-Z unstable-options -C panic=immediate-abort -Z location-detail=none -Z fmt-debug=none";

/// Which compiler builds the web app.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Compiler {
    /// The one on PATH, with its own linker.
    OnPath,
    /// Debian's, with Debian's linker.
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
        let mut flags = SMALL.to_owned();
        if self == Self::Debian {
            flags.push_str(" -C linker-flavor=wasm-ld");
            command.env_remove("RUSTUP_TOOLCHAIN").env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "lld-22");
        }
        command
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort")
            .env("CARGO_UNSTABLE_BUILD_STD_FEATURES", "optimize_for_size")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
    }
}

/// Chooses the compiler, asking rustup for the library's source where it may have it.
///
/// A refusal of rustup is remembered for this version of the compiler, so that the next call does not wait for it.
pub fn choose(place: &Place) -> Result<Compiler> {
    if has_library_source() {
        return Ok(Compiler::OnPath);
    }
    if Compiler::Debian.missing_packages().is_empty() {
        return Ok(Compiler::Debian);
    }
    let version =
        answer(Command::new("rustc").arg("-vV")).context("there is no working rustc on PATH: install Rust")?;
    let refusal = place.tool("rustup-refused-rust-src");
    if on_path("rustup").is_some() && fs::read_to_string(&refusal).ok().as_deref() != Some(&version) {
        if add_with_rustup() && has_library_source() {
            return Ok(Compiler::OnPath);
        }
        remember(&refusal, &version)?;
    }
    Ok(Compiler::Debian)
}

/// Whether the compiler on PATH comes with the standard library's source.
pub fn has_library_source() -> bool {
    let sysroot = answer(Command::new("rustc").args(["--print", "sysroot"]));
    sysroot.is_some_and(|sysroot| Path::new(&sysroot).join("lib/rustlib/src/rust/library/std").is_dir())
}

fn add_with_rustup() -> bool {
    let mut rustup = Command::new("rustup");
    rustup.args(["component", "add", "rust-src"]);
    println!("$ {}", line(&rustup));
    let added = rustup.status().is_ok_and(|status| status.success());
    if !added {
        println!("rustup cannot add the library's source here; Debian's own compiler takes its place");
    }
    added
}

fn remember(file: &Path, version: &str) -> Result<()> {
    let folder = file.parent().context("a tool lies in a folder")?;
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(file, version))
        .with_context(|| format!("cannot write {}", file.display()))
}
