//! Settings of the network stack that loopback traffic meets. Interfaces, addresses and rules are never read.

use std::collections::BTreeMap;

use super::{Root, facts::Facts};

/// Settings by the name of their file in `/proc/sys/net`.
const SYSCTLS: [(&str, &str); 15] = [
    ("somaxconn", "core/somaxconn"),
    ("rmem_default", "core/rmem_default"),
    ("rmem_max", "core/rmem_max"),
    ("wmem_default", "core/wmem_default"),
    ("wmem_max", "core/wmem_max"),
    ("default_qdisc", "core/default_qdisc"),
    ("busy_poll", "core/busy_poll"),
    ("bpf_jit", "core/bpf_jit_enable"),
    ("congestion_control", "ipv4/tcp_congestion_control"),
    ("tcp_rmem", "ipv4/tcp_rmem"),
    ("tcp_wmem", "ipv4/tcp_wmem"),
    ("tcp_max_syn_backlog", "ipv4/tcp_max_syn_backlog"),
    ("tcp_timestamps", "ipv4/tcp_timestamps"),
    ("tcp_autocorking", "ipv4/tcp_autocorking"),
    ("port_range", "ipv4/ip_local_port_range"),
];

/// Queue lengths, buffers, congestion control, loopback MTU, whether a firewall is in the way.
pub fn facts(root: &Root) -> BTreeMap<String, String> {
    let mut facts = Facts::default();
    for (key, file) in SYSCTLS {
        facts.add(key, root.text(&format!("/proc/sys/net/{file}")));
    }
    facts.add("lo_mtu", root.number::<u64>("/sys/class/net/lo/mtu"));
    facts.add("firewall", firewall(root));
    facts.into_map()
}

/// Whether packets pass a firewall: tables of iptables, or nf_tables in use. Not seeing one is no proof that there is
/// none, as an ordinary user may not look.
fn firewall(root: &Root) -> Option<&'static str> {
    let tables =
        ["/proc/net/ip_tables_names", "/proc/net/ip6_tables_names"].iter().any(|path| root.text(path).is_some());
    let nf_tables = root.number::<u64>("/sys/module/nf_tables/refcnt").is_some_and(|uses| uses > 0);
    match (tables || nf_tables, root.exists("/proc/net")) {
        (true, _) => Some("present"),
        (false, true) => Some("none seen"),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    #[test]
    fn settings_and_firewall() {
        let machine = Fixture::of(&[
            ("/proc/sys/net/core/somaxconn", "4096\n"),
            ("/proc/sys/net/ipv4/tcp_congestion_control", "bbr\n"),
            ("/proc/sys/net/ipv4/tcp_rmem", "4096\t131072\t6291456\n"),
            ("/sys/class/net/lo/mtu", "65536\n"),
            ("/sys/class/net/lo/address", "00:00:00:00:00:00\n"),
            ("/proc/net/ip_tables_names", "filter\n"),
        ]);
        let facts = facts(&machine.root());
        assert_eq!(facts["somaxconn"], "4096");
        assert_eq!(facts["congestion_control"], "bbr");
        assert_eq!(facts["tcp_rmem"], "4096 131072 6291456");
        assert_eq!((facts["lo_mtu"].as_str(), facts["firewall"].as_str()), ("65536", "present"));
        assert_eq!(facts.len(), 5);
    }

    #[test]
    fn an_empty_list_of_tables_is_no_firewall() {
        assert_eq!(firewall(&Fixture::of(&[("/proc/net/ip_tables_names", "")]).root()), Some("none seen"));
        assert_eq!(firewall(&Fixture::of(&[]).root()), None);
        assert_eq!(firewall(&Fixture::of(&[("/sys/module/nf_tables/refcnt", "12\n")]).root()), Some("present"));
    }
}
