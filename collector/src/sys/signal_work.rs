//! Signals that a process sends itself, or brings upon itself. The handlers count, and do nothing else.
#![allow(unsafe_code)]

use std::io;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};

use libc::{SA_SIGINFO, SIG_DFL, SIGSEGV, SIGUSR1, c_int, c_void, sigaction, siginfo_t};

/// Signals caught so far by each of two handlers. They count apart: two functions of one body may get one address, and then
/// which of them is installed could not be told.
static CAUGHT: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];
/// The page whose faults are counted, and its size.
static PAGE: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());
static PAGE_SIZE: AtomicUsize = AtomicUsize::new(0);
/// Faults that are still to come before the store may succeed.
static FAULTS_LEFT: AtomicU64 = AtomicU64::new(0);
/// Faults so far.
static FAULTS: AtomicU64 = AtomicU64::new(0);

/// Two handlers of the user signal. What was there before comes back when it is dropped.
pub struct UserSignal {
    handlers: [sigaction; 2],
    before: sigaction,
}

impl UserSignal {
    /// Installs the first one.
    pub fn catch() -> io::Result<Self> {
        let one: extern "C" fn(c_int) = count;
        let other: extern "C" fn(c_int) = count_too;
        let handlers = [action(one as usize, 0), action(other as usize, 0)];
        let before = install(SIGUSR1, &handlers[0])?;
        Ok(Self { handlers, before })
    }

