//! Writing of a document: all of it or nothing, and on the disk before anything else happens.

use std::fs::{File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use shared::model::{Invalid, Run, RunId, validate};
use thiserror::Error;

/// A document that is on the disk.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its file.
    pub path: PathBuf,
    /// Its id.
    pub id: RunId,
    /// What an upload sends.
    pub bytes: Vec<u8>,
}

/// Why a document is not on the disk as it should be.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The file or its folder cannot be written.
    #[error("{}: {source}; {}", .path.display(), advice(.source))]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// The person named a file that is there already.
    #[error("{}: is there already; name another file with --out, or remove it", .path.display())]
    Taken {
        /// The file.
        path: PathBuf,
    },
    /// The document was written, but no server would take it.
    #[error("{}: was written, but the document breaks a rule of its own format: {source}", .path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The rule.
        #[source]
        source: Invalid,
    },
    /// It is not where it was to be, but it is not lost.
    #[error("{source}. The run was kept as {} instead", .kept.display())]
    Elsewhere {
        /// Where it is.
        kept: PathBuf,
        /// Why it is not where it was to be.
        #[source]
        source: Box<Self>,
    },
    /// It could not be turned into JSON.
    #[error("the run cannot be written as JSON: {source}")]
    Json {
        /// Why.
        #[source]
        source: serde_json::Error,
    },
}

/// The bytes of a document: compact JSON. They are made once; the same run made into bytes again has the same id.
pub(super) fn to_bytes(run: &Run) -> Result<Vec<u8>, WriteError> {
    serde_json::to_vec(run).map_err(|source| WriteError::Json { source })
}

/// Checks, before anything is measured, that a document can be written to `out`: a folder, or a file that is not there.
pub fn check_destination(out: &Path) -> Result<(), WriteError> {
    let folder = if out.is_dir() { out } else { folder_of(out) };
    if out.exists() && !out.is_dir() {
        return Err(WriteError::Taken { path: out.to_owned() });
    }
    tempfile::tempfile_in(folder).map(drop).map_err(|source| WriteError::File { path: folder.to_owned(), source })
}

/// Writes a run to `out`: a folder, in which the file is named by time and id, or a file that is not there. What cannot
/// be written there is kept among the temporary files: it took minutes to measure.
pub fn write(run: &Run, out: &Path) -> Result<Written, WriteError> {
    write_or_keep(run, out, &std::env::temp_dir())
}

fn write_or_keep(run: &Run, out: &Path, refuge: &Path) -> Result<Written, WriteError> {
    let bytes = to_bytes(run)?;
    let id = RunId::of(&bytes);
    let path = if out.is_dir() { out.join(file_name(run, &id)) } else { out.to_owned() };
    if let Err(error) = put(&path, &bytes) {
        let kept = refuge.join(file_name(run, &id));
        return Err(match put(&kept, &bytes) {
            Ok(()) => WriteError::Elsewhere { kept, source: Box::new(error) },
            Err(_) => error,
        });
    }
    match validate(run) {
        Ok(()) => Ok(Written { path, id, bytes }),
        Err(source) => Err(WriteError::Invalid { path, source }),
    }
}

/// `20261130T125900Z-<id>.json`: sorted by time, the same name only for the same bytes.
fn file_name(run: &Run, id: &RunId) -> String {
    let time: String = run.started.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    format!("{time}-{id}.json")
}

/// Writes a temporary file beside the path, has it on the disk, gives it its name, has the name on the disk.
fn put(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let folder = folder_of(path);
    let failed = |source: io::Error| WriteError::File { path: path.to_owned(), source };
    let mut file = tempfile::Builder::new()
        .prefix(".benchpages-")
        .permissions(Permissions::from_mode(0o644))
        .tempfile_in(folder)
        .map_err(failed)?;
    file.as_file_mut().write_all(bytes).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    if let Err(refused) = file.persist_noclobber(path) {
        let same = || std::fs::read(path).is_ok_and(|there| there == bytes);
        return match refused.error.kind() {
            ErrorKind::AlreadyExists if same() => Ok(()),
            ErrorKind::AlreadyExists => Err(WriteError::Taken { path: path.to_owned() }),
            _ => Err(failed(refused.error)),
        };
    }
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// What to do about an error of the file system.
fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "make room, or name a folder on another disk with --out",
        ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => "name a folder that you may write to with --out",
        ErrorKind::NotFound => "make the folder first, or name another one with --out",
        _ => "name another place with --out",
    }
}

#[cfg(test)]
mod tests {
    use super::super::begin::tests::empty_run;
    use super::*;

    #[test]
    fn a_run_is_written_once_under_its_id() {
        let folder = tempfile::tempdir().unwrap();
        let run = empty_run("6.1.0");
        let written = write(&run, folder.path()).unwrap();
        assert_eq!(std::fs::read(&written.path).unwrap(), written.bytes);
        assert_eq!(RunId::of(&written.bytes), written.id);
        assert!(written.path.to_str().unwrap().ends_with(&format!("Z-{}.json", written.id)));
        // The same again harms nothing, and no temporary file stays.
        assert_eq!(write(&run, folder.path()).unwrap().path, written.path);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_is_there_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.json");
        check_destination(&file).unwrap();
        write(&empty_run("6.1.0"), &file).unwrap();
        let first = std::fs::read(&file).unwrap();
        assert!(matches!(check_destination(&file), Err(WriteError::Taken { .. })));
        let refuge = tempfile::tempdir().unwrap();
        let second = write_or_keep(&empty_run("6.2.0"), &file, refuge.path()).unwrap_err();
        let WriteError::Elsewhere { kept, source } = second else { panic!("another error") };
        assert!(matches!(*source, WriteError::Taken { .. }));
        assert!(std::fs::read_to_string(kept).unwrap().contains("6.2.0"));
        assert_eq!(std::fs::read(&file).unwrap(), first);
    }

    #[test]
    fn errors_name_the_file_and_say_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("no/run.json");
        let message = write_or_keep(&empty_run("6.1.0"), &missing, &missing).unwrap_err().to_string();
        assert!(message.contains("no/run.json: "), "{message}");
        assert!(message.contains("make the folder first"), "{message}");
        assert!(check_destination(&missing).is_err());
        let unwritable = check_destination(Path::new("/proc")).unwrap_err().to_string();
        assert!(unwritable.starts_with("/proc: "), "{unwritable}");
    }

    #[test]
    fn a_full_disk_is_said_to_be_full() {
        let full = io::Error::from(rustix::io::Errno::NOSPC);
        assert!(advice(&full).contains("make room"));
        assert!(advice(&io::Error::from(rustix::io::Errno::ROFS)).contains("may write"));
    }

    #[test]
    fn a_document_that_breaks_a_rule_is_kept_and_complained_about() {
        let folder = tempfile::tempdir().unwrap();
        let mut run = empty_run("6.1.0");
        run.execution.clear();
        let error = write(&run, folder.path()).unwrap_err();
        assert!(error.to_string().contains("execution"), "{error}");
        let WriteError::Invalid { path, .. } = error else { panic!("another error") };
        assert!(path.exists());
    }
}
