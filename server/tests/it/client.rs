//! A client as plain as HTTP/1.1 allows: one connection, one request after another.

use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A connection that is kept open.
pub struct Client {
    host: String,
    stream: BufReader<TcpStream>,
}

impl Client {
    /// Connects to `host:port`.
    pub fn connect(host: &str) -> Result<Self> {
        let stream = TcpStream::connect(host)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Self { host: host.to_owned(), stream: BufReader::new(stream) })
    }

    pub fn get(&mut self, path: &str) -> Result<(u16, Vec<u8>)> {
        self.send("GET", path, "", &[])
    }

    pub fn put(&mut self, path: &str, headers: &str, body: &[u8]) -> Result<(u16, Vec<u8>)> {
        self.send("PUT", path, headers, body)
    }

    fn send(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> Result<(u16, Vec<u8>)> {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n{headers}\r\n",
            self.host,
            body.len()
        );
        let stream = self.stream.get_mut();
        stream.write_all(head.as_bytes())?;
        stream.write_all(body)?;
        self.answer()
    }

    fn answer(&mut self) -> Result<(u16, Vec<u8>)> {
        let ended = || Error::new(ErrorKind::UnexpectedEof, "the connection ended");
        let status = self.line()?;
        let status = status.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or_else(ended)?;
        let mut length = 0;
        loop {
            let line = self.line()?.to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().map_err(|_| ended())?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok((status, body))
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(Error::new(ErrorKind::UnexpectedEof, "the connection ended"));
        }
        Ok(line.trim_end().to_owned())
    }
}
