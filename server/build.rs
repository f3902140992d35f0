//! Makes the folders that are embedded exist, so that `cargo check` works before the web app was ever built.

use std::path::Path;

fn main() {
    for folder in ["../dist", "../static/published"] {
        println!("cargo::rerun-if-changed={folder}");
        if let Err(error) = std::fs::create_dir_all(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
            println!("cargo::warning=cannot make {folder}, which the server embeds: {error}");
        }
    }
}
