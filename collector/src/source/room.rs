//! Whether a work folder has room for what is to be built in it: known before anything is measured.

use std::path::Path;

use rustix::fs::{StatVfsMountFlags, statfs, statvfs};
use thiserror::Error;

use crate::observe::{self, Root};

/// The number of tmpfs in the system's `magic.h`.
const TMPFS: u64 = 0x0102_1994;
/// Memory that compilers have besides what lies in a tmpfs.
const FOR_PROCESSES: u64 = 512 << 20;

/// What a build needs of a work folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// The benchmark.
    pub benchmark: &'static str,
    /// Bytes of the tree and of what is made of it.
    pub bytes: u64,
    /// Files, likewise.
    pub files: u64,
}

/// Why a build cannot be made in a work folder.
#[derive(Debug, Error, PartialEq)]
pub enum RoomError {
    /// It is too small.
    #[error(
        "{benchmark} needs about {} for its tree and what is built, and {folder} has {}; nothing was measured. Name a folder with more room with --work FOLDER, or leave it out with --skip {benchmark}",
        size(.needed), size(.free)
    )]
    TooSmall {
        /// The benchmark.
        benchmark: &'static str,
        /// The work folder.
        folder: String,
        /// Bytes.
        needed: u64,
        /// Bytes.
        free: u64,
    },
    /// It can hold too few files.
    #[error(
        "{benchmark} needs about {needed} files, and {folder} can hold {free} more; nothing was measured. Name another folder with --work FOLDER, or leave it out with --skip {benchmark}"
    )]
    TooFewFiles {
        /// The benchmark.
        benchmark: &'static str,
        /// The work folder.
        folder: String,
        /// Files.
        needed: u64,
        /// Files.
        free: u64,
    },
    /// What is built there cannot be executed.
    #[error(
        "{benchmark} executes what it builds, which {folder} forbids (it is mounted noexec); nothing was measured. Name another folder with --work FOLDER, or leave it out with --skip {benchmark}"
    )]
    NotExecutable {
        /// The benchmark.
        benchmark: &'static str,
        /// The work folder.
        folder: String,
    },
}

/// Checks that a folder has room for each need alone: one tree at a time lies there.
pub fn check(root: &Root, folder: &Path, needs: &[Need]) -> Result<(), RoomError> {
    // A filesystem that does not answer is found out by whoever writes to it.
    let Some(free) = Free::of(root, folder) else { return Ok(()) };
    let folder = folder.parent().unwrap_or(folder).display().to_string();
    needs.iter().try_for_each(|need| free.check(*need, &folder))
}

/// What a filesystem has left.
struct Free {
    bytes: u64,
    /// None where their number is not limited.
    files: Option<u64>,
    executes: bool,
}

impl Free {
    fn of(root: &Root, folder: &Path) -> Option<Self> {
        let filesystem = statvfs(folder).ok()?;
        let room = filesystem.f_bavail.saturating_mul(filesystem.f_frsize);
        let in_memory = statfs(folder).is_ok_and(|filesystem| filesystem.f_type as u64 & 0xffff_ffff == TMPFS);
        Some(Self {
            bytes: if in_memory { room.min(memory(root)) } else { room },
            files: (filesystem.f_files > 0).then_some(filesystem.f_favail),
            executes: !filesystem.f_flag.contains(StatVfsMountFlags::NOEXEC),
        })
    }

    fn check(&self, need: Need, folder: &str) -> Result<(), RoomError> {
        let Need { benchmark, bytes, files } = need;
        let folder = folder.to_owned();
        if self.bytes < bytes {
            return Err(RoomError::TooSmall { benchmark, folder, needed: bytes, free: self.bytes });
        }
        if let Some(free) = self.files.filter(|&free| free < files) {
            return Err(RoomError::TooFewFiles { benchmark, folder, needed: files, free });
        }
        if self.executes { Ok(()) } else { Err(RoomError::NotExecutable { benchmark, folder }) }
    }
}

/// Memory that files may take: what is free, bounded by the own group's limit, less what the processes themselves need.
fn memory(root: &Root) -> u64 {
    let free = observe::meminfo(root, "MemAvailable").or_else(|| observe::meminfo(root, "MemFree")).unwrap_or(u64::MAX);
    let allowed = observe::cgroup_limits(root).memory_bytes.map_or(free, |limit| free.min(limit));
    allowed.saturating_sub(FOR_PROCESSES)
}

/// `1.9 GiB`, `340 MiB`
fn size(bytes: &u64) -> String {
    let mib = *bytes as f64 / f64::from(1 << 20);
    if mib < 1000.0 { format!("{mib:.0} MiB") } else { format!("{:.1} GiB", mib / 1024.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Fixture;

    const NEED: Need = Need { benchmark: "build.kernel", bytes: 2 << 30, files: 100_000 };

    fn said(free: &Free) -> String {
        free.check(NEED, "/dev/shm").map_or_else(|error| error.to_string(), |()| String::new())
    }

    #[test]
    fn what_is_missing_is_named_with_the_option_that_helps() {
        let enough = || Free { bytes: 2 << 30, files: Some(100_000), executes: true };
        assert_eq!(said(&enough()), "");
        assert_eq!(said(&Free { files: None, ..enough() }), "");
        let small = said(&Free { bytes: 512 << 20, ..enough() });
        assert!(small.starts_with("build.kernel needs about 2.0 GiB for its tree"), "{small}");
        assert!(small.contains("/dev/shm has 512 MiB") && small.contains("--work FOLDER"), "{small}");
        let few = said(&Free { files: Some(99_999), ..enough() });
        assert!(few.contains("100000 files") && few.contains("99999 more") && few.contains("--work FOLDER"), "{few}");
        let forbidden = said(&Free { executes: false, ..enough() });
        assert!(forbidden.contains("noexec") && forbidden.contains("--work FOLDER"), "{forbidden}");
    }

    #[test]
    fn memory_is_bounded_by_what_is_free_and_by_the_group() {
        let machine = Fixture::of(&[("/proc/meminfo", "MemTotal: 8000000 kB\nMemAvailable:    4194304 kB\n")]);
        assert_eq!(memory(&machine.root()), (4 << 30) - FOR_PROCESSES);
        machine.put_in("/proc/self", &[("cgroup", "0::/x\n")]);
        machine.put_in("/sys/fs/cgroup/x", &[("memory.max", "1073741824\n")]);
        assert_eq!(memory(&machine.root()), (1 << 30) - FOR_PROCESSES);
    }

    #[test]
    fn this_machine_has_room_for_a_file_and_not_for_more_than_there_is() {
        let folder = tempfile::tempdir().unwrap();
        let need = |bytes| [Need { benchmark: "build.tree", bytes, files: 1 }];
        let small = check(&Root::live(), folder.path(), &need(1));
        assert!(matches!(small, Ok(()) | Err(RoomError::NotExecutable { .. })), "{small:?}");
        let large = check(&Root::live(), folder.path(), &need(u64::MAX));
        assert!(matches!(large, Err(RoomError::TooSmall { .. })), "{large:?}");
    }
}
