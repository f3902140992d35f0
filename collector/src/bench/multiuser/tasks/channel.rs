//! Pipes and sockets. A user who holds both ends moves blocks through them; with a child at the other end he waits for
//! every answer.

use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};

use super::super::super::ipc::bytes::{Waited, read_whole, read_whole_or_end, write_whole};
use super::super::super::ipc::{pipe, unix_pair};
use super::super::super::net::loopback::{datagram_client, datagram_server, tcp_pair};
use super::super::super::{Failure, Named, Partner};
use super::super::desk::{BLOCK_WORDS, Desk, fill, sum};
use super::{Task, sum_below};

/// Blocks through a pipe.
pub const PIPE: Task = Task { name: "pipe", work: through_pipe, proof: || BLOCK_WORDS * sum_below(PIPE_BLOCKS) };
/// Blocks through a pair of Unix sockets.
pub const UNIX: Task = Task { name: "unix", work: through_unix, proof: || BLOCK_WORDS * sum_below(UNIX_BLOCKS) };
/// Blocks as datagrams of UDP over the loopback.
pub const UDP: Task = Task { name: "udp", work: through_udp, proof: || BLOCK_WORDS * sum_below(UDP_BLOCKS) };
/// A connection of TCP over the loopback, and blocks through it.
pub const TCP: Task = Task { name: "tcp", work: through_tcp, proof: || BLOCK_WORDS * sum_below(TCP_BLOCKS) };
/// A child who answers over pipes.
pub const PIPE_PING: Task = Task { name: "pipe_ping", work: pipe_ping, proof: || PINGS };
/// A child who answers over Unix sockets.
pub const UNIX_PING: Task = Task { name: "unix_ping", work: unix_ping, proof: || PINGS };
/// A child who answers over a connection of TCP.
pub const TCP_PING: Task = Task { name: "tcp_ping", work: tcp_ping, proof: || PINGS };

/// Blocks of a job, by what they go through.
const PIPE_BLOCKS: u64 = 2500;
const UNIX_BLOCKS: u64 = 1500;
const UDP_BLOCKS: u64 = 600;
const TCP_BLOCKS: u64 = 600;
/// Questions that a child answers.
const PINGS: u64 = 200;

fn through_pipe(desk: &mut Desk) -> Result<u64, Failure> {
    let (from, to) = pipe()?;
    through(desk, PIPE_BLOCKS, |block| write_whole(&to, block), |block| read_whole(&from, block))
}

fn through_unix(desk: &mut Desk) -> Result<u64, Failure> {
    let (from, to) = unix_pair()?;
    through(desk, UNIX_BLOCKS, |block| write_whole(&to, block), |block| read_whole(&from, block))
}

fn through_tcp(desk: &mut Desk) -> Result<u64, Failure> {
    let (from, to) = tcp_pair()?;
    through(desk, TCP_BLOCKS, |block| write_whole(&to, block), |block| read_whole(&from, block))
}

/// No datagram is lost where there is never more than one.
fn through_udp(desk: &mut Desk) -> Result<u64, Failure> {
    let (from, address) = datagram_server()?;
    let to = datagram_client(address)?;
    let whole = |moved: usize, block: &[u8]| if moved == block.len() { Ok(()) } else { Err(Failure::work_not_done()) };
    through(
        desk,
        UDP_BLOCKS,
        |block| whole(send(&to, block, SendFlags::empty()).named("send")?, block),
        |block| whole(receive(&from, block)?, block),
    )
}

/// Waits for a datagram; its length.
fn receive(from: &OwnedFd, block: &mut [u8]) -> Result<usize, Failure> {
    let mut waited = Waited::default();
    loop {
        match recv(from, &mut *block, RecvFlags::empty()) {
            Ok((received, _)) => return Ok(received),
            Err(Errno::INTR) => waited.tick("recv")?,
            Err(error) => return Err(Failure::call("recv", error)),
        }
    }
}

/// Moves blocks filled with their numbers; the sum of what arrived.
fn through(
    desk: &mut Desk,
    blocks: u64,
    write: impl Fn(&[u8]) -> Result<(), Failure>,
    read: impl Fn(&mut [u8]) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let block = desk.block.as_mut_slice();
    let mut total = 0;
    for number in 0..blocks {
        fill(block, number);
        write(block)?;
        fill(block, 0);
        read(block)?;
        total += sum(block);
    }
    Ok(total)
}

fn pipe_ping(_: &mut Desk) -> Result<u64, Failure> {
    let ((from_child, to_us), (from_us, to_child)) = (pipe()?, pipe()?);
    questions((from_child, to_child), (from_us, to_us))
}

fn unix_ping(_: &mut Desk) -> Result<u64, Failure> {
    let (ours, theirs) = unix_pair()?;
    both_ways(ours, theirs)
}

fn tcp_ping(_: &mut Desk) -> Result<u64, Failure> {
    let (ours, theirs) = tcp_pair()?;
    both_ways(ours, theirs)
}

fn both_ways(ours: OwnedFd, theirs: OwnedFd) -> Result<u64, Failure> {
    let copy = |end: &OwnedFd| end.try_clone().named("fcntl");
    questions((copy(&ours)?, ours), (copy(&theirs)?, theirs))
}

/// Reading and writing end of one side.
type Ends = (OwnedFd, OwnedFd);

/// Asks a child for the next number, again and again; the last answer. The child ends when nobody asks any more.
fn questions(ours: Ends, theirs: Ends) -> Result<u64, Failure> {
    let mut ours = Some(ours);
    let child = {
        let ours = &mut ours;
        Partner::fork(None, None, move || {
            drop(ours.take());
            answer(&theirs)
        })?
    };
    let (from, to) = ours.ok_or_else(Failure::work_not_done)?;
    let mut number = [0; 8];
    for _ in 0..PINGS {
        write_whole(&to, &number)?;
        read_whole(&from, &mut number)?;
    }
    drop((from, to));
    child.join()?;
    Ok(u64::from_ne_bytes(number))
}

fn answer((from, to): &Ends) -> Result<(), Failure> {
    let mut number = [0; 8];
    while read_whole_or_end(from, &mut number)? {
        write_whole(to, &(u64::from_ne_bytes(number) + 1).to_ne_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    use super::super::testing::place;
    use super::*;

    #[test]
    fn a_block_that_arrives_spoiled_or_short_is_found_out() {
        let mut place = place();
        let (from, to) = pipe().unwrap();
        let spoil = |block: &mut [u8]| {
            read_whole(&from, block)?;
            block[17] ^= 1;
            Ok(())
        };
        let total = through(&mut place.desk, 3, |block| write_whole(&to, block), spoil).unwrap();
        assert_ne!(total, BLOCK_WORDS * sum_below(3));
        let lost = through(&mut place.desk, 3, |_| Ok(()), |_| Ok(())).unwrap();
        assert_eq!(lost, 0);
    }

    #[test]
    fn without_descriptors_every_channel_fails_its_job() {
        let mut place = place();
        let work = || {
            let limit = Rlimit { current: Some(3), ..getrlimit(Resource::Nofile) };
            setrlimit(Resource::Nofile, limit).named("setrlimit")?;
            for task in [PIPE, UNIX, UDP, TCP, PIPE_PING, UNIX_PING, TCP_PING] {
                match task.run(&mut place.desk) {
                    Err(failure) if failure.reason.errno.as_deref() == Some("EMFILE") => {}
                    _ => return Err(Failure::work_not_done()),
                }
            }
            Ok(())
        };
        assert_eq!(Partner::fork(None, None, work).unwrap().join(), Ok(()));
    }
}
