//! Select and poll on many descriptors that are known to be open.
#![allow(unsafe_code)]

use std::os::fd::{AsRawFd, OwnedFd};

use libc::{POLLOUT, nfds_t, pollfd};
use rustix::event::{FdSetElement, Timespec, fd_set_insert, fd_set_num_elements};
use rustix::io::Errno;

/// Open descriptors, and the set of all of them as select takes it.
pub struct Selected {
    descriptors: Vec<OwnedFd>,
    /// One more than the highest number.
    highest: i32,
    all: Vec<FdSetElement>,
    set: Vec<FdSetElement>,
}

impl Selected {
    /// The set of these.
    pub fn of(descriptors: Vec<OwnedFd>) -> Self {
        let highest = descriptors.iter().map(|fd| fd.as_raw_fd() + 1).max().unwrap_or_default();
        let mut all = vec![FdSetElement::default(); fd_set_num_elements(descriptors.len(), highest)];
        for descriptor in &descriptors {
            fd_set_insert(&mut all, descriptor.as_raw_fd());
        }
        let set = all.clone();
        Self { descriptors, highest, all, set }
    }

    /// Asks without waiting how many of them can be written to.
    #[inline]
    pub fn writable(&mut self) -> Result<usize, Errno> {
        self.set.copy_from_slice(&self.all);
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: every descriptor in the set is owned by `self` and so is open.
        let ready = unsafe { rustix::event::select(self.highest, None, Some(&mut self.set), None, Some(&now)) }?;
        Ok(usize::try_from(ready).unwrap_or_default())
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.descriptors.len()
    }
}

/// Open descriptors, and the list of them as poll takes it.
pub struct Polled {
    _open: Vec<OwnedFd>,
    list: Vec<pollfd>,
}

impl Polled {
    /// The list of these.
    pub fn of(descriptors: Vec<OwnedFd>) -> Self {
        let entry = |fd: &OwnedFd| pollfd { fd: fd.as_raw_fd(), events: POLLOUT, revents: 0 };
        let list = descriptors.iter().map(entry).collect();
        Self { _open: descriptors, list }
    }

    /// Asks without waiting how many of them can be written to.
    #[inline]
    pub fn writable(&mut self) -> Result<usize, Errno> {
        // SAFETY: the list has as many entries as said, and every descriptor in it is owned by `self`.
        let ready = unsafe { libc::poll(self.list.as_mut_ptr(), self.list.len() as nfds_t, 0) };
        usize::try_from(ready).map_err(|_| Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::IO))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.list.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_that_is_full_is_the_one_that_cannot_be_written_to() {
        let mut ends: Vec<OwnedFd> = Vec::new();
        let mut readers = Vec::new();
        for _ in 0..70 {
            let (reader, writer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::NONBLOCK).unwrap();
            readers.push(reader);
            ends.push(writer);
        }
        while rustix::io::write(&ends[66], &[0; 4096]).is_ok() {}
        let copies = ends.iter().map(|end| end.try_clone().unwrap()).collect();
        let (mut selected, mut polled) = (Selected::of(ends), Polled::of(copies));
        assert_eq!((selected.writable().unwrap(), polled.writable().unwrap()), (69, 69));
        assert_eq!((selected.count(), polled.count()), (70, 70));
        while rustix::io::read(&readers[66], &mut [0u8; 4096][..]).is_ok() {}
        assert_eq!((selected.writable().unwrap(), polled.writable().unwrap()), (70, 70));
    }
}
