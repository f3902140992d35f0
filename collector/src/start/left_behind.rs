//! What a killed start has left outside its folder: something in the folder names each, so that it can be removed.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use crate::sys::semaphores::Semaphores;

/// What the names of files begin with that stand for sets of semaphores.
const SEMAPHORES: &str = "semaphores-";
/// The link to a folder elsewhere.
pub const ELSEWHERE: &str = "elsewhere";
/// What the names of such folders begin with.
const PREFIX: &str = "benchpages-";

/// The name of the file that stands for a set.
pub fn mark(semaphores: Semaphores) -> String {
    format!("{SEMAPHORES}{}", semaphores.id())
}

/// The set that a file of that name stands for.
pub fn marked(name: &str) -> Option<Semaphores> {
    name.strip_prefix(SEMAPHORES)?.parse().ok().map(Semaphores::of)
}

/// A name for a folder elsewhere that no other start has: that of the run's folder, and of the start's, the current one.
pub fn name_elsewhere() -> io::Result<OsString> {
    let own = std::env::current_dir()?;
    let mut name = OsString::from(PREFIX);
    for part in [own.parent().and_then(Path::file_name), own.file_name()].into_iter().flatten() {
        name.push(part);
    }
    Ok(name)
}

/// Removes what is named in the folders of a run's starts.
pub(super) fn remove(run: &Path) {
    for start in std::fs::read_dir(run).into_iter().flatten().flatten() {
        for file in std::fs::read_dir(start.path()).into_iter().flatten().flatten() {
            let left = file.file_name();
            if let Some(semaphores) = left.to_str().and_then(marked) {
                // Fails only where the set is gone.
                let _ = semaphores.remove();
            } else if left == ELSEWHERE {
                remove_elsewhere(&file.path());
            } else {
                continue;
            }
            // What is left of the mark goes with the folder.
            let _ = std::fs::remove_file(file.path());
        }
    }
}

/// Removes the folder that a link leads to, if it is one of ours.
fn remove_elsewhere(link: &Path) {
    let Ok(folder) = std::fs::read_link(link) else { return };
    if folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX)) {
        // Fails only where it is gone.
        let _ = std::fs::remove_dir_all(folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_that_is_named_is_removed_once() {
        let run = tempfile::tempdir().unwrap();
        let start = run.path().join("start-1");
        std::fs::create_dir(&start).unwrap();
        let set = Semaphores::make(1).unwrap();
        std::fs::write(start.join(mark(set)), "").unwrap();
        std::fs::write(start.join("semaphores-many"), "").unwrap();
        remove(run.path());
        assert_eq!(set.remove(), Err(rustix::io::Errno::INVAL));
        assert_eq!(std::fs::read_dir(&start).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_elsewhere_goes_and_somebody_elses_stays() {
        let place = tempfile::tempdir().unwrap();
        for (name, stays) in [("benchpages-run-start-1", false), ("home", true)] {
            let (folder, run) = (place.path().join(name), tempfile::tempdir().unwrap());
            std::fs::create_dir(&folder).unwrap();
            std::fs::write(folder.join("0"), "").unwrap();
            std::fs::create_dir(run.path().join("start-1")).unwrap();
            std::os::unix::fs::symlink(&folder, run.path().join("start-1").join(ELSEWHERE)).unwrap();
            remove(run.path());
            assert_eq!(folder.exists(), stays, "{name}");
        }
    }
}
