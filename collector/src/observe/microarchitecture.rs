//! Names of microarchitectures by the numbers that CPUs state: facts from the vendors' manuals, as the Linux source
//! groups them (`intel-family.h`, `amd.c`, `cputype.h`). A CPU that is not listed has no name here.

/// The microarchitecture of an x86 CPU.
pub fn x86(
    vendor: Option<&str>,
    family: Option<u32>,
    model: Option<u32>,
    stepping: Option<u32>,
) -> Option<&'static str> {
    let (family, model) = (family?, model?);
    match vendor? {
        "AuthenticAMD" => amd(family, model),
        "HygonGenuine" => (family == 0x18).then_some("Dhyana"),
        "GenuineIntel" => intel(family, model, stepping),
        _ => None,
    }
}

fn amd(family: u32, model: u32) -> Option<&'static str> {
    Some(match (family, model) {
        (0x06, _) => "K7",
        (0x0f, _) => "K8",
        (0x10, _) => "K10",
        (0x14, _) => "Bobcat",
        (0x15, 0x00..=0x01) => "Bulldozer",
        (0x15, 0x02 | 0x10..=0x1f) => "Piledriver",
        (0x15, 0x30..=0x3f) => "Steamroller",
        (0x15, 0x60..=0x7f) => "Excavator",
        (0x16, 0x00..=0x0f) => "Jaguar",
        (0x16, 0x30..=0x3f) => "Puma",
        (0x17, 0x08 | 0x18) => "Zen+",
        (0x17, 0x00..=0x2f | 0x50..=0x5f) => "Zen",
        (0x17, 0x30..=0x4f | 0x60..=0x7f | 0x90..=0x91 | 0xa0..=0xaf) => "Zen 2",
        (0x19, 0x00..=0x0f | 0x20..=0x5f) => "Zen 3",
        (0x19, 0x10..=0x1f | 0x60..=0xaf) => "Zen 4",
        (0x1a, 0x00..=0x2f | 0x40..=0x4f | 0x60..=0x7f) => "Zen 5",
        _ => return None,
    })
}

fn intel(family: u32, model: u32, stepping: Option<u32>) -> Option<&'static str> {
    if family == 0x0f {
        return Some("NetBurst");
    }
    if family != 0x06 {
        return None;
    }
    Some(match model {
        0x01 => "Pentium Pro",
        0x03 | 0x05 | 0x06 => "Pentium II",
        0x07 | 0x08 | 0x0a | 0x0b => "Pentium III",
        0x09 | 0x0d => "Pentium M",
        0x0e => "Yonah",
        0x0f | 0x16 => "Merom",
        0x17 | 0x1d => "Penryn",
        0x1a | 0x1e | 0x1f | 0x2e => "Nehalem",
        0x25 | 0x2c | 0x2f => "Westmere",
        0x2a | 0x2d => "Sandy Bridge",
        0x3a | 0x3e => "Ivy Bridge",
        0x3c | 0x3f | 0x45 | 0x46 => "Haswell",
        0x3d | 0x47 | 0x4f | 0x56 => "Broadwell",
        0x4e | 0x5e => "Skylake",
        0x55 => match stepping? {
            0..=4 => "Skylake",
            5..=9 => "Cascade Lake",
            _ => "Cooper Lake",
        },
        0x8e | 0x9e => "Kaby Lake",
        0xa5 | 0xa6 => "Comet Lake",
        0x66 => "Cannon Lake",
        0x6a | 0x6c | 0x7d | 0x7e => "Ice Lake",
        0x8c | 0x8d => "Tiger Lake",
        0xa7 => "Rocket Lake",
        0x8f => "Sapphire Rapids",
        0xcf => "Emerald Rapids",
        0xad | 0xae => "Granite Rapids",
        0xaf => "Sierra Forest",
        0x97 | 0x9a => "Alder Lake",
        0xb7 | 0xba | 0xbf => "Raptor Lake",
        0xaa | 0xac => "Meteor Lake",
        0xb5 | 0xc5 | 0xc6 => "Arrow Lake",
        0xbd => "Lunar Lake",
        0x1c | 0x26 | 0x27 | 0x35 | 0x36 => "Bonnell",
        0x37 | 0x4a | 0x4d | 0x5a | 0x5d => "Silvermont",
        0x4c => "Airmont",
        0x5c | 0x5f => "Goldmont",
        0x7a => "Goldmont Plus",
        0x86 | 0x96 | 0x9c => "Tremont",
        0xbe => "Gracemont",
        0x57 => "Knights Landing",
        0x85 => "Knights Mill",
        _ => return None,
    })
}

