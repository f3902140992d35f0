//! Copying chunk by chunk: in user space by memcpy, between user space and the kernel through a memory file, and what a
//! call costs that copies nothing.

mod empty_call;
mod memory_file;
mod method;

use shared::model::Point;

use super::ipc::size_at;
use super::mem::{last_cache, room_for};
use super::page_buffer::PageBuffer;
use super::{Batch, Failure, Measuring, Setup, Workload};
use crate::clock::Clock;
use memory_file::{get, put};
use method::{Buffers, Flusher, Method};

/// The family's benchmarks.
pub(super) const MEASURED: &[Measuring] = &[
    Measuring { id: "copy.sweep", batch: Batch::Calibrated, prepare: sweep },
    Measuring { id: "copy.empty_call", batch: Batch::Calibrated, prepare: empty_call::empty_call },
];

/// The files that measure them.
pub(super) const SOURCE: &[&str] = &[
    include_str!("mod.rs"),
    include_str!("method.rs"),
    include_str!("memory_file.rs"),
    include_str!("empty_call.rs"),
    include_str!("../page_buffer.rs"),
    include_str!("../../sys/memcpy.rs"),
    include_str!("../../sys/vectored.rs"),
    include_str!("../../sys/flush.rs"),
];

/// Bytes of each buffer and of the file.
const LENGTH: usize = 65_536;
/// Where chunks should come from memory, each buffer is so many times as large as the last cache.
const CACHES: u64 = 2;

fn sweep(setup: &Setup, point: &Point) -> Result<Box<dyn Workload>, Failure> {
    let chunk = size_at(point, "chunk")?;
    if !LENGTH.is_multiple_of(chunk) {
        return Err(Failure::work_not_done());
    }
    let streaming = point.text("cache") == Some("streaming");
    let length = if streaming { (CACHES * last_cache(setup)).next_multiple_of(LENGTH as u64) as usize } else { LENGTH };
    // Two buffers, and a file for those methods that have one.
    room_for(3 * length as u64)?;
    Ok(Box::new(Sweep::new(point.text("method"), point.text("cache"), chunk, length)?))
}

/// What the caches hold before a chunk is copied.
enum Cache {
    /// All of it, as far as it fits.
    Hot,
    /// Nothing: everything is flushed before each time round, in time that does not count.
    Flushed(Flusher),
    /// The same in time that counts, as the post had it.
    FlushCounted(Flusher),
    /// Nothing: what is walked is larger, and each sample goes on where the last one ended, at this byte.
    Streaming(usize),
}

/// One operation is a copy of one chunk.
struct Sweep {
    method: Method,
    cache: Cache,
    buffers: Buffers,
    batches: u8,
}

impl Sweep {
    fn new(method: Option<&str>, cache: Option<&str>, chunk: usize, length: usize) -> Result<Self, Failure> {
        let buffers = Buffers { chunk, source: PageBuffer::new(length, 0), target: PageBuffer::new(length, 0) };
        let method = Method::of(method, &buffers)?;
        let cache = match cache {
            Some("hot") => Cache::Hot,
            Some("flushed") => Cache::Flushed(method.flusher(length)?),
            Some("include_flush") => Cache::FlushCounted(method.flusher(length)?),
            Some("streaming") => Cache::Streaming(length),
            _ => return Err(Failure::work_not_done()),
        };
        Ok(Self { method, cache, buffers, batches: 0 })
    }

    fn length(&self) -> usize {
        self.buffers.source.bytes().len()
    }

    /// Bytes that so many copies move, at most all.
    fn bytes(&self, copies: u64) -> usize {
        usize::try_from(copies).unwrap_or(usize::MAX).saturating_mul(self.buffers.chunk).min(self.length())
    }

    /// Fresh bytes to copy, and none of them where they are to go.
    fn set_up(&mut self) -> Result<(), Failure> {
        self.batches = self.batches.wrapping_add(1);
        for (index, byte) in self.buffers.source.bytes_mut().iter_mut().enumerate() {
            *byte = (index / 8) as u8 ^ (index / 2048) as u8 ^ self.batches;
        }
        for (byte, source) in self.buffers.target.bytes_mut().iter_mut().zip(self.buffers.source.bytes()) {
            *byte = !source;
        }
        if let Some(file) = self.method.read() {
            put(file, self.buffers.source.bytes())?;
        }
        if let Some(file) = self.method.written() {
            put(file, self.buffers.target.bytes())?;
        }
        Ok(())
    }

    /// Whether exactly what should have been copied was: so many bytes from `at` on, and nothing after them.
    fn check(&mut self, at: usize, bytes: usize) -> Result<(), Failure> {
        let rest = (at + bytes)..(at + bytes + LENGTH).min(self.length());
        if let Some(file) = self.method.written() {
            get(file, &mut self.buffers.target.bytes_mut()[at..rest.end], at)?;
        }
        let (source, target) = (self.buffers.source.bytes(), self.buffers.target.bytes());
        let copied = source[at..at + bytes] == target[at..at + bytes];
        let spared = source[rest.clone()].iter().zip(&target[rest]).all(|(source, target)| source != target);
        if copied && spared { Ok(()) } else { Err(Failure::work_not_done()) }
    }

