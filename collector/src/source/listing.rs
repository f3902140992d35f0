//! What is in a tree, whether it is a folder or a tarball: of the same files comes the same hash.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::kind::{Kind, TELLING};
use super::packing::Packing;
use super::tar::{self, Member};

/// Of a file that tells what a tree is, this much is kept.
const KEPT: u64 = 4 << 20;
/// A block of the filesystems that trees are unpacked on.
const BLOCK: u64 = 4096;
/// The folder of a version control system that is no part of a tree.
const HISTORY: &[u8] = b".git";
/// Of a hash, as many hexadecimal digits as tell trees apart.
const DIGITS: usize = 16;

/// Files and links by name, with hashes of what is in them.
#[derive(Default)]
pub struct Listing {
    entries: BTreeMap<Vec<u8>, Entry>,
    /// Files that may tell what the tree is.
    kept: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Bytes of all files, in whole blocks.
    pub bytes: u64,
}

#[derive(Clone, Copy)]
struct Entry {
    is_link: bool,
    hash: [u8; 32],
}

/// A tree in a listing.
pub struct Tree {
    /// The folder that it is, with a slash at the end; empty where it is the whole listing.
    prefix: Vec<u8>,
    /// Its name and version.
    pub identity: String,
}

impl Listing {
    /// All that is in a folder.
    pub fn of_folder(folder: &Path) -> io::Result<Self> {
        let mut listing = Self::default();
        listing.add_folder(folder, b"")?;
        Ok(listing)
    }

    /// All that is in a tarball; none where the program is missing that unpacks it.
    pub fn of_tarball(tarball: &Path) -> io::Result<Option<Self>> {
        let Some(mut unpacked) = Packing::of(tarball)?.open(tarball)? else { return Ok(None) };
        let mut listing = Self::default();
        tar::members(&mut unpacked, |name, member| match member {
            Member::File(contents) => listing.add_file(plain(&name), contents),
            Member::Symbolic(target) => {
                listing.add(plain(&name), true, Sha256::digest(target).into());
                Ok(())
            }
            Member::Hard(target) => {
                let first = listing.entries.get(plain(&target)).copied();
                let first = first.filter(|_| !of_history(plain(&name)));
                if let Some(Entry { is_link, hash }) = first {
                    listing.add(plain(&name), is_link, hash);
                }
                Ok(())
            }
        })?;
        unpacked.finish()?;
        Ok(Some(listing))
    }

    /// The tree of that kind: the whole listing, or the one folder of it that is one.
    pub fn tree(&self, kind: Kind) -> Option<Tree> {
        let in_folder = |prefix: &[u8]| {
            let read = |name: &str| self.kept.get(&[prefix, name.as_bytes()].concat()).cloned();
            Some(Tree { prefix: prefix.to_vec(), identity: kind.identity(&read)? })
        };
        in_folder(b"").or_else(|| {
            let mut folders: Vec<&[u8]> = self.kept.keys().filter_map(|name| first_folder(name)).collect();
            folders.dedup();
            only(folders.into_iter().filter_map(in_folder))
        })
    }

    /// Whether a tree has a file of that name in its folder.
    pub fn has(&self, tree: &Tree, name: &str) -> bool {
        self.entries.contains_key(&[&tree.prefix, name.as_bytes()].concat())
    }

    /// How many files and links there are.
    pub fn files(&self) -> u64 {
        self.entries.len() as u64
    }

    /// A hash of a tree's names and what is in them, in hexadecimal digits.
    pub fn hash(&self, tree: &Tree) -> String {
        let mut hash = Sha256::new();
        for (name, entry) in self.entries.range(tree.prefix.clone()..) {
            let Some(name) = name.strip_prefix(tree.prefix.as_slice()) else { break };
            hash.update(name);
            hash.update([0, u8::from(entry.is_link)]);
            hash.update(entry.hash);
        }
        let hexadecimal: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        hexadecimal[..DIGITS].to_owned()
    }

    fn add_folder(&mut self, folder: &Path, prefix: &[u8]) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = [prefix, entry.file_name().as_bytes()].concat();
            let kind = entry.file_type()?;
            if entry.file_name().as_bytes() == HISTORY {
                continue;
            }
            if kind.is_dir() {
                self.add_folder(&entry.path(), &[&name[..], b"/"].concat())?;
            } else if kind.is_symlink() {
                let target = fs::read_link(entry.path())?.into_os_string().into_vec();
                self.add(&name, true, Sha256::digest(target).into());
            } else if kind.is_file() {
                self.add_file(&name, &mut File::open(entry.path())?)?;
            }
        }
        Ok(())
    }

    fn add_file(&mut self, name: &[u8], contents: &mut dyn Read) -> io::Result<()> {
        if of_history(name) {
            return Ok(());
        }
        let keeps = is_telling(name);
        let (mut hash, mut length, mut kept) = (Sha256::new(), 0_u64, Vec::new());
        let mut piece = vec![0; 64 << 10];
        loop {
            let read = match contents.read(&mut piece) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            hash.update(&piece[..read]);
            length += read as u64;
            if keeps && length <= KEPT {
                kept.extend_from_slice(&piece[..read]);
            }
        }
        self.bytes += length.next_multiple_of(BLOCK);
        if keeps {
            self.kept.insert(name.to_vec(), kept);
        }
        self.add(name, false, hash.finalize().into());
        Ok(())
    }

    fn add(&mut self, name: &[u8], is_link: bool, hash: [u8; 32]) {
        if !of_history(name) {
            self.entries.insert(name.to_vec(), Entry { is_link, hash });
        }
    }
}

