//! Reading of the kernel's text files below a root, so that every reader can be tested on a folder of fixtures.
//!
//! A file that is missing, unreadable or empty is absent: readers never fail and never guess.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::str::FromStr;

/// More than any file read here holds; `/proc/cpuinfo` of 1,024 CPUs has 1.5 MiB.
const MOST: u64 = 8 << 20;

/// The folder that stands for `/`.
#[derive(Clone, Debug)]
pub struct Root {
    folder: PathBuf,
    live: bool,
}

impl Root {
    /// The machine that this program runs on.
    pub fn live() -> Self {
        Self { folder: PathBuf::from("/"), live: true }
    }

    /// A copy of some files of a machine.
    #[cfg(test)]
    pub fn copy_in(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), live: false }
    }

    /// True where what the CPU and the system calls say belongs to the files.
    pub fn is_live(&self) -> bool {
        self.live
    }

    /// Where an absolute path is.
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path.trim_start_matches('/'))
    }

    /// Whether something is there.
    pub fn exists(&self, path: &str) -> bool {
        self.path(path).exists()
    }

    /// The file's bytes.
    pub fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(self.path(path)).ok()?.take(MOST).read_to_end(&mut bytes).ok()?;
        (!bytes.is_empty()).then_some(bytes)
    }

    /// The file's text without the white space and zero bytes around it.
    pub fn text(&self, path: &str) -> Option<String> {
        let bytes = self.bytes(path)?;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// The number that the file holds.
    pub fn number<T: FromStr>(&self, path: &str) -> Option<T> {
        self.text(path)?.parse().ok()
    }

    /// The word in brackets: `madvise` of `always [madvise] never`.
    pub fn chosen(&self, path: &str) -> Option<String> {
        let text = self.text(path)?;
        let (_, rest) = text.split_once('[')?;
        let (word, _) = rest.split_once(']')?;
        Some(word.to_owned())
    }

    /// The names in a folder, sorted.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(self.path(folder)) else { return Vec::new() };
        let mut names: Vec<String> =
            entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        names
    }

    /// The last part of what a symbolic link points at: `dash` of `/bin/sh`.
    pub fn link_name(&self, path: &str) -> Option<String> {
        std::fs::read_link(self.path(path)).ok()?.file_name()?.to_str().map(str::to_owned)
    }
}

/// The value of a `name: value` or `name : value` line.
pub fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == name)
        .map(|(_, value)| value.trim())
        .filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::field;

    #[test]
    fn what_is_missing_empty_or_not_a_number_is_absent() {
        let machine = Fixture::of(&[("a", " 12\n"), ("b", "\n"), ("c", "always [madvise] never\n")]);
        let root = machine.root();
        assert_eq!(root.number::<u32>("/a"), Some(12));
        assert_eq!(root.text("/b"), None);
        assert_eq!(root.number::<u32>("/c"), None);
        assert_eq!(root.chosen("/c").as_deref(), Some("madvise"));
        assert_eq!(root.chosen("/a"), None);
        assert_eq!(root.text("/none"), None);
        assert!(root.names("/none").is_empty());
    }

    #[test]
    fn fields_are_found_by_their_whole_name() {
        let text = "cpu family\t: 25\ncpu\t: POWER9\nempty:\n";
        assert_eq!(field(text, "cpu"), Some("POWER9"));
        assert_eq!(field(text, "family"), None);
        assert_eq!(field(text, "empty"), None);
    }
}
