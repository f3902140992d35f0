//! Headless Chromium, driven through its DevTools protocol: NUL-terminated JSON on two pipes.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

/// Gives the browser our two pipes under the numbers that it expects.
const WITH_PIPES: &str = "exec \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null";
const FLAGS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
];
const PATIENCE: Duration = Duration::from_secs(30);
const GRACE: Duration = Duration::from_secs(5);

/// A browser with a fresh profile and one page.
pub struct Browser {
    child: Child,
    commands: ChildStdin,
    messages: Receiver<Value>,
    profile: PathBuf,
    session: Option<String>,
    sent: u64,
    /// Events that came while an answer was awaited.
    events: Vec<Value>,
}

impl Browser {
    /// Starts it with an empty page.
    pub fn start() -> Result<Self> {
        let profile = std::env::temp_dir().join(format!("benchpages-profile-{}", std::process::id()));
        fs::create_dir_all(&profile).with_context(|| format!("cannot make the folder {}", profile.display()))?;
        let mut child = Command::new("sh")
            .args(["-c", WITH_PIPES, "sh", "chromium"])
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start chromium")?;
        let commands = child.stdin.take().context("the browser has a pipe for commands")?;
        let answers = child.stdout.take().context("the browser has a pipe for answers")?;
        let (sender, messages) = channel();
        thread::spawn(move || {
            for message in BufReader::new(answers).split(0).map_while(Result::ok) {
                let Ok(value) = serde_json::from_slice(&message) else { continue };
                if sender.send(value).is_err() {
                    return;
                }
            }
        });
        let mut browser = Self { child, commands, messages, profile, session: None, sent: 0, events: Vec::new() };
        let page = browser.call("Target.createTarget", json!({ "url": "about:blank" }))?;
        let attach = json!({ "targetId": page["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", attach)?;
        browser.session = attached["sessionId"].as_str().map(String::from);
        Ok(browser)
    }

    /// Calls a method of the protocol and waits for its result.
    pub fn call(&mut self, method: &str, params: Value) -> Result<Value> {
        self.sent += 1;
        let id = self.sent;
        let mut command = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        self.commands
            .write_all(format!("{command}\0").as_bytes())
            .with_context(|| format!("chromium does not take {method}; does it start at all?"))?;
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            let Ok(message) = self.messages.recv_timeout(PATIENCE) else { break };
            if message["id"] != json!(id) {
                self.events.push(message);
            } else if message["error"].is_null() {
                return Ok(message["result"].clone());
            } else {
                bail!("chromium refuses {method}: {}", message["error"]["message"]);
            }
        }
        bail!("chromium does not answer {method}; does it start at all?")
    }

    /// The value of a JavaScript expression in the page.
    pub fn evaluate(&mut self, expression: &str) -> Result<Value> {
        let result = self.call("Runtime.evaluate", json!({ "expression": expression, "returnByValue": true }))?;
        Ok(result["result"]["value"].clone())
    }

    /// Takes the events that came so far.
    pub fn events(&mut self) -> Vec<Value> {
        self.events.extend(self.messages.try_iter());
        std::mem::take(&mut self.events)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session = None;
        // A browser that does not answer or end is killed all the same.
        let _ = self.call("Browser.close", json!({}));
        let begin = Instant::now();
        while begin.elapsed() < GRACE && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}
