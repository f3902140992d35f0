//! Columns of tables with a row a kernel or a machine, which people made of lmbench's figures.

use super::Axis::{Name, Number};
use super::tables::{NULL_IO, SELECT_FILE, SELECT_TCP};
use super::{HALF_COPY, Meaning, half, same, same_at, time};

/// The catalogue's name of a column of tables that have a row a kernel or a machine, by words that may be split over
/// lines, without spaces and in lower case; `rate` where the caption is one of bandwidths.
pub fn column(name: &str, rate: bool) -> Option<Meaning> {
    let squeezed: String = name.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect();
    let list = if rate { RATE_COLUMNS } else { TIME_COLUMNS };
    list.iter().find(|(known, _)| *known == squeezed).map(|(_, means)| *means)
}

/// The benchmark of a column of build times: the names of the trees.
pub fn build(name: &str) -> Option<&'static str> {
    ["autoconf", "kernel", "perl"]
        .iter()
        .position(|tree| *tree == name)
        .map(|index| ["build.autoconf", "build.kernel", "build.perl"][index])
}

pub(super) const TIME_COLUMNS: &[(&str, Meaning)] = &[
    ("nullcall", same("syscall.null")),
    ("nulli/o", NULL_IO),
    ("stat", same("syscall.stat")),
    ("fstat", same("syscall.fstat")),
    ("openclose", same("syscall.open_close")),
    ("signalinstall", same("signal.install")),
    ("signalhandle", same("signal.catch")),
    ("forkprocess", same("process.fork_exit")),
    ("execprocess", same("process.fork_exec")),
    ("execveprocess", same("process.fork_exec")),
    ("/bin/shprocess", same("process.fork_shell")),
    ("select10fd", same_at("syscall.select", &[("fds", Number(10)), ("kind", Name("file"))])),
    ("select100fd", SELECT_FILE),
    ("select250fd", same_at("syscall.select", &[("fds", Number(250)), ("kind", Name("file"))])),
    ("select500fd", same_at("syscall.select", &[("fds", Number(500)), ("kind", Name("file"))])),
    ("select10tcp", same_at("syscall.select", &[("fds", Number(10)), ("kind", Name("tcp"))])),
    ("select100tcp", SELECT_TCP),
    ("select250tcp", same_at("syscall.select", &[("fds", Number(250)), ("kind", Name("tcp"))])),
    ("select500tcp", same_at("syscall.select", &[("fds", Number(500)), ("kind", Name("tcp"))])),
    ("pipe", same("ipc.pipe.latency")),
    ("pipelatency", same("ipc.pipe.latency")),
    ("af/unix", same("ipc.unix.latency")),
    ("af_unixsockstreamlatency", same("ipc.unix.latency")),
    ("udp", same("net.udp.latency")),
    ("udplatencyusinglocalhost", same("net.udp.latency")),
    ("rpc/udp", same("net.rpc_udp.latency")),
    ("rpc/udplatencyusinglocalhost", same("net.rpc_udp.latency")),
    ("tcp", same("net.tcp.latency")),
    ("tcplatencyusinglocalhost", same("net.tcp.latency")),
    ("rpc/tcp", same("net.rpc_tcp.latency")),
    ("rpc/tcplatencyusinglocalhost", same("net.rpc_tcp.latency")),
    ("tcpconn", same("net.tcp.connect")),
    ("tcp/ipconnectioncosttolocalhost", same("net.tcp.connect")),
    ("l1$", time("lmbench.memory_latency", &[("level", Name("L1"))])),
    ("l2$", time("lmbench.memory_latency", &[("level", Name("L2"))])),
    ("mainmem", time("lmbench.memory_latency", &[("level", Name("main"))])),
];

pub(super) const RATE_COLUMNS: &[(&str, Meaning)] = &[
    ("pipe", same("ipc.pipe.bandwidth")),
    ("af/unix", same("ipc.unix.bandwidth")),
    ("tcp", same("net.tcp.bandwidth")),
    ("filereread", same("file.reread")),
    ("mmapreread", same("file.mmap_reread")),
    ("bcopy(libc)", half("mem.bandwidth", &[("op", Name("libc_copy"))], HALF_COPY)),
    ("bcopy(hand)", half("mem.bandwidth", &[("op", Name("copy"))], HALF_COPY)),
    ("memoryread", same_at("mem.bandwidth", &[("op", Name("read"))])),
    ("memorywrite", same_at("mem.bandwidth", &[("op", Name("write"))])),
];
