//! A fresh tree in the current folder: unpacked from a tarball, or copied from a folder.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::syncfs;

use super::super::{Failure, Named};
use super::environment::Environment;
use super::step::Step;
use crate::source::{Kind, Packing, tree_in};

/// Its folder in the current one.
const NAME: &str = "tree";
/// The folder of a version control system that is no part of a tree.
const HISTORY: &str = ".git";

/// Makes the tree, and has it on the disk, so that its writing is no part of what follows; where it is.
pub fn make(kind: Kind, source: &Path, environment: &Environment) -> Result<PathBuf, Failure> {
    let place = std::env::current_dir().named("getcwd")?.join(NAME);
    if source.is_dir() {
        let tree = tree_in(kind, source).ok_or_else(Failure::work_not_done)?;
        copy(&tree, &place).named("copy")?;
    } else {
        unpack(source, &place, environment)?;
    }
    syncfs(File::open(&place).named("open")?).named("syncfs")?;
    tree_in(kind, &place).ok_or_else(Failure::work_not_done)
}

fn unpack(tarball: &Path, place: &Path, environment: &Environment) -> Result<(), Failure> {
    if let Packing::By(program) = Packing::of(tarball).named("open")? {
        environment.find(program)?;
    }
    fs::create_dir(place).named("mkdir")?;
    let tarball = tarball.to_str().ok_or_else(Failure::work_not_done)?;
    Step::of("tar", ["--extract", "--no-same-owner", "--file", tarball]).run(place, environment)?;
    Ok(())
}

/// Copies files, links and folders, with modes and times: make goes by them.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, copied) = (entry.file_type()?, to.join(entry.file_name()));
        if entry.file_name() == HISTORY {
            continue;
        }
        if kind.is_dir() {
            copy(&entry.path(), &copied)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(entry.path())?, copied)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), &copied)?;
            let modified = entry.metadata()?.modified()?;
            // A file that nobody may write to can have its time set by its owner all the same.
            File::open(&copied)?.set_modified(modified)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::time::{Duration, SystemTime};

    use super::super::super::ipc::pair::testing::setup;
    use super::*;

    #[test]
    fn a_copy_has_the_times_modes_and_links_and_not_the_history() {
        let place = tempfile::tempdir().unwrap();
        let (from, to) = (place.path().join("from"), place.path().join("to"));
        fs::create_dir_all(from.join("a/.git")).unwrap();
        fs::write(from.join("a/configure"), "#!/bin/sh\n").unwrap();
        fs::set_permissions(from.join("a/configure"), fs::Permissions::from_mode(0o555)).unwrap();
        let then = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        File::open(from.join("a/configure")).unwrap().set_modified(then).unwrap();
        std::os::unix::fs::symlink("a", from.join("b")).unwrap();
        copy(&from, &to).unwrap();
        let copied = fs::metadata(to.join("b/configure")).unwrap();
        assert_eq!((copied.modified().unwrap(), copied.permissions().mode() & 0o777), (then, 0o555));
        assert!(!to.join("a/.git").exists());
    }

    #[test]
    fn a_tarball_is_unpacked_and_its_one_folder_is_the_tree() {
        let folder = tempfile::tempdir().unwrap();
        let _start = setup();
        std::env::set_current_dir(&folder).unwrap();
        let environment = Environment::here().unwrap();
        fs::create_dir("linux-9").unwrap();
        fs::write("linux-9/Makefile", "VERSION = 9\nPATCHLEVEL = 0\n").unwrap();
        Step::of("tar", ["-cf", "linux.tar", "linux-9"]).run(folder.path(), &environment).unwrap();
        let tree = make(Kind::Kernel, &folder.path().join("linux.tar"), &environment).unwrap();
        assert!(tree.ends_with("tree/linux-9"));
        fs::write("broken.tar", "no tar").unwrap();
        fs::rename("tree", "other").unwrap();
        let broken = make(Kind::Kernel, &folder.path().join("broken.tar"), &environment);
        assert_eq!(broken, Err(Failure::work_not_done()));
    }
}
