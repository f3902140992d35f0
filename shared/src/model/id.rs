//! A run's id: what its bytes hash to.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// SHA-256 of the uncompressed uploaded bytes, RFC 4648 base32, lower case, no padding, first 26 characters: the same
/// file has the same id everywhere, for ever.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct RunId(String);

impl RunId {
    /// Characters in an id.
    pub const LENGTH: usize = 26;

    /// The id of a document with these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(base32_prefix(&Sha256::digest(bytes), Self::LENGTH))
    }

    /// The id that a text names, if it has the form of one.
    pub fn parse(text: &str) -> Option<Self> {
        let right = text.len() == Self::LENGTH && text.bytes().all(|byte| ALPHABET.contains(&byte));
        right.then(|| Self(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for RunId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("not a run id: 26 characters of a-z and 2-7"))
    }
}

/// The first `length` characters of `bytes` in base32.
pub(crate) fn base32_prefix(bytes: &[u8], length: usize) -> String {
    (0..length)
        .map(|index| {
            let bit = index * 5;
            let pair = u16::from(bytes[bit / 8]) << 8 | u16::from(bytes.get(bit / 8 + 1).copied().unwrap_or(0));
            char::from(ALPHABET[usize::from(pair >> (11 - bit % 8)) & 31])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_the_base32_of_the_sha256() {
        // printf abc | sha256sum | xxd -r -p | base32 | tr A-Z a-z | cut -c1-26
        assert_eq!(RunId::of(b"abc").as_str(), "xj4bnp4pahh6uqkbidpf3lrceo");
    }

    #[test]
    fn only_text_of_the_right_form_is_an_id() {
        assert!(RunId::parse("xj4bnp4pahh6uqkbidpf3lrceo").is_some());
        assert!(RunId::parse("xj4bnp4pahh6uqkbidpf3lrce").is_none());
        assert!(RunId::parse("XJ4BNP4PAHH6UQKBIDPF3LRCEO").is_none());
        assert!(RunId::parse("xj4bnp4pahh6uqkbidpf3lrc10").is_none());
    }
}
