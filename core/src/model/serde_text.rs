//! The same JSON by way of serde, for programs that read and write messages with `serde_json`.
//!
//! A value is handed over as text that is already JSON. Only the serializers and deserializers of `serde_json` know such
//! text.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use serde_json::value::RawValue;

use super::decode::Decode;
use crate::json::Writer;

pub(super) fn serialize<S: Serializer>(
    serializer: S,
    write: impl FnOnce(&mut Writer<'_>),
) -> Result<S::Ok, S::Error> {
    let mut out = Vec::new();
    write(&mut Writer::new(&mut out));
    let text = String::from_utf8(out).map_err(ser::Error::custom)?;
    RawValue::from_string(text).map_err(ser::Error::custom)?.serialize(serializer)
}

pub(super) fn deserialize<'de, T: Decode, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let text = Box::<RawValue>::deserialize(deserializer)?;
    T::from_text(text.get()).map_err(de::Error::custom)
}

/// Makes types that write and read themselves known to serde: `Type => |value, w| …`.
macro_rules! serde_as_json {
    ($($ty:ty => $write:expr),* $(,)?) => {$(
        impl serde::Serialize for $ty {
            /// For the serializers of `serde_json` only.
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&Self, &mut crate::json::Writer<'_>) = $write;
                crate::model::serde_text::serialize(serializer, |w| write(self, w))
            }
        }

        impl<'de> serde::Deserialize<'de> for $ty {
            /// For the deserializers of `serde_json` only.
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::model::serde_text::deserialize(deserializer)
            }
        }
    )*};
}
pub(super) use serde_as_json;
