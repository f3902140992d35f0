//! Small maps and sets as sorted vectors: in wasm a tenth of a B-tree's code, and as fast at the sizes that occur here.

use std::borrow::Borrow;

pub use litemap::LiteMap as Map;

/// Values in order, each once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Set<T>(Vec<T>);

impl<T> Default for Set<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Ord> Set<T> {
    /// Without values.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the value was not there yet.
    pub fn insert(&mut self, value: T) -> bool {
        let place = self.0.binary_search(&value);
        if let Err(place) = place {
            self.0.insert(place, value);
        }
        place.is_err()
    }

    /// Whether the value was there.
    pub fn remove(&mut self, value: &T) -> bool {
        let place = self.0.binary_search(value);
        if let Ok(place) = place {
            self.0.remove(place);
        }
        place.is_ok()
    }

    /// Whether it holds the value.
    pub fn contains<Q: Ord + ?Sized>(&self, value: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.0.binary_search_by(|own| own.borrow().cmp(value)).is_ok()
    }
}

impl<T> Set<T> {
    /// How many values.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The largest.
    pub fn last(&self) -> Option<&T> {
        self.0.last()
    }

    /// The smallest.
    pub fn first(&self) -> Option<&T> {
        self.0.first()
    }

    /// From small to large.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<T: Ord> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        for value in values {
            self.insert(value);
        }
    }
}

impl<T: Ord> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut set = Self::default();
        set.extend(values);
        set
    }
}

impl<T> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Set<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::Set;

    proptest! {
        #[test]
        fn a_set_is_what_a_tree_would_be(values in prop::collection::vec(0..20u8, 0..30), sought in 0..20u8) {
            let tree: BTreeSet<u8> = values.iter().copied().collect();
            let set: Set<u8> = values.into_iter().collect();
            prop_assert_eq!(set.contains(&sought), tree.contains(&sought));
            prop_assert_eq!((set.first(), set.last(), set.len(), set.is_empty()), (tree.first(), tree.last(), tree.len(), tree.is_empty()));
            prop_assert!(set.iter().eq(tree.iter()));
            let (mut tree, mut set) = (tree, set);
            prop_assert_eq!(set.remove(&sought), tree.remove(&sought));
            prop_assert!(set.iter().eq(tree.iter()));
        }
    }
}
