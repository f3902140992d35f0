//! A shared value that equals itself only, so that comparing properties costs a pointer and not a walk.

use std::ops::Deref;
use std::rc::Rc;

/// A value behind a pointer; equal where it is the same one.
pub struct Held<T>(Rc<T>);

impl<T> Held<T> {
    /// Holds `value`.
    pub fn new(value: T) -> Self {
        Self(Rc::new(value))
    }
}

impl<T> From<Rc<T>> for Held<T> {
    fn from(value: Rc<T>) -> Self {
        Self(value)
    }
}

impl<T> Clone for Held<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for Held<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Held<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
