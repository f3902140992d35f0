//! Groups of senders and receivers: every sender of a group sends to every receiver of it, and all begin at once.

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::thread::JoinHandle;

use shared::model::Point;

use super::super::apart::apart;
use super::super::ipc::bytes::{read_whole, with_patience, write_whole};
use super::super::ipc::{pipe, size_at, unix_pair};
use super::super::{Failure, Named, Partner, Prepared, Setup, Workload};
use crate::clock::Clock;
use crate::placement;

/// Senders of a group, and as many receivers.
const SENDERS: usize = 20;
/// Workers of a group.
const GROUP: usize = 2 * SENDERS;
/// Messages from each sender to each receiver.
const MESSAGES: usize = 10;
/// Bytes of a message.
const MESSAGE: usize = 100;
/// Tells a worker to begin.
const BEGIN: u8 = 0;
/// Tells a worker to end.
const END: u8 = 1;
/// What a worker says when it has done its part, or when it could not.
const DONE: u8 = 0;
const FAILED: u8 = 1;

/// The point's groups of processes or threads.
pub fn messaging(setup: &Setup, point: &Point) -> Prepared {
    let groups = size_at(point, "groups")?;
    let channel = match point.text("mode") {
        Some("pipe") => pipe,
        Some("socket") => unix_pair,
        _ => return Err(Failure::work_not_done()),
    };
    match point.text("workers") {
        Some("processes") => {
            let team = Team::of(groups, channel)?;
            let mut partners = Vec::with_capacity(team.workers());
            for worker in 0..team.workers() {
                partners.push(setup.partner(|| team.work(worker))?);
            }
            Ok(Box::new(Exchange::begin(Arc::new(team), Workers::Processes(partners))?))
        }
        // Threads live in a process of their own: this one has to stay fit to fork.
        Some("threads") => apart(setup, || {
            let team = Arc::new(Team::of(groups, channel)?);
            let mut threads = Vec::with_capacity(team.workers());
            for worker in 0..team.workers() {
                let (team, cpu) = (team.clone(), setup.cpu_of(1 + worker));
                let work = move || {
                    cpu.map_or(Ok(()), |cpu| placement::pin(&[cpu]).named("sched_setaffinity"))?;
                    team.work(worker)
                };
                threads.push(std::thread::Builder::new().spawn(work).named("clone")?);
            }
            Ok(Box::new(Exchange::begin(team, Workers::Threads(threads))?))
        }),
        _ => Err(Failure::work_not_done()),
    }
}

/// What all workers share.
struct Team {
    /// A reading and a writing end for each receiver, group after group.
    channels: Vec<(OwnedFd, OwnedFd)>,
    /// Where workers wait for their orders, by turns: who is done early must not take the next one's.
    orders: [(OwnedFd, OwnedFd); 2],
    /// Where they say that they are done.
    done: (OwnedFd, OwnedFd),
}

impl Team {
    fn of(groups: usize, channel: fn() -> Result<(OwnedFd, OwnedFd), Failure>) -> Result<Self, Failure> {
        let mut channels = Vec::with_capacity(groups * SENDERS);
        for _ in 0..groups * SENDERS {
            channels.push(channel()?);
        }
        Ok(Self { channels, orders: [pipe()?, pipe()?], done: pipe()? })
    }

    fn workers(&self) -> usize {
        2 * self.channels.len()
    }

    /// One worker, until it is told to end.
    fn work(&self, worker: usize) -> Result<(), Failure> {
        write_whole(&self.done.1, &[DONE])?;
        for turn in (0..2).cycle() {
            let mut order = [0];
            read_whole(&self.orders[turn].0, &mut order)?;
            if order == [END] {
                break;
            }
            let part = self.part(worker);
            write_whole(&self.done.1, &[if part.is_ok() { DONE } else { FAILED }])?;
            part?;
        }
        Ok(())
    }

    /// What one worker does of an exchange.
    fn part(&self, worker: usize) -> Result<(), Failure> {
        let (group, number) = (worker / GROUP, worker % GROUP);
        let channels = &self.channels[group * SENDERS..][..SENDERS];
        match number.checked_sub(SENDERS) {
            None => send(channels, number as u8),
            Some(receiver) => receive(&channels[receiver].0),
        }
    }
}

