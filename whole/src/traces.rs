//! What a program leaves behind: processes that carry its mark, and files in the temporary folder that it was given.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A mark in the environment of a program and of all that it starts, and a temporary folder of its own.
pub struct Traces {
    mark: String,
    folder: tempfile::TempDir,
}

impl Traces {
    /// A fresh mark and folder.
    pub fn new() -> std::io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let name = folder.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { mark: format!("BENCHPAGES_TEST_MARK={name}"), folder })
    }

    /// The environment to start the program with.
    pub fn environment(&self) -> [(&str, PathBuf); 2] {
        let (key, value) = self.mark.split_once('=').unwrap_or_default();
        [(key, value.into()), ("TMPDIR", self.folder())]
    }

    /// The temporary folder.
    pub fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// Processes that carry the mark.
    pub fn processes(&self) -> Vec<u32> {
        let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
        let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        pids.filter(|pid: &u32| self.marks(&PathBuf::from(format!("/proc/{pid}/environ")))).collect()
    }

    fn marks(&self, environment: &Path) -> bool {
        std::fs::read(environment)
            .is_ok_and(|bytes| bytes.split(|byte| *byte == 0).any(|line| line == self.mark.as_bytes()))
    }

    /// Waits until neither processes nor files are left; says which are after `patience`.
    pub fn are_gone(&self, patience: Duration) -> Result<(), String> {
        let end = Instant::now() + patience;
        loop {
            let processes = self.processes();
            let files: Vec<_> = std::fs::read_dir(self.folder.path())
                .map(|entries| entries.flatten().map(|entry| entry.file_name()).collect())
                .unwrap_or_default();
            if processes.is_empty() && files.is_empty() {
                return Ok(());
            }
            if Instant::now() > end {
                return Err(format!("left behind: processes {processes:?}, files {files:?}"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
