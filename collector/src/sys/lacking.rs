//! A kernel that lacks calls, for tests: a filter that answers them as such a kernel does.
#![allow(unsafe_code)]

use std::io;

use libc::{
    BPF_ABS, BPF_JEQ, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W, ENOSYS, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP,
    SECCOMP_MODE_FILTER, SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO, c_long, c_ulong, sock_filter, sock_fprog,
};

/// From now on this process, and what it forks and executes, meets a kernel without these calls.
pub fn without(calls: &[c_long]) -> io::Result<()> {
    let step = |code: u32, jt: u8, k: u32| sock_filter { code: code as u16, jt, jf: 0, k };
    // The number of the call is the first word of what a filter sees.
    let mut filter = vec![step(BPF_LD | BPF_W | BPF_ABS, 0, 0)];
    for (index, &call) in calls.iter().enumerate() {
        let to_the_end = (calls.len() - index) as u8;
        filter.push(step(BPF_JMP | BPF_JEQ | BPF_K, to_the_end, call as u32));
    }
    filter.push(step(BPF_RET | BPF_K, 0, SECCOMP_RET_ALLOW));
    filter.push(step(BPF_RET | BPF_K, 0, SECCOMP_RET_ERRNO | ENOSYS as u32));
    let program = sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    let none: c_ulong = 0;
    // SAFETY: numbers, and a program of as many steps as said, which the call copies.
    unsafe {
        if libc::prctl(PR_SET_NO_NEW_PRIVS, 1 as c_ulong, none, none, none) != 0
            || libc::prctl(PR_SET_SECCOMP, c_ulong::from(SECCOMP_MODE_FILTER), &raw const program) != 0
        {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}
