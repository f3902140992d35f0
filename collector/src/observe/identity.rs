//! Keys that tell machines and boots apart without naming them.
//!
//! A key is HMAC-SHA256 (RFC 2104) of a fixed text, keyed with the machine's secret: the machine id, which is 128 random
//! bits, or where there is none a salt of as many bits in the user's data folder. It cannot be turned back.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::{Root, facts::clean, hex};

/// Characters of a key: 128 bits are enough to tell machines apart.
const KEY_LENGTH: usize = 32;

/// Who this machine is, for making keys only. Never printed.
pub struct Identity {
    secret: Option<String>,
    pseudonym: Option<String>,
    data: Option<PathBuf>,
}

impl Identity {
    /// The identity of a machine. `pseudonym` replaces the machine's key; `data` is the user's data folder, where a
    /// salt is kept if the machine has no id.
    pub fn of(root: &Root, pseudonym: Option<&str>, data: Option<&Path>) -> Self {
        let id = ["/etc/machine-id", "/var/lib/dbus/machine-id"].into_iter().find_map(|path| machine_id(root, path));
        Self {
            secret: id.or_else(|| salt(data?)),
            pseudonym: pseudonym.map(clean).filter(|name| !name.is_empty()),
            data: data.map(Path::to_owned),
        }
    }

    /// The machine's key, or its pseudonym.
    pub fn machine_key(&self) -> Option<String> {
        self.pseudonym.clone().or_else(|| Some(keyed(self.secret.as_deref()?, "benchpages machine")))
    }

    /// The key of the boot with this id. Boot ids are random and live only as long as the boot, so that a machine
    /// without a secret has one too.
    pub fn boot_key(&self, boot_id: &str) -> String {
        keyed(self.secret.as_deref().unwrap_or("no secret"), &format!("benchpages boot {}", boot_id.trim()))
    }

    /// Counts one more run of a boot in the data folder, and says which it is, from 1.
    pub fn count_run(&self, boot_key: &str) -> Option<u32> {
        let folder = self.data.as_deref()?;
        std::fs::create_dir_all(folder).ok()?;
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(folder.join("boot")).ok()?;
        // Two collectors at once must not both be the second run.
        rustix::fs::flock(&file, rustix::fs::FlockOperation::LockExclusive).ok()?;
        let mut text = String::new();
        file.read_to_string(&mut text).ok()?;
        let before =
            text.split_once(' ').filter(|(key, _)| *key == boot_key).and_then(|(_, count)| count.trim().parse().ok());
        let count = before.unwrap_or(0_u32).checked_add(1)?;
        file.set_len(0).ok()?;
        file.rewind().ok()?;
        file.write_all(format!("{boot_key} {count}\n").as_bytes()).ok()?;
        Some(count)
    }
}

/// An id of 32 hexadecimal digits; systemd writes `uninitialized` before the first boot.
fn machine_id(root: &Root, path: &str) -> Option<String> {
    root.text(path).filter(|id| is_secret(id))
}

fn is_secret(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) && text.bytes().any(|byte| byte != b'0')
}

/// The salt in the data folder, made at the first use.
fn salt(folder: &Path) -> Option<String> {
    let path = folder.join("salt");
    if let Ok(text) = std::fs::read_to_string(&path) {
        return Some(text.trim().to_owned()).filter(|text| is_secret(text));
    }
    let fresh = random_hex()?;
    std::fs::create_dir_all(folder).ok()?;
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).ok()?;
    file.write_all(fresh.as_bytes()).ok()?;
    Some(fresh)
}

/// 128 random bits in hex, from the kernel.
pub fn random_hex() -> Option<String> {
    let mut bytes = [0; 16];
    File::open("/dev/urandom").ok()?.read_exact(&mut bytes).ok()?;
    Some(hex(&bytes))
}

fn keyed(secret: &str, text: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes keys of any length");
    mac.update(text.as_bytes());
    let mut key = hex(&mac.finalize().into_bytes());
    key.truncate(KEY_LENGTH);
    key
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    const ID: &str = "0123456789abcdef0123456789abcdef\n";

    #[test]
    fn a_machine_has_one_key_which_does_not_show_its_id() {
        let machine = Fixture::of(&[("/etc/machine-id", ID)]);
        let key = Identity::of(&machine.root(), None, None).machine_key();
        // printf 'benchpages machine' | openssl dgst -sha256 -hmac 0123456789abcdef0123456789abcdef | cut -c1-32
        assert_eq!(key.as_deref(), Some("55d0aeb8307b15ef5658150d1dcee831"));
    }

    #[test]
    fn a_pseudonym_stands_for_the_key() {
        let machine = Fixture::of(&[("/etc/machine-id", ID)]);
        assert_eq!(Identity::of(&machine.root(), Some("k6-2"), None).machine_key().as_deref(), Some("k6-2"));
    }

    #[test]
    fn without_an_id_a_salt_is_made_once() {
        let machine = Fixture::of(&[("/etc/machine-id", "uninitialized\n")]);
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("benchpages");
        let first = Identity::of(&machine.root(), None, Some(&folder)).machine_key();
        assert!(first.is_some());
        assert_eq!(Identity::of(&machine.root(), None, Some(&folder)).machine_key(), first);
        assert_eq!(Identity::of(&machine.root(), None, None).machine_key(), None);
    }

    #[test]
    fn boots_have_keys_of_their_own() {
        let identity = Identity::of(&Fixture::of(&[("/etc/machine-id", ID)]).root(), None, None);
        assert_eq!(identity.boot_key("a"), identity.boot_key("a\n"));
        assert_ne!(identity.boot_key("a"), identity.boot_key("b"));
        assert_ne!(Some(identity.boot_key("a")), identity.machine_key());
    }

    #[test]
    fn runs_of_a_boot_are_counted_from_one() {
        let data = tempfile::tempdir().unwrap();
        let identity = Identity::of(&Fixture::of(&[]).root(), None, Some(data.path()));
        let counts = ["a", "a", "b", "b", "b", "a"].map(|boot| identity.count_run(boot));
        assert_eq!(counts, [1, 2, 1, 2, 3, 1].map(Some));
        assert_eq!(Identity::of(&Fixture::of(&[]).root(), None, None).count_run("a"), None);
    }
}
