//! The CPU as `/proc/cpuinfo` names it, on any architecture. Its `Serial` and `Hardware` lines are never read.

use super::root::field;
use super::{Root, microarchitecture};

/// The beginning of the model names of CPUs that QEMU emulates. On x86 the CPU itself says it.
pub const EMULATED: &str = "QEMU TCG CPU";
/// How QEMU's own ARM CPU can be told: an implementer reserved for software, and the letter Q for the part
/// (`aarch64_max_initfn` in QEMU's `target/arm/cpu64.c`). With KVM it has the real CPU's numbers.
const EMULATED_IMPLEMENTER: u32 = 0;
const EMULATED_PART: u32 = 0x51;

/// What the CPU says of itself.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Cpu {
    /// `AuthenticAMD`, `GenuineIntel`, `ARM`.
    pub vendor: Option<String>,
    /// `AMD EPYC 7B13`, `4x Cortex-A55 + 4x Cortex-A76`.
    pub model: Option<String>,
    /// Family of an x86 CPU.
    pub family: Option<u32>,
    /// Model number; the part number of an ARM CPU.
    pub model_number: Option<u32>,
    /// Stepping; the revision of an ARM CPU.
    pub stepping: Option<u32>,
    /// `Zen 3`.
    pub microarchitecture: Option<&'static str>,
    /// Microcode revision: `0xa0011d5`.
    pub microcode: Option<String>,
    /// Whether the CPU says that it is under a hypervisor; only x86 does.
    pub virtual_flag: Option<bool>,
}

/// Reads `/proc/cpuinfo`.
pub fn cpu(root: &Root) -> Cpu {
    let Some(text) = root.text("/proc/cpuinfo") else { return Cpu::default() };
    if field(&text, "CPU implementer").is_some() {
        return arm(&text);
    }
    let number = |name: &str| field(&text, name).and_then(|value| value.parse().ok());
    let vendor = field(&text, "vendor_id").map(str::to_owned);
    let (family, model_number, stepping) = (number("cpu family"), number("model"), number("stepping"));
    let name =
        ["model name", "Model Name", "cpu model", "cpu", "uarch"].into_iter().find_map(|name| field(&text, name));
    Cpu {
        microarchitecture: microarchitecture::x86(vendor.as_deref(), family, model_number, stepping),
        microcode: field(&text, "microcode").map(str::to_owned),
        virtual_flag: field(&text, "flags").map(|flags| flags.split(' ').any(|flag| flag == "hypervisor")),
        model: name.map(single_spaced),
        vendor,
        family,
        model_number,
        stepping,
    }
}

/// ARM lists implementer and part of each core; a machine may have several kinds.
fn arm(text: &str) -> Cpu {
    let mut kinds: Vec<(u32, u32, usize)> = Vec::new();
    let mut implementer = None;
    for (name, value) in text.lines().filter_map(|line| line.split_once(':')) {
        match name.trim() {
            "CPU implementer" => implementer = hex(value),
            "CPU part" => {
                let (Some(implementer), Some(part)) = (implementer, hex(value)) else { continue };
                match kinds.iter_mut().find(|kind| (kind.0, kind.1) == (implementer, part)) {
                    Some(kind) => kind.2 += 1,
                    None => kinds.push((implementer, part, 1)),
                }
            }
            _ => {}
        }
    }
    let name = |part| microarchitecture::arm_part(part).map_or_else(|| format!("part {part:#x}"), str::to_owned);
    let vendor = kinds.first().map(|kind| kind.0).and_then(microarchitecture::arm_implementer);
    match kinds.as_slice() {
        [] => Cpu::default(),
        [(EMULATED_IMPLEMENTER, EMULATED_PART, _)] => {
            Cpu { model: Some(EMULATED.to_owned()), model_number: Some(EMULATED_PART), ..Cpu::default() }
        }
        [(implementer, part, _)] => {
            let known = (*implementer == 0x41).then(|| microarchitecture::arm_part(*part)).flatten();
            Cpu {
                vendor: vendor.map(str::to_owned),
                model: known.map(str::to_owned),
                model_number: Some(*part),
                stepping: field(text, "CPU revision").and_then(|value| value.parse().ok()),
                microarchitecture: known,
                ..Cpu::default()
            }
        }
        several => {
            let all: Vec<String> = several.iter().map(|(_, part, count)| format!("{count}x {}", name(*part))).collect();
            Cpu { vendor: vendor.map(str::to_owned), model: Some(all.join(" + ")), ..Cpu::default() }
        }
    }
}

fn hex(text: &str) -> Option<u32> {
    u32::from_str_radix(text.trim().strip_prefix("0x")?, 16).ok()
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    fn of(cpuinfo: &str) -> Cpu {
        cpu(&Fixture::of(&[("/proc/cpuinfo", cpuinfo)]).root())
    }

    #[test]
    fn an_x86_cpu() {
        let read = of("processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 1\n\
             model name\t: AMD EPYC  7B13\nstepping\t: 0\nmicrocode\t: 0xa0011d5\nflags\t\t: fpu hypervisor lm\n");
        assert_eq!(read.vendor.as_deref(), Some("AuthenticAMD"));
        assert_eq!(read.model.as_deref(), Some("AMD EPYC 7B13"));
        assert_eq!((read.family, read.model_number, read.stepping), (Some(25), Some(1), Some(0)));
        assert_eq!(read.microarchitecture, Some("Zen 3"));
        assert_eq!(read.microcode.as_deref(), Some("0xa0011d5"));
        assert_eq!(read.virtual_flag, Some(true));
    }

    #[test]
    fn an_arm_server_has_one_kind_of_core() {
        let read = of("processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x3\n\
             CPU part\t: 0xd0c\nCPU revision\t: 1\n");
        assert_eq!(read.vendor.as_deref(), Some("ARM"));
        assert_eq!(read.model.as_deref(), Some("Neoverse-N1"));
        assert_eq!((read.model_number, read.stepping), (Some(0xd0c), Some(1)));
        assert_eq!(read.virtual_flag, None);
    }

    #[test]
    fn an_arm_cpu_that_qemu_emulates_is_named_as_qemu_names_it_on_x86() {
        let read = of("processor\t: 0\nCPU implementer\t: 0x00\nCPU architecture: 8\nCPU variant\t: 0x0\n\
             CPU part\t: 0x051\nCPU revision\t: 0\n");
        assert_eq!(read.model.as_deref(), Some("QEMU TCG CPU"));
        assert_eq!((read.vendor, read.microarchitecture), (None, None));
    }

    #[test]
    fn a_big_little_machine_names_its_kinds_and_no_serial() {
        let core = |part: &str| format!("CPU implementer\t: 0x41\nCPU part\t: {part}\nCPU revision\t: 0\n\n");
        let read = of(&format!(
            "{}{}Hardware\t: Board\nSerial\t\t: 00000000deadbeef\n",
            core("0xd05").repeat(4),
            core("0xd0b").repeat(2)
        ));
        assert_eq!(read.model.as_deref(), Some("4x Cortex-A55 + 2x Cortex-A76"));
        assert_eq!((read.model_number, read.stepping), (None, None));
        assert!(!format!("{read:?}").contains("deadbeef"));
    }

    #[test]
    fn other_architectures_name_their_cpu() {
        assert_eq!(
            of("processor : 0\ncpu : POWER9, altivec supported\n").model.as_deref(),
            Some("POWER9, altivec supported")
        );
        assert_eq!(of("processor : 0\nuarch : sifive,u74-mc\n").model.as_deref(), Some("sifive,u74-mc"));
        assert_eq!(of("nothing here\n"), Cpu::default());
    }
}
