//! Trees → what they stand for.

use std::str::FromStr;

use shared::number::decimal;

use super::Json;

/// A value is not of the shape that was asked for: the member that is not there or not right, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfit(pub &'static str);

impl Unfit {
    /// It is unfit itself, whatever it is called.
    pub const SELF: Self = Self("");
}

/// A value of the shape that was asked for.
pub type Shaped<T> = Result<T, Unfit>;

/// What can be made of JSON.
pub trait Shape: Sized {
    /// Makes it.
    fn shape(json: &Json) -> Shaped<Self>;
}

impl Shape for String {
    fn shape(json: &Json) -> Shaped<Self> {
        text(json).map(str::to_owned)
    }
}

impl Shape for bool {
    fn shape(json: &Json) -> Shaped<Self> {
        if let Json::Bool(value) = json { Ok(*value) } else { Err(Unfit::SELF) }
    }
}

impl Shape for u64 {
    fn shape(json: &Json) -> Shaped<Self> {
        match json {
            Json::Number { negative: false, digits, exponent: 0 } => Ok(*digits),
            _ => Err(Unfit::SELF),
        }
    }
}

impl Shape for u32 {
    fn shape(json: &Json) -> Shaped<Self> {
        u64::shape(json)?.try_into().map_err(|_| Unfit::SELF)
    }
}

impl Shape for i32 {
    fn shape(json: &Json) -> Shaped<Self> {
        match json {
            Json::Number { negative: true, digits, exponent: 0 } => {
                u32::try_from(*digits).ok().and_then(|digits| 0_i32.checked_sub_unsigned(digits)).ok_or(Unfit::SELF)
            }
            _ => u32::shape(json)?.try_into().map_err(|_| Unfit::SELF),
        }
    }
}

impl Shape for f64 {
    fn shape(json: &Json) -> Shaped<Self> {
        let Json::Number { negative, digits, exponent } = json else { return Err(Unfit::SELF) };
        let value = decimal(*digits, *exponent);
        Ok(if *negative { -value } else { value })
    }
}

impl<T: Shape> Shape for Option<T> {
    fn shape(json: &Json) -> Shaped<Self> {
        if matches!(json, Json::Null) { Ok(None) } else { T::shape(json).map(Some) }
    }
}

impl<T: Shape> Shape for Vec<T> {
    fn shape(json: &Json) -> Shaped<Self> {
        let Json::List(items) = json else { return Err(Unfit::SELF) };
        let mut made = Self::with_capacity(items.len());
        for item in items {
            made.push(T::shape(item)?);
        }
        Ok(made)
    }
}

/// The keys and values of a map.
pub struct Pairs<K, T>(Vec<(K, T)>);

impl<K, T> Pairs<K, T> {
    /// The map.
    pub fn collect<M: FromIterator<(K, T)>>(self) -> M {
        self.0.into_iter().collect()
    }
}

impl<K, T> Default for Pairs<K, T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: FromStr, T: Shape> Shape for Pairs<K, T> {
    fn shape(json: &Json) -> Shaped<Self> {
        let Json::Object(members) = json else { return Err(Unfit::SELF) };
        let mut made = Vec::with_capacity(members.len());
        for (name, value) in members {
            made.push((name.parse().map_err(|_| Unfit::SELF)?, T::shape(value)?));
        }
        Ok(Self(made))
    }
}

/// The value that a name stands for: names and values in the same order.
pub fn named<const N: usize, T: Copy>(json: &Json, names: [&str; N], values: [T; N]) -> Shaped<T> {
    Ok(values[place(text(json)?, &names)?])
}

/// The place of a name among all.
fn place(name: &str, names: &[&str]) -> Shaped<usize> {
    names.iter().position(|known| *known == name).ok_or(Unfit::SELF)
}

fn text(json: &Json) -> Shaped<&str> {
    if let Json::Text(text) = json { Ok(text) } else { Err(Unfit::SELF) }
}

/// The members of an object, taken one by one; those that nobody takes are passed over. What is not there or not right is
/// an empty value until [`done`](Self::done) says so.
pub struct Members<'a> {
    of: &'a [(String, Json)],
    unfit: Option<Unfit>,
}

