//! Remote procedure calls, spoken directly over UDP and TCP: no portmapper and no library between the calls and the sockets.

use std::os::fd::OwnedFd;

use shared::model::Point;

use super::super::ipc::bytes::{ended, read_whole_or_end, write_whole};
use super::super::ipc::pair::split;
use super::super::ipc::round_trips::{Caller, RoundTrips};
use super::super::{Failure, Setup, Workload};
use super::datagram::{Client, pair};
use super::loopback::tcp_pair;
use super::rpc_message::{CALL, MARK, REPLY, call, decode_call, decode_mark, decode_reply, mark, reply};

/// Calls over UDP.
pub fn udp_latency(setup: &Setup, _: &Point) -> Result<Box<dyn Workload>, Failure> {
    let (client, server) = pair()?;
    let (partner, client) = split(setup, client, server, |server| {
        server.serve(&mut [0; CALL], |buffer, length| {
            let (xid, character) = decode_call(&buffer[..length]).ok_or_else(Failure::work_not_done)?;
            buffer[..REPLY].copy_from_slice(&reply(xid, character));
            Ok(REPLY)
        })
    })?;
    RoundTrips::start(setup, partner, OverUdp { client, xid: 0 })
}

struct OverUdp {
    client: Client,
    xid: u32,
}

impl Caller for OverUdp {
    #[inline]
    fn call(&mut self) -> Result<(), Failure> {
        self.xid = self.xid.wrapping_add(1);
        let expected = (self.xid, self.xid as u8);
        let request = call(expected.0, expected.1);
        self.client.call(&request, &mut [0; REPLY], |answer| decode_reply(answer) == Some(expected)).map(drop)
    }

    fn retries(&self) -> u64 {
        self.client.sent_again()
    }

    fn end(&mut self) -> Result<(), Failure> {
        self.client.end()
    }
}

/// Calls over TCP, each in a record of one fragment.
pub fn tcp_latency(setup: &Setup, _: &Point) -> Result<Box<dyn Workload>, Failure> {
    let (ours, theirs) = tcp_pair()?;
    let (partner, stream) = split(setup, ours, theirs, |stream| {
        while let Some(record) = read_record::<{ MARK + CALL }>(&stream)? {
            let (xid, character) = decode_call(&record[MARK..]).ok_or_else(Failure::work_not_done)?;
            write_whole(&stream, &record_of::<{ MARK + REPLY }>(&reply(xid, character)))?;
        }
        Ok(())
    })?;
    RoundTrips::start(setup, partner, OverTcp { stream, xid: 0 })
}

struct OverTcp {
    stream: OwnedFd,
    xid: u32,
}

impl Caller for OverTcp {
    #[inline]
    fn call(&mut self) -> Result<(), Failure> {
        self.xid = self.xid.wrapping_add(1);
        let expected = (self.xid, self.xid as u8);
        write_whole(&self.stream, &record_of::<{ MARK + CALL }>(&call(expected.0, expected.1)))?;
        let answer = read_record::<{ MARK + REPLY }>(&self.stream)?.ok_or_else(|| ended("read"))?;
        if decode_reply(&answer[MARK..]) == Some(expected) { Ok(()) } else { Err(Failure::work_not_done()) }
    }
}

/// A message with its mark before it, so that both leave in one segment.
#[inline]
fn record_of<const RECORD: usize>(message: &[u8]) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    record[..MARK].copy_from_slice(&mark(message.len() as u32));
    record[MARK..].copy_from_slice(message);
    record
}

/// The next record, whose length the procedure fixes; none where the other side ended.
#[inline]
fn read_record<const RECORD: usize>(stream: &OwnedFd) -> Result<Option<[u8; RECORD]>, Failure> {
    let mut record = [0; RECORD];
    if !read_whole_or_end(stream, &mut record)? {
        return Ok(None);
    }
    match record.first_chunk().copied().and_then(decode_mark) {
        Some(length) if length as usize == RECORD - MARK => Ok(Some(record)),
        _ => Err(Failure::work_not_done()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::ipc::pair::testing::{run_at, setup};
    use super::super::super::ipc::unix_pair;
    use super::*;

    #[test]
    fn calls_are_answered_over_both_transports() {
        for prepare in [udp_latency, tcp_latency] {
            run_at(prepare(&setup(), &Point::default()).unwrap(), &[1, 300]);
        }
    }

    #[test]
    fn a_record_of_another_length_is_work_not_done() {
        let (reader, writer) = unix_pair().unwrap();
        let mut record: [u8; MARK + REPLY] = record_of(&reply(1, b'a'));
        write_whole(&writer, &record).unwrap();
        assert_eq!(read_record(&reader).unwrap(), Some(record));
        record[3] += 1;
        write_whole(&writer, &record).unwrap();
        assert_eq!(read_record::<{ MARK + REPLY }>(&reader), Err(Failure::work_not_done()));
    }
}
