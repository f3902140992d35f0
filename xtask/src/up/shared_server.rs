//! One server a store: a second call joins the one that runs, and the first does not stop it under the second.

use std::fs::{self, File};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::lock;
use crate::service::{Service, healthy};

const JOIN: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(200);

/// The server of a store.
pub enum SharedServer {
    /// Started by this call.
    Ours(Service),
    /// Started by another one, which goes on as long as this guest's lock is held.
    Theirs(SocketAddr, #[expect(dead_code, reason = "held until it is dropped")] File),
}

impl SharedServer {
    /// Starts the server, or joins the one that holds the store's lock.
    pub fn start_or_join(program: &Path, store: &Path, port: u16) -> Result<Self> {
        let begin = Instant::now();
        while begin.elapsed() < JOIN {
            if let Some(lock) = lock::attempt(&beside(store, "lock"))? {
                return start(program, store, port, lock);
            }
            let guest = lock::shared(&beside(store, "guests"))?;
            let address = fs::read_to_string(beside(store, "address")).ok().and_then(|text| text.trim().parse().ok());
            if let Some(address) = address
                && healthy(address)
            {
                println!("a server of this store is running already: http://{address}");
                return Ok(Self::Theirs(address, guest));
            }
            drop(guest);
            std::thread::sleep(PAUSE);
        }
        bail!(
            "another process holds the store {}, but its server does not answer; end it, then call again",
            store.display()
        )
    }

    /// Stops a server of ours when no other call uses it any more.
    pub fn close(self, store: &Path) -> Result<()> {
        if let Self::Ours(service) = self {
            let alone = lock::exclusive(&beside(store, "guests"), "another call of `up` still uses the server")?;
            drop(service);
            drop(alone);
        }
        Ok(())
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        match self {
            Self::Ours(service) => service.address(),
            Self::Theirs(address, _) => *address,
        }
    }

    /// Waits for the end of a server of ours; leaves another's alone.
    pub fn serve_to_the_end(&mut self) -> Result<ExitCode> {
        match self {
            Self::Ours(service) => {
                println!("Ctrl-C stops the server.");
                let status = service.wait()?;
                Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
            }
            Self::Theirs(..) => {
                println!("The server belongs to another call of `up` and goes on.");
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}

fn start(program: &Path, store: &Path, port: u16, lock: File) -> Result<SharedServer> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    if let Err(error) = TcpListener::bind(address) {
        bail!("cannot listen on {address}: {error}; give another port with --port");
    }
    let address_file = beside(store, "address");
    let note =
        |text: &str| fs::write(&address_file, text).with_context(|| format!("cannot write {}", address_file.display()));
    // An address left by an earlier server must not be taken for this one's.
    note("")?;
    let service = Service::start(program, store, address, Some(lock))?;
    note(&address.to_string())?;
    Ok(SharedServer::Ours(service))
}

fn beside(store: &Path, extension: &str) -> PathBuf {
    store.with_extension(extension)
}