impl<'a> Members<'a> {
    /// The members of an object.
    pub fn of(json: &'a Json) -> Self {
        match json {
            Json::Object(members) => Self { of: members, unfit: None },
            _ => Self { of: &[], unfit: Some(Unfit::SELF) },
        }
    }

    /// One that must be there.
    pub fn need<T: Shape>(&mut self, name: &'static str) -> Shaped<T> {
        match self.unfit {
            Some(unfit) => Err(unfit),
            None => within(name, T::shape(self.find(name))),
        }
    }

    /// One that must be there.
    pub fn take<T: Shape + Default>(&mut self, name: &'static str) -> T {
        let shaped = self.need(name);
        self.settle(shaped)
    }

    /// One that may be absent.
    pub fn maybe<T: Shape>(&mut self, name: &'static str) -> Option<T> {
        self.take(name)
    }

    /// One that is empty where it is absent.
    pub fn or_default<T: Shape + Default>(&mut self, name: &'static str) -> T {
        self.maybe(name).unwrap_or_default()
    }

    /// What was made of the members, if all that were asked for were right.
    pub fn done<T>(self, made: T) -> Shaped<T> {
        self.unfit.map_or(Ok(made), Err)
    }

    /// A member; nothing where it is absent.
    fn find(&self, name: &str) -> &'a Json {
        self.of.iter().find(|(of, _)| of == name).map_or(&Json::Null, |(_, value)| value)
    }

    fn settle<T: Default>(&mut self, shaped: Shaped<T>) -> T {
        shaped.unwrap_or_else(|unfit| {
            self.unfit = self.unfit.or(Some(unfit));
            T::default()
        })
    }
}

/// Gives what is unfit itself the name that it goes by.
fn within<T>(name: &'static str, shaped: Shaped<T>) -> Shaped<T> {
    shaped.map_err(|unfit| if unfit == Unfit::SELF { Unfit(name) } else { unfit })
}

#[cfg(test)]
mod tests {
    use super::super::{Broken, read};
    use super::*;

    #[derive(Debug, PartialEq)]
    struct Inner {
        depth: u32,
    }

    #[derive(Debug, PartialEq)]
    struct Outer {
        name: String,
        note: Option<String>,
        inner: Vec<Inner>,
    }

    impl Shape for Inner {
        fn shape(json: &Json) -> Shaped<Self> {
            let mut of = Members::of(json);
            let made = Self { depth: of.take("depth") };
            of.done(made)
        }
    }

    impl Shape for Outer {
        fn shape(json: &Json) -> Shaped<Self> {
            let mut of = Members::of(json);
            let made = Self { name: of.take("name"), note: of.maybe("note"), inner: of.or_default("inner") };
            of.done(made)
        }
    }

    #[test]
    fn members_may_stand_in_any_order_among_others() {
        let read =
            read::<Outer>(br#"{"new": [{"x": null}], "inner": [{"depth": 3, "b": 1}], "name": "n", "note": null}"#);
        assert_eq!(read, Ok(Outer { name: "n".to_owned(), note: None, inner: vec![Inner { depth: 3 }] }));
    }

    #[test]
    fn what_is_absent_or_wrong_is_named() {
        for (text, name) in [
            (r#"{"inner": []}"#, "name"),
            (r#"{"name": 7}"#, "name"),
            (r#"{"name": null}"#, "name"),
            (r#"{"name": "n", "note": 7}"#, "note"),
            (r#"{"name": "n", "inner": {}}"#, "inner"),
            (r#"{"name": "n", "inner": [{"depth": 1}, {}]}"#, "depth"),
            (r#"{"name": "n", "inner": [7]}"#, "inner"),
        ] {
            assert_eq!(read::<Outer>(text.as_bytes()), Err(Broken::Member(name)), "{text}");
        }
    }

    #[test]
    fn a_name_stands_for_a_value() {
        let value = |name: &str| named(&Json::Text(name.to_owned()), ["one", "two"], [1, 2]);
        assert_eq!((value("two"), value("three")), (Ok(2), Err(Unfit::SELF)));
        assert_eq!(named(&Json::Null, ["one"], [1]), Err(Unfit::SELF));
    }
}
