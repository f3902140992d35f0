//! Whether the store has a run of this boot of this machine.
//!
//! Documents hold no boot id, only a hash of it with the collector's salt. So `up` notes beside its store which run it
//! made in which boot, and asks the server whether it is still there.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::http;

/// The run of this boot that `up` noted, if the store has it.
pub fn run_in_store(store: &Path, server: SocketAddr) -> Result<Option<String>> {
    let (Some(boot), Ok(note)) = (this_boot(), fs::read_to_string(note(store))) else { return Ok(None) };
    match note.trim().split_once(' ') {
        Some((noted, id)) if noted == boot => {
            let found = http::get(server, &format!("/api/v1/runs/{id}/summary"))?.status == 200;
            Ok(found.then(|| id.into()))
        }
        _ => Ok(None),
    }
}

/// Notes a run that has just been uploaded.
pub fn note_run(store: &Path, id: &str) -> Result<()> {
    let Some(boot) = this_boot() else { return Ok(()) };
    let note = note(store);
    fs::write(&note, format!("{boot} {id}\n")).with_context(|| format!("cannot write {}", note.display()))
}

fn this_boot() -> Option<String> {
    Some(fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?.trim().into())
}

fn note(store: &Path) -> PathBuf {
    store.with_extension("boot")
}
