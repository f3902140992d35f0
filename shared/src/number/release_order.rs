//! The order of kernel releases.

use std::cmp::Ordering;

/// Where a release stands in the order of kernels.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReleaseKey(String);

impl ReleaseKey {
    /// The key of a release name.
    pub fn new(release: &str) -> Self {
        Self(release.to_owned())
    }
}

/// Orders two releases as [`ReleaseKey`] does.
pub fn compare_releases(left: &str, right: &str) -> Ordering {
    ReleaseKey::new(left).cmp(&ReleaseKey::new(right))
}
