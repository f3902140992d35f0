//! How much memory there is to work on, and how large the caches are.

use shared::model::FailureKind;

use super::super::{Failure, Setup};
use crate::observe::{self, Root};

/// Bytes of the last cache of the CPU that measures.
pub fn last_cache(setup: &Setup) -> u64 {
    observe::last_cache(&Root::live(), setup.cpu_of(0).unwrap_or_default())
}

/// Whether half of the free memory holds so many bytes; otherwise why there is no figure: a machine that swaps, or a group
/// at its limit, measures neither.
pub fn room_for(bytes: u64) -> Result<(), Failure> {
    if bytes <= free(&Root::live()) / 2 { Ok(()) } else { Err(Failure::unsupported(FailureKind::OutOfMemory)) }
}

/// Free memory, bounded by what the own group may still use.
pub fn free(root: &Root) -> u64 {
    let machine = observe::meminfo(root, "MemAvailable").or_else(|| observe::meminfo(root, "MemFree")).unwrap_or(0);
    observe::cgroup_limits(root).memory_left.map_or(machine, |left| machine.min(left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Fixture;

    #[test]
    fn a_limit_of_the_group_bounds_what_is_free() {
        let machine = Fixture::of(&[("/proc/meminfo", "MemTotal: 8000 kB\nMemAvailable:    4000 kB\n")]);
        assert_eq!(free(&machine.root()), 4000 << 10);
        machine.put_in("/proc/self", &[("cgroup", "0::/x\n")]);
        machine.put_in("/sys/fs/cgroup/x", &[("memory.max", "1048576\n")]);
        assert_eq!(free(&machine.root()), 1 << 20);
        machine
            .put_in("/sys/fs/cgroup/x", &[("memory.current", "786432\n"), ("memory.stat", "inactive_file 262144\n")]);
        assert_eq!(free(&machine.root()), 1 << 19, "what the kernel can drop is free");
        assert_eq!(room_for(u64::MAX), Err(Failure::unsupported(FailureKind::OutOfMemory)));
        assert_eq!(room_for(4096), Ok(()));
    }
}
