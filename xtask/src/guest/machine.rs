//! One emulated machine: started, watched until it powers off or its time is over.

use std::fs;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::Options;
use super::kernel::Kernel;
use crate::command::{ending_with_us, line};
use crate::place::on_path;

/// Starts a kernel, shows its console, and returns what it sent over its second serial line until it powered off.
pub fn boot(options: &Options, kernel: &Kernel, initramfs: &Path, sent: &Path) -> Result<Vec<u8>> {
    let program = options.arch.programs.first().context("each machine has an emulator")?.program;
    let program = on_path(program).with_context(|| format!("{program} is not on PATH"))?;
    let mut emulator = ending_with_us(&program);
    // Never another accelerator: an emulated CPU is the same on every host.
    emulator.args([
        "-accel",
        "tcg",
        "-cpu",
        options.arch.cpu,
        "-nodefaults",
        "-no-user-config",
        "-display",
        "none",
        "-no-reboot",
    ]);
    emulator.arg("-smp").arg(options.cpus.to_string()).arg("-m").arg(format!("{}M", options.memory));
    emulator.args(["-chardev", "stdio,id=console,signal=off", "-chardev"]);
    emulator.arg(format!("file,id=document,path={}", sent.display()));
    emulator.args(options.arch.machine).arg("-kernel").arg(&kernel.image).arg("-initrd").arg(initramfs);
    emulator.arg("-append").arg(command_line(options));
    println!("$ {}", line(&emulator));
    let child = emulator.stdin(Stdio::null()).spawn().context("cannot start the emulator")?;
    let status = Watched(child).wait(options.deadline)?;
    if !status.success() {
        bail!("the emulator failed: {status}");
    }
    fs::read(sent).with_context(|| format!("cannot read {}", sent.display()))
}

/// The kernel's command line. A kernel that panics ends the guest.
fn command_line(options: &Options) -> String {
    format!("console={} quiet panic=-1 {}", options.arch.console, options.append).trim_end().to_owned()
}

/// A process that does not outlive its watcher.
struct Watched(Child);

impl Watched {
    fn wait(mut self, deadline: Duration) -> Result<ExitStatus> {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().context("cannot wait for the emulator")? {
                return Ok(status);
            }
            if begin.elapsed() > deadline {
                bail!("the guest was stopped after {} minutes (--deadline)", deadline.as_secs() / 60);
            }
            sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // Both fail only where it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::flags::Flags;

    #[test]
    fn further_words_follow_on_the_command_line() {
        let of = |words: &str| {
            let words = words.split_whitespace().map(str::to_owned).collect();
            command_line(&Options::read(&mut Flags::new("guest", words)).unwrap())
        };
        assert_eq!(of("--out=a"), "console=ttyS0 quiet panic=-1");
        assert_eq!(
            of("--out=a --arch=aarch64 --append=mitigations=off"),
            "console=ttyAMA0 quiet panic=-1 mitigations=off"
        );
    }

    #[test]
    fn a_guest_that_does_not_end_is_stopped() {
        let sleeping = || Watched(Command::new("sleep").arg("60").spawn().unwrap());
        let begin = Instant::now();
        let problem = sleeping().wait(Duration::from_millis(50)).unwrap_err().to_string();
        assert!(problem.contains("--deadline"), "{problem}");
        assert!(begin.elapsed() < Duration::from_secs(30));
        assert!(Watched(Command::new("true").spawn().unwrap()).wait(Duration::from_secs(60)).unwrap().success());
    }
}
