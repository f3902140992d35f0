//! The first process of a guest: mounts what the collector reads, runs it, sends what it wrote to the host, powers off.
//! It knows nothing of measuring.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};

use anyhow::{Context, Result};
use guest_frame::Frame;
use rustix::mount::{MountFlags, mount};
use rustix::system::{RebootCommand, reboot};
use rustix::termios::{OptionalActions, tcdrain, tcgetattr, tcsetattr};

/// What the host says: the serial line for the document and the collector's arguments, each ended by a zero byte.
const WORDS: &str = "/etc/benchpages-guest";
const DOCUMENT: &str = "/tmp/run.json";
/// Where each kind of file system goes.
const MOUNTS: [(&str, &str); 7] = [
    ("proc", "/proc"),
    ("sysfs", "/sys"),
    ("devtmpfs", "/dev"),
    ("tmpfs", "/tmp"),
    ("tmpfs", "/run"),
    ("tmpfs", "/dev/shm"),
    ("securityfs", "/sys/kernel/security"),
];
/// Up, and a loopback (`IFF_UP | IFF_LOOPBACK`): the kernel then gives it 127.0.0.1 by itself.
const LOOPBACK_UP: &str = "0x9";

fn main() {
    if std::process::id() != 1 {
        eprintln!("guest-init: is the first process of a guest; `cargo xtask guest` starts it");
        std::process::exit(2);
    }
    if let Err(error) = measure() {
        eprintln!("guest-init: {error:#}");
    }
    rustix::fs::sync();
    let error = reboot(RebootCommand::PowerOff);
    // The first process must not end: the kernel would panic. The host's deadline ends the guest.
    eprintln!("guest-init: cannot power off: {error:?}");
    loop {
        std::thread::park();
    }
}

fn measure() -> Result<()> {
    for (kind, folder) in MOUNTS.into_iter().filter(|(kind, _)| is_known(kind)) {
        fs::create_dir_all(folder)
            .map_err(anyhow::Error::from)
            .and_then(|()| Ok(mount(kind, folder, kind, MountFlags::empty(), None)?))
            .with_context(|| format!("cannot mount {kind} on {folder}"))?;
    }
    fs::write("/sys/class/net/lo/flags", LOOPBACK_UP).context("cannot bring the loopback up")?;
    let words = fs::read_to_string(WORDS).with_context(|| format!("cannot read {WORDS}"))?;
    let mut words = words.split_terminator('\0');
    let line = words.next().with_context(|| format!("{WORDS} names no serial line"))?;
    let status = Command::new("/benchpages")
        .args(["run", "--out", DOCUMENT])
        .args(words)
        .env_clear()
        .env("HOME", "/tmp")
        .env("PATH", "/bin")
        .status()
        .context("cannot start the collector")?;
    send(line, &Frame { status: code(status), document: fs::read(DOCUMENT).unwrap_or_default() })
        .with_context(|| format!("cannot send the document over {line}"))
}

/// Whether the kernel has this kind of file system; `/proc` tells it, so that one is taken for known.
fn is_known(kind: &str) -> bool {
    let kinds = fs::read_to_string("/proc/filesystems");
    kinds.map_or(true, |kinds| kinds.lines().any(|line| line.split_whitespace().last() == Some(kind)))
}

/// As a shell has it.
fn code(status: ExitStatus) -> u8 {
    let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or_default());
    u8::try_from(code).unwrap_or(u8::MAX)
}

/// Sends the bytes as they are, and waits until the last one has left.
fn send(line: &str, frame: &Frame) -> Result<()> {
    let mut line = File::options().write(true).open(line)?;
    let mut settings = tcgetattr(&line)?;
    settings.make_raw();
    tcsetattr(&line, OptionalActions::Now, &settings)?;
    frame.write(&mut line)?;
    Ok(tcdrain(&line)?)
}
