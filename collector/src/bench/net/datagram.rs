//! Requests and answers as datagrams: either may be lost, so that a request is sent again after a while.

use std::net::SocketAddrV4;
use std::os::fd::{AsFd, OwnedFd};

use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, recvfrom, send, sendto};
use rustix::process::{Pid, getppid};

use super::super::Failure;
use super::super::ipc::bytes::{Waited, broken, ended, with_patience};
use super::loopback::{datagram_client, datagram_server};

/// Longest message.
pub const LONGEST: usize = 65_507;
/// Ticks without an answer after which a request counts as lost: the first may come at once, so that this is at least a
/// second.
const LOST: u32 = 2;

/// The calling side.
pub struct Client {
    socket: OwnedFd,
    sent_again: u64,
}

/// The answering side.
pub struct Server {
    socket: OwnedFd,
    caller: Option<Pid>,
}

/// Both sides. The answering one is meant for a child of this process.
pub fn pair() -> Result<(Client, Server), Failure> {
    let (socket, address) = datagram_server()?;
    let client = Client { socket: datagram_client(address)?, sent_again: 0 };
    Ok((client, Server { socket, caller: Some(rustix::process::getpid()) }))
}

impl Client {
    /// Sends `request` and receives datagrams into `buffer` until one `answers`; it is lost, and sent again, if none does
    /// for a second. The length of the answer.
    #[inline]
    pub fn call(
        &mut self,
        request: &[u8],
        buffer: &mut [u8],
        answers: impl Fn(&[u8]) -> bool,
    ) -> Result<usize, Failure> {
        self.send(request)?;
        let mut waited = Waited::default();
        loop {
            match recv(&self.socket, &mut *buffer, RecvFlags::empty()) {
                Ok((length, _)) if answers(&buffer[..length]) => return Ok(length),
                // The late answer to a request that was sent twice.
                Ok(_) => {}
                Err(Errno::INTR) => {
                    waited.tick("recv")?;
                    if waited.ticks().is_multiple_of(LOST) {
                        self.sent_again += 1;
                        self.send(request)?;
                    }
                }
                Err(error) => return Err(broken("recv", error)),
            }
        }
    }

    /// How often a request was sent again.
    pub fn sent_again(&self) -> u64 {
        self.sent_again
    }

    /// Tells the server to end: an empty datagram.
    pub fn end(&self) -> Result<(), Failure> {
        self.send(&[])
    }

    #[inline]
    fn send(&self, message: &[u8]) -> Result<(), Failure> {
        match send(&self.socket, message, SendFlags::empty()) {
            Ok(sent) if sent == message.len() => Ok(()),
            Ok(_) => Err(Failure::work_not_done()),
            Err(error) => Err(broken("send", error)),
        }
    }
}

impl Server {
    /// Answers requests until told to end, or until its caller is gone. `answer` turns the request at the start of the
    /// buffer into an answer there and returns its length.
    pub fn serve(
        &self,
        buffer: &mut [u8],
        mut answer: impl FnMut(&mut [u8], usize) -> Result<usize, Failure>,
    ) -> Result<(), Failure> {
        let _patience = with_patience()?;
        loop {
            let Some((length, caller)) = self.receive(buffer)? else { return Ok(()) };
            let length = answer(buffer, length)?;
            match sendto(&self.socket, &buffer[..length], SendFlags::empty(), &caller) {
                Ok(sent) if sent == length => {}
                Ok(_) => return Err(Failure::work_not_done()),
                Err(error) => return Err(broken("sendto", error)),
            }
        }
    }

    /// The next request and who sent it; none at the end.
    #[inline]
    fn receive(&self, buffer: &mut [u8]) -> Result<Option<(usize, SocketAddrV4)>, Failure> {
        loop {
            match recvfrom(self.socket.as_fd(), &mut *buffer, RecvFlags::empty()) {
                Ok((0, ..)) => return Ok(None),
                Ok((length, _, Some(caller))) => {
                    let caller = caller.try_into().map_err(|error| Failure::call("recvfrom", error))?;
                    return Ok(Some((length, caller)));
                }
                Ok((_, _, None)) => return Err(Failure::work_not_done()),
                Err(Errno::INTR) if getppid() == self.caller => {}
                Err(Errno::INTR) => return Err(ended("recvfrom")),
                Err(error) => return Err(broken("recvfrom", error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rustix::process::{Signal, getpid, kill_process};

    use super::super::super::ipc::pair::split;
    use super::super::super::ipc::pair::testing::setup;
    use super::*;

    #[test]
    fn a_lost_request_is_counted_and_sent_again_after_a_second() {
        let start = setup();
        let (client, server) = pair().unwrap();
        let (partner, mut client) = split(&start, client, server, |server| {
            // Takes the first request without an answer: as if it were lost.
            server.receive(&mut [0; 8])?;
            server.serve(&mut [0; 8], |_, length| Ok(length))
        })
        .unwrap();
        let _patience = with_patience().unwrap();
        let begun = std::time::Instant::now();
        let length = client.call(b"four", &mut [0; 8], |answer| answer == b"four").unwrap();
        assert_eq!((length, client.sent_again()), (4, 1));
        assert!(begun.elapsed().as_secs_f64() > 0.99, "{:?}", begun.elapsed());
        client.end().unwrap();
        partner.join().unwrap();
    }

    #[test]
    fn an_answer_to_an_earlier_request_is_passed_over() {
        let start = setup();
        let (client, server) = pair().unwrap();
        let (partner, mut client) = split(&start, client, server, |server| {
            server.serve(&mut [0; 8], |buffer, length| {
                let late = buffer[0] == b'2';
                if late {
                    buffer[..3].copy_from_slice(b"old");
                }
                Ok(length)
            })
        })
        .unwrap();
        let _patience = with_patience().unwrap();
        client.send(b"2nd").unwrap();
        client.call(b"3rd", &mut [0; 8], |answer| answer == b"3rd").unwrap();
        assert_eq!(client.sent_again(), 0);
        client.end().unwrap();
        partner.join().unwrap();
    }

    #[test]
    fn a_server_that_is_killed_is_found_out_when_the_request_is_sent_again() {
        let start = setup();
        let (client, server) = pair().unwrap();
        let (_partner, mut client) = split(&start, client, server, |server| {
            server.receive(&mut [0; 8])?;
            kill_process(getpid(), Signal::KILL).map_err(|error| Failure::call("kill", error))
        })
        .unwrap();
        let _patience = with_patience().unwrap();
        let failure = client.call(b"four", &mut [0; 8], |_| true).unwrap_err();
        assert_eq!(failure.reason.kind, shared::model::FailureKind::EndedEarly);
    }
}
