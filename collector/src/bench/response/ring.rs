//! The process load: rings of processes that pass tokens on by pipes, so many that every process mostly finds one.

use std::os::fd::OwnedFd;

use super::super::ipc::bytes::{read_whole, write_whole};
use super::super::ipc::pipe;
use super::super::{Failure, Named, Setup};
use super::load::{Load, Priority, Work};
use crate::placement;

/// Processes of a ring.
const RING: usize = 9;
/// Tokens that a ring has for each process: with few, all would soon be in front of one of them, and the others asleep. All
/// of a ring fit into its pipes, even where a pipe holds a page only, so that none ever waits to pass one on for good.
const TOKENS: usize = 1000;
/// What a token is.
const TOKEN: u8 = 0x55;

/// A ring for each CPU that may be used.
pub fn load(setup: &Setup, priority: Priority) -> Result<Load, Failure> {
    let rings = placement::allowed().named("sched_getaffinity")?.len();
    let mut hops = Vec::with_capacity(rings * RING);
    for _ in 0..rings {
        hops.extend(ring()?);
    }
    let at = if priority == Priority::Idle { " at idle priority" } else { "" };
    let note = format!("{} processes in rings of {RING}{at}", hops.len());
    Load::of(setup, hops, RING, priority, note)
}

/// The places of a ring. Each pipe is held by the two processes beside it alone.
fn ring() -> Result<Vec<Hop>, Failure> {
    let mut pipes = Vec::with_capacity(RING);
    for _ in 0..RING {
        let (from, to) = pipe()?;
        write_whole(&to, &[TOKEN; TOKENS])?;
        pipes.push((from, to));
    }
    let (from, mut to): (Vec<OwnedFd>, Vec<OwnedFd>) = pipes.into_iter().unzip();
    to.rotate_left(1);
    Ok(from.into_iter().zip(to).map(|(from, to)| Hop { from, to }).collect())
}

/// One process' place.
struct Hop {
    from: OwnedFd,
    to: OwnedFd,
}

impl Work for Hop {
    fn piece(&mut self) -> Result<(), Failure> {
        let mut token = [0];
        read_whole(&self.from, &mut token)?;
        if token != [TOKEN] {
            return Err(Failure::work_not_done());
        }
        write_whole(&self.to, &token)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::ipc::pair::testing::alone;
    use super::*;

    #[test]
    fn a_ring_is_closed_and_keeps_its_tokens() {
        let _turn = alone();
        let mut hops = ring().unwrap();
        assert_eq!(hops.len(), RING);
        // Once around: as many tokens as before are in front of each.
        for hop in &mut hops {
            hop.piece().unwrap();
        }
        for hop in &hops {
            let mut tokens = vec![0; TOKENS];
            read_whole(&hop.from, &mut tokens).unwrap();
            assert_eq!(rustix::io::ioctl_fionread(&hop.from), Ok(0));
        }
    }
}
