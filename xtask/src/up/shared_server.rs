//! One server a store: a second call joins the one that runs.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::lock;
use crate::service::{Service, healthy};

const JOIN: Duration = Duration::from_secs(60);

/// The server of a store.
pub enum SharedServer {
    /// Started by this call.
    Ours(Service),
    /// Started by another one, which goes on.
    Theirs(SocketAddr),
}

impl SharedServer {
    /// Starts the server, or joins the one that holds the store's lock.
    pub fn start_or_join(program: &Path, store: &Path, port: u16) -> Result<Self> {
        let (lock_file, address_file) = (beside(store, "lock"), beside(store, "address"));
        let Some(lock) = lock::attempt(&lock_file)? else { return join(store, &address_file) };
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        if let Err(error) = TcpListener::bind(address) {
            bail!("cannot listen on {address}: {error}; give another port with --port");
        }
        // An address left by an earlier server must not be taken for this one's.
        fs::write(&address_file, "").with_context(|| format!("cannot write {}", address_file.display()))?;
        let service = Service::start(program, store, address, Some(lock))?;
        let text = address.to_string();
        fs::write(&address_file, text).with_context(|| format!("cannot write {}", address_file.display()))?;
        Ok(Self::Ours(service))
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        match self {
            Self::Ours(service) => service.address(),
            Self::Theirs(address) => *address,
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
            Self::Theirs(_) => {
                println!("The server belongs to another call of `up` and goes on.");
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}

/// Waits for the address of the server that is running or starting.
fn join(store: &Path, address_file: &Path) -> Result<SharedServer> {
    let begin = Instant::now();
    while begin.elapsed() < JOIN {
        let address = fs::read_to_string(address_file).ok().and_then(|text| text.trim().parse().ok());
        if let Some(address) = address
            && healthy(address)
        {
            println!("a server of this store is running already: http://{address}");
            return Ok(SharedServer::Theirs(address));
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    bail!(
        "another process holds the store {}, but its server does not answer; end it, then call again",
        store.display()
    )
}

fn beside(store: &Path, extension: &str) -> PathBuf {
    store.with_extension(extension)
}
