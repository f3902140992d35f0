//! What makes results comparable: the machine, its kernel, its boot and the conditions.
//!
//! Everything is read by name from an allow-list and is absent where the kernel does not say it; nothing is guessed.
//! Nothing personal is read or leaves: no host name, serial number, address, user name or path. All readers take the
//! [`Root`] they read below, so that they are tested on folders of fixtures.

mod activity;
mod boot;
mod cgroup;
mod cmdline;
mod conditions;
mod cpu;
pub mod cpu_list;
mod cpu_times;
mod during;
mod facts;
#[cfg(test)]
mod fixture;
mod frequency;
mod identity;
mod kernel;
mod kernel_config;
mod load;
mod machine;
mod memory;
mod microarchitecture;
mod mitigations;
mod net;
mod notes;
mod preempt;
#[cfg(test)]
mod privacy;
mod ready;
mod root;
mod scheduler;
mod tools;
mod topology;
mod userland;
mod virt;

use std::path::Path;

use shared::model::{Boot, Conditions, Kernel, Machine};

pub use activity::{Activity, activity};
pub use cgroup::limits as cgroup_limits;
pub use cpu_times::CpuTimes;
pub use during::Watch;
#[cfg(test)]
pub use fixture::Fixture;
pub use frequency::throttle_events;
pub use identity::{Identity, random_hex};
pub use load::snapshot;
pub use memory::meminfo;
pub use ready::others_are_ready;
pub use root::Root;
pub use tools::tools;
pub use topology::{last_cache, siblings, swiftest};

/// What a run document says of where it was measured.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The hardware.
    pub machine: Machine,
    /// The kernel.
    pub kernel: Kernel,
    /// The boot.
    pub boot: Boot,
    /// What may change.
    pub conditions: Conditions,
}

/// Looks around. `measured_cpu` is the CPU whose caches and frequency count, `work` the folder of temporary files, of
/// which only the filesystem's type is told.
pub fn surroundings(root: &Root, identity: &Identity, measured_cpu: u32, work: &Path) -> Surroundings {
    Surroundings {
        machine: machine::machine(root, measured_cpu, identity.machine_key()),
        kernel: kernel::kernel(root),
        boot: boot::boot(root, identity),
        conditions: conditions::conditions(root, measured_cpu, work),
    }
}

/// Bytes as lower-case hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_can_be_described_and_read_back() {
        let root = Root::live();
        let seen = surroundings(&root, &Identity::of(&root, None, None), 0, Path::new("."));
        assert_eq!(seen.kernel.name, "Linux");
        assert_eq!(seen.kernel.release, rustix::system::uname().release().to_str().unwrap());
        assert!(seen.machine.threads.is_some_and(|threads| threads > 0));
        assert!(seen.conditions.allowed_cpus <= seen.conditions.online_cpus);
        let text = serde_json::to_string(&(&seen.machine, &seen.kernel, &seen.boot, &seen.conditions)).unwrap();
        let read: (Machine, Kernel, Boot, Conditions) = serde_json::from_str(&text).unwrap();
        assert_eq!(read, (seen.machine, seen.kernel, seen.boot, seen.conditions));
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
        assert!(host.trim().len() < 4 || !text.contains(host.trim()), "{text}");
        println!("{text}");
    }
}
