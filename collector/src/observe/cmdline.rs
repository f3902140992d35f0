//! The kernel's command line: parameters that change how a machine performs, by name. Everything else on the line
//! (disks, addresses, keys, names) is dropped, and nothing after `--` is looked at.

use std::collections::BTreeMap;

/// The parameters that are kept, by what they change.
const KEPT: [(&str, &str); 7] = [
    (
        "mitigations of CPU vulnerabilities",
        "gather_data_sampling indirect_target_selection kpti kvm.nx_huge_pages l1d_flush l1tf mds meltdown mitigations \
         mmio_stale_data nopti nospec_store_bypass_disable nospectre_bhb nospectre_v1 nospectre_v2 old_microcode pti \
         reg_file_data_sampling retbleed spec_rstack_overflow spec_store_bypass_disable spectre_bhi spectre_v2 \
         spectre_v2_user srbds ssbd tsa tsx tsx_async_abort vmscape",
    ),
    (
        "which CPUs there are, and their isolation",
        "additional_cpus irqaffinity isolcpus kthread_cpus maxcpus nohz nohz_full nosmp nosmt nr_cpus possible_cpus \
         rcu_nocb_poll rcu_nocbs rcupdate.rcu_expedited rcupdate.rcu_normal rcutree.use_softirq skew_tick smt",
    ),
    (
        "frequency and idling",
        "amd_prefcore amd_pstate cpufreq.default_governor cpufreq.off cpuidle.governor cpuidle.off \
         cpuidle_haltpoll.force idle intel_idle.max_cstate intel_idle.use_acpi intel_pstate nohalt nohlt \
         processor.max_cstate processor.nocst workqueue.power_efficient",
    ),
    (
        "scheduling and time",
        "autogroup cgroup_disable clocksource highres hpet lapic no-kvmclock no_timer_check noautogroup nohpet notsc \
         preempt psi relax_domain_level schedstats threadirqs tsc tsc_early_khz workqueue.default_affinity_scope",
    ),
    (
        "memory",
        "debug_pagealloc default_hugepagesz deferred_init hardened_usercopy hugepages hugepagesz hugetlb_free_vmemmap \
         init_on_alloc init_on_free kasan kernelcore kfence.sample_interval mem movablecore numa numa_balancing \
         page_alloc.shuffle page_owner page_poison page_poisoning page_table_check slab_debug slab_nomerge slub_debug \
         slub_nomerge swapaccount swiotlb thp_anon transparent_hugepage zswap.enabled",
    ),
    (
        "security and tracing",
        "apparmor audit ftrace ima_policy kaslr lockdown lsm nmi_watchdog nokaslr nosoftlockup nowatchdog quiet \
         randomize_kstack_offset security selinux vsyscall watchdog",
    ),
    ("virtualisation", "amd_iommu intel_iommu iommu iommu.passthrough iommu.strict nopv nopvspin xen_nopv"),
];

/// The parameters that are kept, with `""` for one without a value; values of a repeated one stand in order.
pub fn parameters(line: &str) -> BTreeMap<String, String> {
    let mut kept: BTreeMap<String, String> = BTreeMap::new();
    for word in words(line).iter().take_while(|word| *word != "--") {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let Some(name) = known(name).filter(|_| is_plain(value)) else { continue };
        let values = kept.entry(name.to_owned()).or_default();
        if !values.is_empty() && !value.is_empty() {
            values.push(' ');
        }
        values.push_str(value);
    }
    kept
}

/// The parameter of that name; the kernel takes `-` and `_` for the same.
fn known(name: &str) -> Option<&'static str> {
    let same = |a: &str| a.len() == name.len() && a.bytes().zip(name.bytes()).all(|(a, b)| fold(a) == fold(b));
    KEPT.iter().flat_map(|(_, names)| names.split_whitespace()).find(|known| same(known))
}

fn fold(byte: u8) -> u8 {
    if byte == b'-' { b'_' } else { byte }
}

/// Values of these parameters are words, numbers and lists; a path or an address is none of theirs. A slash stands
/// only in lists of CPUs (`0-31:2/4`).
fn is_plain(value: &str) -> bool {
    let list = |c: char| c.is_ascii_digit() || "-,:/".contains(c);
    let words = |c: char| c.is_ascii_alphanumeric() || "-_,.:;|*+=".contains(c);
    value.len() <= 128 && (value.chars().all(words) || value.chars().all(list))
}

/// Words as the kernel splits them: white space inside double quotes does not separate.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            c if c.is_whitespace() && !quoted => words.push(String::new()),
            c => words.last_mut().expect("it starts with one word and only grows").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(line: &str) -> Vec<String> {
        parameters(line).into_iter().map(|(name, value)| format!("{name}={value}")).collect()
    }

    #[test]
    fn only_named_parameters_before_the_dashes_are_kept() {
        let line = "BOOT_IMAGE=/vmlinuz root=UUID=1234-abcd ro quiet mitigations=auto,nosmt isolcpus=managed_irq,2-3 \
             ip=10.0.0.7::10.0.0.1:255.255.255.0:bobs-laptop luks.key=/home/bob/key -- idle=poll --token s3cret";
        assert_eq!(kept(line), ["isolcpus=managed_irq,2-3", "mitigations=auto,nosmt", "quiet="]);
    }

    #[test]
    fn dashes_and_underscores_are_the_same_and_repeats_stand_in_order() {
        assert_eq!(kept("transparent-hugepage=never no_kvmclock"), ["no-kvmclock=", "transparent_hugepage=never"]);
        assert_eq!(
            kept("hugepagesz=1G hugepages=4 hugepagesz=2M hugepages=512"),
            ["hugepages=4 512", "hugepagesz=1G 2M"]
        );
    }

    #[test]
    fn a_value_that_is_a_path_or_an_address_is_dropped_with_its_name() {
        assert_eq!(kept("security=/home/bob idle=bob@host mem=\"4G x\" nohz_full=0-31:2/4"), ["nohz_full=0-31:2/4"]);
    }
}
