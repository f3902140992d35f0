//! Small maps and sets as sorted vectors: in wasm a fraction of a B-tree's code, and as fast at the sizes that occur here.
//! (`litemap` is the same idea, but writes an empty map as an empty list.)

use std::borrow::Borrow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// Values by key, in the order of the keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Map<K, V>(Vec<(K, V)>);

/// A place in a map, taken or not.
pub struct Entry<'a, K, V> {
    map: &'a mut Map<K, V>,
    key: K,
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K, V> Map<K, V> {
    /// Without entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> + ExactSizeIterator {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The keys.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator {
        self.0.iter().map(|(_, value)| value)
    }

    /// Drops the entries that do not meet a condition.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| keep(key, value));
    }
}

impl<K: Ord, V> Map<K, V> {
    /// The map of entries in any order; of a key that stands twice, the last. One sort, however many there are: others
    /// write what is read here, and a million insertions at the front would take hours.
    fn of(mut entries: Vec<(K, V)>) -> Self {
        entries.reverse();
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        entries.dedup_by(|later, first| later.0 == first.0);
        Self(entries)
    }

    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|(own, _)| own.borrow().cmp(key))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|place| &self.0[place].1)
    }

    /// Whether it has the key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Sets the value of a key; what it was before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(place) => Some(std::mem::replace(&mut self.0[place].1, value)),
            Err(place) => {
                self.0.insert(place, (key, value));
                None
            }
        }
    }

    /// Takes a key out; its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|place| self.0.remove(place).1)
    }

    /// The place of a key.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        Entry { map: self, key }
    }
}

impl<'a, K: Ord, V> Entry<'a, K, V> {
    /// The value that is there, or this one, which is there from now on.
    pub fn or_insert(self, value: V) -> &'a mut V {
        let place = match self.map.place(&self.key) {
            Ok(place) => place,
            Err(place) => {
                self.map.0.insert(place, (self.key, value));
                place
            }
        };
        &mut self.map.0[place].1
    }

    /// The same with the default.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert(V::default())
    }
}

impl<K: Ord + Borrow<Q>, V, Q: Ord + ?Sized> Index<&Q> for Map<K, V> {
    type Output = V;

    /// Panics where there is no such key.
    fn index(&self, key: &Q) -> &V {
        match self.place(key) {
            Ok(place) => &self.0[place].1,
            Err(_) => panic!("there is no such key"),
        }
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::default();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for Map<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = std::iter::Map<std::slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(key, value)| (key, value))
    }
}

impl<K: Serialize, V: Serialize> Serialize for Map<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Deserialize<'de> for Map<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

/// Reads the entries of a map; of a key that stands twice, the last.
struct Entries<K, V>(PhantomData<(K, V)>);

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Visitor<'de> for Entries<K, V> {
    type Value = Map<K, V>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(Map::of(entries))
    }
}

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
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::{Map, Set};

    #[test]
    fn an_empty_map_is_written_as_a_map_and_the_last_of_two_counts() {
        assert_eq!(serde_json::to_string(&Map::<String, u8>::new()).unwrap(), "{}");
        let map: Map<u32, &str> = serde_json::from_str(r#"{"10":"a","9":"b","10":"c"}"#).unwrap();
        assert_eq!(serde_json::to_string(&map).unwrap(), r#"{"9":"b","10":"c"}"#);
        assert!(serde_json::from_str::<Map<String, u8>>("[]").is_err());
    }

    #[test]
    fn a_large_map_in_the_worst_order_is_read_at_once() {
        let written: Vec<String> = (0..200_000).rev().map(|key| format!("\"{key:06}\":{key}")).collect();
        let map: Map<String, u32> = serde_json::from_str(&format!("{{{}}}", written.join(","))).unwrap();
        assert!(map.values().copied().eq(0..200_000));
    }

    proptest! {
        #[test]
        fn a_map_is_what_a_tree_would_be(entries in prop::collection::vec((0..20u8, 0..9u8), 0..30), sought in 0..20u8) {
            let mut tree: BTreeMap<u8, u8> = entries.iter().copied().collect();
            let mut map: Map<u8, u8> = entries.into_iter().collect();
            prop_assert!(map.iter().eq(tree.iter()) && map.keys().eq(tree.keys()) && map.values().eq(tree.values()));
            prop_assert_eq!((map.get(&sought), map.contains_key(&sought)), (tree.get(&sought), tree.contains_key(&sought)));
            *map.entry(sought).or_default() += 1;
            *tree.entry(sought).or_default() += 1;
            prop_assert!(map.iter().eq(tree.iter()));
            prop_assert_eq!(map.remove(&sought), tree.remove(&sought));
            map.retain(|_, value| *value > 3);
            tree.retain(|_, value| *value > 3);
            prop_assert_eq!((map.len(), map.is_empty()), (tree.len(), tree.is_empty()));
            prop_assert!(map.into_iter().eq(tree.into_iter()));
        }

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