/// Who designed an ARM core, by its implementer code.
pub fn arm_implementer(code: u32) -> Option<&'static str> {
    Some(match code {
        0x41 => "ARM",
        0x42 => "Broadcom",
        0x43 => "Cavium",
        0x46 => "Fujitsu",
        0x48 => "HiSilicon",
        0x4e => "NVIDIA",
        0x50 => "APM",
        0x51 => "Qualcomm",
        0x53 => "Samsung",
        0x61 => "Apple",
        0x6d => "Microsoft",
        0x70 => "Phytium",
        0xc0 => "Ampere",
        _ => return None,
    })
}

/// A core that ARM designed, by its part number.
pub fn arm_part(part: u32) -> Option<&'static str> {
    Some(match part {
        0xb76 => "ARM1176",
        0xc07 => "Cortex-A7",
        0xc08 => "Cortex-A8",
        0xc09 => "Cortex-A9",
        0xc0f => "Cortex-A15",
        0xd03 => "Cortex-A53",
        0xd04 => "Cortex-A35",
        0xd05 => "Cortex-A55",
        0xd07 => "Cortex-A57",
        0xd08 => "Cortex-A72",
        0xd09 => "Cortex-A73",
        0xd0a => "Cortex-A75",
        0xd0b => "Cortex-A76",
        0xd0c => "Neoverse-N1",
        0xd0d => "Cortex-A77",
        0xd40 => "Neoverse-V1",
        0xd41 => "Cortex-A78",
        0xd42 => "Cortex-A78AE",
        0xd44 => "Cortex-X1",
        0xd46 => "Cortex-A510",
        0xd47 => "Cortex-A710",
        0xd48 => "Cortex-X2",
        0xd49 => "Neoverse-N2",
        0xd4a => "Neoverse-E1",
        0xd4b => "Cortex-A78C",
        0xd4d => "Cortex-A715",
        0xd4e => "Cortex-X3",
        0xd4f => "Neoverse-V2",
        0xd80 => "Cortex-A520",
        0xd81 => "Cortex-A720",
        0xd82 => "Cortex-X4",
        0xd83 => "Neoverse-V3AE",
        0xd84 => "Neoverse-V3",
        0xd85 => "Cortex-X925",
        0xd87 => "Cortex-A725",
        0xd8e => "Neoverse-N3",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_cpus_have_their_names() {
        // Ryzen 7 2700X, EPYC 7742, EPYC 9654, Xeon 8280, Core i7-4770, Pentium 4.
        let amd = |family, model| x86(Some("AuthenticAMD"), Some(family), Some(model), Some(0));
        let intel = |family, model, stepping| x86(Some("GenuineIntel"), Some(family), Some(model), Some(stepping));
        assert_eq!(amd(0x17, 0x08), Some("Zen+"));
        assert_eq!(amd(0x17, 0x31), Some("Zen 2"));
        assert_eq!(amd(0x19, 0x11), Some("Zen 4"));
        assert_eq!(intel(6, 0x55, 7), Some("Cascade Lake"));
        assert_eq!(intel(6, 0x3c, 3), Some("Haswell"));
        assert_eq!(intel(15, 2, 4), Some("NetBurst"));
    }

    #[test]
    fn what_is_not_known_is_not_guessed() {
        assert_eq!(x86(Some("GenuineIntel"), Some(6), Some(0xfff), None), None);
        assert_eq!(x86(Some("GenuineIntel"), Some(6), Some(0x55), None), None);
        assert_eq!(x86(None, Some(6), Some(0x55), None), None);
        assert_eq!(arm_part(0xfff), None);
    }
}
