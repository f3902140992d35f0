//! The command line of `guest`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::arch::Arch;
use crate::flags::Flags;
use crate::tools::Consent;

/// What `guest` is asked for.
#[derive(Debug)]
pub struct Options {
    /// The instruction set.
    pub arch: &'static Arch,
    /// The package of the kernel.
    pub kernel: String,
    /// Further words of the kernel's command line.
    pub append: String,
    /// How many CPUs.
    pub cpus: u32,
    /// Memory in MiB.
    pub memory: u32,
    /// When it is stopped.
    pub deadline: Duration,
    /// Where the document goes.
    pub out: PathBuf,
    /// The arguments of the collector's `run`.
    pub collector: Vec<String>,
    /// Whether Debian packages may be installed.
    pub consent: Consent,
}

impl Options {
    /// Reads them.
    pub fn read(flags: &mut Flags) -> Result<Self> {
        let arch = Arch::named(flags.value("--arch")?.as_deref().unwrap_or("x86_64"))?;
        let mut collector = Vec::new();
        for name in ["--preset", "--only"] {
            collector.extend(flags.value(name)?.map(|value| format!("{name}={value}")));
        }
        collector.extend(flags.passed_on());
        if let Some(word) = collector.iter().find(|word| ["--out", "--repeat", "--upload"].contains(&name(word))) {
            bail!("{word:?} cannot be passed on: a guest makes one document, which goes to --out FILE");
        }
        let kernel = flags.value("--kernel")?.unwrap_or_else(|| arch.kernel.to_owned());
        if !kernel.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-+~".contains(&byte)) {
            bail!("--kernel is the name of a package, not {kernel:?}");
        }
        let options = Self {
            arch,
            kernel,
            append: flags.value("--append")?.unwrap_or_default(),
            cpus: number(flags, "--smp", 2)?,
            memory: number(flags, "--memory", 2048)?,
            deadline: Duration::from_secs(60 * u64::from(number(flags, "--deadline", 30)?)),
            out: flags.value("--out")?.context("say with --out FILE where the document goes")?.into(),
            collector,
            consent: flags.consent(),
        };
        flags.finish()?;
        Ok(options)
    }
}

/// An argument's name: `--out` in `--out=FILE`.
fn name(word: &str) -> &str {
    word.split('=').next().unwrap_or(word)
}

fn number(flags: &mut Flags, name: &str, default: u32) -> Result<u32> {
    let Some(value) = flags.value(name)? else { return Ok(default) };
    value.parse().ok().filter(|&number| number > 0).with_context(|| format!("{name} is a number from 1, not {value:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Options> {
        Options::read(&mut Flags::new("guest", words.iter().map(|word| (*word).to_owned()).collect()))
    }

    fn problem(words: &[&str]) -> String {
        read(words).unwrap_err().to_string()
    }

    #[test]
    fn a_file_is_enough() {
        let options = read(&["--out", "a.json"]).unwrap();
        assert_eq!((options.arch.name, options.kernel.as_str()), ("x86_64", "linux-image-amd64"));
        assert_eq!((options.cpus, options.memory, options.deadline.as_secs()), (2, 2048, 1800));
        assert_eq!((options.append.as_str(), options.collector.len()), ("", 0));
    }

    #[test]
    fn what_the_collector_is_told_keeps_its_order() {
        let options = read(&["--out=a", "--only", "syscall.*", "--preset=full", "--", "--starts", "1"]).unwrap();
        assert_eq!(options.collector, ["--preset=full", "--only=syscall.*", "--starts", "1"]);
    }

    #[test]
    fn another_machine_has_another_kernel() {
        let words = ["--out=a", "--arch=aarch64", "--append=mitigations=off quiet", "--smp=4", "--deadline", "5"];
        let options = read(&words).unwrap();
        assert_eq!((options.arch.name, options.kernel.as_str()), ("aarch64", "linux-image-arm64"));
        assert_eq!((options.append.as_str(), options.cpus), ("mitigations=off quiet", 4));
        assert_eq!(options.deadline.as_secs(), 300);
        assert_eq!(read(&["--out=a", "--kernel=linux-image-cloud-amd64"]).unwrap().kernel, "linux-image-cloud-amd64");
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(problem(&[]).contains("--out FILE"));
        assert!(problem(&["--out=a", "--arch=sparc"]).contains("x86_64, aarch64"));
        assert!(problem(&["--out=a", "--smp=0"]).contains("--smp"));
        assert!(problem(&["--out=a", "--memory=2G"]).contains("\"2G\""));
        assert!(problem(&["--out=a", "--kernel=/boot/vmlinuz"]).contains("package"));
        assert!(problem(&["--out=a", "--", "--out=b"]).contains("one document"));
        assert!(problem(&["--out=a", "--apend=x"]).contains("--apend"));
    }
}
