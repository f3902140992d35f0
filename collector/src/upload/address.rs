//! A server's address and the addresses of its pages.

use std::net::IpAddr;

use reqwest::Url;
use shared::model::RunId;
use thiserror::Error;

/// Why an address cannot be uploaded to.
#[derive(Debug, Error)]
pub enum AddressError {
    /// Not an address.
    #[error("--to: {text:?} is not an address such as http://127.0.0.1:8080 ({problem})")]
    NotOne {
        /// What was given.
        text: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Another protocol.
    #[error("--to: {0}: only http and https can be uploaded to")]
    Scheme(String),
    /// User and password in the address would be logged by everything on the way.
    #[error(
        "--to: the address must not hold a user or password; put a token into a file and name it with --token-file"
    )]
    Credentials,
}

/// The address of a server, `https://host/base`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(Url);

impl Address {
    /// Reads an address. Its query and fragment are dropped.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let problem = |problem: String| AddressError::NotOne { text: text.to_owned(), problem };
        let mut url = Url::parse(text.trim()).map_err(|error| problem(error.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(AddressError::Scheme(url.scheme().to_owned()));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(AddressError::Credentials);
        }
        url.set_query(None);
        url.set_fragment(None);
        let path = format!("{}/", url.path().trim_end_matches('/'));
        url.set_path(&path);
        Ok(Self(url))
    }

    /// Where a run is put.
    pub fn run(&self, id: &RunId) -> Url {
        self.below(&format!("api/v1/runs/{id}"))
    }

    /// The page of a run.
    pub fn page(&self, id: &RunId) -> Url {
        self.below(&format!("run/?id={id}"))
    }

    /// The page that compares runs, a column each.
    pub fn comparison(&self, ids: &[RunId]) -> Url {
        let runs: Vec<String> = ids.iter().map(|id| format!("run={id}")).collect();
        self.below(&format!("compare/?{}", runs.join("&")))
    }

    /// Its host.
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.0.port_or_known_default().unwrap_or(80)
    }

    /// True for https.
    pub fn is_encrypted(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// True where the server is on this machine.
    pub fn is_loopback(&self) -> bool {
        let host = self.host().trim_start_matches('[').trim_end_matches(']');
        host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
    }

    /// True where nobody on the way can read along.
    pub fn is_private(&self) -> bool {
        self.is_encrypted() || self.is_loopback()
    }

    fn below(&self, path: &str) -> Url {
        self.0.join(path).expect("a relative path of ids and fixed words joins any http address")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_stand_below_the_address() {
        let id = RunId::of(b"a");
        let other = RunId::of(b"b");
        let root = Address::parse("http://127.0.0.1:8080").unwrap();
        assert_eq!(root.run(&id).as_str(), format!("http://127.0.0.1:8080/api/v1/runs/{id}"));
        let based = Address::parse("https://example.org/bench/?x=1#y").unwrap();
        assert_eq!(based.page(&id).as_str(), format!("https://example.org/bench/run/?id={id}"));
        let both = format!("https://example.org/bench/compare/?run={id}&run={other}");
        assert_eq!(based.comparison(&[id, other]).as_str(), both);
    }

    #[test]
    fn what_is_private() {
        let private = |text: &str| Address::parse(text).unwrap().is_private();
        assert!(private("http://localhost:1") && private("http://[::1]:1") && private("http://127.3.2.1"));
        assert!(private("https://example.org"));
        assert!(!private("http://example.org") && !private("http://10.0.0.1"));
    }

    #[test]
    fn wrong_addresses_say_what_is_wrong() {
        let said = |text: &str| Address::parse(text).unwrap_err().to_string();
        assert!(said("example.org").contains("is not an address"));
        assert!(said("ftp://example.org").contains("only http and https"));
        let credentials = said("http://bob:s3cret@example.org");
        assert!(credentials.contains("--token-file") && !credentials.contains("s3cret"));
    }
}
