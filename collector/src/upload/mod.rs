//! Sending runs to a server: the exact bytes of a document, under its id, as often as it takes.
//!
//! Nothing is sent that is not in the file, apart from what HTTP needs: no user agent, no cookie, no referrer. A token
//! goes to the named server only, and never over an open network in clear.

mod address;
mod attempt;
mod client;
mod problem;
mod token;

use std::time::{Duration, Instant};

use shared::model::RunId;
use thiserror::Error;

pub use address::Address;
pub use token::Token;

use attempt::{Outcome, attempt};
use client::client;

use crate::causes;

/// Pauses before the second attempt and those after it.
const PAUSES: [Duration; 4] =
    [Duration::from_millis(500), Duration::from_secs(1), Duration::from_secs(2), Duration::from_secs(4)];

/// Longest pause that a server may ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// No further attempt is made where it could not end within this time after the first one began.
const LONGEST: Duration = Duration::from_secs(120);

/// Why a run was not taken.
#[derive(Debug, Error)]
pub enum UploadError {
    /// A token would be readable on the way.
    #[error("--to: {0} is neither https nor this machine: the token would be sent in clear; use https")]
    TokenInClear(String),
    /// The HTTP client cannot be made.
    #[error("{0}; for https, certificates are needed (on Debian: the package ca-certificates)")]
    Client(String),
    /// The body cannot be packed.
    #[error("the run cannot be packed: {0}")]
    Pack(#[from] std::io::Error),
    /// The server refused it, and would again.
    #[error("{0}")]
    Refused(String),
    /// The server could not be reached, or could not take it, in all attempts.
    #[error(
        "{last}; gave up after {attempts} attempt{}. The run is kept on disk: upload it again when the server answers",
        if *.attempts == 1 { "" } else { "s" }
    )]
    GaveUp {
        /// What happened last.
        last: String,
        /// How often it was tried.
        attempts: usize,
    },
}

/// What the server did with a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It kept it.
    New,
    /// It had it already.
    Already,
}

/// Sends runs to one server.
pub struct Uploader {
    address: Address,
    token: Option<Token>,
    client: reqwest::blocking::Client,
    pauses: Vec<Duration>,
    longest: Duration,
}

impl Uploader {
    /// A connection to a server is made with the first upload.
    pub fn to(address: Address, token: Option<Token>) -> Result<Self, UploadError> {
        if token.is_some() && !address.is_private() {
            return Err(UploadError::TokenInClear(address.host().to_owned()));
        }
        let client = client(&address).map_err(|error| UploadError::Client(causes::in_one_line(&error)))?;
        Ok(Self { address, token, client, pauses: PAUSES.to_vec(), longest: LONGEST })
    }

    /// Sends a document, and says on standard error why it has to be sent again. The request is a PUT under the bytes' own
    /// id: repeating it does no harm.
    pub fn send(&self, id: &RunId, bytes: &[u8]) -> Result<Taken, UploadError> {
        let body = attempt::packed(bytes)?;
        let began = Instant::now();
        let mut pauses = self.pauses.iter();
        let mut attempts = 0;
        loop {
            attempts += 1;
            let left = self.longest.saturating_sub(began.elapsed());
            let sent = attempt(&self.client, self.address.run(id), id, self.token.as_ref(), &body, left);
            let (last, asked_pause) = match sent {
                Outcome::Taken(taken) => return Ok(taken),
                Outcome::Refused(why) => return Err(UploadError::Refused(why)),
                Outcome::Later { why, pause } => (why, pause),
            };
            let pause = pauses.next().map(|pause| asked_pause.unwrap_or(*pause).min(LONGEST_PAUSE));
            let Some(pause) = pause.filter(|pause| began.elapsed() + *pause < self.longest) else {
                return Err(UploadError::GaveUp { last, attempts });
            };
            let host = self.address.host();
            eprintln!("{host} has not taken the run ({last}); it is sent again in {:.1} s", pause.as_secs_f64());
            std::thread::sleep(pause);
        }
    }

    /// The server.
    pub fn address(&self) -> &Address {
        &self.address
    }
}

#[cfg(test)]
mod tests;
