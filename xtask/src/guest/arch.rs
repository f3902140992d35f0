//! The kinds of machine that can be emulated, and what each needs.

use anyhow::{Context, Result};

use crate::dist::{self, Target};
use crate::tools::{self, Packaged};

/// A kind of machine.
pub struct Arch {
    /// As the kernel calls it.
    pub name: &'static str,
    /// As Debian calls it.
    pub debian: &'static str,
    /// The package that names Debian's newest kernel.
    pub kernel: &'static str,
    /// What the guest's programs are compiled for.
    pub target: &'static Target,
    /// What must be installed; the first is the emulator.
    pub programs: &'static [Packaged],
    /// The CPU: all that the emulator can do.
    pub cpu: &'static str,
    /// The emulator's arguments for a machine with two serial lines, `console` and `document`.
    pub machine: &'static [&'static str],
    /// The kernel's name of the first line.
    pub console: &'static str,
    /// The file of the second one.
    pub line: &'static str,
}

const ALL: &[Arch] = &[
    Arch {
        name: "x86_64",
        debian: "amd64",
        kernel: "linux-image-amd64",
        target: &dist::X86_64,
        programs: &[tools::QEMU_X86_64],
        cpu: "max",
        machine: &["-machine", "q35", "-serial", "chardev:console", "-serial", "chardev:document"],
        console: "ttyS0",
        line: "/dev/ttyS1",
    },
    Arch {
        name: "aarch64",
        debian: "arm64",
        kernel: "linux-image-arm64",
        target: &dist::AARCH64,
        programs: &[tools::QEMU_AARCH64, tools::GCC_AARCH64, tools::LIBC_AARCH64],
        // Addresses are signed by a quick sum: the cipher of the architecture is slow to emulate, and kernels sign all the time.
        cpu: "max,pauth-impdef=on",
        // The board has one line of its own; the second is a card of the kind whose driver every kernel has built in.
        machine: &["-machine", "virt", "-serial", "chardev:console", "-device", "pci-serial,chardev=document"],
        console: "ttyAMA0",
        line: "/dev/ttyS0",
    },
];

impl Arch {
    /// The machine of that name.
    pub fn named(name: &str) -> Result<&'static Self> {
        let names = || ALL.iter().map(|arch| arch.name).collect::<Vec<_>>().join(", ");
        ALL.iter().find(|arch| arch.name == name).with_context(|| format!("--arch is one of {}", names()))
    }
}

impl std::fmt::Debug for Arch {
    fn fmt(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result {
        to.write_str(self.name)
    }
}
