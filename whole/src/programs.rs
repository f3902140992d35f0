//! Where the programs under test are.

use std::path::PathBuf;

/// The collector: `BENCHPAGES_BIN`, else beside the test's own folder.
pub fn collector_program() -> PathBuf {
    program("BENCHPAGES_BIN", "benchpages")
}

/// The server: `BENCHPAGES_SERVER_BIN`, else beside the test's own folder.
pub fn server_program() -> PathBuf {
    program("BENCHPAGES_SERVER_BIN", "benchpages-server")
}

fn program(variable: &str, name: &str) -> PathBuf {
    if let Some(path) = std::env::var_os(variable) {
        return path.into();
    }
    let test = std::env::current_exe().expect("a test knows its own program");
    let path = test.parent().and_then(|deps| deps.parent()).map(|folder| folder.join(name)).unwrap_or_default();
    assert!(path.exists(), "{name} is not built: run `cargo xtask test`, or set {variable} to its path");
    path
}
