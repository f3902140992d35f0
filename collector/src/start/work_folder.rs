//! The run's private folder. Its supervisor holds a lock on it, so that a folder whose supervisor was killed together with
//! its collector, as when a PID namespace ends, is known to be nobody's and is removed by the next run.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::process::getuid;

use super::{left_behind, removal};

/// What the names of such folders begin with.
const PREFIX: &str = "benchpages-";
/// A folder younger than this may be about to be locked.
const YOUNG: Duration = Duration::from_secs(60);

/// A folder that is removed when nobody needs it any more.
pub struct WorkFolder {
    path: PathBuf,
    _lock: File,
}

/// Makes a folder of a new name that only this user may enter, and removes those that killed runs have left beside it.
pub fn make(place: &Path) -> io::Result<WorkFolder> {
    sweep(place);
    let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(place)?;
    let lock = File::open(folder.path())?;
    flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
    Ok(WorkFolder { path: folder.keep(), _lock: lock })
}

impl WorkFolder {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes it with all that is in it.
    pub fn remove(self) {
        // What cannot be removed now is swept by a later run.
        let _ = removal::remove(&self.path);
    }
}

/// Removes this user's folders that nobody holds. What cannot be removed is somebody else's business.
fn sweep(place: &Path) {
    for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if ours && entry.metadata().is_ok_and(|metadata| is_left(&metadata)) && is_free(&entry.path()) {
            left_behind::remove(&entry.path());
            let _ = removal::remove(&entry.path());
        }
    }
}

fn is_left(metadata: &Metadata) -> bool {
    let old = metadata.modified().ok().and_then(|time| time.elapsed().ok()).is_some_and(|age| age > YOUNG);
    metadata.is_dir() && metadata.uid() == getuid().as_raw() && old
}

fn is_free(folder: &Path) -> bool {
    File::open(folder).is_ok_and(|folder| flock(folder, FlockOperation::NonBlockingLockExclusive).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn age(folder: &Path) {
        let long_ago = std::time::SystemTime::now() - 2 * YOUNG;
        File::open(folder).unwrap().set_modified(long_ago).unwrap();
    }

    #[test]
    fn a_folder_that_nobody_holds_is_swept_and_one_that_is_held_stays() {
        let place = tempfile::tempdir().unwrap();
        let held = make(place.path()).unwrap();
        let left = make(place.path()).unwrap();
        let left_path = left.path().to_owned();
        std::fs::write(left_path.join("file"), "").unwrap();
        let stranger = place.path().join("something-else");
        std::fs::create_dir(&stranger).unwrap();
        for folder in [held.path(), &left_path, &stranger] {
            age(folder);
        }
        drop(left);
        make(place.path()).unwrap().remove();
        assert!(!left_path.exists());
        assert!(held.path().exists() && stranger.exists());
    }
}
