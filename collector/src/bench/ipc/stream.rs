//! A one-way stream: a partner writes messages, this process reads them.
//!
//! Both start a batch from an empty channel and end it with one, so that the bytes timed are the bytes moved.

use std::os::fd::OwnedFd;

use shared::model::Point;

use super::super::page_buffer::PageBuffer;
use super::super::{Failure, Partner, Setup, Workload};
use super::bytes::{ended, read_some, read_whole, read_whole_or_end, with_patience, write_whole};
use super::pair::split;
use super::{size_at, unix_pair};
use crate::clock::Clock;

/// What a message is filled with at first; every batch has its own byte.
const FIRST_FILL: u8 = 1;

/// What the partner does with its end when it has written the last message of a batch.
pub type Flush = fn(&OwnedFd) -> Result<(), Failure>;

/// Messages of the point's size through the channel from `writer` to `reader`.
pub fn stream(
    setup: &Setup,
    point: &Point,
    reader: OwnedFd,
    writer: OwnedFd,
    flush: Flush,
) -> Result<Box<dyn Workload>, Failure> {
    let size = size_at(point, "message")?;
    let (orders, commands) = unix_pair()?;
    let (partner, (reader, orders)) = split(setup, (reader, orders), (writer, commands), |(writer, commands)| {
        write_on_command(&writer, &commands, size, flush)
    })?;
    Ok(Box::new(Stream { reader, orders, partner, buffer: PageBuffer::new(size, 0), fill: FIRST_FILL }))
}

/// The partner: for each order fills its message, says that it is ready, and on the word writes so many of it.
fn write_on_command(writer: &OwnedFd, commands: &OwnedFd, size: usize, flush: Flush) -> Result<(), Failure> {
    let mut message = PageBuffer::new(size, 0);
    let mut order = [0; Order::BYTES];
    while read_whole_or_end(commands, &mut order)? {
        let Order { fill, messages } = Order::decode(order);
        message.bytes_mut().fill(fill);
        write_whole(commands, &[fill])?;
        read_whole(commands, &mut [0])?;
        for _ in 0..messages {
            write_whole(writer, message.bytes())?;
        }
        flush(writer)?;
        write_whole(commands, &(messages * size as u64).to_le_bytes())?;
    }
    Ok(())
}

/// What the partner is told to write.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Order {
    fill: u8,
    messages: u64,
}

impl Order {
    const BYTES: usize = 9;

    fn encode(self) -> [u8; Self::BYTES] {
        let mut bytes = [self.fill; Self::BYTES];
        bytes[1..].copy_from_slice(&self.messages.to_le_bytes());
        bytes
    }

    fn decode([fill, messages @ ..]: [u8; Self::BYTES]) -> Self {
        Self { fill, messages: u64::from_le_bytes(messages) }
    }
}

struct Stream {
    reader: OwnedFd,
    orders: OwnedFd,
    partner: Partner,
    buffer: PageBuffer,
    fill: u8,
}

impl Stream {
    /// Reads until `total` bytes have come; the size of the largest piece.
    #[inline]
    fn read_all(&mut self, total: u64) -> Result<usize, Failure> {
        let mut done = 0;
        let mut widest = 0;
        while done < total {
            match read_some(&self.reader, self.buffer.bytes_mut())? {
                0 => return Err(ended("read")),
                read => {
                    done += read as u64;
                    widest = widest.max(read);
                }
            }
        }
        if done == total { Ok(widest) } else { Err(Failure::work_not_done()) }
    }
}

impl Workload for Stream {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let _patience = with_patience()?;
        let total = ops * self.buffer.bytes().len() as u64;
        self.fill = self.fill.checked_add(1).unwrap_or(FIRST_FILL);
        write_whole(&self.orders, &Order { fill: self.fill, messages: ops }.encode())?;
        read_whole(&self.orders, &mut [0])?;
        let (elapsed, widest) = clock.time(|| {
            write_whole(&self.orders, &[0])?;
            self.read_all(total)
        });
        let widest = widest?;
        let mut written = [0; 8];
        read_whole(&self.orders, &mut written)?;
        let arrived = self.buffer.bytes()[..widest].iter().all(|&byte| byte == self.fill);
        if arrived && u64::from_le_bytes(written) == total { Ok(elapsed) } else { Err(Failure::work_not_done()) }
    }

    fn amount_per_op(&self) -> Option<u64> {
        Some(self.buffer.bytes().len() as u64)
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        let Self { reader, orders, partner, .. } = *self;
        drop((reader, orders));
        partner.join()
    }
}

#[cfg(test)]
mod tests {
    use super::super::pair::testing::setup;
    use super::*;

    #[test]
    fn an_order_survives_its_encoding() {
        let order = Order { fill: 7, messages: 0x0102_0304_0506_0708 };
        assert_eq!(Order::decode(order.encode()), order);
    }

    #[test]
    fn a_writer_that_ends_before_its_last_message_is_said_to_have_ended_early() {
        let start = setup();
        let (reader, writer) = unix_pair().unwrap();
        let (orders, commands) = unix_pair().unwrap();
        let (partner, (reader, orders)) = split(&start, (reader, orders), (writer, commands), |(writer, commands)| {
            read_whole(&commands, &mut [0; Order::BYTES])?;
            write_whole(&commands, &[0])?;
            read_whole(&commands, &mut [0])?;
            write_whole(&writer, &[2; 1000])
        })
        .unwrap();
        let mut stream = Stream { reader, orders, partner, buffer: PageBuffer::new(600, 0), fill: FIRST_FILL };
        let failure = stream.batch(2, &Clock::measure()).unwrap_err();
        assert_eq!(failure.to_string(), "failed: ended_early read");
    }
}
