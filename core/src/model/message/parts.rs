//! Words that messages have to hold.

use alloc::borrow::Cow;
use core::fmt;
use core::marker::PhantomData;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The word that a type stands for.
pub(super) trait Word {
    const WORD: &'static str;
}

/// A member that has to be the one word.
pub(super) struct Fixed<W>(PhantomData<W>);

/// JSON-RPC's version.
pub(super) enum Two {}

impl Word for Two {
    const WORD: &'static str = "2.0";
}

impl<W> Default for Fixed<W> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<W> Clone for Fixed<W> {
    fn clone(&self) -> Self {
        Self(PhantomData)
    }
}

impl<W: Word> fmt::Debug for Fixed<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        W::WORD.fmt(f)
    }
}

impl<W: Word> Serialize for Fixed<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(W::WORD)
    }
}

impl<'de, W: Word> Deserialize<'de> for Fixed<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = Cow::<'de, str>::deserialize(deserializer)?;
        if word == W::WORD {
            return Ok(Self::default());
        }
        Err(de::Error::custom(format_args!("{:?} is expected", W::WORD)))
    }
}
