//! What a guest sends to its host over a serial line: the collector's exit status and the document, so that a line that
//! lost, changed or added a byte is noticed.
//!
//! One line of text, `benchpages-guest 1 STATUS LENGTH SHA256`, then as many bytes as it says, then nothing.

use std::io::{self, Write};

use sha2::{Digest, Sha256};

/// The first words of the line: who speaks, and the version of this format.
const GREETING: &str = "benchpages-guest 1";
/// More than the first line ever has.
const LONGEST_LINE: usize = 256;

/// What was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The collector's exit status; 128 and the signal's number where a signal ended it.
    pub status: u8,
    /// The document's bytes; empty where none was written.
    pub document: Vec<u8>,
}

/// Why what arrived is not what was sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The guest ended before it sent anything.
    #[error("the guest sent nothing; its console says why")]
    Nothing,
    /// The line at the beginning is missing or cut, or is none of ours.
    #[error("what the guest sent does not begin with `{GREETING} STATUS LENGTH SHA256`")]
    Line,
    /// Bytes are missing at the end.
    #[error("the document was cut: {arrived} of {length} bytes arrived")]
    Cut {
        /// How many bytes were to come.
        length: usize,
        /// How many came.
        arrived: usize,
    },
    /// Bytes follow the last one.
    #[error("{0} bytes follow the document")]
    Surplus(usize),
    /// The bytes are not those that were sent.
    #[error("the document was changed on its way: its SHA-256 is not the one that was sent")]
    Changed,
}

impl Frame {
    /// Sends it.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        writeln!(to, "{GREETING} {} {} {}", self.status, self.document.len(), sha256(&self.document))?;
        to.write_all(&self.document)?;
        to.flush()
    }

    /// Reads everything that arrived.
    pub fn read(arrived: &[u8]) -> Result<Self, Error> {
        if arrived.is_empty() {
            return Err(Error::Nothing);
        }
        let end = arrived.iter().take(LONGEST_LINE).position(|&byte| byte == b'\n').ok_or(Error::Line)?;
        let (line, document) = (&arrived[..end], &arrived[end + 1..]);
        let (status, length, sum) = parsed(line).ok_or(Error::Line)?;
        match document.len() {
            arrived if arrived < length => Err(Error::Cut { length, arrived }),
            arrived if arrived > length => Err(Error::Surplus(arrived - length)),
            _ if sha256(document) != sum => Err(Error::Changed),
            _ => Ok(Self { status, document: document.to_vec() }),
        }
    }
}

fn parsed(line: &[u8]) -> Option<(u8, usize, &str)> {
    let words = std::str::from_utf8(line).ok()?.strip_prefix(GREETING)?.strip_prefix(' ')?;
    let [status, length, sum] = words.split(' ').collect::<Vec<_>>().try_into().ok()?;
    Some((status.parse().ok()?, length.parse().ok()?, sum))
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SHA-256 of `abc`: FIPS 180-2, appendix B.1.
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn sent(frame: &Frame) -> Vec<u8> {
        let mut line = Vec::new();
        frame.write(&mut line).unwrap();
        line
    }

    #[test]
    fn a_frame_is_a_line_and_the_bytes() {
        let frame = Frame { status: 3, document: b"abc".to_vec() };
        assert_eq!(sent(&frame), format!("benchpages-guest 1 3 3 {ABC}\nabc").into_bytes());
    }

    #[test]
    fn what_was_sent_is_read() {
        for document in [b"".to_vec(), b"{\n}\n".to_vec(), (0..=255).cycle().take(10_000).collect()] {
            let frame = Frame { status: 0, document };
            assert_eq!(Frame::read(&sent(&frame)), Ok(frame));
        }
    }

    #[test]
    fn wherever_a_frame_is_cut_an_error_says_so() {
        let whole = sent(&Frame { status: 0, document: b"abc".to_vec() });
        let line = whole.len() - 3;
        assert_eq!(Frame::read(&[]), Err(Error::Nothing));
        for end in 1..line {
            assert_eq!(Frame::read(&whole[..end]), Err(Error::Line), "{end}");
        }
        for arrived in 0..3 {
            assert_eq!(Frame::read(&whole[..line + arrived]), Err(Error::Cut { length: 3, arrived }));
        }
    }

    #[test]
    fn a_changed_byte_and_a_further_one_are_noticed() {
        let whole = sent(&Frame { status: 0, document: b"abc".to_vec() });
        assert_eq!(Frame::read(&[whole.as_slice(), b"\r\n"].concat()), Err(Error::Surplus(2)));
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 0x80;
            assert!(Frame::read(&changed).is_err(), "{at}");
        }
        let mut letter = whole.clone();
        *letter.last_mut().unwrap() = b'd';
        assert_eq!(Frame::read(&letter), Err(Error::Changed));
    }

    #[test]
    fn a_message_of_the_kernel_is_not_taken_for_a_frame() {
        assert_eq!(Frame::read(b"[    0.000000] Linux version 6.1.0\n"), Err(Error::Line));
        assert_eq!(Frame::read(b"benchpages-guest 2 0 0 -\n"), Err(Error::Line));
    }
}
