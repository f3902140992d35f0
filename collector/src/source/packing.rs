//! How a tarball is packed, by its first bytes, and the program that unpacks it.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A way of packing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Not at all.
    None,
    /// By a program, which unpacks with `-dc`.
    By(&'static str),
}

/// First bytes, and the program.
const MAGIC: [(&[u8], &str); 4] = [
    (&[0x1f, 0x8b], "gzip"),
    (&[0xfd, b'7', b'z', b'X', b'Z', 0], "xz"),
    (b"BZh", "bzip2"),
    (&[0x28, 0xb5, 0x2f, 0xfd], "zstd"),
];

impl Packing {
    /// How a file is packed.
    pub fn of(file: &Path) -> io::Result<Self> {
        let mut first = Vec::new();
        File::open(file)?.take(6).read_to_end(&mut first)?;
        let known = MAGIC.iter().find(|(magic, _)| first.starts_with(magic));
        Ok(known.map_or(Self::None, |(_, program)| Self::By(program)))
    }

    /// What is in a file that is packed like this; none where the program is missing.
    pub fn open(self, file: &Path) -> io::Result<Option<Unpacked>> {
        let file = File::open(file)?;
        let Self::By(program) = self else { return Ok(Some(Unpacked::Plain(file))) };
        let mut command = Command::new(program);
        command.arg("-dc").stdin(file).stdout(Stdio::piped()).stderr(Stdio::null());
        match command.spawn() {
            Ok(child) => Ok(Some(Unpacked::By(child))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The contents of a packed file.
pub enum Unpacked {
    /// As they are.
    Plain(File),
    /// From a program that runs.
    By(Child),
}

impl Unpacked {
    /// Reads what is left, and has the program's word that nothing was missing.
    pub fn finish(mut self) -> io::Result<()> {
        io::copy(&mut self, &mut io::sink())?;
        let whole = match &mut self {
            Self::Plain(_) => true,
            Self::By(child) => child.wait()?.success(),
        };
        if whole { Ok(()) } else { Err(io::Error::new(ErrorKind::InvalidData, "is cut short or damaged")) }
    }
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.read(buffer),
            Self::By(child) => child.stdout.as_mut().map_or(Ok(0), |stdout| stdout.read(buffer)),
        }
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        if let Self::By(child) = self {
            // Both fail only where it has ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_damaged_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.tar.gz");
        std::fs::write(&file, [0x1f, 0x8b, 8, 0, 0]).unwrap();
        assert_eq!(Packing::of(&file).unwrap(), Packing::By("gzip"));
        let unpacked = Packing::of(&file).unwrap().open(&file).unwrap().unwrap();
        assert!(unpacked.finish().unwrap_err().to_string().contains("damaged"));
        assert!(Packing::By("no-such-program").open(&file).unwrap().is_none());
    }
}
