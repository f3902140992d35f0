//! System V semaphores. The kernel keeps a set until it is removed, also when every process that knew of it is gone.
#![allow(unsafe_code)]

use std::io;

use libc::{IPC_CREAT, IPC_PRIVATE, IPC_RMID, c_int, c_short, sembuf};
use rustix::io::Errno;

/// A set of semaphores, zero at first.
#[derive(Clone, Copy, Debug)]
pub struct Semaphores {
    id: c_int,
}

impl Semaphores {
    /// A fresh set of so many, for this user only. It must be removed.
    pub fn make(count: c_int) -> Result<Self, Errno> {
        // SAFETY: takes numbers only.
        match unsafe { libc::semget(IPC_PRIVATE, count, IPC_CREAT | 0o600) } {
            id if id < 0 => Err(last()),
            id => Ok(Self { id }),
        }
    }

    /// The set of that number.
    pub fn of(id: i32) -> Self {
        Self { id }
    }

    /// Its number.
    pub fn id(self) -> i32 {
        self.id
    }

    /// Adds to one of them, and wakes who waits for it.
    pub fn add(self, semaphore: u16) -> Result<(), Errno> {
        self.change([operation(semaphore, 1)])
    }

    /// Waits until one of them can be taken from, takes, and adds to the other, by one call. Ends with `IDRM` or `INVAL`
    /// where the set is removed.
    #[inline]
    pub fn pass(self, from: u16, to: u16) -> Result<(), Errno> {
        self.change([operation(from, -1), operation(to, 1)])
    }

    #[inline]
    fn change<const N: usize>(self, mut operations: [sembuf; N]) -> Result<(), Errno> {
        // SAFETY: so many initialised operations, which the call reads.
        if unsafe { libc::semop(self.id, operations.as_mut_ptr(), N) } == 0 { Ok(()) } else { Err(last()) }
    }

    /// Removes the set. Who waits for one of them is woken with an error.
    pub fn remove(self) -> Result<(), Errno> {
        // SAFETY: this command takes no fourth argument.
        if unsafe { libc::semctl(self.id, 0, IPC_RMID) } == 0 { Ok(()) } else { Err(last()) }
    }
}

fn operation(semaphore: u16, by: c_short) -> sembuf {
    sembuf { sem_num: semaphore, sem_op: by, sem_flg: 0 }
}

fn last() -> Errno {
    Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::IO)
}
