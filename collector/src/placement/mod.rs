//! Which CPUs a benchmark's processes run on, and how they get there.

mod layout;

pub use layout::Layout;

use rustix::io::Errno;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Lets this process, and what it forks, run on these CPUs only.
pub fn pin(cpus: &[u32]) -> Result<(), Errno> {
    let mut set = CpuSet::new();
    for &cpu in cpus {
        if cpu as usize >= CpuSet::MAX_CPU {
            return Err(Errno::INVAL);
        }
        set.set(cpu as usize);
    }
    sched_setaffinity(None, &set)
}

/// The CPUs that this process may run on: what is online, less what a cpuset or taskset takes away.
pub fn allowed() -> Result<Vec<u32>, Errno> {
    let set = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).map(|cpu| cpu as u32).collect())
}
