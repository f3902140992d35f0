//! Frames: a length of four bytes, little endian, and that many bytes of JSON.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// Longest frame: a sweep of thousands of samples is far below it.
const MOST: usize = 16 << 20;
/// Bytes of the length.
const HEADER: usize = 4;

/// What is wrong with a frame.
#[derive(Debug, Error)]
pub enum FrameError {
    /// Its length cannot be right.
    #[error("a frame of {0} bytes; at most {MOST} are sent")]
    TooLong(usize),
    /// It is not the JSON of a message.
    #[error("a frame that is not a message: {0}")]
    NotAMessage(#[from] serde_json::Error),
    /// It cannot be read or written.
    #[error("the pipe of a start: {0}")]
    Pipe(#[from] io::Error),
}

/// Writes one message.
pub fn write(to: &mut impl Write, message: &impl Serialize) -> Result<(), FrameError> {
    let json = serde_json::to_vec(message)?;
    if json.len() > MOST {
        return Err(FrameError::TooLong(json.len()));
    }
    let mut frame = Vec::with_capacity(HEADER + json.len());
    frame.extend_from_slice(&(json.len() as u32).to_le_bytes());
    frame.extend_from_slice(&json);
    Ok(to.write_all(&frame)?)
}

/// Waits for one message.
pub fn read<T: DeserializeOwned>(from: &mut impl Read) -> Result<T, FrameError> {
    let mut header = [0; HEADER];
    from.read_exact(&mut header)?;
    let mut json = vec![0; length(header)?];
    from.read_exact(&mut json)?;
    Ok(serde_json::from_slice(&json)?)
}

/// Puts messages together from the pieces in which a pipe delivers them.
#[derive(Debug, Default)]
pub struct Decoder {
    pending: Vec<u8>,
}

impl Decoder {
    /// Takes the next piece.
    pub fn push(&mut self, piece: &[u8]) {
        self.pending.extend_from_slice(piece);
    }

    /// The next whole message, if there is one. After an error the stream is lost.
    pub fn next<T: DeserializeOwned>(&mut self) -> Option<Result<T, FrameError>> {
        let header = self.pending.first_chunk::<HEADER>()?;
        let length = match length(*header) {
            Ok(length) => length,
            Err(error) => return Some(Err(error)),
        };
        let json = self.pending.get(HEADER..HEADER + length)?;
        let message = serde_json::from_slice(json).map_err(FrameError::from);
        self.pending.drain(..HEADER + length);
        Some(message)
    }

    /// Whether a message has begun and not ended.
    pub fn in_the_middle(&self) -> bool {
        !self.pending.is_empty()
    }
}

fn length(header: [u8; HEADER]) -> Result<usize, FrameError> {
    match u32::from_le_bytes(header) as usize {
        length if length <= MOST => Ok(length),
        length => Err(FrameError::TooLong(length)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn framed(messages: &[impl Serialize]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for message in messages {
            write(&mut bytes, message).unwrap();
        }
        bytes
    }

    proptest! {
        #[test]
        fn messages_arrive_whole_in_whatever_pieces(messages in vec(vec(any::<u16>(), 0..6), 0..6), piece in 1..17usize) {
            let mut decoder = Decoder::default();
            let mut arrived = Vec::new();
            for piece in framed(&messages).chunks(piece) {
                decoder.push(piece);
                while let Some(message) = decoder.next::<Vec<u16>>() {
                    arrived.push(message.unwrap());
                }
            }
            prop_assert_eq!(arrived, messages);
            prop_assert!(!decoder.in_the_middle());
        }

        #[test]
        fn garbage_is_an_error_or_an_unfinished_message_and_never_a_panic(bytes in vec(any::<u8>(), 0..40)) {
            let mut decoder = Decoder::default();
            decoder.push(&bytes);
            while let Some(message) = decoder.next::<Vec<String>>() {
                if message.is_err() {
                    break;
                }
            }
        }
    }

    #[test]
    fn a_length_beyond_the_bound_is_refused_before_anything_is_allocated() {
        let mut decoder = Decoder::default();
        decoder.push(b"\xff\xff\xff\xff");
        assert!(matches!(decoder.next::<String>(), Some(Err(FrameError::TooLong(_)))));
        assert!(matches!(read::<String>(&mut &b"\xff\xff\xff\xff"[..]), Err(FrameError::TooLong(_))));
    }

    #[test]
    fn a_message_cut_short_is_not_a_message() {
        let bytes = framed(&[vec!["whole".to_owned()]]);
        let mut decoder = Decoder::default();
        decoder.push(&bytes[..bytes.len() - 1]);
        assert!(decoder.next::<Vec<String>>().is_none());
        assert!(decoder.in_the_middle());
    }
}