    /// Installs both in turn, so many times in all, each time asking for the one before.
    #[inline]
    pub fn install(&self, times: u64) -> io::Result<()> {
        let mut before = MaybeUninit::uninit();
        for time in 0..times {
            let handler = &self.handlers[(time % 2) as usize];
            // SAFETY: the action is initialised and its handler async-signal-safe; there is room for the old one.
            if unsafe { sigaction(SIGUSR1, handler, before.as_mut_ptr()) } != 0 {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(())
    }

    /// Whether the handler is there that so many installations leave.
    pub fn is_left_by(&self, times: u64) -> bool {
        let expected = &self.handlers[((times.max(1) - 1) % 2) as usize];
        current(SIGUSR1).is_ok_and(|action| action.sa_sigaction == expected.sa_sigaction)
    }

    /// Sends the signal to this process, so many times. Where it has one thread, each is caught before the next is sent.
    #[inline]
    pub fn send(&self, times: u64) -> io::Result<()> {
        send(SIGUSR1, times)
    }

    /// How many were caught so far.
    pub fn caught(&self) -> u64 {
        CAUGHT.iter().map(|caught| caught.load(Ordering::Relaxed)).sum()
    }
}

impl Drop for UserSignal {
    fn drop(&mut self) {
        // Cannot fail with an action that was installed before.
        let _ = install(SIGUSR1, &self.before);
    }
}

/// Asks so many times whether this process could be sent a signal, and sends none.
#[inline]
pub fn send_none(times: u64) -> io::Result<()> {
    send(0, times)
}

#[inline]
fn send(signal: c_int, times: u64) -> io::Result<()> {
    // SAFETY: getpid has no preconditions.
    let own = unsafe { libc::getpid() };
    for _ in 0..times {
        // SAFETY: this process has a handler for the signal, or none is sent.
        if unsafe { libc::kill(own, signal) } != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// A page that cannot be written to, and a handler for what happens then. There is one at a time.
pub struct ProtectedPage {
    page: *mut c_void,
    before: sigaction,
}

impl ProtectedPage {
    /// Maps it, writable as yet, and installs the handler.
    pub fn map() -> io::Result<Self> {
        let size = rustix::param::page_size();
        let (flags, protection) = (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, libc::PROT_READ | libc::PROT_WRITE);
        let handler: extern "C" fn(c_int, *mut siginfo_t, *mut c_void) = fault;
        let before = install(SIGSEGV, &action(handler as usize, SA_SIGINFO))?;
        // SAFETY: asks for memory at an address of the kernel's choice.
        let page = unsafe { libc::mmap(ptr::null_mut(), size, protection, flags, -1, 0) };
        if page == libc::MAP_FAILED {
            let error = io::Error::last_os_error();
            install(SIGSEGV, &before)?;
            return Err(error);
        }
        PAGE_SIZE.store(size, Ordering::Relaxed);
        PAGE.store(page, Ordering::SeqCst);
        Ok(Self { page, before })
    }

    /// Makes the page read-only.
    pub fn protect(&self) -> io::Result<()> {
        if protect(self.page, libc::PROT_READ) { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// Stores to the page, which faults so many times, at least once, until it succeeds. How many faults there were.
    #[inline]
    pub fn fault(&self, times: u64) -> u64 {
        let before = FAULTS.load(Ordering::SeqCst);
        FAULTS_LEFT.store(times, Ordering::SeqCst);
        // SAFETY: the page is mapped; the store faults until the handler lets it be written to.
        unsafe { self.page.cast::<u8>().write_volatile(1) };
        FAULTS.load(Ordering::SeqCst) - before
    }
}

impl Drop for ProtectedPage {
    fn drop(&mut self) {
        // Cannot fail with an action that was installed before.
        let _ = install(SIGSEGV, &self.before);
        PAGE.store(ptr::null_mut(), Ordering::SeqCst);
        // SAFETY: the page was mapped by `map`, and nothing refers to it any more.
        unsafe { libc::munmap(self.page, PAGE_SIZE.load(Ordering::Relaxed)) };
    }
}

extern "C" fn count(_: c_int) {
    CAUGHT[0].fetch_add(1, Ordering::Relaxed);
}

extern "C" fn count_too(_: c_int) {
    CAUGHT[1].fetch_add(1, Ordering::Relaxed);
}

/// Counts a fault and returns to the store, which faults again unless the page may be written to by then. A fault
/// anywhere else ends the process, as it would have without this handler.
extern "C" fn fault(_: c_int, info: *mut siginfo_t, _: *mut c_void) {
    let page = PAGE.load(Ordering::Relaxed);
    // SAFETY: the kernel gives a handler with SA_SIGINFO a filled structure, and this signal's has an address.
    if unsafe { (*info).si_addr() } != page {
        // Only sigaction is called, which is async-signal-safe; the fault comes again at once.
        let _ = install(SIGSEGV, &action(SIG_DFL, 0));
        return;
    }
    FAULTS.fetch_add(1, Ordering::Relaxed);
    if FAULTS_LEFT.fetch_sub(1, Ordering::Relaxed) <= 1 {
        protect(page, libc::PROT_READ | libc::PROT_WRITE);
    }
}

/// Changes what may be done with the page; async-signal-safe.
fn protect(page: *mut c_void, protection: c_int) -> bool {
    // SAFETY: `page` is the one page that `ProtectedPage` maps and alone refers to.
    unsafe { libc::mprotect(page, PAGE_SIZE.load(Ordering::Relaxed), protection) == 0 }
}

fn action(handler: usize, flags: c_int) -> sigaction {
    // SAFETY: zeroes are a valid sigaction: an empty mask, no flags, the default handler.
    let mut action: sigaction = unsafe { MaybeUninit::zeroed().assume_init() };
    action.sa_sigaction = handler;
    action.sa_flags = flags;
    action
}

/// Installs an action; the one before.
fn install(signal: c_int, new: &sigaction) -> io::Result<sigaction> {
    let mut before = action(SIG_DFL, 0);
    // SAFETY: both are initialised, and the handlers of this file are async-signal-safe.
    match unsafe { sigaction(signal, new, &raw mut before) } {
        0 => Ok(before),
        _ => Err(io::Error::last_os_error()),
    }
}

fn current(signal: c_int) -> io::Result<sigaction> {
    let mut present = action(SIG_DFL, 0);
    // SAFETY: asks for the present action only.
    match unsafe { sigaction(signal, ptr::null(), &raw mut present) } {
        0 => Ok(present),
        _ => Err(io::Error::last_os_error()),
    }
}
