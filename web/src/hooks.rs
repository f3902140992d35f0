//! What parts of the page remember and do besides being drawn. yew's own hooks bring code for each type that they are used
//! with; here every value lies behind a pointer, so that the code is there once.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::ops::Deref;
use std::rc::Rc;

use yew::functional::{Hook, HookContext};
use yew::prelude::*;

/// The hooks of a part while it is drawn.
pub struct Hooks<'a>(&'a mut HookContext);

/// What was made of something, and of what.
type Made = RefCell<Option<(Box<dyn Any>, Rc<dyn Any>)>>;

/// What an effect does; what it returns is dropped when the effect is over.
type Effect = Box<dyn FnOnce() -> Box<dyn Any>>;

impl<'a> Hooks<'a> {
    /// The hooks of a component of yew's.
    pub fn new(context: &'a mut HookContext) -> Self {
        Self(context)
    }

    /// A state: `first` to begin with. The part is drawn anew each time that it is set.
    pub fn state<T: 'static>(&mut self, first: T) -> State<T> {
        State { handle: self.any_state(Rc::new(first)), of: PhantomData }
    }

    /// A value that stays as it was at first, for cells.
    pub fn kept<T: 'static>(&mut self, first: T) -> Rc<T> {
        of_type(self.any_kept(Rc::new(first)))
    }

    /// The element that it is given to.
    pub fn node(&mut self) -> NodeRef {
        (*self.kept(NodeRef::default())).clone()
    }

    /// What `make` makes of `from`: anew only where that is no longer equal to what it was.
    pub fn made<D: PartialEq + 'static, T: 'static>(&mut self, from: D, make: impl FnOnce(&D) -> T) -> Rc<T> {
        let made = self.kept(Made::default());
        if let Some((of, value)) = &*made.borrow()
            && of.downcast_ref() == Some(&from)
        {
            return of_type(Rc::clone(value));
        }
        let value = Rc::new(make(&from));
        *made.borrow_mut() = Some((Box::new(from), Rc::clone(&value) as Rc<dyn Any>));
        value
    }

    /// A callback that stays the same one.
    pub fn callback<T: 'static>(&mut self, call: impl Fn(T) + 'static) -> Callback<T> {
        (*self.made((), |()| Callback::from(call))).clone()
    }

    /// Runs `effect` once the part is on the page, and again whenever `on` is no longer equal to what it was. What it
    /// returns is dropped before the next time, and when the part leaves the page.
    pub fn effect<D: PartialEq + 'static, K: 'static>(&mut self, on: D, effect: impl FnOnce() -> K + 'static) {
        self.any_effect(Cause(Box::new(on)), Box::new(move || Box::new(effect())));
    }

    fn any_state(&mut self, first: Rc<dyn Any>) -> UseStateHandle<Rc<dyn Any>> {
        use_state(|| first).run(self.0)
    }

    fn any_kept(&mut self, first: Rc<dyn Any>) -> Rc<dyn Any> {
        Rc::clone(&*use_ref(|| first).run(self.0))
    }

    fn any_effect(&mut self, cause: Cause, effect: Effect) {
        use_effect_with(cause, |_: &Cause| {
            let kept = effect();
            || drop(kept)
        })
        .run(self.0);
    }
}

/// A hook has one type for as long as its component lives.
fn of_type<T: 'static>(value: Rc<dyn Any>) -> Rc<T> {
    value.downcast().expect("hooks are called in the same order each time")
}

/// What an effect depends on.
struct Cause(Box<dyn AnyCause>);

impl PartialEq for Cause {
    fn eq(&self, other: &Self) -> bool {
        self.0.same(&*other.0)
    }
}

/// A value of any type that can be told from others.
trait AnyCause: Any {
    fn same(&self, other: &dyn Any) -> bool;
}

impl<T: PartialEq + 'static> AnyCause for T {
    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

/// A part's state.
pub struct State<T> {
    handle: UseStateHandle<Rc<dyn Any>>,
    of: PhantomData<T>,
}

impl<T: 'static> State<T> {
    /// Replaces the value.
    pub fn set(&self, value: T) {
        self.handle.set(Rc::new(value));
    }
}

impl<T> Clone for State<T> {
    fn clone(&self) -> Self {
        Self { handle: self.handle.clone(), of: PhantomData }
    }
}

impl<T: 'static> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.handle.downcast_ref().expect("a state is set to values of its type alone")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_equal_where_type_and_value_are() {
        let cause = |value: Box<dyn AnyCause>| Cause(value);
        assert!(cause(Box::new(("a", 1))) == cause(Box::new(("a", 1))));
        assert!(cause(Box::new(("a", 1))) != cause(Box::new(("a", 2))));
        assert!(cause(Box::new(1_u32)) != cause(Box::new(1_i32)));
    }
}
