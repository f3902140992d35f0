//! Making and closing connections, while a partner accepts in step.
//!
//! A listener that is not emptied in time drops requests of TCP, which are sent again after a second: so the partner must
//! have caught up after every few connections, and the kernel's counters must show that none was dropped. One of Unix
//! sockets makes who connects wait, and nothing of a connection stays.

use std::net::SocketAddrV4;
use std::os::fd::OwnedFd;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::net::SocketAddrUnix;
use shared::model::{FailureKind, Point, Status};

use super::super::ipc::bytes::{read_some, read_whole, read_whole_or_end, with_patience, write_whole};
use super::super::ipc::pair::split;
use super::super::ipc::unix_pair;
use super::super::{Failure, Named, Partner, Setup, Workload};
use super::loopback::{accepted, connected, listener};
use super::netstat::{TimeWait, Trouble};
use super::unix::{NAME, unix_connected, unix_listener};
use crate::clock::Clock;

/// Most connections of a sample, so that the ports of many samples wait out their time side by side.
pub const MOST: u64 = 100;
/// After how many connections the partner must have caught up.
const STEP: u64 = 25;
/// The listener's queue: more than can ever wait in it.
const BACKLOG: i32 = 4 * STEP as i32;
/// How often a sample is made again in which the counters moved: other traffic moves them too.
const TRIES: u32 = 3;
/// How long ports wait out their time, and a little more.
const TIME_WAIT: Duration = Duration::from_secs(65);

/// TCP connections to a listener of a partner.
pub fn tcp_latency(setup: &Setup, _: &Point) -> Result<Box<dyn Workload>, Failure> {
    connections(setup, Family::Tcp)
}

/// Unix connections to a listener of a partner.
pub fn unix_latency(setup: &Setup, _: &Point) -> Result<Box<dyn Workload>, Failure> {
    connections(setup, Family::Unix)
}

fn connections(setup: &Setup, family: Family) -> Result<Box<dyn Workload>, Failure> {
    let (ours, theirs) = unix_pair()?;
    let (partner, orders) = split(setup, ours, theirs, move |orders| accept_on_command(&orders, family))?;
    Ok(Box::new(Connect { orders, partner, family }))
}

/// What connections are made of. Addresses are of the kernel's choice: a port, or a name.
#[derive(Clone, Copy, PartialEq)]
enum Family {
    Tcp,
    Unix,
}

impl Family {
    /// A new listener and its address.
    fn listener(self) -> Result<(OwnedFd, [u8; NAME]), Failure> {
        match self {
            Self::Tcp => {
                let (listener, address) = listener(BACKLOG)?;
                let mut name = [0; NAME];
                name[..2].copy_from_slice(&address.port().to_be_bytes());
                Ok((listener, name))
            }
            Self::Unix => unix_listener(BACKLOG),
        }
    }

    /// What connects to that address.
    fn address(self, name: [u8; NAME]) -> Result<Address, Failure> {
        match self {
            Self::Tcp => {
                let port = u16::from_be_bytes([name[0], name[1]]);
                Ok(Address::Tcp(SocketAddrV4::new(std::net::Ipv4Addr::LOCALHOST, port)))
            }
            Self::Unix => SocketAddrUnix::new_abstract_name(&name).named("connect").map(Address::Unix),
        }
    }
}

/// Where to connect to.
enum Address {
    Tcp(SocketAddrV4),
    Unix(SocketAddrUnix),
}

impl Address {
    #[inline]
    fn connect(&self) -> Result<OwnedFd, Failure> {
        match self {
            Self::Tcp(address) => connected(*address),
            Self::Unix(address) => unix_connected(address),
        }
    }
}

/// The partner: for each order makes a listener, says where it is, and accepts so many connections, waiting for each to be
/// closed by its maker.
fn accept_on_command(orders: &OwnedFd, family: Family) -> Result<(), Failure> {
    let mut order = [0; 8];
    while read_whole_or_end(orders, &mut order)? {
        let (listener, name) = family.listener()?;
        write_whole(orders, &name)?;
        let connections = u64::from_le_bytes(order);
        for number in 1..=connections {
            let connection = accepted(&listener)?;
            if read_some(&connection, &mut [0])? != 0 {
                return Err(Failure::work_not_done());
            }
            drop(connection);
            if ends_step(number, connections) {
                write_whole(orders, &[0])?;
            }
        }
    }
    Ok(())
}

/// Whether the partner must have caught up after connection `number`.
#[inline]
fn ends_step(number: u64, connections: u64) -> bool {
    number.is_multiple_of(STEP) || number == connections
}

struct Connect {
    orders: OwnedFd,
    partner: Partner,
    family: Family,
}

impl Connect {
    /// One sample with a listener of its own.
    fn sample(&self, connections: u64, clock: &Clock) -> Result<u64, Failure> {
        let _patience = with_patience()?;
        write_whole(&self.orders, &connections.to_le_bytes())?;
        let mut name = [0; NAME];
        read_whole(&self.orders, &mut name)?;
        let address = self.family.address(name)?;
        let (elapsed, all) = clock.time(|| {
            for number in 1..=connections {
                drop(address.connect()?);
                if ends_step(number, connections) {
                    read_whole(&self.orders, &mut [0])?;
                }
            }
            Ok(())
        });
        all.map(|()| elapsed)
    }
}

impl Workload for Connect {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        if self.family == Family::Unix {
            return self.sample(ops, clock);
        }
        for _ in 0..TRIES {
            await_ports(ops)?;
            let before = Trouble::now()?;
            let elapsed = self.sample(ops, clock)?;
            if Trouble::now()? == before {
                return Ok(elapsed);
            }
        }
        Err(Failure::work_not_done())
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        let Self { orders, partner, .. } = *self;
        drop(orders);
        partner.join()
    }
}

/// Waits until so many connections more leave most ports free.
fn await_ports(connections: u64) -> Result<(), Failure> {
    let begun = Instant::now();
    while !TimeWait::now()?.room_for(connections) {
        if begun.elapsed() > TIME_WAIT {
            return Err(Failure::new(Status::Timeout, FailureKind::Deadline));
        }
        sleep(Duration::from_millis(250));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rustix::process::{Signal, getpid, kill_process};

    use super::super::super::ipc::pair::testing::{run_at, setup};
    use super::*;

    #[test]
    fn connections_are_made_and_the_counters_stand_still() {
        for latency in [tcp_latency, unix_latency] {
            run_at(latency(&setup(), &Point::default()).unwrap(), &[1, STEP, 60, MOST]);
        }
    }

    #[test]
    fn a_partner_that_is_killed_ends_the_batch() {
        let start = setup();
        let (ours, theirs) = unix_pair().unwrap();
        let (partner, orders) = split(&start, ours, theirs, |orders| {
            read_whole(&orders, &mut [0; 8])?;
            let (listener, name) = Family::Tcp.listener()?;
            write_whole(&orders, &name)?;
            accepted(&listener)?;
            kill_process(getpid(), Signal::KILL).map_err(|error| Failure::call("kill", error))
        })
        .unwrap();
        let failure = Connect { orders, partner, family: Family::Tcp }.batch(MOST, &Clock::measure()).unwrap_err();
        assert_eq!(failure.reason.kind, FailureKind::EndedEarly);
    }
}
