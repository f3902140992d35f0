//! One running `benchpages-server`.

use std::fs::File;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::command::{answer, ending_with_us, line};
use crate::http;

const START: Duration = Duration::from_secs(60);
const STOP: Duration = Duration::from_secs(10);

/// The server's process, stopped when dropped.
pub struct Service {
    child: Child,
    address: SocketAddr,
}

impl Service {
    /// Starts the server on a store and waits until it answers. It holds `lock`, where given, as long as it lives.
    pub fn start(program: &Path, store: &Path, address: SocketAddr, lock: Option<File>) -> Result<Self> {
        let mut command = ending_with_us(program);
        command.arg("serve").arg("--listen").arg(address.to_string()).arg("--database").arg(store);
        println!("$ {}", line(&command));
        command.stdin(lock.map_or_else(Stdio::null, Stdio::from));
        let child = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
        let mut service = Self { child, address };
        service.wait_until_healthy()?;
        Ok(service)
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits for its end.
    pub fn wait(&mut self) -> Result<ExitStatus> {
        self.child.wait().context("cannot wait for the server")
    }

    fn wait_until_healthy(&mut self) -> Result<()> {
        let begin = Instant::now();
        while !healthy(self.address) {
            if let Some(status) = self.child.try_wait().context("cannot wait for the server")? {
                bail!("the server ended at once ({status}); what it says stands above");
            }
            if begin.elapsed() > START {
                bail!("the server does not answer at http://{}/healthz", self.address);
            }
            sleep(Duration::from_millis(50));
        }
        Ok(())
    }
}

impl Drop for Service {
    /// Asks it to end, so that it can finish what it is writing; insists after a while.
    fn drop(&mut self) {
        let pid = self.child.id().to_string();
        let asked = answer(Command::new("sh").args(["-c", "kill -TERM \"$1\"", "sh", &pid]));
        let begin = Instant::now();
        while asked.is_some() && begin.elapsed() < STOP {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            sleep(Duration::from_millis(20));
        }
        // Both fail only where it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a Benchpages server answers there.
pub fn healthy(address: SocketAddr) -> bool {
    http::get(address, "/healthz").is_ok_and(|answer| answer.status == 200)
}

/// An address on this machine that nobody listens on at this moment.
pub fn free_address() -> Result<SocketAddr> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port is free on 127.0.0.1")?;
    listener.local_addr().context("a listener has an address")
}
