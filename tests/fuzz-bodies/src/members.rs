//! The members of an object, by serde_json and as they stand in the text.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// The members of one object by name.
pub(crate) struct Members<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Members<'a> {
    /// `None` when the text is no object.
    pub(crate) fn of(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok().map(Self)
    }

    /// The text of a member.
    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        self.0.get(name).map(|value| value.get())
    }

    /// The content of a member that is a string.
    pub(crate) fn string(&self, name: &str) -> Option<String> {
        self.get(name).and_then(|text| serde_json::from_str(text).ok())
    }

    /// The members of a member that is an object.
    pub(crate) fn object(&self, name: &str) -> Option<Self> {
        self.get(name).and_then(Self::of)
    }

    /// The names of all members, sorted.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.0.keys().map(String::as_str).collect()
    }
}

/// The text of a value that may be an id or a token: a string of at most 256 bytes, or an integer of 64 bits.
pub(crate) fn id(text: &str) -> Option<&str> {
    let fits = if text.starts_with('"') {
        serde_json::from_str::<String>(text).is_ok_and(|content| content.len() <= 256)
    } else {
        text != "-0" && text.parse().is_ok_and(|n| (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&n))
    };
    fits.then_some(text)
}
