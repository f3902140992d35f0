//! As much of HTTP as asking a server on this machine needs.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

const PATIENCE: Duration = Duration::from_secs(30);

/// A server's answer.
pub struct Answer {
    /// Its status code.
    pub status: u16,
    /// Its body.
    pub body: Vec<u8>,
}

/// Asks for a path. In HTTP/1.0, so that the body comes in one piece and ends with the connection.
pub fn get(server: SocketAddr, path: &str) -> Result<Answer> {
    let asking = || format!("cannot get http://{server}{path}");
    let mut stream = TcpStream::connect_timeout(&server, PATIENCE).with_context(asking)?;
    stream.set_read_timeout(Some(PATIENCE)).with_context(asking)?;
    let request = format!("GET {path} HTTP/1.0\r\nHost: {server}\r\nAccept: application/json\r\n\r\n");
    stream.write_all(request.as_bytes()).with_context(asking)?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).with_context(asking)?;
    parse(&bytes).with_context(asking)
}

/// Asks for a JSON document.
pub fn json(server: SocketAddr, path: &str) -> Result<Value> {
    let answer = get(server, path)?;
    if answer.status != 200 {
        bail!("http://{server}{path} answered {}: {}", answer.status, String::from_utf8_lossy(&answer.body));
    }
    serde_json::from_slice(&answer.body).with_context(|| format!("http://{server}{path} did not answer with JSON"))
}

fn parse(bytes: &[u8]) -> Result<Answer> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").context("the answer has no header")?;
    let head = String::from_utf8_lossy(&bytes[..end]);
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).context("the answer has no status")?;
    Ok(Answer { status, body: bytes[end + 4..].to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_status_and_body() {
        let answer = parse(b"HTTP/1.0 404 Not Found\r\nContent-Length: 2\r\n\r\nno").unwrap();
        assert_eq!((answer.status, answer.body.as_slice()), (404, b"no".as_slice()));
    }

    #[test]
    fn refuses_what_is_not_http() {
        assert!(parse(b"SSH-2.0-OpenSSH").is_err());
        assert!(parse(b"one two\r\n\r\n").is_err());
    }
}
