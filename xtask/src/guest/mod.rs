//! `cargo xtask guest`: measures a machine that is emulated in software and runs a kernel of Debian's. It shows that the
//! collector describes another kernel truly, and that it works on another instruction set; what it measures is the emulator.
//!
//! The kernel's first file system holds nothing but the collector as `dist` builds it, a first process (`init.rs`) and the
//! kernel's configuration. The document comes back over a serial line (`frame.rs`).

mod arch;
mod cpio;
mod kernel;
mod machine;
mod options;

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use guest_frame::Frame;
use kernel::Kernel;
pub use options::Options;

use crate::place::Place;
use crate::{dist, lock, tools};

/// The files that the collector and the first process look for.
const FOLDERS: [&str; 9] = ["boot", "dev", "etc", "proc", "root", "run", "sys", "tmp", "var"];

/// Measures in a guest. The exit status is the collector's.
pub fn guest(place: &Place, options: Options) -> Result<ExitCode> {
    tools::install_programs(options.arch.programs, options.consent)?;
    let cache = place.cache().join("guest").join(options.arch.name);
    let initramfs = place.own().join("guest").join(format!("{}-{}", options.arch.name, std::process::id()));
    let sent = initramfs.with_extension("sent");
    let kernel = {
        let _lock = lock::exclusive(&place.cache().join("build.lock"), "another cargo xtask is building or testing")?;
        let kernel = kernel::fetch(&cache, options.arch, &options.kernel)?;
        let collector = dist::collector(place, options.arch.target)?;
        let init = dist::build(place, options.arch.target, "xtask", "guest-init")?;
        let archive = first_files(&options, &kernel, &collector, &init, &machine_id(&cache)?)?;
        fs::create_dir_all(place.own().join("guest"))
            .and_then(|()| fs::write(&initramfs, archive))
            .with_context(|| format!("cannot write {}", initramfs.display()))?;
        kernel
    };
    let arrived = machine::boot(&options, &kernel, &initramfs, &sent);
    for made in [&initramfs, &sent] {
        // Where it was not made, nothing is left to remove.
        let _ = fs::remove_file(made);
    }
    let frame = Frame::read(&arrived?)?;
    keep(&frame, &kernel, &options.out)?;
    Ok(ExitCode::from(frame.status))
}

fn first_files(options: &Options, kernel: &Kernel, collector: &Path, init: &Path, id: &str) -> Result<Vec<u8>> {
    let content = |path: &Path| fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    let words = std::iter::once(options.arch.line).chain(options.collector.iter().map(String::as_str));
    let words: String = words.map(|word| format!("{word}\0")).collect();
    let mut archive = cpio::Archive::default();
    FOLDERS.iter().for_each(|folder| archive.folder(folder));
    archive.device("dev/console", (5, 1));
    archive.program("init", &content(init)?);
    archive.program("benchpages", &content(collector)?);
    archive.file(&format!("boot/config-{}", kernel.release), &content(&kernel.config)?);
    archive.file("etc/machine-id", format!("{id}\n").as_bytes());
    archive.file("etc/benchpages-guest", words.as_bytes());
    Ok(archive.finish())
}

/// The id of this person's guests of one kind, so that they are one machine that is booted again and again.
fn machine_id(cache: &Path) -> Result<String> {
    let path = cache.join("machine-id");
    if let Ok(known) = fs::read_to_string(&path) {
        return Ok(known);
    }
    let mut random = [0; 16];
    fs::File::open("/dev/urandom")
        .and_then(|mut source| source.read_exact(&mut random))
        .context("cannot read /dev/urandom")?;
    let id: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(&path, &id).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(id)
}

/// Writes the document, once it is known to be of the kernel that was started.
fn keep(frame: &Frame, kernel: &Kernel, out: &Path) -> Result<()> {
    if frame.document.is_empty() {
        bail!("the collector wrote no document; it ended with status {}", frame.status);
    }
    let run: shared::model::Run = serde_json::from_slice(&frame.document).context("the document cannot be read")?;
    if run.kernel.release != kernel.release {
        bail!("the document is of kernel {:?}, but {:?} was started", run.kernel.release, kernel.release);
    }
    if run.machine.emulated != Some(true) {
        println!("warning: the document does not say that its machine is emulated");
    }
    fs::write(out, &frame.document).with_context(|| format!("cannot write {}", out.display()))?;
    println!(
        "{}: {} bytes, kernel {}, collector's exit status {}",
        out.display(),
        frame.document.len(),
        kernel.release,
        frame.status
    );
    Ok(())
}
