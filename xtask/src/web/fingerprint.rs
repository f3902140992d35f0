//! A hash over everything that the web app is made from.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

const INPUTS: [&str; 9] =
    ["Cargo.lock", "Cargo.toml", "Trunk.toml", ".cargo", "shared", "static", "web", "xtask/src/tools", "xtask/src/web"];

/// The fingerprint of the inputs in a clone and of the tools' versions.
pub fn of(root: &Path, tools: &str) -> Result<String> {
    let mut hash = Fnv::new();
    hash.add(tools.as_bytes());
    for input in INPUTS {
        add(&mut hash, root, &root.join(input))?;
    }
    Ok(format!("{:016x}", hash.value()))
}

fn add(hash: &mut Fnv, root: &Path, path: &Path) -> Result<()> {
    let reading = || format!("cannot read {}", path.display());
    if path.is_dir() {
        let entries = fs::read_dir(path).with_context(reading)?.collect::<Result<Vec<_>, _>>().with_context(reading)?;
        let mut paths: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
        paths.sort();
        return paths.iter().try_for_each(|path| add(hash, root, path));
    }
    if path.is_file() {
        hash.add(path.strip_prefix(root).unwrap_or(path).as_os_str().as_encoded_bytes());
        hash.add(&fs::read(path).with_context(reading)?);
    }
    Ok(())
}

/// FNV-1a of 64 bits: finds changes; nobody attacks it.
pub(super) struct Fnv(u64);

impl Fnv {
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds bytes and their number, so that the border between two parts counts.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().chain(&bytes.len().to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The hash of all that was added.
    pub fn value(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_moved_or_new_file_changes_it() {
        let root = std::env::temp_dir().join(format!("benchpages-fingerprint-{}", std::process::id()));
        let web = root.join("web");
        fs::create_dir_all(&web).unwrap();
        let mut seen = vec![of(&root, "").unwrap()];
        fs::write(web.join("a"), "1").unwrap();
        seen.push(of(&root, "").unwrap());
        fs::write(web.join("a"), "2").unwrap();
        seen.push(of(&root, "").unwrap());
        fs::rename(web.join("a"), web.join("b")).unwrap();
        seen.push(of(&root, "").unwrap());
        seen.push(of(&root, "another compiler").unwrap());
        let same = of(&root, "another compiler").unwrap();
        fs::remove_dir_all(&root).unwrap();
        assert_eq!(seen.last(), Some(&same));
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 5);
    }
}
