//! The hardware: CPU, topology, caches, memory, firmware. Serial numbers, asset tags and UUIDs stand in the same
//! folders and are never opened.

use shared::model::Machine;

use super::{Root, cpu, facts::clean, memory, topology, virt};

const DMI: &str = "/sys/class/dmi/id";

/// Describes the machine, with the caches of the CPU that is measured on.
pub fn machine(root: &Root, measured_cpu: u32, key: Option<String>) -> Machine {
    let cpu = cpu::cpu(root);
    let topology = topology::topology(root);
    let hypervisor = virt::hypervisor(root, &cpu);
    Machine {
        key,
        description: None,
        vendor: dmi(root, &["sys_vendor", "board_vendor"]),
        model: dmi(root, &["product_name", "board_name"]).or_else(|| device_tree_model(root)),
        arch: arch(root),
        emulated: virt::emulated(hypervisor.as_deref(), &cpu),
        cpu_vendor: cpu.vendor.map(|text| clean(&text)),
        cpu_model: cpu.model.map(|text| clean(&text)),
        cpu_family: cpu.family,
        cpu_model_number: cpu.model_number,
        cpu_stepping: cpu.stepping,
        microarchitecture: cpu.microarchitecture.map(str::to_owned),
        sockets: topology.sockets,
        cores: topology.cores,
        threads: topology.threads,
        cpu_max_hz: max_hz(root),
        caches: topology::caches(root, measured_cpu),
        memory_bytes: memory::present(root),
        numa_nodes: memory::nodes(root),
        firmware: firmware(root),
        hypervisor,
    }
}

/// Instruction set, as the kernel names it.
pub fn arch(root: &Root) -> Option<String> {
    let live = || root.is_live().then(|| rustix::system::uname().machine().to_string_lossy().into_owned());
    root.text("/proc/sys/kernel/arch").or_else(live).map(|text| clean(&text))
}

/// The highest frequency of any CPU; the kernel states kHz.
fn max_hz(root: &Root) -> Option<u64> {
    let khz = topology::cpus(root, "online")?
        .into_iter()
        .filter_map(|cpu| root.number::<u64>(&format!("/sys/devices/system/cpu/cpu{cpu}/cpufreq/cpuinfo_max_freq")))
        .max()?;
    khz.checked_mul(1000)
}

fn firmware(root: &Root) -> Option<String> {
    let parts: Vec<String> = ["bios_version", "bios_date"].into_iter().filter_map(|name| dmi(root, &[name])).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// The first of these DMI texts that somebody filled in.
fn dmi(root: &Root, names: &[&str]) -> Option<String> {
    const PLACEHOLDERS: [&str; 10] = [
        "to be filled by o.e.m.",
        "system manufacturer",
        "system product name",
        "default string",
        "not specified",
        "not applicable",
        "o.e.m.",
        "none",
        "unknown",
        "n/a",
    ];
    names
        .iter()
        .filter_map(|name| root.text(&format!("{DMI}/{name}")))
        .map(|text| clean(&text))
        .find(|text| !text.is_empty() && !PLACEHOLDERS.contains(&text.to_lowercase().as_str()))
}

fn device_tree_model(root: &Root) -> Option<String> {
    root.text("/proc/device-tree/model").map(|text| clean(&text))
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    #[test]
    fn a_bare_machine() {
        let fixture = Fixture::of(&[
            ("/proc/sys/kernel/arch", "x86_64\n"),
            ("/proc/cpuinfo", "vendor_id : GenuineIntel\nmodel name : Intel(R) Core(TM) i7-4770\nflags : fpu tsc\n"),
            ("/sys/devices/system/cpu/online", "0\n"),
            ("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "3900000\n"),
            ("/sys/class/dmi/id/sys_vendor", "System manufacturer\n"),
            ("/sys/class/dmi/id/board_vendor", "ASUSTeK COMPUTER INC.\n"),
            ("/sys/class/dmi/id/product_name", "Z87-PRO\n"),
            ("/sys/class/dmi/id/bios_version", "2103\n"),
            ("/sys/class/dmi/id/bios_date", "08/15/2014\n"),
            ("/sys/class/dmi/id/product_serial", "SERIAL123\n"),
        ]);
        let machine = machine(&fixture.root(), 0, None);
        assert_eq!(machine.vendor.as_deref(), Some("ASUSTeK COMPUTER INC."));
        assert_eq!(machine.model.as_deref(), Some("Z87-PRO"));
        assert_eq!(machine.firmware.as_deref(), Some("2103 08/15/2014"));
        assert_eq!(machine.cpu_max_hz, Some(3_900_000_000));
        assert_eq!((machine.hypervisor, machine.emulated), (None, Some(false)));
        assert_eq!(machine.arch.as_deref(), Some("x86_64"));
    }

    #[test]
    fn a_board_is_named_by_its_device_tree() {
        let fixture = Fixture::of(&[("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")]);
        assert_eq!(machine(&fixture.root(), 0, None).model.as_deref(), Some("Raspberry Pi 4 Model B Rev 1.4"));
    }

    #[test]
    fn without_files_nothing_is_said() {
        assert_eq!(machine(&Fixture::of(&[]).root(), 0, None), Machine::default());
    }
}
