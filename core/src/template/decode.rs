//! From variables to the type that a handler takes.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use serde::de::value::{BorrowedStrDeserializer, SeqDeserializer};
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, Expected, IntoDeserializer, MapAccess, Unexpected,
    Visitor,
};
use serde::forward_to_deserialize_any;

use super::Variables;
use super::variables::Value;

/// See [`Variables::decode`].
pub(super) fn decode<'a, T: Deserialize<'a>>(variables: &'a Variables) -> Result<T, String> {
    T::deserialize(All(variables)).map_err(|misfit| match misfit.variable {
        Some(variable) => format!("the variable `{variable}` {}", misfit.problem),
        None => format!("the variables {}", misfit.problem),
    })
}

/// What is wrong, without a word of any value.
#[derive(Debug)]
pub(super) struct Misfit {
    variable: Option<String>,
    /// Follows the name.
    problem: String,
}

impl Misfit {
    fn must_be(expected: impl fmt::Display) -> Self {
        Self { variable: None, problem: format!("must be {expected}") }
    }

    fn of(self, variable: &str) -> Self {
        Self { variable: Some(variable.into()), ..self }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)
    }
}

impl core::error::Error for Misfit {}

impl de::Error for Misfit {
    /// The text is of some type's author, and may quote the value.
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self { variable: None, problem: "is not acceptable".into() }
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::must_be(expected)
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::must_be(expected)
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        Self::must_be(expected)
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        let names: Vec<_> = expected.iter().map(|name| format!("`{name}`")).collect();
        Self::must_be(format_args!("one of {}", names.join(", ")))
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        Self { variable: None, problem: "is not expected".into() }.of(field)
    }

    fn missing_field(field: &'static str) -> Self {
        Self { variable: None, problem: "is missing".into() }.of(field)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self { variable: None, problem: "is there twice".into() }.of(field)
    }
}

/// All variables, as a map.
struct All<'a>(&'a Variables);

impl<'de> Deserializer<'de> for All<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_map(Walk { entries: self.0.entries(), value: None })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf seq tuple tuple_struct map
        struct enum identifier ignored_any
    }
}

struct Walk<'de, I> {
    entries: I,
    /// The value behind the name that was given last.
    value: Option<(&'de str, Value<'de>)>,
}

impl<'de, I: Iterator<Item = (&'de str, Value<'de>)>> MapAccess<'de> for Walk<'de, I> {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Misfit> {
        self.value = self.entries.next();
        let Some((name, _)) = self.value else { return Ok(None) };
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Misfit> {
        let (name, value) = self.value.take().expect("a name comes before its value");
        seed.deserialize(value).map_err(|misfit| misfit.of(name))
    }
}

impl<'de> Value<'de> {
    fn parse<T: FromStr>(self) -> Option<T> {
        match self {
            Self::Text(text) => text.parse().ok(),
            Self::List(_) => None,
        }
    }
}

macro_rules! integers {
    ($($method:ident $visit:ident $number:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
            let Some(number) = self.parse() else {
                let (least, most) = ($number::MIN, $number::MAX);
                return Err(Misfit::must_be(format_args!("an integer from {least} to {most}")));
            };
            visitor.$visit(number)
        }
    )*};
}

impl<'de> Deserializer<'de> for Value<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self {
            Self::Text(text) => visitor.visit_borrowed_str(text),
            Self::List(segments) => {
                let mut elements = SeqDeserializer::new(segments.iter().map(Value::Text));
                let value = visitor.visit_seq(&mut elements)?;
                elements.end()?;
                Ok(value)
            }
        }
    }

    integers! {
        deserialize_i8 visit_i8 i8;
        deserialize_i16 visit_i16 i16;
        deserialize_i32 visit_i32 i32;
        deserialize_i64 visit_i64 i64;
        deserialize_i128 visit_i128 i128;
        deserialize_u8 visit_u8 u8;
        deserialize_u16 visit_u16 u16;
        deserialize_u32 visit_u32 u32;
        deserialize_u64 visit_u64 u64;
        deserialize_u128 visit_u128 u128;
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let number = self.parse().filter(|number: &f32| number.is_finite());
        visitor.visit_f32(number.ok_or_else(|| Misfit::must_be("a number"))?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let number = self.parse().filter(|number: &f64| number.is_finite());
        visitor.visit_f64(number.ok_or_else(|| Misfit::must_be("a number"))?)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_bool(self.parse().ok_or_else(|| Misfit::must_be("`true` or `false`"))?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self {
            Self::Text(text) => BorrowedStrDeserializer::new(text).deserialize_enum(name, variants, visitor),
            Self::List(_) => self.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Misfit> for Value<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
