//! Locks between processes: two tasks at once wait for each other instead of harming each other.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use anyhow::{Context, Result};

/// Waits for the lock on `path`; it is held until the returned file is dropped, also when the process is killed.
pub fn exclusive(path: &Path, whose: &str) -> Result<File> {
    let file = open(path)?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        println!("waiting: {whose}");
        file.lock().with_context(|| format!("cannot lock {}", path.display()))?;
    }
    Ok(file)
}

/// Holds the lock on `path` together with others that only share it; waits for the end of an exclusive one.
pub fn shared(path: &Path) -> Result<File> {
    let file = open(path)?;
    file.lock_shared().with_context(|| format!("cannot lock {}", path.display()))?;
    Ok(file)
}

/// Takes the lock on `path` if it is free.
pub fn attempt(path: &Path) -> Result<Option<File>> {
    let file = open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("cannot lock {}", path.display())),
    }
}

fn open(path: &Path) -> Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    File::options()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(path)
        .with_context(|| format!("cannot open {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_share_and_keep_the_owner_waiting() {
        let path = std::env::temp_dir().join(format!("benchpages-guests-{}.lock", std::process::id()));
        let guests = [shared(&path).unwrap(), shared(&path).unwrap()];
        assert!(attempt(&path).unwrap().is_none());
        let [first, second] = guests;
        drop(first);
        assert!(attempt(&path).unwrap().is_none());
        drop(second);
        assert!(attempt(&path).unwrap().is_some());
        fs::remove_file(&path).unwrap();
    }
}
