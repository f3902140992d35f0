//! The collector as one file that needs nothing beside it: no loader, no library. It is what is copied to other machines.

mod elf;
mod library;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use elf::Needs;
use sha2::{Digest, Sha256};

use crate::claim::claim;
use crate::command::{answer, cargo, run};
use crate::lock;
use crate::place::Place;

/// What a program is compiled for.
pub struct Target {
    /// The kernel's name of the instruction set.
    pub arch: &'static str,
    triple: &'static str,
    /// The linker, where the compiler's own choice is that of another machine.
    linker: Option<&'static str>,
}

/// Any x86-64 Linux.
pub const X86_64: Target = Target { arch: "x86_64", triple: "x86_64-unknown-linux-gnu", linker: None };
/// Any 64-bit ARM Linux.
pub const AARCH64: Target =
    Target { arch: "aarch64", triple: "aarch64-unknown-linux-gnu", linker: Some("aarch64-linux-gnu-gcc") };

/// The oldest kernel that the program must start on.
const OLDEST_KERNEL: [u32; 3] = [3, 10, 0];

/// Builds the program, checks it, and prints where it is.
pub fn dist(place: &Place) -> Result<ExitCode> {
    let _lock = lock::exclusive(&place.cache().join("build.lock"), "another cargo xtask is building or testing")?;
    let program = collector(place, &X86_64)?;
    let bytes = fs::read(&program).with_context(|| format!("cannot read {}", program.display()))?;
    let sum = sha256(&bytes);
    let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let sums = program.with_file_name(format!("{name}.sha256"));
    fs::write(&sums, format!("{sum}  {name}\n")).with_context(|| format!("cannot write {}", sums.display()))?;
    // What runs here also shows that the program runs at all.
    let pages = program.with_file_name("pages");
    run(Command::new(&program).arg("generate").arg(&pages))?;
    println!("manual pages and completions: {}", pages.display());
    println!("{}\n{} bytes\nSHA-256 {sum}", program.display(), bytes.len());
    Ok(ExitCode::SUCCESS)
}

/// Builds the collector and puts it where it stays, once it is known to need nothing. The caller holds the build lock.
pub fn collector(place: &Place, target: &Target) -> Result<PathBuf> {
    let built = build(place, target, "collector", "benchpages")?;
    let folder = place.own().join("dist");
    let kept = folder.join(format!("benchpages-{}-{}-linux", env!("CARGO_PKG_VERSION"), target.arch));
    let new = kept.with_extension("new");
    fs::create_dir_all(&folder)
        .and_then(|()| fs::copy(&built, &new))
        .and_then(|_| fs::rename(&new, &kept))
        .with_context(|| format!("cannot copy {} to {}", built.display(), kept.display()))?;
    Ok(kept)
}

/// Builds a program that needs nothing beside it, and says where it lies until the next build. The caller holds the build
/// lock.
pub fn build(place: &Place, target: &Target, package: &str, program: &str) -> Result<PathBuf> {
    let folder = place.host_target();
    claim(&folder, place.root())?;
    let mut build = cargo();
    build
        .args(["build", "--package", package, "--bin", program, "--profile", "dist", "--target", target.triple])
        .current_dir(place.root())
        .env("CARGO_TARGET_DIR", &folder)
        // Only what runs elsewhere; build scripts and macros are this machine's.
        .env(target.variable("RUSTFLAGS"), "-C target-feature=+crt-static")
        .env_remove("RUSTFLAGS");
    if let Some(linker) = target.linker {
        build.env(target.variable("LINKER"), linker);
    }
    library::provide(target.triple, &mut build)?;
    if let Some(revision) = revision(place.root()) {
        build.env("BENCHPAGES_REVISION", revision);
    }
    run(&mut build)?;
    let built = folder.join(target.triple).join("dist").join(program);
    let bytes = fs::read(&built).with_context(|| format!("cannot read {}", built.display()))?;
    let needs = elf::needs(&bytes).with_context(|| built.display().to_string())?;
    if let Some(problem) = problem(&needs) {
        bail!("{}: {problem}", built.display());
    }
    Ok(built)
}

impl Target {
    /// The variable with which cargo is told something about this target.
    fn variable(&self, what: &str) -> String {
        format!("CARGO_TARGET_{}_{what}", self.triple.to_uppercase().replace('-', "_"))
    }
}

/// Why the program would not run alone on the oldest kernel, if it would not.
fn problem(needs: &Needs) -> Option<String> {
    if let Some(loader) = &needs.interpreter {
        return Some(format!("needs the loader {loader}; it must be linked statically"));
    }
    if !needs.libraries.is_empty() {
        return Some(format!("needs {}; it must be linked statically", needs.libraries.join(", ")));
    }
    let written = |version: [u32; 3]| version.map(|part| part.to_string()).join(".");
    match needs.kernel {
        Some(kernel) if kernel > OLDEST_KERNEL => {
            Some(format!("starts on Linux {} and later only, not on {}", written(kernel), written(OLDEST_KERNEL)))
        }
        _ => None,
    }
}

/// The revision that is built, with a mark where files differ from it.
fn revision(root: &Path) -> Option<String> {
    answer(Command::new("git").args(["describe", "--always", "--dirty=+", "--abbrev=12"]).current_dir(root))
        .filter(|revision| !revision.is_empty())
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_needs_nothing_has_no_problem() {
        assert_eq!(problem(&Needs { kernel: Some([3, 2, 0]), ..Needs::default() }), None);
        assert_eq!(problem(&Needs::default()), None);
    }

    #[test]
    fn a_loader_a_library_and_a_newer_kernel_are_named() {
        let loader = Needs { interpreter: Some("/lib/ld.so".into()), ..Needs::default() };
        assert!(problem(&loader).unwrap().contains("/lib/ld.so"));
        let library = Needs { libraries: vec!["libc.so.6".into()], ..Needs::default() };
        assert!(problem(&library).unwrap().contains("libc.so.6"));
        let newer = Needs { kernel: Some([3, 10, 1]), ..Needs::default() };
        assert!(problem(&newer).unwrap().contains("starts on Linux 3.10.1"));
    }

    #[test]
    fn cargo_is_told_about_one_target_alone() {
        assert_eq!(AARCH64.variable("LINKER"), "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER");
    }

    #[test]
    fn the_sum_is_that_of_the_standard() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
