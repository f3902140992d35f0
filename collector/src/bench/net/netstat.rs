//! What the network stack counts: signs that connections were not made at once, and connections that wait out their time.

use std::fs::read_to_string;

use super::super::{Failure, Named};

/// Counters that must stand still while connections are timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// Connections that found the listener's queue full.
    listen_overflows: u64,
    /// Connection requests that were sent again; where the kernel does not count them, any segments that were.
    retransmits: u64,
}

impl Trouble {
    /// As counted so far.
    pub fn now() -> Result<Self, Failure> {
        let netstat = read_to_string("/proc/net/netstat").named("read")?;
        let snmp = read_to_string("/proc/net/snmp").named("read")?;
        Self::parse(&netstat, &snmp).ok_or_else(Failure::work_not_done)
    }

    fn parse(netstat: &str, snmp: &str) -> Option<Self> {
        let retransmits =
            counter(netstat, "TcpExt:", "TCPSynRetrans").or_else(|| counter(snmp, "Tcp:", "RetransSegs"))?;
        Some(Self { listen_overflows: counter(netstat, "TcpExt:", "ListenOverflows")?, retransmits })
    }
}

/// How many connections wait out their time, and how many may before they are in the way of new ones: a quarter of the
/// ports that the kernel chooses from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeWait {
    waiting: u64,
    most: u64,
}

impl TimeWait {
    /// As it is now.
    pub fn now() -> Result<Self, Failure> {
        let sockets = read_to_string("/proc/net/sockstat").named("read")?;
        let ports = read_to_string("/proc/sys/net/ipv4/ip_local_port_range").named("read")?;
        Self::parse(&sockets, &ports).ok_or_else(Failure::work_not_done)
    }

    /// Whether so many more fit.
    pub fn room_for(self, connections: u64) -> bool {
        self.waiting + connections <= self.most
    }

    fn parse(sockets: &str, ports: &str) -> Option<Self> {
        let mut words = sockets.lines().find_map(|line| line.strip_prefix("TCP:"))?.split_whitespace();
        words.find(|&word| word == "tw")?;
        let waiting = words.next()?.parse().ok()?;
        let mut range = ports.split_whitespace().map(str::parse::<u64>);
        let (first, last) = (range.next()?.ok()?, range.next()?.ok()?);
        Some(Self { waiting, most: (last.checked_sub(first)? + 1) / 4 })
    }
}

/// A counter from a file of pairs of lines, names above values, both beginning with `section`.
fn counter(text: &str, section: &str, name: &str) -> Option<u64> {
    let mut lines = text.lines().filter_map(|line| line.strip_prefix(section));
    let (names, values) = (lines.next()?, lines.next()?);
    let position = names.split_whitespace().position(|word| word == name)?;
    values.split_whitespace().nth(position)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NETSTAT: &str = "TcpExt: SyncookiesSent ListenOverflows ListenDrops TCPSynRetrans\nTcpExt: 1 22 333 4444\n\
                           IpExt: InNoRoutes\nIpExt: 5\n";
    const SNMP: &str =
        "Ip: Forwarding\nIp: 2\nTcp: RtoAlgorithm RetransSegs InErrs\nTcp: 1 77 0\nUdp: InDatagrams\nUdp: 3\n";

    #[test]
    fn counters_are_found_by_section_and_name() {
        let trouble = Trouble::parse(NETSTAT, SNMP).unwrap();
        assert_eq!(trouble, Trouble { listen_overflows: 22, retransmits: 4444 });
    }

    #[test]
    fn an_old_kernel_without_a_count_of_requests_sent_again_has_one_of_segments() {
        let old = NETSTAT.replace(" TCPSynRetrans", "").replace(" 4444", "");
        assert_eq!(Trouble::parse(&old, SNMP).unwrap().retransmits, 77);
        assert_eq!(Trouble::parse(&old, ""), None);
    }

    #[test]
    fn a_quarter_of_the_ports_may_wait() {
        let sockets = "sockets: used 120\nTCP: inuse 5 orphan 0 tw 7000 alloc 9 mem 1\nUDP: inuse 2 mem 0\n";
        let waiting = TimeWait::parse(sockets, "32768\t60999\n").unwrap();
        assert_eq!(waiting, TimeWait { waiting: 7000, most: 7058 });
        assert!(waiting.room_for(58) && !waiting.room_for(59));
    }

    #[test]
    fn this_kernel_counts_them() {
        Trouble::now().unwrap();
        TimeWait::now().unwrap();
    }
}
