//! Hypervisor and container, as seen from inside.

use std::collections::BTreeMap;

use super::facts::Facts;
use super::{Root, cpu, cpu::Cpu};

/// What a hypervisor is called when only the CPU's flag tells of it.
const UNNAMED: &str = "unknown";

/// The hypervisor under this machine: `kvm`, `xen`, `vmware`, `hyperv`, `qemu` (emulation), or `unknown`.
pub fn hypervisor(root: &Root, cpu: &Cpu) -> Option<String> {
    root.text("/sys/hypervisor/type")
        .or_else(|| signature(root).map(str::to_owned))
        .or_else(|| by_cpu(cpu).map(str::to_owned))
        .or_else(|| by_firmware(root).map(str::to_owned))
        .or_else(|| by_device_tree(root))
        .or_else(|| (cpu.virtual_flag == Some(true)).then(|| UNNAMED.to_owned()))
}

/// Whether the CPU is emulated in software, where that is known.
pub fn emulated(hypervisor: Option<&str>, cpu: &Cpu) -> Option<bool> {
    match (hypervisor, cpu.virtual_flag) {
        (Some("qemu"), _) => Some(true),
        (Some(UNNAMED), _) => None,
        (Some(_), _) | (None, Some(false)) => Some(false),
        (None, _) => None,
    }
}

/// What surrounds this program on its kernel. (The hypervisor stands with the machine.)
pub fn facts(root: &Root) -> BTreeMap<String, String> {
    let mut facts = Facts::default();
    facts.add("container", container(root));
    facts.into_map()
}

/// The container manager, by the marks that it leaves.
fn container(root: &Root) -> Option<String> {
    const KNOWN: [&str; 9] = ["docker", "podman", "lxc", "lxc-libvirt", "systemd-nspawn", "oci", "wsl", "rkt", "proot"];
    if let Some(word) = root.text("/run/systemd/container") {
        return Some(if KNOWN.contains(&word.as_str()) { word } else { "other".to_owned() });
    }
    [("/run/.containerenv", "podman"), ("/.dockerenv", "docker"), ("/var/run/secrets/kubernetes.io", "kubernetes")]
        .into_iter()
        .find(|(path, _)| root.exists(path))
        .map(|(_, name)| name.to_owned())
}

/// The signature that x86 hypervisors put into CPUID leaf 0x40000000.
#[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
fn signature(root: &Root) -> Option<&'static str> {
    use raw_cpuid::{CpuId, Hypervisor};
    if !root.is_live() {
        return None;
    }
    Some(match CpuId::new().get_hypervisor_info()?.identify() {
        Hypervisor::Xen => "xen",
        Hypervisor::VMware => "vmware",
        Hypervisor::HyperV => "hyperv",
        Hypervisor::KVM => "kvm",
        Hypervisor::QEMU => "qemu",
        Hypervisor::Bhyve => "bhyve",
        Hypervisor::QNX => "qnx",
        Hypervisor::ACRN => "acrn",
        Hypervisor::Unknown(..) => UNNAMED,
    })
}

/// Other architectures have no such leaf.
#[cfg(not(any(target_arch = "x86_64", target_arch = "x86")))]
fn signature(_: &Root) -> Option<&'static str> {
    None
}

/// A CPU that exists in an emulator only.
fn by_cpu(cpu: &Cpu) -> Option<&'static str> {
    cpu.model.as_deref()?.starts_with(cpu::EMULATED).then_some("qemu")
}

/// The firmware's vendor or product, where it is a virtual machine's.
fn by_firmware(root: &Root) -> Option<&'static str> {
    let vendor = root.text("/sys/class/dmi/id/sys_vendor").unwrap_or_default();
    let product = root.text("/sys/class/dmi/id/product_name").unwrap_or_default();
    match (vendor.as_str(), product.as_str()) {
        (_, "KVM") | (_, "Google Compute Engine") => Some("kvm"),
        ("Amazon EC2", product) if !product.contains("metal") => Some("kvm"),
        ("QEMU", _) => Some(UNNAMED),
        ("Microsoft Corporation", "Virtual Machine") => Some("hyperv"),
        ("innotek GmbH", _) | (_, "VirtualBox") => Some("virtualbox"),
        ("Xen", _) => Some("xen"),
        (vendor, _) if vendor.starts_with("VMware") => Some("vmware"),
        (vendor, _) if vendor.starts_with("Parallels") => Some("parallels"),
        _ => None,
    }
}

/// What a device tree says: `linux,kvm`. QEMU's board for guests does not say what runs it.
fn by_device_tree(root: &Root) -> Option<String> {
    let Some(compatible) = root.text("/proc/device-tree/hypervisor/compatible") else {
        let board = root.text("/proc/device-tree/compatible")?;
        return (board == "linux,dummy-virt").then(|| UNNAMED.to_owned());
    };
    Some(match compatible.split('\0').next()? {
        "linux,kvm" => "kvm".to_owned(),
        first if first.contains("xen") => "xen".to_owned(),
        _ => UNNAMED.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    const NATIVE: Cpu = Cpu {
        vendor: None,
        model: None,
        family: None,
        model_number: None,
        stepping: None,
        microarchitecture: None,
        microcode: None,
        virtual_flag: Some(false),
    };

    #[test]
    fn marks_of_hypervisors() {
        let guest = Cpu { virtual_flag: Some(true), ..NATIVE };
        let of = |files: &[(&str, &str)], cpu: &Cpu| hypervisor(&Fixture::of(files).root(), cpu);
        assert_eq!(of(&[("/sys/hypervisor/type", "xen\n")], &NATIVE).as_deref(), Some("xen"));
        assert_eq!(of(&[("/sys/class/dmi/id/product_name", "KVM\n")], &NATIVE).as_deref(), Some("kvm"));
        assert_eq!(of(&[("/proc/device-tree/hypervisor/compatible", "linux,kvm\0")], &NATIVE).as_deref(), Some("kvm"));
        let board = [("/proc/device-tree/compatible", "linux,dummy-virt\0")];
        let emulated = || Cpu { model: Some("QEMU TCG CPU".to_owned()), virtual_flag: None, ..NATIVE };
        assert_eq!(of(&board, &NATIVE).as_deref(), Some("unknown"));
        assert_eq!(of(&board, &emulated()).as_deref(), Some("qemu"));
        assert_eq!(of(&[], &guest).as_deref(), Some("unknown"));
        assert_eq!(of(&[], &NATIVE), None);
    }

    #[test]
    fn emulation_is_said_only_where_known() {
        assert_eq!(emulated(Some("qemu"), &NATIVE), Some(true));
        assert_eq!(emulated(Some("kvm"), &NATIVE), Some(false));
        assert_eq!(emulated(Some("unknown"), &NATIVE), None);
        assert_eq!(emulated(None, &NATIVE), Some(false));
        assert_eq!(emulated(None, &Cpu { virtual_flag: None, ..NATIVE }), None);
    }

    #[test]
    fn a_container_is_named_by_an_allowed_word_only() {
        assert_eq!(container(&Fixture::of(&[("/.dockerenv", "")]).root()).as_deref(), Some("docker"));
        let named = Fixture::of(&[("/run/systemd/container", "bobs-own-runtime\n")]);
        assert_eq!(container(&named.root()).as_deref(), Some("other"));
        assert_eq!(container(&Fixture::of(&[]).root()), None);
    }
}
