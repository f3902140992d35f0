//! How long this process was runnable but not running, from the kernel's scheduling statistics.

use std::fs::File;
use std::os::unix::fs::FileExt;

/// The statistics of this process' only thread; reading them is one system call.
pub struct RunDelay(Option<File>);

impl RunDelay {
    /// Opens the statistics. Kernels without CONFIG_SCHED_INFO have none; then nothing is known.
    pub fn open() -> Self {
        Self(File::open("/proc/self/schedstat").ok())
    }

    /// Nanoseconds since the process began.
    pub fn read(&self) -> Option<u64> {
        let mut text = [0; 96];
        let length = self.0.as_ref()?.read_at(&mut text, 0).ok()?;
        parse(std::str::from_utf8(&text[..length]).ok()?)
    }
}

/// The second of `time on the CPU, time waiting for it, slices`.
fn parse(text: &str) -> Option<u64> {
    text.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delay_is_the_second_number() {
        assert_eq!(parse("6523111 981234 17\n"), Some(981_234));
        assert_eq!(parse(""), None);
    }
}
