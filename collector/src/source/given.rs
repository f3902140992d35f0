//! What `--source` says: which tree, and where it is.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::kind::Kind;
use super::listing::only;

/// A tree and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Which tree.
    pub kind: Kind,
    /// A tarball or a folder, by its absolute path.
    pub path: PathBuf,
}

impl Given {
    /// Reads `kernel=linux.tar.xz`.
    pub fn parse(text: &str) -> Result<Self> {
        let names = Kind::ALL.map(Kind::name).join("=…, ");
        let Some((kind, path)) = text.split_once('=').and_then(|(name, path)| Some((Kind::parse(name)?, path))) else {
            bail!("must be one of {names}=…, with a tarball or a folder of its sources");
        };
        let path = std::path::absolute(path)?;
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_file() || metadata.is_dir() => Ok(Self { kind, path }),
            Ok(_) => bail!("{}: is neither a tarball nor a folder", path.display()),
            Err(error) => bail!("{}: {error}", path.display()),
        }
    }

    /// As the person wrote it, for messages.
    pub fn option(&self) -> String {
        format!("--source {}={}", self.kind.name(), self.path.display())
    }
}

/// The tree of that kind in a folder: the folder itself, or the one in it that is one.
pub fn tree_in(kind: Kind, folder: &Path) -> Option<PathBuf> {
    let is_tree = |folder: &Path| kind.identity(&|name| fs::read(folder.join(name)).ok()).is_some();
    if is_tree(folder) {
        return Some(folder.to_owned());
    }
    let folders =
        fs::read_dir(folder).ok()?.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    only(folders.map(|entry| entry.path()).filter(|folder| is_tree(folder)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_has_a_name_that_is_known_and_a_place_that_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display();
        let given = Given::parse(&format!("perl={path}")).unwrap();
        assert_eq!((given.kind, given.path.as_path()), (Kind::Perl, folder.path()));
        assert_eq!(given.option(), format!("--source perl={path}"));
        for wrong in [format!("emacs={path}"), path.to_string()] {
            let error = Given::parse(&wrong).unwrap_err().to_string();
            assert_eq!(error, "must be one of kernel=…, autoconf=…, perl=…, with a tarball or a folder of its sources");
        }
        assert!(Given::parse(&format!("perl={path}/none")).unwrap_err().to_string().contains("/none: No such file"));
    }
}