    /// Goes round the buffers so often, each time after a flush; the time of the copies alone.
    fn flushed(&mut self, copies: u64, clock: &Clock) -> Result<u64, Failure> {
        let Self { method, cache: Cache::Flushed(flusher), buffers, .. } = self else {
            return Err(Failure::work_not_done());
        };
        let mut left = copies;
        let (mut elapsed, mut rounds) = (0, 0_u32);
        while left > 0 {
            let round = left.min((LENGTH / buffers.chunk) as u64);
            flusher.flush(buffers);
            let (took, copied) = clock.time(|| method.copy(buffers, 0, round));
            copied?;
            elapsed += took;
            rounds += 1;
            left -= round;
        }
        let cost = (clock.cost_ns * f64::from(rounds)) as u64;
        Ok(elapsed.saturating_sub(cost).max(1))
    }

    /// The same with the flushes in the time.
    fn flush_counted(&mut self, copies: u64, clock: &Clock) -> Result<u64, Failure> {
        let Self { method, cache: Cache::FlushCounted(flusher), buffers, .. } = self else {
            return Err(Failure::work_not_done());
        };
        let (elapsed, copied) = clock.time(|| {
            let mut left = copies;
            while left > 0 {
                let round = left.min((LENGTH / buffers.chunk) as u64);
                flusher.flush(buffers);
                method.copy(buffers, 0, round)?;
                left -= round;
            }
            Ok::<(), Failure>(())
        });
        copied?;
        Ok(elapsed)
    }

    fn streamed(&mut self, at: usize, copies: u64, clock: &Clock) -> Result<u64, Failure> {
        let bytes = self.bytes(copies);
        let at = if at + bytes > self.length() {
            self.set_up()?;
            0
        } else {
            at
        };
        let (elapsed, copied) = clock.time(|| self.method.copy(&mut self.buffers, at, copies));
        copied?;
        self.check(at, bytes)?;
        self.cache = Cache::Streaming(at + bytes);
        Ok(elapsed)
    }
}

impl Workload for Sweep {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        if let Cache::Streaming(at) = self.cache {
            return self.streamed(at, ops, clock);
        }
        self.set_up()?;
        let elapsed = match self.cache {
            Cache::Flushed(_) => self.flushed(ops, clock)?,
            Cache::FlushCounted(_) => self.flush_counted(ops, clock)?,
            Cache::Hot | Cache::Streaming(_) => {
                let (elapsed, copied) = clock.time(|| self.method.copy(&mut self.buffers, 0, ops));
                copied?;
                elapsed
            }
        };
        self.check(0, self.bytes(ops))?;
        Ok(elapsed)
    }

    fn amount_per_op(&self) -> Option<u64> {
        Some(self.buffers.chunk as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const METHODS: [&str; 6] = ["memcpy", "pread", "pwrite", "preadv", "pwritev", "process_vm_readv"];

    fn point(method: &str, chunk: u64) -> Point {
        Point::new([("method", method.into()), ("chunk", chunk.into()), ("cache", "hot".into())])
    }

    fn setup() -> Setup {
        Setup::new(shared::model::Placement::SameCpu, Vec::new(), None)
    }

    #[test]
    fn every_method_copies_what_it_says_and_no_more_in_every_state_of_the_cache() {
        let clock = Clock::measure();
        for method in METHODS {
            for cache in ["hot", "flushed", "include_flush", "streaming"] {
                for chunk in [8, 4096, 65_536] {
                    let length = if cache == "streaming" { 4 * LENGTH } else { LENGTH };
                    let mut work = Sweep::new(Some(method), Some(cache), chunk, length).unwrap();
                    assert_eq!(work.amount_per_op(), Some(chunk as u64));
                    for ops in [1, 3, (LENGTH / chunk) as u64 + 1, (6 * LENGTH / chunk) as u64] {
                        assert!(work.batch(ops, &clock).unwrap() > 0, "{method} {cache} {chunk}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_copy_that_was_not_made_is_found_out() {
        for method in METHODS {
            let mut sweep = Sweep::new(Some(method), Some("hot"), 8, LENGTH).unwrap();
            sweep.set_up().unwrap();
            sweep.method.copy(&mut sweep.buffers, 0, 99).unwrap();
            assert_eq!(sweep.check(0, 99 * 8), Ok(()), "{method}");
            assert_eq!(sweep.check(0, 100 * 8), Err(Failure::work_not_done()), "{method}");
            assert_eq!(sweep.check(0, 98 * 8), Err(Failure::work_not_done()), "{method}");
        }
    }

    #[test]
    fn samples_of_what_streams_go_on_where_the_last_one_ended() {
        let clock = Clock::measure();
        let mut sweep = Sweep::new(Some("memcpy"), Some("streaming"), 1024, 4 * LENGTH).unwrap();
        for place in [100, 200, 100] {
            sweep.batch(100, &clock).unwrap();
            assert!(matches!(sweep.cache, Cache::Streaming(at) if at == place * 1024), "{place}");
        }
    }

    #[test]
    fn chunks_that_do_not_divide_the_buffer_and_unknown_methods_have_no_figure() {
        for point in [point("memcpy", 0), point("memcpy", 3), point("magic", 8)] {
            assert_eq!(sweep(&setup(), &point).err(), Some(Failure::work_not_done()));
        }
    }
}
