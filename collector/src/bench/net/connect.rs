//! Making and closing connections, while a partner accepts in step.
//!
//! A listener that is not emptied in time drops requests, which are sent again after a second: so the partner must have
//! caught up after every few connections, and the kernel's counters must show that none was dropped.

use std::net::SocketAddrV4;
use std::os::fd::OwnedFd;
use std::thread::sleep;
use std::time::{Duration, Instant};

use shared::model::{FailureKind, Point, Status};

use super::super::ipc::bytes::{read_some, read_whole, read_whole_or_end, with_patience, write_whole};
use super::super::ipc::pair::split;
use super::super::ipc::unix_pair;
use super::super::{Failure, Partner, Setup, Workload};
use super::loopback::{accepted, connected, listener};
use super::netstat::{TimeWait, Trouble};
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

/// Connections to a listener of a partner.
pub fn latency(setup: &Setup, _: &Point) -> Result<Box<dyn Workload>, Failure> {
    let (ours, theirs) = unix_pair()?;
    let (partner, orders) = split(setup, ours, theirs, |orders| accept_on_command(&orders))?;
    Ok(Box::new(Connect { orders, partner }))
}

/// The partner: for each order makes a listener, says where it is, and accepts so many connections, waiting for each to be
/// closed by its maker.
fn accept_on_command(orders: &OwnedFd) -> Result<(), Failure> {
    let mut order = [0; 8];
    while read_whole_or_end(orders, &mut order)? {
        let (listener, address) = listener(BACKLOG)?;
        write_whole(orders, &address.port().to_be_bytes())?;
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
}

impl Connect {
    /// One sample with a listener of its own.
    fn sample(&self, connections: u64, clock: &Clock) -> Result<u64, Failure> {
        let _patience = with_patience()?;
        write_whole(&self.orders, &connections.to_le_bytes())?;
        let mut port = [0; 2];
        read_whole(&self.orders, &mut port)?;
        let address = SocketAddrV4::new(std::net::Ipv4Addr::LOCALHOST, u16::from_be_bytes(port));
        let (elapsed, all) = clock.time(|| {
            for number in 1..=connections {
                drop(connected(address)?);
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
        let Self { orders, partner } = *self;
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
        run_at(latency(&setup(), &Point::default()).unwrap(), &[1, STEP, 60, MOST]);
    }

    #[test]
    fn a_partner_that_is_killed_ends_the_batch() {
        let start = setup();
        let (ours, theirs) = unix_pair().unwrap();
        let (partner, orders) = split(&start, ours, theirs, |orders| {
            read_whole(&orders, &mut [0; 8])?;
            let (listener, address) = listener(BACKLOG)?;
            write_whole(&orders, &address.port().to_be_bytes())?;
            accepted(&listener)?;
            kill_process(getpid(), Signal::KILL).map_err(|error| Failure::call("kill", error))
        })
        .unwrap();
        let failure = Connect { orders, partner }.batch(MOST, &Clock::measure()).unwrap_err();
        assert_eq!(failure.reason.kind, FailureKind::EndedEarly);
    }
}
