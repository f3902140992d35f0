//! One boot of the machine.

use shared::model::Boot;

use super::{Identity, Root};

/// The boot that is running, not yet counted as one with a run.
pub fn boot(root: &Root, identity: &Identity) -> Boot {
    let seconds = |text: String| text.split(['.', ' ']).next()?.parse().ok();
    Boot {
        key: root.text("/proc/sys/kernel/random/boot_id").map(|id| identity.boot_key(&id)),
        uptime_s: root.text("/proc/uptime").and_then(seconds),
        run_of_boot: None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    #[test]
    fn a_boot_has_a_key_and_an_age() {
        let id = "0f1e2d3c-0000-4000-8000-000000000001";
        let machine = Fixture::of(&[("/proc/sys/kernel/random/boot_id", id), ("/proc/uptime", "1234.56 99.0\n")]);
        let boot = boot(&machine.root(), &Identity::of(&machine.root(), None, None));
        assert_eq!(boot.uptime_s, Some(1234));
        assert!(boot.key.is_some_and(|key| key.len() == 32 && !key.contains("0f1e2d3c")));
    }
}
