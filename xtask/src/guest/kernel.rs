//! A kernel of Debian's, fetched by apt with folders of its own: nothing is installed, the system's own lists of packages
//! stay as they are, root is not needed, and the instruction set may be another one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::arch::Arch;
use crate::command::{answer, line, run};

/// A kernel that can be started.
#[derive(Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Its release: `6.1.0-28-amd64`.
    pub release: String,
    /// The file that is loaded.
    pub image: PathBuf,
    /// Its configuration.
    pub config: PathBuf,
}

/// The kernel of that package, below `folder`. What is there is not fetched again.
pub fn fetch(folder: &Path, arch: &Arch, package: &str) -> Result<Kernel> {
    let kept = folder.join(package);
    if !kept.is_dir() {
        let partial = folder.join(format!("{package}.partial"));
        download(folder, &partial, arch, package)?;
        fs::rename(&partial, &kept).with_context(|| format!("cannot rename {}", partial.display()))?;
    }
    in_folder(&kept.join("boot")).with_context(|| format!("the package {package}; removed, it is fetched again"))
}

fn download(folder: &Path, partial: &Path, arch: &Arch, package: &str) -> Result<()> {
    if partial.exists() {
        fs::remove_dir_all(partial).with_context(|| format!("cannot remove {}", partial.display()))?;
    }
    let own = folder.join("apt");
    for made in [own.join("state/lists/partial"), own.join("cache/archives/partial"), partial.to_path_buf()] {
        fs::create_dir_all(&made).with_context(|| format!("cannot make the folder {}", made.display()))?;
    }
    let apt = |program: &str| {
        let mut apt = Command::new(program);
        for option in ["APT::Architecture", "APT::Architectures"] {
            apt.arg("-o").arg(format!("{option}={}", arch.debian));
        }
        apt.arg("-o").arg(format!("Dir::State={}", own.join("state").display()));
        apt.arg("-o").arg(format!("Dir::Cache={}", own.join("cache").display()));
        apt.args(["-o", "Dir::State::status=/dev/null", "-o", "APT::Sandbox::User=", "-o", "Acquire::Languages=none"]);
        apt
    };
    run(apt("apt-get").args(["--quiet", "update"]))?;
    let shown = answer(apt("apt-cache").args(["show", "--no-all-versions", package]))
        .with_context(|| format!("apt knows no package {package} for {}; name one with --kernel", arch.debian))?;
    run(apt("apt-get").args(["--quiet", "download", real_package(&shown).unwrap_or(package)]).current_dir(partial))?;
    let is_deb = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "deb");
    let debs: Vec<PathBuf> = entries(partial)?.into_iter().filter(is_deb).collect();
    let [deb] = debs.as_slice() else { bail!("apt-get left {} packages in {}", debs.len(), partial.display()) };
    unpack(deb, partial)?;
    in_folder(&partial.join("boot"))?;
    fs::remove_file(deb).with_context(|| format!("cannot remove {}", deb.display()))
}

/// The kernel's package, where the one that apt shows only depends on it.
fn real_package(shown: &str) -> Option<&str> {
    let depends = shown.lines().find_map(|line| line.strip_prefix("Depends: "))?;
    let names = depends.split(", ").filter_map(|one| one.split([' ', ':']).next());
    names.into_iter().find(|name| name.starts_with("linux-image-"))
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .with_context(|| format!("cannot read the folder {}", folder.display()))
}

/// Takes `boot` out of a package; the modules, a hundred times as much, stay in it.
fn unpack(deb: &Path, to: &Path) -> Result<()> {
    let mut unpacked = Command::new("dpkg-deb");
    unpacked.arg("--fsys-tarfile").arg(deb).stdout(Stdio::piped());
    println!("$ {} | tar …", line(&unpacked));
    let mut unpacked = unpacked.spawn().context("cannot start dpkg-deb")?;
    let output = unpacked.stdout.take().context("dpkg-deb has an output")?;
    run(Command::new("tar").args(["--extract", "--directory"]).arg(to).arg("./boot").stdin(output))?;
    let status = unpacked.wait().context("cannot wait for dpkg-deb")?;
    if !status.success() {
        bail!("dpkg-deb cannot unpack {}: {status}", deb.display());
    }
    Ok(())
}

fn in_folder(boot: &Path) -> Result<Kernel> {
    let release = |path: &PathBuf| Some(path.file_name()?.to_str()?.strip_prefix("vmlinuz-")?.to_owned());
    let releases: Vec<String> = entries(boot)?.iter().filter_map(release).collect();
    let [release] = releases.as_slice() else {
        bail!("{} has {} files vmlinuz-RELEASE instead of one", boot.display(), releases.len());
    };
    let [image, config] = ["vmlinuz", "config"].map(|name| boot.join(format!("{name}-{release}")));
    if !config.is_file() {
        bail!("{} is missing", config.display());
    }
    Ok(Kernel { release: release.clone(), image, config })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_kernel_is_what_its_name_depends_on() {
        let shown = "Package: linux-image-amd64\nDepends: linux-base, linux-image-6.1.0-28-amd64 (= 6.1.119-1)\n";
        assert_eq!(real_package(shown), Some("linux-image-6.1.0-28-amd64"));
        let real = "Package: linux-image-6.1.0-28-amd64\nDepends: kmod, linux-base (>= 4.3~), initramfs-tools\n";
        assert_eq!(real_package(real), None);
    }

    #[test]
    fn a_kernel_is_an_image_with_its_configuration() {
        let boot = std::env::temp_dir().join(format!("benchpages-guest-boot-{}", std::process::id()));
        fs::create_dir_all(&boot).unwrap();
        assert!(in_folder(&boot).unwrap_err().to_string().contains("0 files"));
        fs::write(boot.join("vmlinuz-6.1.0"), "").unwrap();
        assert!(in_folder(&boot).unwrap_err().to_string().contains("config-6.1.0"));
        fs::write(boot.join("config-6.1.0"), "").unwrap();
        assert_eq!(in_folder(&boot).unwrap().release, "6.1.0");
        fs::remove_dir_all(&boot).unwrap();
    }
}
