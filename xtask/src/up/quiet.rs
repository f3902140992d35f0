//! Waits until nothing else keeps the processors busy.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Result;

const WINDOW: Duration = Duration::from_secs(1);
/// So many quiet windows in a row are wanted.
const WINDOWS: u32 = 3;
/// Busy share of one processor, over all processors together, that still counts as quiet.
const SHARE: f64 = 0.1;
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits for quiet; after two minutes without it, says so and goes on, since the run records what disturbed it.
pub fn wait() -> Result<()> {
    let Some(mut before) = read() else { return Ok(()) };
    println!("waiting until the machine is quiet");
    let begin = Instant::now();
    let mut quiet = 0;
    while quiet < WINDOWS {
        sleep(WINDOW);
        let Some(now) = read() else { return Ok(()) };
        let busy = now.busy_since(before);
        quiet = if busy <= SHARE { quiet + 1 } else { 0 };
        before = now;
        if begin.elapsed() > PATIENCE {
            println!("it is not: {busy:.1} processors are busy; measuring all the same, and the run will say so");
            break;
        }
    }
    Ok(())
}

fn read() -> Option<Ticks> {
    Ticks::parse(&fs::read_to_string("/proc/stat").ok()?)
}

/// What the processors did since boot, in ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ticks {
    busy: f64,
    all: f64,
    processors: f64,
}

impl Ticks {
    /// Reads /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal; guest time is in user time already.
    fn parse(stat: &str) -> Option<Self> {
        let total = stat.lines().next()?.strip_prefix("cpu ")?;
        let ticks: Vec<f64> = total.split_whitespace().take(8).map_while(|word| word.parse().ok()).collect();
        let idle = ticks.get(3)? + ticks.get(4)?;
        let all: f64 = ticks.iter().sum();
        let processors = stat.lines().skip(1).filter(|line| line.starts_with("cpu")).count();
        Some(Self { busy: all - idle, all, processors: processors as f64 })
    }

    /// How many processors were busy on average since then.
    fn busy_since(self, before: Self) -> f64 {
        let all = self.all - before.all;
        if all <= 0.0 { 0.0 } else { (self.busy - before.busy) / all * self.processors }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_busy_processors() {
        let before = Ticks::parse("cpu  10 0 10 100 0 0 0 0 0 0\ncpu0 1\ncpu1 1\nintr 5\n").unwrap();
        let after = Ticks::parse("cpu  60 0 20 220 20 0 0 0 7 0\ncpu0 1\ncpu1 1\nintr 9\n").unwrap();
        assert_eq!(before, Ticks { busy: 20.0, all: 120.0, processors: 2.0 });
        // 60 busy of 200 ticks on two processors.
        assert!((after.busy_since(before) - 0.6).abs() < 1e-12);
        assert_eq!(after.busy_since(after), 0.0);
    }

    #[test]
    fn knows_what_is_not_a_stat_file() {
        assert_eq!(Ticks::parse(""), None);
        assert_eq!(Ticks::parse("cpu  1 2\n"), None);
    }
}
