//! Names of error numbers: a document says `ECONNREFUSED`, because the numbers differ between architectures.

use rustix::io::Errno;

/// The name of an error number; its number where it is not among those that measuring can meet.
pub fn name(error: Errno) -> String {
    NAMES
        .iter()
        .find(|(known, _)| *known == error)
        .map_or_else(|| format!("errno {}", error.raw_os_error()), |(_, name)| (*name).to_owned())
}

const NAMES: &[(Errno, &str)] = &[
    (Errno::PERM, "EPERM"),
    (Errno::NOENT, "ENOENT"),
    (Errno::INTR, "EINTR"),
    (Errno::IO, "EIO"),
    (Errno::NXIO, "ENXIO"),
    (Errno::BADF, "EBADF"),
    (Errno::CHILD, "ECHILD"),
    (Errno::AGAIN, "EAGAIN"),
    (Errno::NOMEM, "ENOMEM"),
    (Errno::ACCESS, "EACCES"),
    (Errno::FAULT, "EFAULT"),
    (Errno::BUSY, "EBUSY"),
    (Errno::EXIST, "EEXIST"),
    (Errno::TOOBIG, "E2BIG"),
    (Errno::NOEXEC, "ENOEXEC"),
    (Errno::TXTBSY, "ETXTBSY"),
    (Errno::NODEV, "ENODEV"),
    (Errno::NOTDIR, "ENOTDIR"),
    (Errno::ISDIR, "EISDIR"),
    (Errno::INVAL, "EINVAL"),
    (Errno::NFILE, "ENFILE"),
    (Errno::MFILE, "EMFILE"),
    (Errno::NOTTY, "ENOTTY"),
    (Errno::FBIG, "EFBIG"),
    (Errno::NOSPC, "ENOSPC"),
    (Errno::SPIPE, "ESPIPE"),
    (Errno::ROFS, "EROFS"),
    (Errno::MLINK, "EMLINK"),
    (Errno::PIPE, "EPIPE"),
    (Errno::RANGE, "ERANGE"),
    (Errno::DEADLK, "EDEADLK"),
    (Errno::NAMETOOLONG, "ENAMETOOLONG"),
    (Errno::NOSYS, "ENOSYS"),
    (Errno::LOOP, "ELOOP"),
    (Errno::NODATA, "ENODATA"),
    (Errno::IDRM, "EIDRM"),
    (Errno::OVERFLOW, "EOVERFLOW"),
    (Errno::NOTSOCK, "ENOTSOCK"),
    (Errno::MSGSIZE, "EMSGSIZE"),
    (Errno::PROTONOSUPPORT, "EPROTONOSUPPORT"),
    (Errno::OPNOTSUPP, "EOPNOTSUPP"),
    (Errno::AFNOSUPPORT, "EAFNOSUPPORT"),
    (Errno::ADDRINUSE, "EADDRINUSE"),
    (Errno::ADDRNOTAVAIL, "EADDRNOTAVAIL"),
    (Errno::NETUNREACH, "ENETUNREACH"),
    (Errno::CONNABORTED, "ECONNABORTED"),
    (Errno::CONNRESET, "ECONNRESET"),
    (Errno::NOBUFS, "ENOBUFS"),
    (Errno::ISCONN, "EISCONN"),
    (Errno::NOTCONN, "ENOTCONN"),
    (Errno::TIMEDOUT, "ETIMEDOUT"),
    (Errno::CONNREFUSED, "ECONNREFUSED"),
    (Errno::HOSTUNREACH, "EHOSTUNREACH"),
    (Errno::ALREADY, "EALREADY"),
    (Errno::INPROGRESS, "EINPROGRESS"),
    (Errno::DQUOT, "EDQUOT"),
    (Errno::SRCH, "ESRCH"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_numbers_have_names_and_others_are_shown() {
        assert_eq!(name(Errno::CONNREFUSED), "ECONNREFUSED");
        assert_eq!(name(Errno::from_raw_os_error(130)), "errno 130");
    }
}
