//! Where runs are kept when the person names no place.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

/// The user's data folder: `$XDG_DATA_HOME/benchpages`, else `~/.local/share/benchpages`; none where HOME is unset or
/// cannot be written.
pub fn data_folder() -> Option<PathBuf> {
    data_folder_of(|name| std::env::var_os(name))
}

/// The folder of runs, made if it is missing: `runs` in the data folder, else the current folder.
pub fn runs_folder(data: Option<&Path>) -> PathBuf {
    data.map(|data| data.join("runs")).filter(|runs| is_made(runs)).unwrap_or_else(|| PathBuf::from("."))
}

fn data_folder_of(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // The XDG specification has relative paths ignored.
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share")))?;
    Some(base.join("benchpages")).filter(|folder| is_made(folder))
}

/// Makes a folder, and says whether files can be made in it.
fn is_made(folder: &Path) -> bool {
    std::fs::create_dir_all(folder).is_ok() && access(folder, Access::WRITE_OK | Access::EXEC_OK).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xdg_comes_before_home() {
        let temporary = tempfile::tempdir().unwrap();
        let (xdg, home) = (temporary.path().join("xdg"), temporary.path().join("home"));
        let both = |name: &str| Some(if name == "HOME" { home.clone() } else { xdg.clone() }.into());
        assert_eq!(data_folder_of(both), Some(xdg.join("benchpages")));
        let home_alone = |name: &str| (name == "HOME").then(|| home.clone().into());
        assert_eq!(data_folder_of(home_alone), Some(home.join(".local/share/benchpages")));
    }

    #[test]
    fn without_a_home_runs_go_to_the_current_folder() {
        assert_eq!(data_folder_of(|_| None), None);
        assert_eq!(data_folder_of(|_| Some("relative".into())), None);
        assert_eq!(data_folder_of(|_| Some("/proc/no/such".into())), None);
        assert_eq!(runs_folder(None), Path::new("."));
        assert_eq!(runs_folder(Some(Path::new("/proc/self"))), Path::new("."));
    }
}
