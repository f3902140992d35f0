//! Sockets on the loopback interface. The kernel chooses every port.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::os::fd::{AsFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::sockopt::{set_tcp_nodelay, socket_error};
use rustix::net::{
    AddressFamily, SocketFlags, SocketType, accept_with, bind, connect, getsockname, listen, socket_with,
};

use super::super::ipc::bytes::{Waited, broken, with_patience};
use super::super::{Failure, Named};

/// Any free port.
const ANY: SocketAddrV4 = SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0);
/// How long a connection that a tick interrupted may still take.
const CONNECT: Timespec = Timespec { tv_sec: 10, tv_nsec: 0 };

/// A listening socket and its address.
pub fn listener(backlog: i32) -> Result<(OwnedFd, SocketAddrV4), Failure> {
    let socket = socket(SocketType::STREAM)?;
    bind(&socket, &ANY).named("bind")?;
    listen(&socket, backlog).named("listen")?;
    let address = address_of(&socket)?;
    Ok((socket, address))
}

/// A datagram socket that others can send to, and its address.
pub fn datagram_server() -> Result<(OwnedFd, SocketAddrV4), Failure> {
    let socket = socket(SocketType::DGRAM)?;
    bind(&socket, &ANY).named("bind")?;
    let address = address_of(&socket)?;
    Ok((socket, address))
}

/// A datagram socket that talks to `server` only.
pub fn datagram_client(server: SocketAddrV4) -> Result<OwnedFd, Failure> {
    let socket = socket(SocketType::DGRAM)?;
    connect(&socket, &server).named("connect")?;
    Ok(socket)
}

/// The two ends of a new connection, which sends small messages at once.
pub fn tcp_pair() -> Result<(OwnedFd, OwnedFd), Failure> {
    let _patience = with_patience()?;
    let (listener, address) = listener(1)?;
    let ours = connected(address)?;
    let theirs = accepted(&listener)?;
    set_tcp_nodelay(&ours, true).named("setsockopt")?;
    set_tcp_nodelay(&theirs, true).named("setsockopt")?;
    Ok((ours, theirs))
}

/// A new connection to `address`.
#[inline]
pub fn connected(address: SocketAddrV4) -> Result<OwnedFd, Failure> {
    let socket = socket(SocketType::STREAM)?;
    match connect(&socket, &address) {
        Ok(()) => Ok(socket),
        Err(Errno::INTR) => await_connection(&socket).map(|()| socket),
        Err(error) => Err(broken("connect", error)),
    }
}

/// The next connection that arrives.
#[inline]
pub fn accepted(listener: impl AsFd) -> Result<OwnedFd, Failure> {
    let mut waited = Waited::default();
    loop {
        match accept_with(&listener, SocketFlags::CLOEXEC) {
            Ok(socket) => return Ok(socket),
            Err(Errno::INTR) => waited.tick("accept")?,
            Err(error) => return Err(Failure::call("accept", error)),
        }
    }
}

#[inline]
fn socket(kind: SocketType) -> Result<OwnedFd, Failure> {
    socket_with(AddressFamily::INET, kind, SocketFlags::CLOEXEC, None).named("socket")
}

/// Waits for a connection whose call was interrupted: it goes on by itself.
#[cold]
fn await_connection(socket: &OwnedFd) -> Result<(), Failure> {
    let mut waited = Waited::default();
    loop {
        match poll(&mut [PollFd::new(socket, PollFlags::OUT)], Some(&CONNECT)) {
            Ok(0) => return Err(Failure::call("connect", Errno::TIMEDOUT)),
            Ok(_) => break,
            Err(Errno::INTR) => waited.tick("connect")?,
            Err(error) => return Err(Failure::call("poll", error)),
        }
    }
    socket_error(socket).named("getsockopt")?.map_err(|error| broken("connect", error))
}

fn address_of(socket: &OwnedFd) -> Result<SocketAddrV4, Failure> {
    match getsockname(socket).named("getsockname")?.try_into() {
        Ok(SocketAddr::V4(address)) => Ok(address),
        _ => Err(Failure::call("getsockname", Errno::AFNOSUPPORT)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::ipc::pair::testing::alone;
    use super::*;

    #[test]
    fn nobody_listening_is_a_partner_that_ended() {
        let _turn = alone();
        let (listener, address) = listener(1).unwrap();
        drop(listener);
        assert_eq!(connected(address).unwrap_err().to_string(), "failed: ended_early connect ECONNREFUSED");
    }

    #[test]
    fn a_pair_is_connected_both_ways() {
        let (ours, theirs) = tcp_pair().unwrap();
        rustix::io::write(&ours, b"to").unwrap();
        rustix::io::write(&theirs, b"fro").unwrap();
        let mut buffer = [0u8; 8];
        assert_eq!(rustix::io::read(&theirs, &mut buffer[..]).unwrap(), 2);
        assert_eq!(rustix::io::read(&ours, &mut buffer[..]).unwrap(), 3);
    }
}
