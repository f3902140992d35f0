//! Round trips of a datagram that holds its number.

use rustix::io::Errno;
use shared::model::Point;

use super::super::ipc::pair::split;
use super::super::ipc::round_trips::{Caller, RoundTrips};
use super::super::ipc::size_at;
use super::super::{Failure, Setup, Workload};
use super::datagram::{Client, LONGEST, pair};

/// Bytes of the number, which is also the shortest message.
const NUMBER: usize = 4;

/// Round trips of `bytes` bytes.
pub fn latency(setup: &Setup, point: &Point) -> Result<Box<dyn Workload>, Failure> {
    let bytes = size_at(point, "bytes")?;
    if !(NUMBER..=LONGEST).contains(&bytes) {
        return Err(Failure::call("send", Errno::MSGSIZE));
    }
    let (client, server) = pair()?;
    let (partner, client) = split(setup, client, server, |server| {
        server.serve(
            &mut vec![0; bytes],
            |_, length| if length == bytes { Ok(length) } else { Err(Failure::work_not_done()) },
        )
    })?;
    RoundTrips::start(setup, partner, Numbered { client, number: 0, message: vec![0; bytes], answer: vec![0; bytes] })
}

struct Numbered {
    client: Client,
    number: u32,
    message: Vec<u8>,
    answer: Vec<u8>,
}

impl Caller for Numbered {
    #[inline]
    fn call(&mut self) -> Result<(), Failure> {
        self.number = self.number.wrapping_add(1);
        self.message[..NUMBER].copy_from_slice(&self.number.to_be_bytes());
        let message = self.message.as_slice();
        self.client.call(message, &mut self.answer, |answer| answer == message).map(drop)
    }

    fn retries(&self) -> u64 {
        self.client.sent_again()
    }

    fn end(&mut self) -> Result<(), Failure> {
        self.client.end()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::ipc::pair::testing::{run_at, setup};
    use super::*;

    #[test]
    fn datagrams_of_the_shortest_and_the_longest_size_come_back() {
        for bytes in [NUMBER, LONGEST] {
            run_at(latency(&setup(), &Point::new([("bytes", (bytes as u64).into())])).unwrap(), &[1, 50]);
        }
        assert!(latency(&setup(), &Point::new([("bytes", 3.into())])).is_err());
    }
}
