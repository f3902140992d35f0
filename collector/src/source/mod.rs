//! The trees that the person gives to be built: which ones they are, and what is in them. All of it is known before the
//! first start; unpacking and building are the starts' own.

mod given;
mod kind;
mod listing;
mod packing;
mod room;
mod tar;

use std::io;

use thiserror::Error;

pub use given::{Given, tree_in};
pub use kind::Kind;
pub use packing::Packing;
pub use room::{Need, check as check_room};

use self::listing::Listing;

/// Of a tarball that cannot be looked into, how many times its size the tree has.
const UNPACKED: u64 = 10;
/// Files of a tree that cannot be looked into.
const FILES: u64 = 100_000;

/// Why a tree cannot be built.
#[derive(Debug, Error)]
pub enum SourceError {
    /// It cannot be read.
    #[error("{option}: {source}")]
    Read {
        /// The option that names it.
        option: String,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// It is another.
    #[error("{option}: holds no {} tree, or several", .kind.name())]
    NotATree {
        /// The option that names it.
        option: String,
        /// What it should be.
        kind: Kind,
    },
    /// Its next build would be a part of one.
    #[error("{option}: has been built in (it has {product}); name a clean tree")]
    Built {
        /// The option that names it.
        option: String,
        /// What shows it.
        product: &'static str,
    },
}

/// What a tree is.
pub struct Seen {
    /// Name, version and hash; none where the program is missing that unpacks it, which the starts will say.
    pub words: Option<String>,
    /// Bytes of its files.
    pub bytes: u64,
    /// How many they are.
    pub files: u64,
}

impl Seen {
    /// Looks at all that is in a tree.
    pub fn of(given: &Given) -> Result<Self, SourceError> {
        let option = || given.option();
        let failed = |source| SourceError::Read { option: option(), source };
        let not_a_tree = || SourceError::NotATree { option: option(), kind: given.kind };
        let listing = if given.path.is_dir() {
            let folder = tree_in(given.kind, &given.path).ok_or_else(not_a_tree)?;
            Some(Listing::of_folder(&folder).map_err(failed)?)
        } else {
            Listing::of_tarball(&given.path).map_err(failed)?
        };
        let Some(listing) = listing else {
            let bytes = given.path.metadata().map_err(failed)?.len() * UNPACKED;
            return Ok(Self { words: None, bytes, files: FILES });
        };
        let tree = listing.tree(given.kind).ok_or_else(not_a_tree)?;
        if let Some(&product) = given.kind.products().iter().find(|product| listing.has(&tree, product)) {
            return Err(SourceError::Built { option: option(), product });
        }
        let words = format!("{} sha256:{}", tree.identity, listing.hash(&tree));
        Ok(Self { words: Some(words), bytes: listing.bytes, files: listing.files() })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn perl(folder: &std::path::Path) -> Given {
        fs::write(
            folder.join("patchlevel.h"),
            "#define PERL_REVISION 5\n#define PERL_VERSION 9\n#define PERL_SUBVERSION 1\n",
        )
        .unwrap();
        Given { kind: Kind::Perl, path: folder.to_owned() }
    }

    #[test]
    fn a_tree_is_described_and_one_that_was_built_in_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let given = perl(folder.path());
        let seen = Seen::of(&given).unwrap();
        assert!(seen.words.unwrap().starts_with("perl 5.9.1 sha256:"));
        assert_eq!((seen.bytes, seen.files), (4096, 1));
        fs::write(folder.path().join("config.sh"), "").unwrap();
        assert!(
            Seen::of(&given)
                .err()
                .unwrap()
                .to_string()
                .ends_with("has been built in (it has config.sh); name a clean tree")
        );
        let other = Given { kind: Kind::Kernel, ..given };
        assert!(Seen::of(&other).err().unwrap().to_string().ends_with("holds no kernel tree, or several"));
    }

    #[test]
    fn a_file_that_is_no_tarball_is_refused_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("linux.tar");
        fs::write(&path, "x".repeat(4096)).unwrap();
        let error = Seen::of(&Given { kind: Kind::Kernel, path: path.clone() }).err().unwrap();
        assert_eq!(crate::causes::in_one_line(&error), format!("--source kernel={}: is no tarball", path.display()));
    }
}
