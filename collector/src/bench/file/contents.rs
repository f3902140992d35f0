//! What files hold, piece by piece, so that a sum proves that all of it was read.

use std::os::fd::AsFd;

use rustix::io::{pread, pwrite};

use super::super::page_buffer::PageBuffer;
use super::super::{Failure, Named};

/// Bytes of a read or write, as `cp` and lmbench use.
pub const PIECE: usize = 65_536;

/// A piece that is written again and again. Pieces of different numbers have different sums.
pub fn piece(length: usize, number: u8) -> PageBuffer {
    let mut piece = PageBuffer::new(length.min(PIECE), 0);
    piece.fill_with_positions();
    piece.mark(number);
    piece
}

/// Writes pieces until the file has `length` bytes.
#[inline]
pub fn write_all(file: impl AsFd, piece: &PageBuffer, length: usize) -> Result<(), Failure> {
    in_pieces(length, |at, bytes| {
        let written = pwrite(&file, &piece.bytes()[..bytes], at as u64).named("pwrite")?;
        if written < bytes {
            // What is full or limited takes the part that fits, and says why only when it is asked for the rest.
            pwrite(&file, &piece.bytes()[written..bytes], (at + written) as u64).named("pwrite")?;
        }
        Ok(written)
    })
}

/// Reads `length` bytes; the sum of their words.
#[inline]
pub fn sum_all(file: impl AsFd, buffer: &mut PageBuffer, length: usize) -> Result<u64, Failure> {
    let mut sum: u64 = 0;
    in_pieces(length, |at, bytes| {
        let piece = &mut buffer.bytes_mut()[..bytes];
        let read = pread(&file, &mut *piece, at as u64).named("pread")?;
        sum = sum.wrapping_add(sum_of(piece));
        Ok(read)
    })?;
    Ok(sum)
}

/// What the words of a file of such pieces add up to.
pub fn sum_of_pieces(piece: &PageBuffer, length: usize) -> u64 {
    let mut sum: u64 = 0;
    let mut left = length;
    while left > 0 {
        let bytes = left.min(PIECE);
        sum = sum.wrapping_add(sum_of(&piece.bytes()[..bytes]));
        left -= bytes;
    }
    sum
}

#[inline]
fn sum_of(bytes: &[u8]) -> u64 {
    let words = bytes.chunks_exact(8).filter_map(|word| word.first_chunk::<8>());
    words.fold(0, |sum: u64, word| sum.wrapping_add(u64::from_ne_bytes(*word)))
}

#[inline]
fn in_pieces(length: usize, mut one: impl FnMut(usize, usize) -> Result<usize, Failure>) -> Result<(), Failure> {
    let mut at = 0;
    while at < length {
        let bytes = (length - at).min(PIECE);
        if one(at, bytes)? != bytes {
            return Err(Failure::work_not_done());
        }
        at += bytes;
    }
    Ok(())
}
