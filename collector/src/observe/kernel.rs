//! The kernel: which it is, how it was built, how it was started.

use shared::model::Kernel;

use super::{Root, cmdline, facts::clean, kernel_config, machine, notes, preempt};

const SYSCTL: &str = "/proc/sys/kernel";

/// Describes the running kernel. A kernel of unknown release is called `unknown`: the document must name one.
pub fn kernel(root: &Root) -> Kernel {
    let release = release(root).unwrap_or_else(|| "unknown".to_owned());
    let (config, config_sha256) = kernel_config::config(root, &release).unzip();
    let config = config.unwrap_or_default();
    let cmdline = root.text("/proc/cmdline").map(|line| cmdline::parameters(&line));
    let version = root.text(&format!("{SYSCTL}/version")).or_else(|| version_of_banner(root));
    Kernel {
        name: root.text(&format!("{SYSCTL}/ostype")).map_or_else(|| "Linux".to_owned(), |text| clean(&text)),
        build_id: root.bytes("/sys/kernel/notes").and_then(|bytes| notes::build_id(&bytes)),
        preempt: preempt::mode(root, version.as_deref(), cmdline.as_ref(), &config),
        version: version.map(|text| without_people(&text)),
        arch: machine::arch(root),
        compiler: root.text("/proc/version").and_then(|banner| compiler(&banner)),
        config,
        config_sha256,
        cmdline,
        lsm: root.text("/sys/kernel/security/lsm").map(|text| clean(&text)),
        tainted: root.number(&format!("{SYSCTL}/tainted")),
        patch: None,
        release,
    }
}

fn release(root: &Root) -> Option<String> {
    let live = || root.is_live().then(|| rustix::system::uname().release().to_string_lossy().into_owned());
    root.text(&format!("{SYSCTL}/osrelease")).or_else(live).map(|text| clean(&text)).filter(|text| !text.is_empty())
}

/// The version line at the end of `/proc/version`: from `#` on.
fn version_of_banner(root: &Root) -> Option<String> {
    let banner = root.text("/proc/version")?;
    Some(banner[banner.rfind(" #")? + 1..].to_owned())
}

/// A line without words of the form `user@host`.
fn without_people(line: &str) -> String {
    let named = |word: &&str| word.trim_matches(['(', ')']).split_once('@').is_some_and(|(user, _)| !user.is_empty());
    clean(&line.split_whitespace().filter(|word| !named(word)).collect::<Vec<_>>().join(" "))
}

/// Compiler and version in `/proc/version`: `gcc 12.2.0`, `clang 17.0.6`. The banner's first parenthesis is
/// `user@host`, its second the compiler, with parentheses of its own; old kernels write `gcc version 4.8.5`.
fn compiler(banner: &str) -> Option<String> {
    let (_, built_with) = banner.split_once(") (")?;
    let name = ["clang", "gcc"].into_iter().find(|name| built_with.contains(name))?;
    let (_, after) = built_with.split_once(name)?;
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_version = |word: &&str| word.contains('.') && word.split('.').all(digits);
    let outside = outside_parentheses(after);
    let version = outside.split(|c: char| c.is_whitespace() || c == ',').find(is_version)?;
    Some(format!("{name} {version}"))
}

/// A text without what stands in parentheses: `gcc (Debian 12.2.0-14) 12.2.0` names the version after them.
pub(super) fn outside_parentheses(text: &str) -> String {
    let mut depth = 0_i32;
    let mut outside = String::new();
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => break,
            ')' => depth -= 1,
            c if depth == 0 => outside.push(c),
            _ => {}
        }
    }
    outside
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    #[test]
    fn compilers_of_old_and_new_banners() {
        let debian = "Linux version 6.1.0-28-amd64 (debian-kernel@lists.debian.org) (gcc-12 (Debian 12.2.0-14) 12.2.0, \
             GNU ld (GNU Binutils for Debian) 2.40) #1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1 (2024-11-22)";
        let old = "Linux version 3.10.0 (mockbuild@kbuilder) (gcc version 4.8.5 20150623 (Red Hat 4.8.5-4) (GCC) ) #1 SMP Thu";
        let clang = "Linux version 6.6.30 (build-user@build-host) (Android (11368308) clang version 17.0.2 (https://android), \
             LLD 17.0.2) #1 SMP PREEMPT";
        assert_eq!(compiler(debian).as_deref(), Some("gcc 12.2.0"));
        assert_eq!(compiler(old).as_deref(), Some("gcc 4.8.5"));
        assert_eq!(compiler(clang).as_deref(), Some("clang 17.0.2"));
        assert_eq!(compiler("Linux version 1.0 (gcc@host-4.1.2) #1"), None);
    }

    #[test]
    fn a_kernel_is_described_without_its_builder() {
        let machine = Fixture::of(&[
            ("/proc/sys/kernel/osrelease", "6.1.0-28-amd64\n"),
            (
                "/proc/version",
                "Linux version 6.1.0 (bob@bobs-laptop) (gcc (GCC) 15.3.0, GNU ld 2.46) #1 SMP bob@bobs-laptop Fri\n",
            ),
            ("/proc/sys/kernel/tainted", "4097\n"),
            ("/sys/kernel/security/lsm", "lockdown,capability,yama"),
            ("/proc/cmdline", "quiet ip=10.0.0.7\n"),
        ]);
        let kernel = kernel(&machine.root());
        assert_eq!(kernel.release, "6.1.0-28-amd64");
        assert_eq!(kernel.version.as_deref(), Some("#1 SMP Fri"));
        assert_eq!(kernel.compiler.as_deref(), Some("gcc 15.3.0"));
        assert_eq!(kernel.tainted, Some(4097));
        assert_eq!(kernel.cmdline.unwrap().into_keys().collect::<Vec<_>>(), ["quiet"]);
        assert_eq!(kernel.preempt, None);
    }
}
