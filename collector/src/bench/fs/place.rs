//! Where files are made: in a folder of the current one, or of a tmpfs where the current one is on another filesystem.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags, openat, statfs};
use shared::model::FailureKind;

use super::super::{Failure, Named};
use super::mount;
use crate::start::left_behind;

/// The folder in the current one.
const NAME: &str = "files";
/// Where a tmpfs is, as a rule.
const SHARED_MEMORY: &str = "/dev/shm";
/// The number of tmpfs in the system's `magic.h`.
const TMPFS: u64 = 0x0102_1994;

/// An empty folder, removed in the end.
pub struct Place {
    /// The folder.
    pub folder: OwnedFd,
    /// The filesystem's type and its options: `on tmpfs (rw,nosuid,nodev)`.
    pub filesystem: Option<String>,
    path: PathBuf,
    /// What names the folder to whoever ends this start, where it is not in the current folder.
    mark: Option<&'static str>,
}

impl Place {
    /// In the current folder.
    pub fn work() -> Result<Self, Failure> {
        Self::make(std::env::current_dir().named("getcwd")?.join(NAME), None)
    }

    /// In a tmpfs.
    pub fn tmpfs() -> Result<Self, Failure> {
        if is_tmpfs(Path::new(".")) {
            return Self::work();
        }
        if !is_tmpfs(Path::new(SHARED_MEMORY)) {
            return Err(Failure::unsupported(FailureKind::KernelLacks));
        }
        let path = Path::new(SHARED_MEMORY).join(left_behind::name_elsewhere().named("getcwd")?);
        symlink(&path, left_behind::ELSEWHERE).named("symlinkat")?;
        Self::make(path, Some(left_behind::ELSEWHERE))
    }

    fn make(path: PathBuf, mark: Option<&'static str>) -> Result<Self, Failure> {
        fs::create_dir(&path).named("mkdir")?;
        let folder = openat(CWD, &path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty());
        let filesystem = mount::words(&path);
        match folder.named("openat") {
            Ok(folder) => Ok(Self { folder, filesystem, path, mark }),
            Err(failure) => {
                remove(&path, mark);
                Err(failure)
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        remove(&self.path, self.mark);
    }
}

/// Fails only where somebody else has removed them.
fn remove(path: &Path, mark: Option<&str>) {
    let _ = fs::remove_dir_all(path);
    let _ = mark.map_or(Ok::<(), io::Error>(()), fs::remove_file);
}

fn is_tmpfs(folder: &Path) -> bool {
    statfs(folder).is_ok_and(|filesystem| filesystem.f_type as u64 & 0xffff_ffff == TMPFS)
}
