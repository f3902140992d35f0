//! Labels of lmbench's programs.

use super::Axis::Name;
use super::{Axis, HALF_TRIP, Meaning, bandwidth, half, same, same_at, time};

/// A line with a label, a figure and its unit: `Simple syscall: 0.1058 microseconds`. In the pattern `=` is the figure,
/// `*` any word, and a word in angle brackets a number that is an axis of that name.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// The words before the unit.
    pub pattern: &'static str,
    /// What it means.
    pub means: Meaning,
}

const fn label(pattern: &'static str, means: Meaning) -> Label {
    Label { pattern, means }
}

const fn op(op: &'static [(&'static str, Axis)]) -> Meaning {
    same_at("cpu.ops", op)
}

/// lmbench's labels, of versions 1 to 3. Those of `cpu.ops` are chained, as in `lat_ops`.
pub const LABELS: &[Label] = &[
    label("Simple syscall: =", same("syscall.null")),
    label("Simple read: =", same("syscall.read")),
    label("Simple write: =", same("syscall.write")),
    // Version 1 wrote a byte to /dev/null.
    label("Null syscall: =", same("syscall.write")),
    label("Simple stat: =", same("syscall.stat")),
    label("Simple fstat: =", same("syscall.fstat")),
    label("Simple open/close: =", same("syscall.open_close")),
    label("Select on <fds> fd's: =", same_at("syscall.select", &[("kind", Name("file"))])),
    label("Select on <fds> tcp fd's: =", same_at("syscall.select", &[("kind", Name("tcp"))])),
    label("Signal handler installation: =", same("signal.install")),
    label("Signal handler overhead: =", same("signal.catch")),
    label("Protection fault: =", same("signal.protection_fault")),
    label("Pipe latency: =", same("ipc.pipe.latency")),
    label("Fifo latency: =", same("ipc.fifo.latency")),
    label("AF_UNIX sock stream latency: =", same("ipc.unix.latency")),
    label("Semaphore latency: =", half("ipc.semaphore.latency", &[], HALF_TRIP)),
    label("Fcntl lock latency: =", half("ipc.fcntl_lock.latency", &[], HALF_TRIP)),
    label("UNIX connection cost: =", same("net.unix.connect")),
    label("Procedure call: =", time("lmbench.procedure_call", &[])),
    label("Process fork+exit: =", same("process.fork_exit")),
    label("Process fork+execve: =", same("process.fork_exec")),
    label("Process fork+/bin/sh -c: =", same("process.fork_shell")),
    label("UDP latency using localhost: =", same("net.udp.latency")),
    label("TCP latency using localhost: =", same("net.tcp.latency")),
    label("RPC/udp latency using localhost: =", same("net.rpc_udp.latency")),
    label("RPC/tcp latency using localhost: =", same("net.rpc_tcp.latency")),
    label("TCP/IP connection cost to localhost: =", same("net.tcp.connect")),
    label("Pipe bandwidth: =", same("ipc.pipe.bandwidth")),
    label("AF_UNIX sock stream bandwidth: =", same("ipc.unix.bandwidth")),
    // By `lmdd` with `fsync=1`.
    label("File * write bandwidth: =", same_at("file.write", &[("fsync", Name("yes"))])),
    label("Pagefaults on *: =", same_at("vm.page_fault", &[("kind", Name("file"))])),
    label("integer bit: =", time("lmbench.ops", &[("op", Name("bit")), ("type", Name("int32"))])),
    label("integer add: =", op(&[("op", Name("add")), ("type", Name("int32")), ("order", Name("chained"))])),
    label("integer mul: =", op(&[("op", Name("mul")), ("type", Name("int32")), ("order", Name("chained"))])),
    label("integer div: =", op(&[("op", Name("div")), ("type", Name("int32")), ("order", Name("chained"))])),
    label("integer mod: =", op(&[("op", Name("mod")), ("type", Name("int32")), ("order", Name("chained"))])),
    label("int64 bit: =", time("lmbench.ops", &[("op", Name("bit")), ("type", Name("int64"))])),
    label("uint64 bit: =", time("lmbench.ops", &[("op", Name("bit")), ("type", Name("int64"))])),
    label("int64 add: =", op(&[("op", Name("add")), ("type", Name("int64")), ("order", Name("chained"))])),
    // Its release 3.0-a9 calls this one of the five so.
    label("uint64 add: =", op(&[("op", Name("add")), ("type", Name("int64")), ("order", Name("chained"))])),
    label("int64 mul: =", op(&[("op", Name("mul")), ("type", Name("int64")), ("order", Name("chained"))])),
    label("int64 div: =", op(&[("op", Name("div")), ("type", Name("int64")), ("order", Name("chained"))])),
    label("int64 mod: =", op(&[("op", Name("mod")), ("type", Name("int64")), ("order", Name("chained"))])),
    label("float add: =", op(&[("op", Name("add")), ("type", Name("f32")), ("order", Name("chained"))])),
    label("float mul: =", op(&[("op", Name("mul")), ("type", Name("f32")), ("order", Name("chained"))])),
    label("float div: =", op(&[("op", Name("div")), ("type", Name("f32")), ("order", Name("chained"))])),
    label("double add: =", op(&[("op", Name("add")), ("type", Name("f64")), ("order", Name("chained"))])),
    label("double mul: =", op(&[("op", Name("mul")), ("type", Name("f64")), ("order", Name("chained"))])),
    label("double div: =", op(&[("op", Name("div")), ("type", Name("f64")), ("order", Name("chained"))])),
    label("float bogomflops: =", time("lmbench.bogomflops", &[("type", Name("f32"))])),
    label("double bogomflops: =", time("lmbench.bogomflops", &[("type", Name("f64"))])),
    label("STREAM copy latency: =", time("lmbench.stream", &[("kernel", Name("copy"))])),
    label("STREAM copy bandwidth: =", same_at("mem.stream", &[("kernel", Name("copy"))])),
    label("STREAM scale latency: =", time("lmbench.stream", &[("kernel", Name("scale"))])),
    label("STREAM scale bandwidth: =", same_at("mem.stream", &[("kernel", Name("scale"))])),
    label("STREAM add latency: =", time("lmbench.stream", &[("kernel", Name("add"))])),
    label("STREAM add bandwidth: =", same_at("mem.stream", &[("kernel", Name("add"))])),
    label("STREAM triad latency: =", time("lmbench.stream", &[("kernel", Name("triad"))])),
    label("STREAM triad bandwidth: =", same_at("mem.stream", &[("kernel", Name("triad"))])),
    label("STREAM2 fill latency: =", time("lmbench.stream2", &[("kernel", Name("fill"))])),
    label("STREAM2 fill bandwidth: =", bandwidth("lmbench.stream2", &[("kernel", Name("fill"))])),
    label("STREAM2 copy latency: =", time("lmbench.stream2", &[("kernel", Name("copy"))])),
    label("STREAM2 copy bandwidth: =", bandwidth("lmbench.stream2", &[("kernel", Name("copy"))])),
    label("STREAM2 daxpy latency: =", time("lmbench.stream2", &[("kernel", Name("daxpy"))])),
    label("STREAM2 daxpy bandwidth: =", bandwidth("lmbench.stream2", &[("kernel", Name("daxpy"))])),
    label("STREAM2 sum latency: =", time("lmbench.stream2", &[("kernel", Name("sum"))])),
    label("STREAM2 sum bandwidth: =", bandwidth("lmbench.stream2", &[("kernel", Name("sum"))])),
];
