//! Unix sockets that others can connect to. The kernel chooses every name: no file is made, and nothing stays.

use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::net::{
    AddressFamily, SocketAddrUnix, SocketFlags, SocketType, bind, connect, getsockname, listen, socket_with,
};

use super::super::ipc::bytes::{Waited, broken};
use super::super::{Failure, Named};

/// Bytes of a name that the kernel gives: hexadecimal digits.
pub const NAME: usize = 5;

/// A listening socket and its name.
pub fn unix_listener(backlog: i32) -> Result<(OwnedFd, [u8; NAME]), Failure> {
    let socket = socket()?;
    bind(&socket, &SocketAddrUnix::new_unnamed()).named("bind")?;
    listen(&socket, backlog).named("listen")?;
    let address = SocketAddrUnix::try_from(getsockname(&socket).named("getsockname")?).named("getsockname")?;
    let name = address.abstract_name().and_then(|name| name.try_into().ok());
    let name = name.ok_or_else(|| Failure::call("getsockname", Errno::AFNOSUPPORT))?;
    Ok((socket, name))
}

/// A new connection to `address`.
#[inline]
pub fn unix_connected(address: &SocketAddrUnix) -> Result<OwnedFd, Failure> {
    let socket = socket()?;
    let mut waited = Waited::default();
    loop {
        match connect(&socket, address) {
            Ok(()) => return Ok(socket),
            // Unlike one of TCP, it does not go on by itself.
            Err(Errno::INTR) => waited.tick("connect")?,
            Err(error) => return Err(broken("connect", error)),
        }
    }
}

#[inline]
fn socket() -> Result<OwnedFd, Failure> {
    socket_with(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None).named("socket")
}
