//! How the filesystem of a folder is mounted: its type, and those options that bear on speed and say nothing personal.

use std::fs::read_to_string;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{major, minor};

/// Options that are kept.
const TELLING: &[&str] = &[
    "rw",
    "nosuid",
    "nodev",
    "noexec",
    "noatime",
    "relatime",
    "strictatime",
    "nodiratime",
    "lazytime",
    "sync",
    "async",
    "dirsync",
    "barrier",
    "nobarrier",
    "discard",
    "nodiscard",
    "logbufs",
    "ssd",
    "autodefrag",
];
/// Options that are kept with their values.
const TELLING_VALUES: &[&str] = &["data", "barrier", "huge", "compress", "commit", "journal_checksum"];

/// `on ext4 (rw,relatime)`; none where the kernel does not say.
pub fn words(folder: &Path) -> Option<String> {
    let device = std::fs::metadata(folder).ok()?.dev();
    let number = format!("{}:{}", major(device), minor(device));
    of(&read_to_string("/proc/self/mountinfo").ok()?, &number, folder)
}

/// The words of the mount of that device that `folder` is in.
fn of(mounts: &str, device: &str, folder: &Path) -> Option<String> {
    let mount = |line: &'_ str| {
        let (before, after) = line.split_once(" - ")?;
        let mut before = before.split(' ').skip(2);
        let (number, _, point, options) = (before.next()?, before.next()?, before.next()?, before.next()?);
        let mut after = after.split(' ');
        let (kind, _, others) = (after.next()?, after.next()?, after.next()?);
        let here = number == device && folder.starts_with(point);
        here.then(|| (point.len(), kind.to_owned(), format!("{options},{others}")))
    };
    let (_, kind, options) = mounts.lines().filter_map(mount).max_by_key(|(length, ..)| *length)?;
    let mut kept: Vec<&str> = Vec::new();
    for option in options.split(',') {
        let telling = match option.split_once('=') {
            Some((name, _)) => TELLING_VALUES.contains(&name),
            None => TELLING.contains(&option),
        };
        if telling && !kept.contains(&option) {
            kept.push(option);
        }
    }
    let kind: String = kind.chars().filter(|c| c.is_ascii_alphanumeric() || "._-".contains(*c)).collect();
    Some(format!("on {kind} ({})", kept.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/root rw,data=ordered,usrquota=secret\n\
                          30 22 0:25 / /dev/shm rw,nosuid,nodev - tmpfs tmpfs rw,size=64k,uid=1000,huge=never\n\
                          31 22 0:40 / /mnt/host rw - nfs4 server:/home/me rw,vers=4.2,addr=192.0.2.1\n";

    #[test]
    fn type_and_telling_options_are_kept_and_nothing_personal_is() {
        let of = |device, folder| of(MOUNTS, device, Path::new(folder)).unwrap();
        assert_eq!(of("254:1", "/home/me/work"), "on ext4 (rw,relatime,data=ordered)");
        assert_eq!(of("0:25", "/dev/shm/benchpages-1"), "on tmpfs (rw,nosuid,nodev,huge=never)");
        assert_eq!(of("0:40", "/mnt/host"), "on nfs4 (rw)");
    }

    #[test]
    fn a_device_that_is_not_listed_has_no_words() {
        assert_eq!(of(MOUNTS, "8:1", Path::new("/dev/shm")), None);
    }
}
