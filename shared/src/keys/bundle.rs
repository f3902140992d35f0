//! Keys that are shown as one line when several of them differ: 37 symbols of a kernel's config are one difference.

/// A set of keys with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bundle {
    /// What all its keys start with: `kernel.config.`.
    pub prefix: &'static str,
    /// The line's name: `kernel.config`.
    pub name: &'static str,
    /// What there are several of: `symbols`.
    pub noun: &'static str,
    /// True where a key that is absent says something, as an unset symbol does in a run that has others of the bundle.
    pub closed: bool,
}

/// The bundles; of two prefixes that fit, the first counts.
const BUNDLES: [Bundle; 8] = [
    Bundle { prefix: "kernel.config.", name: "kernel.config", noun: "symbols", closed: true },
    Bundle {
        prefix: "conditions.mitigations.",
        name: "conditions.mitigations",
        noun: "vulnerabilities",
        closed: false,
    },
    Bundle { prefix: "conditions.frequency.", name: "conditions.frequency", noun: "settings", closed: false },
    Bundle { prefix: "conditions.memory.", name: "conditions.memory", noun: "settings", closed: false },
    Bundle { prefix: "conditions.scheduler.", name: "conditions.scheduler", noun: "settings", closed: false },
    Bundle { prefix: "conditions.network.", name: "conditions.network", noun: "settings", closed: false },
    Bundle { prefix: "conditions.userland.", name: "conditions.userland", noun: "settings", closed: false },
    Bundle { prefix: "machine.", name: "machine", noun: "properties", closed: false },
];

/// The bundle that a key belongs to.
pub fn bundle(key: &str) -> Option<&'static Bundle> {
    BUNDLES.iter().find(|bundle| key.starts_with(bundle.prefix))
}
