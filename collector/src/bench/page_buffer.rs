//! Buffers at a chosen distance from the start of a page, whose contents can be proved.
//!
//! Where a buffer starts decides what copying it costs: a Zen 3 copies a tenth as fast where the target starts a few bytes
//! further into its page than the source. Left to the allocator, that would be luck.

/// The distance that offsets are counted from, whatever the page size of the machine.
const PAGE: usize = 4096;

/// Memory at a page's start plus an offset.
pub struct PageBuffer {
    memory: Vec<u8>,
    start: usize,
    length: usize,
}

impl PageBuffer {
    /// `length` bytes, `offset` after the start of a page, each touched.
    pub fn new(length: usize, offset: usize) -> Self {
        let mut memory = vec![0; length + offset % PAGE + PAGE];
        memory.fill(1);
        let start = memory.as_ptr().align_offset(PAGE) + offset % PAGE;
        Self { memory, start, length }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.memory[self.start..self.start + self.length]
    }

    /// The bytes, to write to.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..self.start + self.length]
    }

    /// Fills it with words that tell where they stand.
    pub fn fill_with_positions(&mut self) {
        for (index, word) in self.bytes_mut().chunks_mut(8).enumerate() {
            let value = (index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes();
            word.copy_from_slice(&value[..word.len()]);
        }
    }

    /// Marks every page, so that contents of an earlier transfer are told from those of this one.
    pub fn mark(&mut self, number: u8) {
        for page in self.bytes_mut().chunks_mut(PAGE) {
            page[0] = number;
        }
    }

    /// A sum in which each word and its place count.
    pub fn checksum(&self) -> u64 {
        self.bytes().chunks(8).fold(0, |sum: u64, word| {
            let mut bytes = [0; 8];
            bytes[..word.len()].copy_from_slice(word);
            sum.wrapping_mul(0x0000_0100_0000_01b3).wrapping_add(u64::from_le_bytes(bytes))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_stands_at_its_offset_from_a_page() {
        for offset in [0, 1, 100, 120] {
            let buffer = PageBuffer::new(10_000, offset);
            assert_eq!(buffer.bytes().as_ptr().align_offset(PAGE), (PAGE - offset) % PAGE);
            assert_eq!(buffer.bytes().len(), 10_000);
        }
    }

    #[test]
    fn the_checksum_sees_a_stale_page_a_swap_and_a_lost_tail() {
        let mut buffer = PageBuffer::new(10_001, 3);
        buffer.fill_with_positions();
        buffer.mark(1);
        let right = buffer.checksum();
        buffer.mark(2);
        assert_ne!(buffer.checksum(), right);
        buffer.mark(1);
        assert_eq!(buffer.checksum(), right);
        buffer.bytes_mut().swap(8, 16);
        assert_ne!(buffer.checksum(), right);
        buffer.bytes_mut().swap(8, 16);
        buffer.bytes_mut()[10_000] ^= 1;
        assert_ne!(buffer.checksum(), right);
    }
}
