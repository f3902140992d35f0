//! What was decoded already, by address.

use std::cell::RefCell;
use std::rc::Rc;

use super::documents::Value;

/// More than this is not kept: then everything is forgotten, and asked for again.
const MOST: usize = 512;

thread_local! {
    static VALUES: RefCell<Vec<(String, Value)>> = const { RefCell::new(Vec::new()) };
}

/// The value that `url` had.
pub fn get(url: &str) -> Option<Value> {
    VALUES.with_borrow(|values| values.iter().find(|(of, _)| of == url).map(|(_, value)| Rc::clone(value)))
}

/// Keeps the value of `url`.
pub fn put(url: &str, value: &Value) {
    VALUES.with_borrow_mut(|values| {
        if values.len() >= MOST {
            values.clear();
        }
        values.retain(|(of, _)| of != url);
        values.push((url.to_owned(), Rc::clone(value)));
    });
}
