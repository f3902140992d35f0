//! What stands between the benchmarks and the kernel: libc, shell, tools, distribution, the work folder's filesystem, and what
//! the user may do.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Root, facts::Facts, root::field};

/// libc, shell, tools, distribution, privilege, and the type of the filesystem that holds the work folder.
pub fn facts(root: &Root, work: &Path) -> BTreeMap<String, String> {
    let mut facts = Facts::default();
    facts.add("libc", libc(root));
    facts.add("collector_libc", root.is_live().then(collector_libc));
    facts.add("shell", shell(root));
    facts.add("tools", tools(root));
    facts.add("distribution", distribution(root));
    facts.add("privilege", privilege(root));
    facts.add("work_filesystem", filesystem(work));
    facts.into_map()
}

/// The system's C library: `glibc 2.36` or `musl`.
fn libc(root: &Root) -> Option<String> {
    let triples = root
        .names("/usr/lib")
        .into_iter()
        .filter(|name| name.contains("-linux-"))
        .map(|name| format!("/usr/lib/{name}"));
    let fixed = ["/lib64", "/usr/lib64", "/lib", "/usr/lib"].map(str::to_owned);
    if let Some(bytes) = fixed.into_iter().chain(triples).find_map(|folder| root.bytes(&format!("{folder}/libc.so.6")))
    {
        return glibc_version(&bytes).map(|version| format!("glibc {version}"));
    }
    root.names("/lib").iter().any(|name| name.starts_with("ld-musl-")).then(|| "musl".to_owned())
}

/// The version in the text that glibc prints of itself: `… release version 2.36.`
fn glibc_version(library: &[u8]) -> Option<String> {
    const MARK: &[u8] = b"release version ";
    let at = library.windows(MARK.len()).position(|window| window == MARK)? + MARK.len();
    let digits = library[at..].iter().take(16).take_while(|byte| byte.is_ascii_digit() || **byte == b'.');
    let version = String::from_utf8(digits.copied().collect()).ok()?;
    Some(version.trim_end_matches('.').to_owned()).filter(|version| !version.is_empty())
}

/// What this program itself is linked with.
fn collector_libc() -> &'static str {
    match (cfg!(target_env = "musl"), cfg!(target_feature = "crt-static")) {
        (true, true) => "musl, static",
        (true, false) => "musl",
        (false, true) => "glibc, static",
        (false, false) => "glibc",
    }
}

/// What `/bin/sh` is: `dash`, `bash`, `busybox`.
fn shell(root: &Root) -> Option<String> {
    const KNOWN: [&str; 8] = ["ash", "bash", "busybox", "dash", "ksh", "mksh", "yash", "zsh"];
    let name = root.link_name("/bin/sh").or_else(|| root.link_name("/usr/bin/sh"))?;
    Some(if KNOWN.contains(&name.as_str()) { name } else { "other".to_owned() })
}

/// Whose `cat` and its like the system has, by what the program says of itself: `gnu`, `busybox`.
fn tools(root: &Root) -> Option<&'static str> {
    const MARKS: [(&str, &str); 4] =
        [("BusyBox", "busybox"), ("toybox", "toybox"), ("uutils", "uutils"), ("GNU coreutils", "gnu")];
    let program = root.bytes("/bin/cat").or_else(|| root.bytes("/usr/bin/cat"))?;
    let says = |mark: &str| program.windows(mark.len()).any(|window| window == mark.as_bytes());
    Some(MARKS.iter().find(|(mark, _)| says(mark)).map_or("other", |(_, name)| name))
}

/// `debian 12`.
fn distribution(root: &Root) -> Option<String> {
    let text = root.text("/etc/os-release").or_else(|| root.text("/usr/lib/os-release"))?;
    let of = |name: &str| {
        text.lines()
            .filter_map(|line| line.split_once('='))
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value.trim_matches(['"', '\'']).to_owned())
            .filter(|value| value.chars().all(|c| c.is_ascii_alphanumeric() || ".-_".contains(c)))
    };
    let id = of("ID")?;
    Some(of("VERSION_ID").map_or_else(|| id.clone(), |version| format!("{id} {version}")))
}

