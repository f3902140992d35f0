//! Removing folders with all that is in them, also while processes that were just killed may still be writing there, and
//! where some folder was made so that nothing can be removed from it, as trees that test themselves do.

use std::fs::{self, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

/// How often it is tried again.
const TRIES: u32 = 25;
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(20);

/// Removes a folder. One that is gone already is no error.
pub fn remove(folder: &Path) -> io::Result<()> {
    let mut last = io::Error::from(ErrorKind::Other);
    for _ in 0..TRIES {
        match fs::remove_dir_all(folder) {
            Ok(()) => return Ok(()),
            Err(_) if is_gone(folder) => return Ok(()),
            Err(error) => last = error,
        }
        open_up(folder);
        std::thread::sleep(PAUSE);
    }
    Err(last)
}

/// Removes what is in a folder, and leaves the folder.
pub fn empty(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            remove(&entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn is_gone(folder: &Path) -> bool {
    fs::symlink_metadata(folder).is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

/// Lets the owner do everything in a folder and those below it. What cannot be changed cannot be removed either.
fn open_up(folder: &Path) {
    let Ok(metadata) = fs::symlink_metadata(folder) else { return };
    if !metadata.is_dir() {
        return;
    }
    let mode = metadata.permissions().mode();
    if mode & 0o700 != 0o700 {
        let _ = fs::set_permissions(folder, Permissions::from_mode(mode | 0o700));
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        open_up(&entry.path());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_forbids_it_goes_all_the_same() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("tree");
        fs::create_dir_all(folder.join("a/b")).unwrap();
        fs::write(folder.join("a/b/file"), "").unwrap();
        std::os::unix::fs::symlink(place.path(), folder.join("a/link")).unwrap();
        fs::set_permissions(folder.join("a/b"), Permissions::from_mode(0o500)).unwrap();
        fs::set_permissions(folder.join("a"), Permissions::from_mode(0o100)).unwrap();
        remove(&folder).unwrap();
        assert!(!folder.exists() && place.path().exists());
        remove(&folder).unwrap();
    }

    #[test]
    fn a_folder_that_is_written_to_meanwhile_goes_once_that_ends() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("tree");
        fs::create_dir(&folder).unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for number in 0..2_000 {
                    let _ = fs::create_dir_all(folder.join(format!("{number}")));
                }
            });
            // It may be gone and made again.
            let _ = remove(&folder);
        });
        remove(&folder).unwrap();
        assert!(!folder.exists());
    }

    #[test]
    fn an_emptied_folder_stays() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("a")).unwrap();
        fs::write(place.path().join("a/file"), "").unwrap();
        fs::write(place.path().join("file"), "").unwrap();
        empty(place.path()).unwrap();
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }
}
