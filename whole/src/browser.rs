//! A real Chromium with a fresh profile, driven over WebDriver.

use std::io::{BufRead, BufReader, Lines};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::json;
use thirtyfour::prelude::*;

use crate::server::provide_cryptography;

/// A browser window; closed when dropped.
pub struct Browser {
    /// The session.
    pub driver: WebDriver,
    process: Child,
    _output: Lines<BufReader<ChildStdout>>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Opens one of that size in CSS pixels.
    pub async fn open(width: u32, height: u32) -> Result<Self> {
        provide_cryptography();
        let profile = tempfile::tempdir()?;
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            // A group of its own: the browser's processes end with it, also when a test fails.
            .process_group(0)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("chromedriver does not start: `cargo xtask test` installs it, `--quick` goes without")?;
        let (port, output) = driver_port(&mut process)?;
        let mut capabilities = DesiredCapabilities::chrome();
        for argument in [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            &format!("--window-size={width},{height}"),
            &format!("--user-data-dir={}", profile.path().display()),
        ] {
            capabilities.add_arg(argument)?;
        }
        let driver = WebDriver::new(format!("http://127.0.0.1:{port}"), capabilities).await?;
        Ok(Self { driver, process, _output: output, _profile: profile })
    }

    /// Goes to an address and waits until `css` is there.
    pub async fn visit(&self, url: &str, css: &str) -> Result<()> {
        self.driver.goto(url).await?;
        self.wait_for(css).await
    }

    /// Waits until `css` is there.
    pub async fn wait_for(&self, css: &str) -> Result<()> {
        self.driver
            .query(By::Css(css))
            .wait(Duration::from_secs(20), Duration::from_millis(50))
            .first()
            .await
            .with_context(|| format!("the page never shows {css}"))?;
        Ok(())
    }

    /// What a script answers.
    pub async fn script(&self, script: &str) -> Result<serde_json::Value> {
        Ok(self.driver.execute(script, Vec::new()).await?.json().clone())
    }

    /// Sends a command of the browser's own protocol.
    pub async fn protocol(&self, command: &str, parameters: serde_json::Value) -> Result<serde_json::Value> {
        Ok(self.driver.cdp().send_raw(command, parameters).await?)
    }

    /// Sets how many device pixels a CSS pixel has.
    pub async fn density(&self, width: u32, height: u32, density: f64) -> Result<()> {
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": density, "mobile": false});
        self.protocol("Emulation.setDeviceMetricsOverride", metrics).await?;
        Ok(())
    }

    /// Closes the window and its driver.
    pub async fn close(mut self) -> Result<()> {
        self.driver.clone().quit().await?;
        self.end();
        Ok(())
    }
}

impl Browser {
    /// Ends the driver and what it started.
    fn end(&mut self) {
        let group = format!("-{}", self.process.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.end();
    }
}

/// The port that the driver chose, from the line in which it says so.
fn driver_port(process: &mut Child) -> Result<(u16, Lines<BufReader<ChildStdout>>)> {
    let stdout = process.stdout.take().context("chromedriver has no standard output")?;
    let mut lines = BufReader::new(stdout).lines();
    for line in lines.by_ref() {
        if let Some((_, rest)) = line?.split_once("started successfully on port ") {
            let port = rest.trim_end_matches('.').parse().with_context(|| format!("chromedriver's port: {rest}"))?;
            return Ok((port, lines));
        }
    }
    anyhow::bail!("chromedriver ended before it listened")
}
