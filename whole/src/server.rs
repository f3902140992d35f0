//! A real server on a port of its own and a database of its own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Once;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use reqwest::blocking::{Client, Response};

use crate::server_program;

/// A running server; killed when dropped.
pub struct Server {
    child: Child,
    url: String,
    _output: BufReader<ChildStdout>,
}

impl Server {
    /// Starts one on a database in `folder`, and waits until it listens.
    pub fn start(folder: &Path) -> Result<Self> {
        Self::start_under(&[], folder)
    }

    /// The same under another program, such as `strace -f`.
    pub fn start_under(wrapper: &[&str], folder: &Path) -> Result<Self> {
        let mut words: Vec<std::ffi::OsString> = wrapper.iter().map(Into::into).collect();
        words.push(server_program().into());
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .args(["serve", "--listen", "127.0.0.1:0", "--database"])
            .arg(folder.join("runs.db"))
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{:?} does not start", words[0]))?;
        let stdout = child.stdout.take().context("the server has no standard output")?;
        let mut output = BufReader::new(stdout);
        let mut line = String::new();
        output.read_line(&mut line)?;
        let url = line.split_whitespace().find(|word| word.starts_with("http://")).map(str::to_owned);
        let url = url.with_context(|| format!("the server's first line names no address: {line:?}"))?;
        Ok(Self { child, url: url.trim_end_matches('/').to_owned(), _output: output })
    }

    /// `http://127.0.0.1:PORT`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The server's process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends the server at once, as a crash would.
    pub fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// What a path answers, which must be a success.
    pub fn get(&self, path: &str) -> Result<Response> {
        let response = client().get(format!("{}{path}", self.url)).send()?;
        ensure!(response.status().is_success(), "{path} answers {}: {}", response.status(), response.text()?);
        Ok(response)
    }

    /// The text of a page.
    pub fn text(&self, path: &str) -> Result<String> {
        let request = client().get(format!("{}{path}", self.url)).header("accept", "text/plain");
        let response = request.send()?;
        ensure!(response.status().is_success(), "{path} answers {}", response.status());
        Ok(response.text()?)
    }

    /// The JSON of a path.
    pub fn json(&self, path: &str) -> Result<serde_json::Value> {
        Ok(serde_json::from_slice(&self.get(path)?.bytes()?)?)
    }

    /// Uploads a document under an id.
    pub fn put(&self, id: &str, bytes: Vec<u8>) -> Result<Response> {
        Ok(client().put(format!("{}/api/v1/runs/{id}", self.url)).body(bytes).send()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client that follows nothing and gives up after half a minute.
pub fn client() -> Client {
    provide_cryptography();
    Client::builder()
        .timeout(Duration::from_secs(30))
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .expect("a client without options that can fail")
}

/// What every HTTP client of this build needs before the first one is made, even where nothing is encrypted.
pub(crate) fn provide_cryptography() {
    static PROVIDER: Once = Once::new();
    PROVIDER.call_once(|| {
        // Fails only where another provider is there already, which will do.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}
