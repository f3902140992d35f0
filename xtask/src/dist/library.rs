//! The standard library of what is compiled for: the toolchain's, rustup's, or built from the library's source.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::command::{answer, line};
use crate::place::on_path;
use crate::tools::has_library_source;

/// Sees to it that `build`, a call of cargo, finds the library for `triple`, or builds it.
pub fn provide(triple: &str, build: &mut Command) -> Result<()> {
    if is_there(triple) || (add(triple) && is_there(triple)) {
        return Ok(());
    }
    if !has_library_source() {
        bail!(
            "there is no standard library for {triple}: rustup target add {triple}, or rustup component add rust-src"
        );
    }
    build.env("RUSTC_BOOTSTRAP", "1").env("CARGO_UNSTABLE_BUILD_STD", "std,panic_unwind");
    Ok(())
}

fn is_there(triple: &str) -> bool {
    let folder = answer(Command::new("rustc").args(["--print", "target-libdir", "--target", triple]));
    folder.is_some_and(|folder| Path::new(&folder).is_dir())
}

fn add(triple: &str) -> bool {
    if on_path("rustup").is_none() {
        return false;
    }
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", triple]);
    println!("$ {}", line(&rustup));
    rustup.status().is_ok_and(|status| status.success())
}
