//! What was decoded already, by address.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::state::held::Held;

/// More than this is not kept: then everything is forgotten, and asked for again.
const MOST: usize = 512;

thread_local! {
    static VALUES: RefCell<HashMap<String, Rc<dyn Any>>> = RefCell::default();
}

/// The value that `url` had.
pub fn get<T: 'static>(url: &str) -> Option<Held<T>> {
    let value = VALUES.with_borrow(|values| values.get(url).cloned())?;
    value.downcast::<T>().ok().map(Held::from)
}

/// Keeps the value of `url`.
pub fn put<T: 'static>(url: &str, value: &Held<T>) {
    VALUES.with_borrow_mut(|values| {
        if values.len() >= MOST {
            values.clear();
        }
        values.insert(url.to_owned(), value.clone().into_rc());
    });
}
