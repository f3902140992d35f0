//! Trees → what they stand for. Values are filled where they lie: moving each on its way costs more code than reading it.

use std::marker::PhantomData;
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

/// What can be filled from JSON.
pub trait Fill {
    /// Fills it with what stands there.
    fn fill(&mut self, json: &Json) -> Result<(), Unfit>;
}

/// What can be made of JSON: an empty value, then filled.
pub trait Shape: Fill + Sized {
    /// A value to be filled.
    fn empty() -> Self;
}

/// Makes a value of a tree.
pub fn made<T: Shape>(json: &Json) -> Result<T, Unfit> {
    let mut made = T::empty();
    made.fill(json)?;
    Ok(made)
}

/// Shapes that are read in one go, and whose empty value is the usual one.
macro_rules! plain {
    ($($shape:ty: $read:expr;)*) => {$(
        impl Fill for $shape {
            fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
                let read: fn(&Json) -> Option<Self> = $read;
                *self = read(json).ok_or(Unfit::SELF)?;
                Ok(())
            }
        }

        impl Shape for $shape {
            fn empty() -> Self {
                Self::default()
            }
        }
    )*};
}

plain! {
    String: |json| text(json).map(str::to_owned);
    bool: |json| if let Json::Bool(value) = json { Some(*value) } else { None };
    u64: whole;
    u32: |json| whole(json)?.try_into().ok();
    i32: |json| match json {
        Json::Number { negative: true, digits, exponent: 0 } => 0_i32.checked_sub_unsigned((*digits).try_into().ok()?),
        _ => whole(json)?.try_into().ok(),
    };
    usize: |json| whole(json)?.try_into().ok();
    f64: |json| {
        let Json::Number { negative, digits, exponent } = json else { return None };
        let value = decimal(*digits, *exponent);
        Some(if *negative { -value } else { value })
    };
}

fn text(json: &Json) -> Option<&str> {
    if let Json::Text(text) = json { Some(text) } else { None }
}

fn whole(json: &Json) -> Option<u64> {
    if let Json::Number { negative: false, digits, exponent: 0 } = json { Some(*digits) } else { None }
}

/// The value that a name stands for: names and values in the same order.
pub fn named<const N: usize, T: Copy>(json: &Json, names: [&str; N], values: [T; N]) -> Result<T, Unfit> {
    place(json, &names).map(|place| values[place]).ok_or(Unfit::SELF)
}

/// The place of a name among all.
fn place(json: &Json, names: &[&str]) -> Option<usize> {
    let name = text(json)?;
    names.iter().position(|known| *known == name)
}

impl<T: Shape> Fill for Option<T> {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        match json {
            Json::Null => Ok(()),
            _ => self.insert(T::empty()).fill(json),
        }
    }
}

impl<T: Shape> Shape for Option<T> {
    fn empty() -> Self {
        None
    }
}

impl<T: Shape> Fill for Vec<T> {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        let Json::List(items) = json else { return Err(Unfit::SELF) };
        for item in items {
            self.push(made(item)?);
        }
        Ok(())
    }
}

impl<T: Shape> Shape for Vec<T> {
    fn empty() -> Self {
        Self::new()
    }
}

/// A map to be filled with the members of an object, whatever they are called.
pub struct Pairs<'a, K, T, M>(&'a mut M, PhantomData<(K, T)>);

/// A map to be filled.
pub fn pairs<K, T, M: FromIterator<(K, T)>>(map: &mut M) -> Pairs<'_, K, T, M> {
    Pairs(map, PhantomData)
}

impl<K: FromStr, T: Shape, M: FromIterator<(K, T)>> Fill for Pairs<'_, K, T, M> {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        let Json::Object(members) = json else { return Err(Unfit::SELF) };
        let mut list = Vec::new();
        for (name, value) in members {
            list.push((name.parse().map_err(|_| Unfit::SELF)?, made(value)?));
        }
        *self.0 = list.into_iter().collect();
        Ok(())
    }
}

/// A member of an object.
pub struct Member<'a> {
    name: &'static str,
    required: bool,
    value: &'a mut dyn Fill,
}

/// A member that must be there.
pub fn must<'a>(name: &'static str, value: &'a mut dyn Fill) -> Member<'a> {
    Member { name, required: true, value }
}

/// A member that stays as it is where it is absent.
pub fn may<'a>(name: &'static str, value: &'a mut dyn Fill) -> Member<'a> {
    Member { name, required: false, value }
}

/// Fills values with the members of an object; those that nobody asks for are passed over.
pub fn members(json: &Json, wanted: &mut [Member]) -> Result<(), Unfit> {
    let Json::Object(members) = json else { return Err(Unfit::SELF) };
    for Member { name, required, value } in wanted {
        let json = members.iter().find(|(of, _)| of == name).map_or(&Json::Null, |(_, value)| value);
        if *required || !matches!(json, Json::Null) {
            value.fill(json).map_err(|unfit| if unfit == Unfit::SELF { Unfit(name) } else { unfit })?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Broken, read};
    use super::*;

    #[derive(Debug, Default, PartialEq)]
    struct Inner {
        depth: u32,
    }

    #[derive(Debug, Default, PartialEq)]
    struct Outer {
        name: String,
        note: Option<String>,
        inner: Vec<Inner>,
    }

    impl Fill for Inner {
        fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
            members(json, &mut [must("depth", &mut self.depth)])
        }
    }

    impl Shape for Inner {
        fn empty() -> Self {
            Self::default()
        }
    }

    impl Fill for Outer {
        fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
            let Self { name, note, inner } = self;
            members(json, &mut [must("name", name), may("note", note), may("inner", inner)])
        }
    }

    impl Shape for Outer {
        fn empty() -> Self {
            Self::default()
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
