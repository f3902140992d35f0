//! What a difference in a key means.

/// Roles of a key in a comparison. Any key may become the subject, the one that columns stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// What columns usually stand for: kernel, machine, a label.
    Subject,
    /// What should be equal on both sides.
    Control,
    /// Shown, never counted as differing: times, load, seeds.
    Fact,
}

/// The class of a key.
pub fn class(key: &str) -> Class {
    if key.starts_with("label.") || key.starts_with("kernel.") { Class::Subject } else { Class::Control }
}

/// A key's name for people.
pub fn title(key: &str) -> String {
    key.to_owned()
}
