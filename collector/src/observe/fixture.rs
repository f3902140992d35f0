//! Folders that look like a machine, for the tests of the readers.

use std::path::Path;

use super::Root;

/// A temporary folder of files.
pub struct Fixture(tempfile::TempDir);

impl Fixture {
    /// A folder with these files; an absolute path is below the folder.
    pub fn of(files: &[(&str, &str)]) -> Self {
        let fixture = Self(tempfile::tempdir().unwrap());
        for (path, text) in files {
            fixture.put(path, text);
        }
        fixture
    }

    /// One more file.
    pub fn put(&self, path: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.folder().join(path.trim_start_matches('/'));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
        self
    }

    /// Several files in one folder.
    pub fn put_in(&self, folder: &str, files: &[(&str, &str)]) -> &Self {
        for (name, text) in files {
            self.put(&format!("{folder}/{name}"), text);
        }
        self
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    /// The folder as a machine.
    pub fn root(&self) -> Root {
        Root::copy_in(self.folder())
    }
}
