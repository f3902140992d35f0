//! Which benchmark measures the same as which program of lmbench, and where they must differ.

/// One quantity measured by both.
pub struct Pair {
    /// The benchmark.
    pub benchmark: &'static str,
    /// The measure; the benchmark's first where empty.
    pub measure: &'static str,
    /// The point, as `axis=value,axis=value`; empty where there is only one.
    pub point: &'static str,
    /// The program and its arguments, run in a folder that holds `a/b/file`.
    pub command: &'static [&'static str],
    /// What stands before its figure.
    pub label: &'static str,
    /// The figure's unit in ours: ns for times, B/s for rates.
    pub unit: f64,
    /// Ours divided by theirs, where both are right.
    pub expected: f64,
    /// Why that is not 1.
    pub because: &'static str,
}

const MICROSECOND: f64 = 1e3;
const MEGABYTE: f64 = 1e6;

const SAME: Pair = Pair {
    benchmark: "",
    measure: "",
    point: "",
    command: &[],
    label: "",
    unit: MICROSECOND,
    expected: 1.0,
    because: "",
};

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
        point: "fds=100,kind=tcp",
        command: &["lat_select", "-n", "100", "tcp"],
        label: "Select on 100 tcp fd's:",
        ..SAME
    },
    Pair {
        benchmark: "signal.install",
        command: &["lat_sig", "install"],
        label: "Signal handler installation:",
        ..SAME
    },
    Pair {
        benchmark: "signal.catch",
        measure: "total",
        command: &["lat_sig", "catch"],
        label: "Signal handler overhead:",
        because: "lmbench takes off installing, ours is sending and catching together",
        ..SAME
    },
    Pair { benchmark: "ipc.pipe.latency", command: &["lat_pipe"], label: "Pipe latency:", ..SAME },
    Pair { benchmark: "ipc.unix.latency", command: &["lat_unix"], label: "AF_UNIX sock stream latency:", ..SAME },
    Pair {
        benchmark: "ipc.semaphore.latency",
        command: &["lat_sem"],
        label: "Semaphore latency:",
        expected: 2.0,
        because: "lmbench prints half a round trip",
        ..SAME
    },
    Pair {
        benchmark: "ipc.fcntl_lock.latency",
        command: &["lat_fcntl"],
        label: "Fcntl lock latency:",
        expected: 2.0,
        because: "lmbench prints half a round trip",
        ..SAME
    },
    Pair { benchmark: "ipc.pipe.bandwidth", command: &["bw_pipe"], label: "Pipe bandwidth:", unit: MEGABYTE, ..SAME },
    Pair {
        benchmark: "ipc.unix.bandwidth",
        command: &["bw_unix"],
        label: "AF_UNIX sock stream bandwidth:",
        unit: MEGABYTE,
        ..SAME
    },
    Pair {
        benchmark: "net.udp.latency",
        command: &["lat_udp", "localhost"],
        label: "UDP latency using localhost:",
        ..SAME
    },
    Pair {
        benchmark: "net.tcp.latency",
        command: &["lat_tcp", "localhost"],
        label: "TCP latency using localhost:",
        ..SAME
    },
    Pair {
        benchmark: "process.fork_exit",
        command: &["lat_proc", "fork"],
        label: "Process fork+exit:",
        because: "lmbench forks a larger process, which has more page tables to copy",
        ..SAME
    },
];