/// The only one, if there is exactly one.
pub fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    all.next().filter(|_| all.next().is_none())
}

/// A name as it is written in a folder's listing: without `./` before it.
fn plain(name: &[u8]) -> &[u8] {
    let name = name.strip_prefix(b"./").unwrap_or(name);
    name.strip_prefix(b"/").unwrap_or(name)
}

fn of_history(name: &[u8]) -> bool {
    name.split(|&byte| byte == b'/').any(|part| part == HISTORY)
}

/// The folder at the beginning of a name, with its slash.
fn first_folder(name: &[u8]) -> Option<&[u8]> {
    let slash = name.iter().position(|&byte| byte == b'/')?;
    Some(&name[..=slash])
}

/// Whether a file lies where it may tell what the tree is: in the folder itself, or in one of it.
fn is_telling(name: &[u8]) -> bool {
    let own = first_folder(name).map_or(name, |folder| &name[folder.len()..]);
    TELLING.iter().any(|telling| telling.as_bytes() == own)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// A kernel's tree in a folder `linux` of a new one.
    fn tree() -> tempfile::TempDir {
        let place = tempfile::tempdir().unwrap();
        let tree = place.path().join("linux");
        fs::create_dir_all(tree.join("kernel/sched")).unwrap();
        fs::write(tree.join("Makefile"), "VERSION = 6\nPATCHLEVEL = 1\nSUBLEVEL = 7\n").unwrap();
        fs::write(tree.join("kernel/sched/core.c"), "int a;\n".repeat(20_000)).unwrap();
        fs::hard_link(tree.join("kernel/sched/core.c"), tree.join("kernel/same")).unwrap();
        std::os::unix::fs::symlink("kernel", tree.join("link")).unwrap();
        place
    }

    fn packed(place: &Path, options: &[&str], name: &str) -> Listing {
        let tarball = place.join(name);
        let mut command = Command::new("tar");
        assert!(command.current_dir(place).args(options).args(["-cf", name, "linux"]).status().unwrap().success());
        Listing::of_tarball(&tarball).unwrap().unwrap()
    }

    #[test]
    fn a_folder_and_every_tarball_of_it_have_the_same_hash() {
        let place = tree();
        let folder = Listing::of_folder(&place.path().join("linux")).unwrap();
        let own = folder.tree(Kind::Kernel).unwrap();
        assert_eq!((own.identity.as_str(), folder.files()), ("linux 6.1.7", 4));
        let hash = folder.hash(&own);
        assert_eq!(hash.len(), DIGITS);
        for (options, name) in [
            (&["--format=gnu"][..], "a.tar"),
            (&["--format=pax", "--gzip"], "a.tar.gz"),
            (&["--format=ustar", "--xz"], "a.tar.xz"),
            (&["--bzip2"], "a.tar.bz2"),
            (&["--zstd"], "a.tar.zst"),
        ] {
            if name.ends_with("zst") && Command::new("zstd").arg("--version").output().is_err() {
                continue;
            }
            let tarball = packed(place.path(), options, name);
            let tree = tarball.tree(Kind::Kernel).unwrap();
            assert_eq!((tree.identity.as_str(), tarball.hash(&tree)), ("linux 6.1.7", hash.clone()), "{name}");
            assert!(tarball.has(&tree, "Makefile") && !tarball.has(&tree, ".config"));
        }
        let above = Listing::of_folder(place.path()).unwrap();
        assert_eq!(above.hash(&above.tree(Kind::Kernel).unwrap()), hash, "the folder that holds it");
    }

    #[test]
    fn contents_names_and_links_change_the_hash_and_a_history_does_not() {
        let place = tree();
        let folder = place.path().join("linux");
        let hash = || {
            let listing = Listing::of_folder(&folder).unwrap();
            listing.hash(&listing.tree(Kind::Kernel).unwrap())
        };
        let before = hash();
        fs::create_dir(folder.join(".git")).unwrap();
        fs::write(folder.join(".git/HEAD"), "ref").unwrap();
        assert_eq!(hash(), before);
        fs::remove_file(folder.join("link")).unwrap();
        let without = hash();
        fs::write(folder.join("link"), "kernel").unwrap();
        let with_a_file = hash();
        fs::rename(folder.join("link"), folder.join("lino")).unwrap();
        let renamed = hash();
        fs::write(folder.join("lino"), "kernem").unwrap();
        let hashes = [before, without, with_a_file, renamed, hash()];
        for (index, one) in hashes.iter().enumerate() {
            assert!(hashes[index + 1..].iter().all(|other| other != one), "{hashes:?}");
        }
    }

    #[test]
    fn of_two_trees_none_is_the_one() {
        let place = tree();
        fs::create_dir(place.path().join("other")).unwrap();
        fs::copy(place.path().join("linux/Makefile"), place.path().join("other/Makefile")).unwrap();
        assert!(Listing::of_folder(place.path()).unwrap().tree(Kind::Kernel).is_none());
        assert!(Listing::of_folder(place.path()).unwrap().tree(Kind::Perl).is_none());
    }
}
