//! Reading of documents, plain or packed with gzip.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use shared::model::{Invalid, Run, RunId, parse};
use thiserror::Error;

/// Most bytes of an unpacked document; a full run has a few million.
const MOST: u64 = 64 << 20;

const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A document that was read.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its file.
    pub path: PathBuf,
    /// Its id.
    pub id: RunId,
    /// What an upload sends.
    pub bytes: Vec<u8>,
    /// What it says.
    pub run: Run,
}

impl Document {
    /// A run that is in no file, such as one that is still being made.
    pub fn unwritten(run: Run) -> Self {
        Self { path: PathBuf::new(), id: RunId::of(run.execution.as_bytes()), bytes: Vec::new(), run }
    }
}

/// Why a file cannot be read as a run.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file cannot be read or unpacked.
    #[error("{}: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// It is larger than any run.
    #[error("{}: has more than {most} bytes unpacked; no run is that large", .path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The bound.
        most: u64,
    },
    /// It is not a run document.
    #[error("{}: {source}", .path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        source: Invalid,
    },
}

/// Reads and checks the run in a file.
pub fn read(path: &Path) -> Result<Document, ReadError> {
    read_bounded(path, MOST)
}

fn read_bounded(path: &Path, most: u64) -> Result<Document, ReadError> {
    let failed = |source| ReadError::File { path: path.to_owned(), source };
    let mut file = File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    file.by_ref().take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.starts_with(&GZIP) {
        let mut unpacked = Vec::new();
        MultiGzDecoder::new(bytes.as_slice()).take(most + 1).read_to_end(&mut unpacked).map_err(failed)?;
        bytes = unpacked;
    }
    if bytes.len() as u64 > most {
        return Err(ReadError::TooLarge { path: path.to_owned(), most });
    }
    let run = parse(&bytes).map_err(|source| ReadError::Invalid { path: path.to_owned(), source })?;
    Ok(Document { path: path.to_owned(), id: RunId::of(&bytes), bytes, run })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::super::begin::tests::empty_run;
    use super::super::write::to_bytes;
    use super::*;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    }

    #[test]
    fn a_run_has_the_same_id_plain_and_packed() {
        let folder = tempfile::tempdir().unwrap();
        let bytes = to_bytes(&empty_run("6.1.0")).unwrap();
        let (plain, gzip) = (folder.path().join("a.json"), folder.path().join("a.json.gz"));
        std::fs::write(&plain, &bytes).unwrap();
        std::fs::write(&gzip, packed(&bytes)).unwrap();
        let (plain, gzip) = (read(&plain).unwrap(), read(&gzip).unwrap());
        assert_eq!((plain.id, plain.bytes), (gzip.id, gzip.bytes));
        assert_eq!(plain.run.kernel.release, "6.1.0");
    }

    #[test]
    fn what_is_no_run_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let said = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            read_bounded(&path, 1000).unwrap_err().to_string()
        };
        assert!(said("cut.json", b"{\"schema\":1,").contains("cut.json: not a run document"));
        assert!(said("later.json", b"{\"schema\":2}").contains("later.json: schema: 2"));
        assert!(said("bomb.gz", &packed(&[0; 1001])).contains("bomb.gz: has more than 1000 bytes"));
        assert!(read(&folder.path().join("none.json")).unwrap_err().to_string().contains("none.json: "));
    }
}
