//! The token that a server asks for. It is read from a file, as a command line is visible to everybody on a machine.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a token cannot be used.
#[derive(Debug, Error)]
pub enum TokenError {
    /// The file cannot be read.
    #[error("--token-file: {}: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// The file holds something else.
    #[error("--token-file: {}: must hold one line, the token as the server printed it", .path.display())]
    NotOne {
        /// The file.
        path: PathBuf,
    },
}

/// A token. It shows in no message and no log.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Reads the token in a file.
    pub fn read(path: &Path) -> Result<Self, TokenError> {
        let text =
            std::fs::read_to_string(path).map_err(|source| TokenError::File { path: path.to_owned(), source })?;
        let token = text.trim();
        let right = !token.is_empty() && token.len() <= 512 && token.bytes().all(|byte| byte.is_ascii_graphic());
        if right { Ok(Self(token.to_owned())) } else { Err(TokenError::NotOne { path: path.to_owned() }) }
    }

    /// For the request alone.
    pub(super) fn reveal(&self) -> &str {
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
    fn a_token_is_one_line_and_never_shown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        std::fs::write(&path, "bp_s3cret\n").unwrap();
        let token = Token::read(&path).unwrap();
        assert_eq!(token.reveal(), "bp_s3cret");
        assert!(!format!("{token:?}").contains("s3cret"));
        std::fs::write(&path, "two s3cret\nlines").unwrap();
        let error = Token::read(&path).unwrap_err().to_string();
        assert!(error.contains("token: must hold one line") && !error.contains("s3cret"), "{error}");
    }
}
