//! The kernel's configuration: its set symbols, less what could name a person, a host or a path.
//!
//! Values that are `y`, `m` or a number cannot. A text is kept only for the symbols in [`TEXTS`]; all others
//! (`CC_VERSION_TEXT`, `BUILD_SALT`, `DEFAULT_HOSTNAME`, `CMDLINE`, `INITRAMFS_SOURCE`, `MODULE_SIG_KEY`, …) are left out.

use std::collections::BTreeMap;
use std::io::Read;

use sha2::{Digest, Sha256};

use super::{Root, hex};

/// Symbols whose text says how the kernel behaves.
const TEXTS: [&str; 18] = [
    "CC_IMPLICIT_FALLTHROUGH",
    "DEFAULT_CPUFREQ_GOVERNOR",
    "DEFAULT_IOSCHED",
    "DEFAULT_NET_SCH",
    "DEFAULT_SECURITY",
    "DEFAULT_TCP_CONG",
    "LD_ORPHAN_WARN_LEVEL",
    "LSM",
    "MODULE_SIG_HASH",
    "NLS_DEFAULT",
    "OUTPUT_FORMAT",
    "SECURITY_TOMOYO_POLICY",
    "TUNE_CPU",
    "TARGET_CPU",
    "UNWINDER",
    "ZRAM_DEF_COMP",
    "ZSWAP_COMPRESSOR_DEFAULT",
    "ZSWAP_ZPOOL_DEFAULT",
];

/// More than any configuration holds, unpacked.
const MOST: u64 = 8 << 20;

/// The configuration of the running kernel: its symbols without `CONFIG_`, and the hash of their sorted lines.
pub fn config(root: &Root, release: &str) -> Option<(BTreeMap<String, String>, String)> {
    let packed = || {
        let bytes = root.bytes("/proc/config.gz")?;
        let mut text = String::new();
        flate2::read::GzDecoder::new(bytes.as_slice()).take(MOST).read_to_string(&mut text).ok()?;
        Some(text)
    };
    let text = packed()
        .or_else(|| root.text(&format!("/boot/config-{release}")))
        .or_else(|| root.text(&format!("/lib/modules/{release}/config")))?;
    let symbols = symbols(&text);
    let hash = sha256(&symbols);
    (!symbols.is_empty()).then_some((symbols, hash))
}

/// The set symbols that are kept.
fn symbols(text: &str) -> BTreeMap<String, String> {
    text.lines()
        .filter_map(|line| line.trim().strip_prefix("CONFIG_")?.split_once('='))
        .filter(|(name, value)| is_name(name) && is_kept(name, value))
        .map(|(name, value)| (name.to_owned(), value.trim_matches('"').to_owned()))
        .collect()
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= 128 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn is_kept(name: &str, value: &str) -> bool {
    let number = value.strip_prefix("0x").map_or_else(
        || value.parse::<i128>().is_ok(),
        |digits| digits.len() <= 16 && u64::from_str_radix(digits, 16).is_ok(),
    );
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-=,.".contains(c);
    let harmless = || value.len() <= 200 && value.trim_matches('"').chars().all(plain);
    matches!(value, "y" | "m") || number || (TEXTS.contains(&name) && harmless())
}

/// SHA-256 of the lines `NAME=value`, sorted by name, each ended by a line feed.
fn sha256(symbols: &BTreeMap<String, String>) -> String {
    let mut hash = Sha256::new();
    for (name, value) in symbols {
        hash.update(format!("{name}={value}\n"));
    }
    hex(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::super::fixture::Fixture;
    use super::*;

    const TEXT: &str = "# Linux/x86 6.1.0\nCONFIG_HZ=250\nCONFIG_CC_VERSION_TEXT=\"gcc of /home/bob\"\n# CONFIG_KASAN is not set\n\
         CONFIG_PREEMPT=y\nCONFIG_PHYSICAL_START=0x1000000\nCONFIG_DEFAULT_HOSTNAME=\"bobs-laptop\"\n\
         CONFIG_BUILD_SALT=\"salty\"\nCONFIG_LSM=\"lockdown,yama\"\nCONFIG_USB=m\nCONFIG_INITRAMFS_SOURCE=\"/home/bob/initrd\"\n\
         CONFIG_DEFAULT_TCP_CONG=\"/home/bob\"\n";

    #[test]
    fn symbols_that_are_set_are_kept_and_hashed() {
        let machine = Fixture::of(&[("/boot/config-6.1.0", TEXT)]);
        let (symbols, hash) = config(&machine.root(), "6.1.0").unwrap();
        let lines: Vec<String> = symbols.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(lines, ["HZ=250", "LSM=lockdown,yama", "PHYSICAL_START=0x1000000", "PREEMPT=y", "USB=m"]);
        // printf 'HZ=250\nLSM=lockdown,yama\nPHYSICAL_START=0x1000000\nPREEMPT=y\nUSB=m\n' | sha256sum
        assert_eq!(hash, "63a51f09de1df7730bf528c4d619777c74c6f7c25b2f02d2dad7d1c6ed1ba60c");
    }

    #[test]
    fn a_packed_configuration_is_read_first() {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(b"CONFIG_HZ=1000\n").unwrap();
        let machine = Fixture::of(&[("/boot/config-6.1.0", TEXT)]);
        machine.put("/proc/config.gz", packer.finish().unwrap());
        assert_eq!(config(&machine.root(), "6.1.0").unwrap().0["HZ"], "1000");
    }

    #[test]
    fn the_configuration_of_another_release_is_not_taken() {
        let machine = Fixture::of(&[("/boot/config-6.1.0", TEXT)]);
        assert_eq!(config(&machine.root(), "6.1.1"), None);
    }
}
