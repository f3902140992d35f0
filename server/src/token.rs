//! Upload tokens: random, recognisable, shown once. The store knows their hash only.

use std::fmt;

use sha2::{Digest, Sha256};

/// What every token begins with, so that scanners for leaked secrets find it.
const PREFIX: &str = "benchpages_";
/// Random bytes of a token.
const BYTES: usize = 32;

/// A token. Never printed by `{:?}`, never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one, from the system's random numbers.
    pub fn new() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self(format!("{PREFIX}{hex}")))
    }

    /// A text that has the form of one.
    pub fn parse(text: &str) -> Option<Self> {
        let hex = text.strip_prefix(PREFIX)?;
        let right = hex.len() == 2 * BYTES && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        right.then(|| Self(text.to_owned()))
    }

    /// What the store knows. The token has 256 random bits, so one round of a fast hash is enough.
    pub fn sha256(&self) -> [u8; 32] {
        Sha256::digest(&self.0).into()
    }

    /// The token itself, to be shown once to whoever made it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_reads_back_and_is_not_shown_by_debug() {
        let token = Token::new().unwrap();
        assert_eq!(Token::parse(token.reveal()), Some(token.clone()));
        assert_ne!(Token::new().unwrap(), token);
        assert!(!format!("{token:?}").contains(&token.reveal()[PREFIX.len()..]));
        assert_eq!(Token::parse("benchpages_abc"), None);
    }
}