fn send(channels: &[(OwnedFd, OwnedFd)], sender: u8) -> Result<(), Failure> {
    let message = [sender; MESSAGE];
    for _ in 0..MESSAGES {
        for (_, receiver) in channels {
            write_whole(receiver, &message)?;
        }
    }
    Ok(())
}

/// Receives from all senders, and checks that as much came from each as should.
fn receive(from: &OwnedFd) -> Result<(), Failure> {
    let mut from_sender = [0; SENDERS];
    let mut message = [0; MESSAGE];
    for _ in 0..SENDERS * MESSAGES {
        read_whole(from, &mut message)?;
        let [first, .., last] = message;
        match from_sender.get_mut(usize::from(first)).filter(|_| first == last) {
            Some(count) => *count += 1,
            None => return Err(Failure::work_not_done()),
        }
    }
    if from_sender == [MESSAGES; SENDERS] { Ok(()) } else { Err(Failure::work_not_done()) }
}

enum Workers {
    Processes(Vec<Partner>),
    Threads(Vec<JoinHandle<Result<(), Failure>>>),
}

/// One operation is all that the groups have to send.
struct Exchange {
    team: Arc<Team>,
    workers: Workers,
    turn: usize,
}

impl Exchange {
    /// Waits until all are there.
    fn begin(team: Arc<Team>, workers: Workers) -> Result<Self, Failure> {
        let _patience = with_patience()?;
        let exchange = Self { team, workers, turn: 0 };
        exchange.all_done()?;
        Ok(exchange)
    }

    fn order(&mut self, order: u8) -> Result<(), Failure> {
        write_whole(&self.team.orders[self.turn].1, &vec![order; self.team.workers()])?;
        self.turn = 1 - self.turn;
        Ok(())
    }

    fn all_done(&self) -> Result<(), Failure> {
        let mut answers = vec![FAILED; self.team.workers()];
        read_whole(&self.team.done.0, &mut answers)?;
        if answers.iter().all(|&answer| answer == DONE) { Ok(()) } else { Err(Failure::work_not_done()) }
    }
}

impl Workload for Exchange {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let _patience = with_patience()?;
        let (elapsed, all) = clock.time(|| {
            (0..ops).try_for_each(|_| {
                self.order(BEGIN)?;
                self.all_done()
            })
        });
        all.map(|()| elapsed)
    }

    fn finish(mut self: Box<Self>) -> Result<(), Failure> {
        self.order(END)?;
        match self.workers {
            Workers::Processes(partners) => partners.into_iter().try_for_each(Partner::join),
            Workers::Threads(threads) => threads
                .into_iter()
                .try_for_each(|thread| thread.join().unwrap_or_else(|_| Err(Failure::work_not_done()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::ipc::pair::testing::{run_at, setup};
    use super::*;

    #[test]
    fn every_message_of_every_group_arrives() {
        for workers in ["processes", "threads"] {
            for mode in ["pipe", "socket"] {
                let point = Point::new([("groups", 2.into()), ("mode", mode.into()), ("workers", workers.into())]);
                let start = setup();
                run_at(messaging(&start, &point).unwrap(), &[1, 1, 2]);
            }
        }
    }

    #[test]
    fn messages_that_are_mixed_up_or_of_somebody_else_are_found_out() {
        let (reader, writer) = pipe().unwrap();
        write_whole(&writer, &[SENDERS as u8; MESSAGE]).unwrap();
        assert_eq!(receive(&reader), Err(Failure::work_not_done()));
        let mut torn = [3; MESSAGE];
        torn[MESSAGE - 1] = 4;
        write_whole(&writer, &torn).unwrap();
        assert_eq!(receive(&reader), Err(Failure::work_not_done()));
        let (reader, writer) = pipe().unwrap();
        for _ in 0..SENDERS * MESSAGES {
            write_whole(&writer, &[5; MESSAGE]).unwrap();
        }
        assert_eq!(receive(&reader), Err(Failure::work_not_done()));
    }
}
