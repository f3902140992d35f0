//! Which benchmark measures the same as which program of lmbench, and where they must differ.

use shared::model::{Point, Preset};

/// One quantity measured by both.
pub struct Pair {
    /// The benchmark.
    pub benchmark: &'static str,
    /// The point, as `axis=value,axis=value`; empty where there is only one.
    pub point: &'static str,
    /// The preset that has the point, and few others.
    pub preset: Preset,
    /// The program and its arguments, run in a folder that holds `a/b/file`.
    pub command: &'static [&'static str],
    /// The program that `lat_proc` executes.
    pub hello: &'static str,
    /// What stands before its figure.
    pub label: &'static str,
    /// The figure's unit in ours: ns for times, B/s for rates.
    pub unit: f64,
    /// Ours divided by theirs, where both are right; nothing where another row or the text says what to expect.
    pub expected: Option<f64>,
    /// Why that is not 1.
    pub because: &'static str,
}

const MICROSECOND: f64 = 1e3;
const MEGABYTE: f64 = 1e6;

const SAME: Pair = Pair {
    benchmark: "",
    point: "",
    preset: Preset::Standard,
    command: &[],
    hello: "hello",
    label: "",
    unit: MICROSECOND,
    expected: Some(1.0),
    because: "",
};

/// Where a sample of theirs takes a second or two, whatever ENOUGH says, or where they measure a whole curve: one a round.
const ONCE: [&str; 2] = ["-N", "1"];

