//! Bulk transfers through a stream socket between buffers at chosen offsets: what the kernel's copies from and to user
//! space make of alignment.

use std::os::fd::OwnedFd;

use shared::model::Point;

use super::super::ipc::bytes::{read_whole, read_whole_or_end, with_patience, write_whole};
use super::super::ipc::pair::split;
use super::super::ipc::{size_at, unix_pair};
use super::super::page_buffer::PageBuffer;
use super::super::{Failure, Partner, Setup, Workload};
use super::loopback::tcp_pair;
use crate::clock::Clock;

/// Transfers of a sample.
pub const TRANSFERS: u64 = 5;

/// Transfers of the point's size and offsets over its family of sockets.
pub fn bandwidth(setup: &Setup, point: &Point) -> Result<Box<dyn Workload>, Failure> {
    let size = size_at(point, "size")?;
    let (off_src, off_dst) = (offset_at(point, "off_src")?, offset_at(point, "off_dst")?);
    let (ours, theirs) = match point.text("family") {
        Some("tcp") => tcp_pair()?,
        Some("unix") => unix_pair()?,
        _ => return Err(Failure::work_not_done()),
    };
    let (orders, commands) = unix_pair()?;
    let (partner, (data, orders)) = split(setup, (ours, orders), (theirs, commands), |(data, commands)| {
        receive_on_command(&data, &commands, PageBuffer::new(size, off_dst))
    })?;
    let mut source = PageBuffer::new(size, off_src);
    source.fill_with_positions();
    Ok(Box::new(SocketCopy { data, orders, partner, source, number: 0 }))
}

fn offset_at(point: &Point, axis: &str) -> Result<usize, Failure> {
    point.integer(axis).and_then(|offset| usize::try_from(offset).ok()).ok_or_else(Failure::work_not_done)
}

/// The partner: for each order receives so many transfers, acknowledging each when the last byte of it has come, and on
/// request says the sum of what it received.
fn receive_on_command(data: &OwnedFd, commands: &OwnedFd, mut target: PageBuffer) -> Result<(), Failure> {
    let mut order = [0; 8];
    while read_whole_or_end(commands, &mut order)? {
        for _ in 0..u64::from_le_bytes(order) {
            read_whole(data, target.bytes_mut())?;
            write_whole(data, &[0])?;
        }
        read_whole(commands, &mut [0])?;
        write_whole(commands, &target.checksum().to_le_bytes())?;
    }
    Ok(())
}

struct SocketCopy {
    data: OwnedFd,
    orders: OwnedFd,
    partner: Partner,
    source: PageBuffer,
    number: u8,
}

impl Workload for SocketCopy {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let _patience = with_patience()?;
        self.number = self.number.wrapping_add(1);
        self.source.mark(self.number);
        write_whole(&self.orders, &ops.to_le_bytes())?;
        let (elapsed, all) = clock.time(|| {
            for _ in 0..ops {
                write_whole(&self.data, self.source.bytes())?;
                read_whole(&self.data, &mut [0])?;
            }
            Ok(())
        });
        all?;
        write_whole(&self.orders, &[0])?;
        let mut sum = [0; 8];
        read_whole(&self.orders, &mut sum)?;
        if u64::from_le_bytes(sum) == self.source.checksum() { Ok(elapsed) } else { Err(Failure::work_not_done()) }
    }

    fn amount_per_op(&self) -> Option<u64> {
        Some(self.source.bytes().len() as u64)
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        let Self { data, orders, partner, .. } = *self;
        drop((data, orders));
        partner.join()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::ipc::pair::testing::{run_at, setup};
    use super::*;

    fn point(family: &str) -> Point {
        Point::new([
            ("family", family.into()),
            ("size", 1_000_003.into()),
            ("off_src", 100.into()),
            ("off_dst", 7.into()),
        ])
    }

    #[test]
    fn both_families_move_every_byte() {
        for family in ["tcp", "unix"] {
            let start = setup();
            let workload = bandwidth(&start, &point(family)).unwrap();
            assert_eq!(workload.amount_per_op(), Some(1_000_003));
            run_at(workload, &[TRANSFERS, TRANSFERS]);
        }
    }

    #[test]
    fn another_family_has_no_figure() {
        assert_eq!(bandwidth(&setup(), &point("sctp")).err(), Some(Failure::work_not_done()));
    }

    #[test]
    fn a_receiver_that_got_other_bytes_is_found_out() {
        let start = setup();
        let (data, received) = unix_pair().unwrap();
        let (orders, commands) = unix_pair().unwrap();
        let (partner, (data, orders)) = split(&start, (data, orders), (received, commands), |(data, commands)| {
            let mut target = PageBuffer::new(5_000, 0);
            read_whole(&commands, &mut [0; 8])?;
            read_whole(&data, target.bytes_mut())?;
            write_whole(&data, &[0])?;
            read_whole(&commands, &mut [0])?;
            target.bytes_mut()[4_321] ^= 1;
            write_whole(&commands, &target.checksum().to_le_bytes())
        })
        .unwrap();
        let mut copy = SocketCopy { data, orders, partner, source: PageBuffer::new(5_000, 0), number: 0 };
        assert_eq!(copy.batch(1, &Clock::measure()), Err(Failure::work_not_done()));
    }
}