/// `root`, `user`, or `user with capabilities`.
fn privilege(root: &Root) -> Option<&'static str> {
    let status = root.text("/proc/self/status")?;
    let effective = field(&status, "Uid")?.split_whitespace().nth(1)?.parse::<u32>().ok()?;
    let capabilities = field(&status, "CapEff").and_then(|hex| u64::from_str_radix(hex, 16).ok());
    Some(match (effective, capabilities) {
        (0, Some(0)) => "root without capabilities",
        (0, _) => "root",
        (_, Some(1..)) => "user with capabilities",
        _ => "user",
    })
}

/// The type of the filesystem that holds a folder, by its number in the system's `magic.h`.
fn filesystem(folder: &Path) -> Option<String> {
    let kind = rustix::fs::statfs(folder).ok()?.f_type as u64 & 0xffff_ffff;
    Some(match kind {
        0xef53 => "ext2/3/4".to_owned(),
        0x0102_1994 => "tmpfs".to_owned(),
        0x5846_5342 => "xfs".to_owned(),
        0x9123_683e => "btrfs".to_owned(),
        0x794c_7630 => "overlay".to_owned(),
        0x6969 => "nfs".to_owned(),
        0x2fc1_2fc1 => "zfs".to_owned(),
        0xf2f5_2010 => "f2fs".to_owned(),
        0x0102_1997 => "9p".to_owned(),
        0x6573_5546 => "fuse".to_owned(),
        0x8584_58f6 => "ramfs".to_owned(),
        0x7371_7368 => "squashfs".to_owned(),
        0xff53_4d42 | 0xfe53_4d42 => "smb".to_owned(),
        0xca45_1a4e => "bcachefs".to_owned(),
        0x00c3_6400 => "ceph".to_owned(),
        other => format!("{other:#x}"),
    })
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    #[test]
    fn a_debian_with_dash() {
        let machine = Fixture::of(&[
            (
                "/usr/lib/x86_64-linux-gnu/libc.so.6",
                "\u{7f}ELF\0GNU C Library (Debian GLIBC 2.36-9) stable release version 2.36.\n",
            ),
            ("/etc/os-release", "PRETTY_NAME=\"Debian\"\nID=debian\nVERSION_ID=\"12\"\n"),
            ("/proc/self/status", "Name:\tx\nUid:\t1000\t1000\t1000\t1000\nCapEff:\t0000000000000000\n"),
            ("/usr/bin/dash", ""),
            ("/usr/bin/cat", "\u{7f}ELF\0GNU coreutils\0https://www.gnu.org/software/coreutils/\0"),
        ]);
        std::fs::create_dir_all(machine.folder().join("bin")).unwrap();
        std::os::unix::fs::symlink("/usr/bin/dash", machine.folder().join("bin/sh")).unwrap();
        let facts = facts(&machine.root(), machine.folder());
        assert_eq!(facts["libc"], "glibc 2.36");
        assert_eq!(facts["distribution"], "debian 12");
        assert_eq!(facts["privilege"], "user");
        assert_eq!(facts["shell"], "dash");
        assert_eq!(facts["tools"], "gnu");
    }

    #[test]
    fn musl_and_root() {
        let machine = Fixture::of(&[
            ("/lib/ld-musl-x86_64.so.1", "x"),
            ("/proc/self/status", "Uid:\t0\t0\t0\t0\nCapEff:\t000001ffffffffff\n"),
            ("/bin/cat", "\u{7f}ELF\0BusyBox v1.36.1\0"),
        ]);
        assert_eq!(libc(&machine.root()).as_deref(), Some("musl"));
        assert_eq!(privilege(&machine.root()), Some("root"));
        assert_eq!(tools(&machine.root()), Some("busybox"));
    }

    #[test]
    fn the_filesystem_of_proc_is_not_one_of_the_named() {
        assert_eq!(filesystem(Path::new("/proc")).as_deref(), Some("0x9fa0"));
        assert_eq!(filesystem(Path::new("/no/such/folder")), None);
    }
}
