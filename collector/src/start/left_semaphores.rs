//! Semaphore sets that a killed start has left in the kernel: a file in its folder names each.

use std::path::Path;

use crate::sys::semaphores::Semaphores;

/// What the names of such files begin with.
const PREFIX: &str = "semaphores-";

/// The name of the file that stands for a set.
pub fn mark(semaphores: Semaphores) -> String {
    format!("{PREFIX}{}", semaphores.id())
}

/// The set that a file of that name stands for.
pub fn marked(name: &str) -> Option<Semaphores> {
    name.strip_prefix(PREFIX)?.parse().ok().map(Semaphores::of)
}

/// Removes the sets that are named in the folders of a run's starts. Their files go with the folders.
pub(super) fn remove(run: &Path) {
    for start in std::fs::read_dir(run).into_iter().flatten().flatten() {
        for file in std::fs::read_dir(start.path()).into_iter().flatten().flatten() {
            if let Some(semaphores) = file.file_name().to_str().and_then(marked) {
                // Fails only where the set is gone.
                let _ = semaphores.remove();
                let _ = std::fs::remove_file(file.path());
            }
        }
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
}
