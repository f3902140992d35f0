//! What the collector and the supervisor say to each other: one JSON message a packet, descriptors beside it.

use std::io::{IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::cmsg_space;
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Longest message; paths are its longest part.
const MOST: usize = 16 << 10;
/// Descriptors that one message can carry.
const DESCRIPTORS: usize = 3;

/// What the collector asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Start a process. With it come the plan's pipe to read, the reports' to write, and the one for what it prints.
    Start {
        /// Bytes of an environment variable that shifts the process' stack.
        padding: usize,
    },
    /// End the process and all that belongs to it.
    End {
        /// How long to wait until it has ended by itself.
        grace_ms: u64,
    },
}

/// What the supervisor answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// It runs, and has made the run's folder.
    Ready {
        /// The folder.
        folder: String,
    },
    /// It could not begin.
    NotReady {
        /// Why.
        problem: String,
    },
    /// The process runs.
    Started,
    /// It does not.
    NotStarted {
        /// The error's number.
        errno: i32,
    },
    /// The process, and all that belonged to it, is gone.
    Ended {
        /// Its exit status, if it exited.
        exit: Option<i32>,
        /// The signal that ended it, if one did.
        signal: Option<i32>,
    },
}

/// Why the two cannot talk.
#[derive(Debug, Error)]
pub enum ControlError {
    /// A system call on the socket failed.
    #[error("the supervisor's socket: {0}")]
    Socket(#[from] Errno),
    /// The message is none.
    #[error("the supervisor's socket carries what is not a message: {0}")]
    NotAMessage(#[from] serde_json::Error),
}

/// Two connected ends.
pub fn pair() -> Result<(OwnedFd, OwnedFd), ControlError> {
    Ok(socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?)
}

/// Sends one message, with copies of some descriptors.
pub fn send(to: impl AsFd, message: &impl Serialize, descriptors: &[BorrowedFd<'_>]) -> Result<(), ControlError> {
    let json = serde_json::to_vec(message)?;
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut beside = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() && !beside.push(SendAncillaryMessage::ScmRights(descriptors)) {
        return Err(Errno::TOOBIG.into());
    }
    match sendmsg(to, &[IoSlice::new(&json)], &mut beside, SendFlags::NOSIGNAL)? {
        sent if sent == json.len() => Ok(()),
        _ => Err(Errno::MSGSIZE.into()),
    }
}

/// Waits for one message; none where the other side has ended.
pub fn receive<T: DeserializeOwned>(from: impl AsFd) -> Result<Option<(T, Vec<OwnedFd>)>, ControlError> {
    let mut json = vec![0; MOST];
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut beside = RecvAncillaryBuffer::new(&mut space);
    let received = loop {
        match recvmsg(&from, &mut [IoSliceMut::new(&mut json)], &mut beside, RecvFlags::CMSG_CLOEXEC) {
            Err(Errno::INTR) => {}
            Err(Errno::CONNRESET) => return Ok(None),
            other => break other?,
        }
    };
    if received.bytes == 0 {
        return Ok(None);
    }
    let mut descriptors = Vec::new();
    for message in beside.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            descriptors.extend(rights);
        }
    }
    Ok(Some((serde_json::from_slice(&json[..received.bytes])?, descriptors)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn a_descriptor_travels_with_its_message() {
        let (here, there) = pair().unwrap();
        let (mut reader, mut writer) = std::io::pipe().unwrap();
        send(&here, &Request::Start { padding: 3 }, &[writer.as_fd()]).unwrap();
        let (request, descriptors) = receive::<Request>(&there).unwrap().unwrap();
        assert_eq!(request, Request::Start { padding: 3 });
        writer.write_all(b"a").unwrap();
        drop(writer);
        std::fs::File::from(descriptors.into_iter().next().unwrap()).write_all(b"b").unwrap();
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "ab");
    }

    #[test]
    fn the_end_of_the_other_side_is_no_message() {
        let (here, there) = pair().unwrap();
        drop(here);
        assert!(receive::<Request>(&there).unwrap().is_none());
    }
}
