//! A wire between a browser and a server that keeps all that the browser says.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result};

/// An address of its own that leads to a server.
pub struct Wire {
    url: String,
    said: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Wire {
    /// Leads to the server at `url`, `http://127.0.0.1:PORT`, until the test ends.
    pub fn to(url: &str) -> Result<Self> {
        let server = url.strip_prefix("http://").context("no address of http")?.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let url = format!("http://{}", listener.local_addr()?);
        let said = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&said);
        thread::spawn(move || {
            for browser in listener.incoming().map_while(Result::ok) {
                let (server, kept) = (server.clone(), Arc::clone(&kept));
                thread::spawn(move || join(browser, &server, &kept));
            }
        });
        Ok(Self { url, said })
    }

    /// The address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// All that was said so far, a text a connection.
    pub fn said(&self) -> Vec<String> {
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        said.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect()
    }

    /// The requests so far, as `GET /path`.
    pub fn requests(&self) -> Vec<String> {
        let lines = |text: String| -> Vec<String> {
            text.lines().filter_map(|line| line.strip_suffix(" HTTP/1.1")).map(str::to_owned).collect()
        };
        self.said().into_iter().flat_map(lines).collect()
    }
}

/// Carries both ways until one side is done.
fn join(browser: TcpStream, server: &str, kept: &Mutex<Vec<Vec<u8>>>) -> io::Result<()> {
    let server = TcpStream::connect(server)?;
    let (mut answers, mut back) = (server.try_clone()?, browser.try_clone()?);
    thread::spawn(move || {
        let _ = io::copy(&mut answers, &mut back);
        let _ = back.shutdown(Shutdown::Both);
    });
    let place = {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push(Vec::new());
        kept.len() - 1
    };
    let (mut browser, mut server) = (browser, server);
    let mut buffer = [0; 16 * 1024];
    loop {
        let count = browser.read(&mut buffer)?;
        if count == 0 {
            return server.shutdown(Shutdown::Write);
        }
        kept.lock().unwrap_or_else(PoisonError::into_inner)[place].extend(&buffer[..count]);
        server.write_all(&buffer[..count])?;
    }
}
