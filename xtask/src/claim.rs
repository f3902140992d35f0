//! A target folder that several clones share. Cargo names the results of a workspace's own packages by their place in the
//! workspace, so that those of one clone pass for another's whenever they are newer than the sources. Before a clone
//! builds, what another one left of these packages is forgotten; everything else stays.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

const MEMBERS: [&str; 6] = ["shared", "collector", "server", "web", "xtask", "whole"];
/// How deep the folders of fingerprints lie: `wasm32-unknown-unknown/wasm/.fingerprint`.
const DEPTH: usize = 3;

/// Makes `target` this clone's, until another one claims it. The caller holds the build lock.
pub fn claim(target: &Path, clone: &Path) -> Result<()> {
    let note = target.join("built-for");
    let owner = clone.to_string_lossy();
    if fs::read_to_string(&note).is_ok_and(|known| known == owner) {
        return Ok(());
    }
    for folder in fingerprints(target, DEPTH) {
        for entry in fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok) {
            if is_member(&entry.file_name().to_string_lossy()) {
                fs::remove_dir_all(entry.path())
                    .with_context(|| format!("cannot remove {}", entry.path().display()))?;
            }
        }
    }
    fs::create_dir_all(target).with_context(|| format!("cannot make the folder {}", target.display()))?;
    fs::write(&note, owner.as_bytes()).with_context(|| format!("cannot write {}", note.display()))
}

fn fingerprints(folder: &Path, depth: usize) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let path = entry.path();
        if entry.file_name() == ".fingerprint" {
            found.push(path);
        } else if depth > 1 && path.is_dir() {
            found.extend(fingerprints(&path, depth - 1));
        }
    }
    found
}

/// Whether a folder of fingerprints is a member's: its name and 16 hexadecimal digits.
fn is_member(name: &str) -> bool {
    name.rsplit_once('-').is_some_and(|(package, hash)| {
        MEMBERS.contains(&package) && hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_clone_forgets_the_members_and_nothing_else() {
        let target = std::env::temp_dir().join(format!("benchpages-claim-{}", std::process::id()));
        let deep = target.join("wasm32-unknown-unknown/wasm/.fingerprint");
        let (member, library) = (deep.join("web-0123456789abcdef"), deep.join("web-sys-0123456789abcdef"));
        let left = |clone: &str| {
            fs::create_dir_all(&member).unwrap();
            fs::create_dir_all(&library).unwrap();
            claim(&target, Path::new(clone)).unwrap();
            (member.exists(), library.exists())
        };
        assert_eq!(left("/first"), (false, true));
        assert_eq!(left("/first"), (true, true));
        assert_eq!(left("/second"), (false, true));
        assert_eq!(left("/first"), (false, true));
        fs::remove_dir_all(&target).unwrap();
    }
}
