//! Tokens → values of any shape that serde knows.

use std::borrow::Cow;

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use shared::number::decimal;

use super::Broken;
use super::reader::{Items, Reader};

impl<'de> de::Deserializer<'de> for &mut Reader<'de> {
    type Error = Broken;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        match self.peek() {
            b'"' => self.deserialize_str(visitor),
            b'{' => self.deserialize_map(visitor),
            b'[' => self.deserialize_seq(visitor),
            b't' | b'f' => self.deserialize_bool(visitor),
            b'n' => self.word("null").and_then(|()| visitor.visit_unit()),
            _ => {
                let (negative, digits, exponent) = self.number()?;
                match (negative, exponent) {
                    (false, 0) => visitor.visit_u64(digits),
                    _ => {
                        visitor.visit_f64(if negative { -decimal(digits, exponent) } else { decimal(digits, exponent) })
                    }
                }
            }
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        let value = self.peek() == b't';
        self.word(if value { "true" } else { "false" })?;
        visitor.visit_bool(value)
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        let value = self.integer()?;
        visitor.visit_i64(value)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        let value = u64::try_from(self.integer()?).map_err(|_| self.broken())?;
        visitor.visit_u64(value)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        self.deserialize_u32(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        let value = self.float()?;
        visitor.visit_f64(value)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        match self.string()? {
            Cow::Borrowed(text) => visitor.visit_str(text),
            Cow::Owned(text) => visitor.visit_str(&text),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        if self.peek() == b'n' {
            self.word("null")?;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Broken> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        self.take(b'[')?;
        self.nested(|reader| {
            let mut items = Items { reader, close: b']', first: true };
            let value = visitor.visit_seq(&mut items)?;
            items.end().map(|()| value)
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Broken> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        self.take(b'{')?;
        self.nested(|reader| {
            let mut items = Items { reader, close: b'}', first: true };
            let value = visitor.visit_map(&mut items)?;
            items.end().map(|()| value)
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Broken> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Broken> {
        let name = self.string()?;
        let name: StrDeserializer<'_, Broken> = name.as_ref().into_deserializer();
        visitor.visit_enum(name)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        self.skip()?;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i8 i16 i64 i128 u8 u16 u128 f32 char bytes byte_buf unit unit_struct tuple_struct
    }
}

impl<'de> SeqAccess<'de> for &mut Items<'_, 'de> {
    type Error = Broken;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Broken> {
        if self.more()? { seed.deserialize(&mut *self.reader).map(Some) } else { Ok(None) }
    }
}

impl<'de> MapAccess<'de> for &mut Items<'_, 'de> {
    type Error = Broken;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Broken> {
        if self.more()? { seed.deserialize(Name(self.reader)).map(Some) } else { Ok(None) }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Broken> {
        self.reader.take(b':')?;
        seed.deserialize(&mut *self.reader)
    }
}

/// The name of a member; a number where the map has numbers for keys.
struct Name<'r, 'a>(&'r mut Reader<'a>);

impl<'de> de::Deserializer<'de> for Name<'_, 'de> {
    type Error = Broken;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        let name = self.0.string()?;
        visitor.visit_str(&name)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        let name = self.0.string()?;
        let number = name.parse().map_err(|_| self.0.broken())?;
        visitor.visit_u32(number)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