/// Bandwidth of a memory operation inside a cache.
const fn memory(point: &'static str, command: &'static [&'static str], label: &'static str) -> Pair {
    Pair { benchmark: "mem.bandwidth", point, command, label, unit: MEGABYTE, ..SAME }
}

/// A figure of STREAM.
const fn stream(point: &'static str, label: &'static str) -> Pair {
    Pair { benchmark: "mem.stream", point, command: &["stream", "-M", "128m"], label, unit: MEGABYTE, ..SAME }
}

/// Why calls of theirs take longer.
const RPC: &str = "they speak through a library that polls before it receives";

/// All pairs.
pub const PAIRS: &[Pair] = &[
    Pair { benchmark: "syscall.null", command: &["lat_syscall", "null"], label: "Simple syscall:", ..SAME },
    Pair { benchmark: "syscall.read", command: &["lat_syscall", "read"], label: "Simple read:", ..SAME },
    Pair { benchmark: "syscall.write", command: &["lat_syscall", "write"], label: "Simple write:", ..SAME },
    Pair { benchmark: "syscall.stat", command: &["lat_syscall", "stat", "a/b/file"], label: "Simple stat:", ..SAME },
    Pair { benchmark: "syscall.fstat", command: &["lat_syscall", "fstat", "a/b/file"], label: "Simple fstat:", ..SAME },
    Pair {
        benchmark: "syscall.open_close",
        command: &["lat_syscall", "open", "a/b/file"],
        label: "Simple open/close:",
        ..SAME
    },
    Pair {
        benchmark: "syscall.select",
        point: "fds=100,kind=file",
        command: &["lat_select", "-n", "100", "file"],
        label: "Select on 100 fd's:",
        expected: None,
        because: "they watch one file by 100 numbers, and only those below 100",
        ..SAME
    },
    Pair {
        benchmark: "syscall.select",
        point: "fds=100,kind=tcp",
        command: &["lat_select", "-n", "100", "tcp"],
        label: "Select on 100 tcp fd's:",
        expected: None,
        because: "they watch one socket by 100 numbers, and only those below 100",
        ..SAME
    },
    Pair {
        benchmark: "signal.install",
        command: &["lat_sig", "install"],
        label: "Signal handler installation:",
        ..SAME
    },
    Pair { benchmark: "signal.catch", command: &["lat_sig", "catch"], label: "Signal handler overhead:", ..SAME },
    Pair { benchmark: "ipc.pipe.latency", command: &["lat_pipe", ONCE[0], ONCE[1]], label: "Pipe latency:", ..SAME },
    Pair {
        benchmark: "ipc.unix.latency",
        command: &["lat_unix", ONCE[0], ONCE[1]],
        label: "AF_UNIX sock stream latency:",
        ..SAME
    },
    Pair {
        benchmark: "ipc.semaphore.latency",
        command: &["lat_sem", ONCE[0], ONCE[1]],
        label: "Semaphore latency:",
        expected: Some(2.0),
        because: "they print half a round trip",
        ..SAME
    },
    Pair {
        benchmark: "ipc.fcntl_lock.latency",
        command: &["lat_fcntl", ONCE[0], ONCE[1]],
        label: "Fcntl lock latency:",
        expected: None,
        because: "they print half a round trip, and hardly sleep",
        ..SAME
    },
    Pair {
        benchmark: "ipc.pipe.bandwidth",
        command: &["bw_pipe", ONCE[0], ONCE[1]],
        label: "Pipe bandwidth:",
        unit: MEGABYTE,
        ..SAME
    },
    Pair {
        benchmark: "ipc.unix.bandwidth",
        command: &["bw_unix", ONCE[0], ONCE[1]],
        label: "AF_UNIX sock stream bandwidth:",
        unit: MEGABYTE,
        ..SAME
    },
    Pair {
        benchmark: "net.udp.latency",
        command: &["lat_udp", ONCE[0], ONCE[1], "localhost"],
        label: "UDP latency using localhost:",
        ..SAME
    },
    Pair {
        benchmark: "net.tcp.latency",
        command: &["lat_tcp", ONCE[0], ONCE[1], "localhost"],
        label: "TCP latency using localhost:",
        ..SAME
    },
    Pair {
        benchmark: "net.rpc_udp.latency",
        command: &["lat_rpc", ONCE[0], ONCE[1], "-p", "udp", "localhost"],
        label: "RPC/udp latency using localhost:",
        expected: None,
        because: RPC,
        ..SAME
    },
    Pair {
        benchmark: "net.rpc_tcp.latency",
        command: &["lat_rpc", ONCE[0], ONCE[1], "-p", "tcp", "localhost"],
        label: "RPC/tcp latency using localhost:",
        expected: None,
        because: RPC,
        ..SAME
    },
    Pair {
        benchmark: "net.tcp.connect",
        command: &["lat_connect", ONCE[0], ONCE[1], "localhost"],
        label: "TCP/IP connection cost to localhost:",
        expected: None,
        because: "their client overruns the backlog: the second SYN comes a second later",
        ..SAME
    },
    Pair {
        benchmark: "sched.context_switch",
        point: "processes=2,size=0",
        preset: Preset::Quick,
        command: &["lat_ctx", "-s", "0", "2"],
        label: "2 ",
        ..SAME
    },
    memory("op=libc_copy,size=16384", &["bw_mem", "16384", "bcopy"], "0.016384 ").twice(),
    memory("op=libc_copy,size=262144", &["bw_mem", "262144", "bcopy"], "0.262144 ").twice(),
    memory("op=libc_fill,size=16384", &["bw_mem", "16384", "bzero"], "0.016384 "),
    memory("op=libc_fill,size=262144", &["bw_mem", "262144", "bzero"], "0.262144 "),
    memory("op=read,size=16384", &["bw_mem", "16384", "frd"], "0.016384 ").other("they load words of 4 B, we of 8 B"),
    Pair {
        benchmark: "mem.latency",
        point: "pages=small,pattern=random,size=16384",
        preset: Preset::Quick,
        command: &["lat_mem_rd", ONCE[0], ONCE[1], "-t", "1", "64"],
        label: "0.01562 ",
        unit: 1.0,
        ..SAME
    },
    stream("kernel=copy", "STREAM copy bandwidth:"),
    stream("kernel=scale", "STREAM scale bandwidth:"),
    stream("kernel=add", "STREAM add bandwidth:"),
    stream("kernel=triad", "STREAM triad bandwidth:"),
    Pair {
        benchmark: "process.fork_exit",
        command: &["lat_proc", "fork"],
        label: "Process fork+exit:",
        expected: None,
        because: "they fork a process with shared libraries, which has more page tables to copy",
        ..SAME
    },
    Pair {
        benchmark: "process.fork_exit",
        command: &["lat_proc_static", "fork"],
        label: "Process fork+exit:",
        expected: None,
        because: "of two static programs ours has more resident",
        ..SAME
    },
    Pair {
        benchmark: "process.fork_exec",
        command: &["lat_proc", "exec"],
        label: "Process fork+execve:",
        expected: None,
        because: "their program needs a loader and the C library",
        ..SAME
    },
    Pair {
        benchmark: "process.fork_exec",
        command: &["lat_proc_static", "exec"],
        hello: "hello_small",
        label: "Process fork+execve:",
        expected: None,
        because: "ours executes from memory",
        ..SAME
    },
    Pair {
        benchmark: "process.fork_shell",
        command: &["lat_proc", "shell"],
        label: "Process fork+/bin/sh -c:",
        expected: None,
        because: "their program needs a loader and the C library",
        ..SAME
    },
    Pair {
        benchmark: "process.fork_shell",
        command: &["lat_proc_static", "shell"],
        hello: "hello_small",
        label: "Process fork+/bin/sh -c:",
        ..SAME
    },
];

impl Pair {
    /// Where every byte counts twice in ours.
    const fn twice(mut self) -> Self {
        self.expected = Some(2.0);
        self.because = "a copy counts what it reads and what it writes; they count it once";
        self
    }

    /// Where they measure another thing.
    const fn other(mut self, because: &'static str) -> Self {
        self.expected = None;
        self.because = because;
        self
    }

    /// The measure that it is about.
    pub fn measure(&self) -> Option<&'static str> {
        Some(shared::catalogue::find(self.benchmark)?.measures.first()?.id)
    }

    /// Whether a cell at this point is meant.
    pub fn is_at(&self, point: &Point) -> bool {
        self.point.is_empty() || point.to_string() == self.point
    }

    /// Whether the figure is a rate.
    pub fn rate(&self) -> bool {
        self.unit >= MEGABYTE
    }
}
