//! What copies a chunk, or many by one call.

use std::os::fd::OwnedFd;

use rustix::io::{Errno, pread, pwrite};
use shared::model::FailureKind;

use super::super::Failure;
use super::super::page_buffer::PageBuffer;
use super::memory_file::memory_file;
use crate::sys::vectored::{self, Segments};
use crate::sys::{flush, mapping::Mapping, memcpy};

/// What copies.
pub(super) enum Method {
    /// In user space, from source to target.
    Memcpy,
    /// From the file to the target, a call a chunk.
    Pread(OwnedFd),
    /// From the source to the file, a call a chunk.
    Pwrite(OwnedFd),
    /// From the file to the target, many chunks a call.
    Preadv(OwnedFd, Segments),
    /// From the source to the file, many chunks a call.
    Pwritev(OwnedFd, Segments),
    /// From source to target by the kernel, many chunks a call.
    ReadOwnMemory(Segments),
}

/// Two buffers of one length that are walked in step, chunk by chunk.
pub(super) struct Buffers {
    /// Bytes of a chunk.
    pub chunk: usize,
    /// What is copied.
    pub source: PageBuffer,
    /// What came of it, in the end.
    pub target: PageBuffer,
}

impl Method {
    /// The method of that name between these buffers.
    pub(super) fn of(name: Option<&str>, buffers: &Buffers) -> Result<Self, Failure> {
        let cut = |buffer: &PageBuffer| Segments::of(buffer.bytes(), buffers.chunk);
        Ok(match name {
            Some("memcpy") => Self::Memcpy,
            Some("pread") => Self::Pread(memory_file()?),
            Some("pwrite") => Self::Pwrite(memory_file()?),
            Some("preadv") => Self::Preadv(memory_file()?, cut(&buffers.target)),
            Some("pwritev") => Self::Pwritev(memory_file()?, cut(&buffers.source)),
            Some("process_vm_readv") => Self::ReadOwnMemory(cut(&buffers.target)),
            _ => return Err(Failure::work_not_done()),
        })
    }

    /// The file that is read from.
    pub(super) fn read(&self) -> Option<&OwnedFd> {
        match self {
            Self::Pread(file) | Self::Preadv(file, _) => Some(file),
            _ => None,
        }
    }

    /// The file that is written to.
    pub(super) fn written(&self) -> Option<&OwnedFd> {
        match self {
            Self::Pwrite(file) | Self::Pwritev(file, _) => Some(file),
            _ => None,
        }
    }

    /// Copies so many chunks from byte `at` on, and round again. Each call must move all that it was asked for.
    #[inline]
    pub(super) fn copy(&self, buffers: &mut Buffers, at: usize, copies: u64) -> Result<(), Failure> {
        let Buffers { chunk, source, target } = buffers;
        let (chunk, source, target) = (*chunk, source.bytes(), target.bytes_mut());
        let walk = Walk { chunk, length: source.len(), at, copies };
        match self {
            Self::Memcpy => {
                memcpy::walk(target, source, chunk, at, copies);
                Ok(())
            }
            Self::Pread(file) => walk.in_step("pread", |at| pread(file, &mut target[at..at + chunk], at as u64)),
            Self::Pwrite(file) => walk.in_step("pwrite", |at| pwrite(file, &source[at..at + chunk], at as u64)),
            Self::Preadv(file, cut) => {
                walk.in_strides("preadv", |first, last| vectored::preadv(file, target, cut, first..last, first * chunk))
            }
            Self::Pwritev(file, cut) => walk
                .in_strides("pwritev", |first, last| vectored::pwritev(file, source, cut, first..last, first * chunk)),
            Self::ReadOwnMemory(cut) => walk.in_strides("process_vm_readv", |first, last| {
                vectored::read_own_memory(target, cut, first..last, &source[first * chunk..last * chunk])
            }),
        }
    }

    /// What throws all that is copied from and to out of the caches.
    pub(super) fn flusher(&self, length: usize) -> Result<Flusher, Failure> {
        if !flush::AVAILABLE {
            return Err(Failure::unsupported(FailureKind::CpuLacks));
        }
        let file = self.read().or(self.written());
        let mapped = file.map(|file| Mapping::to_write(file, length)).transpose();
        let source = self.read().is_none();
        let target = self.written().is_none();
        Ok(Flusher { source, target, file: super::super::Named::named(mapped, "mmap")? })
    }
}

/// Which of the buffers take part, and a mapping of the file if one does.
pub(super) struct Flusher {
    source: bool,
    target: bool,
    file: Option<Mapping>,
}

impl Flusher {
    /// Throws them out.
    pub(super) fn flush(&self, buffers: &Buffers) {
        if self.source {
            flush::slice(buffers.source.bytes());
        }
        if self.target {
            flush::slice(buffers.target.bytes());
        }
        if let Some(file) = &self.file {
            file.flush();
        }
    }
}

/// A way through the buffers.
struct Walk {
    chunk: usize,
    length: usize,
    at: usize,
    copies: u64,
}

impl Walk {
    /// Makes a call for each chunk.
    #[inline]
    fn in_step(&self, name: &str, mut call: impl FnMut(usize) -> Result<usize, Errno>) -> Result<(), Failure> {
        let mut at = self.at;
        for _ in 0..self.copies {
            moved(call(at), self.chunk, name)?;
            at += self.chunk;
            if at == self.length {
                at = 0;
            }
        }
        Ok(())
    }

    /// Makes a call for as many chunks as one takes, up to the end of the buffers.
    #[inline]
    fn in_strides(
        &self,
        name: &str,
        mut call: impl FnMut(usize, usize) -> Result<usize, Errno>,
    ) -> Result<(), Failure> {
        let chunks = self.length / self.chunk;
        let mut first = self.at / self.chunk;
        let mut left = self.copies;
        while left > 0 {
            let stride = (chunks - first).min(vectored::MOST).min(usize::try_from(left).unwrap_or(usize::MAX));
            moved(call(first, first + stride), stride * self.chunk, name)?;
            first = (first + stride) % chunks;
            left -= stride as u64;
        }
        Ok(())
    }
}

#[inline]
fn moved(result: Result<usize, Errno>, expected: usize, call: &str) -> Result<(), Failure> {
    match result {
        Ok(moved) if moved == expected => Ok(()),
        Ok(_) => Err(Failure::work_not_done()),
        Err(error) => Err(Failure::call(call, error)),
    }
}
