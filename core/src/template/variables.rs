//! The values that the variables of a URI template have in one URI.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::decode;

/// What a URI says in the places where its template has variables: for each of them a string, or a list of strings for
/// `{/var*}`. Variables without a value, such as a name that is not in the query, are not here.
///
/// <div class="warning">
///
/// **Values are what a stranger wrote, percent-decoded.** Any of them, also one of a single segment, may hold `/`, `\`,
/// `..`, NUL, line breaks and control characters: `docs:///%2e%2e%2Fsecret` has the one segment `../secret`. That a URI
/// matches says nothing about what its values are good for. Check a value before it becomes a part of a path, a query,
/// a command or a header.
///
/// </div>
///
/// Worst-case memory: the URI's length, the names, 40 bytes for each variable and 32 for each segment of a list, of which
/// there are at most 1,024.
#[derive(Clone, Default)]
pub struct Variables {
    /// Names and values, one behind the other.
    text: String,
    entries: Vec<Entry>,
    /// The segments of lists.
    segments: Vec<Range<usize>>,
}

#[derive(Debug, Clone)]
struct Entry {
    /// A range of the text.
    name: Range<usize>,
    value: Place,
}

#[derive(Debug, Clone)]
enum Place {
    /// A range of the text.
    Text(Range<usize>),
    /// A range of the segments.
    List(Range<usize>),
}

/// One variable's value.
#[derive(Clone, Copy)]
pub(super) enum Value<'a> {
    Text(&'a str),
    List(Segments<'a>),
}

/// The segments of one list.
#[derive(Clone, Copy)]
pub(super) struct Segments<'a> {
    text: &'a str,
    ranges: &'a [Range<usize>],
}

impl Variables {
    /// No variables yet: for a matcher of your own.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a variable with a string. One of the same name is replaced.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.remove(name);
        self.push_text(name, value);
        self
    }

    /// Adds a variable with a list. One of the same name is replaced.
    #[must_use]
    pub fn with_list<'s>(mut self, name: &str, segments: impl IntoIterator<Item = &'s str>) -> Self {
        self.remove(name);
        let pushed = self.push_list(name, segments.into_iter().map(|segment| Some(Cow::Borrowed(segment))));
        debug_assert!(pushed.is_some(), "every segment was there");
        self
    }

    /// The string that the variable stands for, **to be checked before it is used**; `None` if it has no value or
    /// stands for a list.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        match self.value(name)? {
            Value::Text(text) => Some(text),
            Value::List(_) => None,
        }
    }

    /// The segments that a variable of the form `{/var*}` stands for, **to be checked before they are used**; `None`
    /// for every other one. A list may be empty.
    #[must_use]
    pub fn list<'v>(
        &'v self,
        name: &str,
    ) -> Option<impl DoubleEndedIterator<Item = &'v str> + ExactSizeIterator + Clone + use<'v>> {
        match self.value(name)? {
            Value::Text(_) => None,
            Value::List(segments) => Some(segments.iter()),
        }
    }

    /// The names and their strings, in the order in which the template declares them; a list's name comes with each of
    /// its segments in turn.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries().flat_map(|(name, value)| {
            let (text, segments) = match value {
                Value::Text(text) => (Some(text), None),
                Value::List(segments) => (None, Some(segments.iter())),
            };
            text.into_iter().chain(segments.into_iter().flatten()).map(move |value| (name, value))
        })
    }

    /// Reads the variables into a type: a struct with a field for each, or a map. A string becomes a number, a `bool`, a
    /// `char` or an enum's variant if it is spelled like one; a variable without a value is for an `Option` or a field
    /// with a default.
    ///
    /// What fails is said by the variable's name and what was expected, never by its value.
    pub(crate) fn decode<'a, T: Deserialize<'a>>(&'a self) -> Result<T, String> {
        decode::decode(self)
    }

    pub(super) fn with_capacity(bytes: usize, variables: usize) -> Self {
        Self {
            text: String::with_capacity(bytes),
            entries: Vec::with_capacity(variables),
            segments: Vec::new(),
        }
    }

    /// Adds a variable that is not there yet.
    pub(super) fn push_text(&mut self, name: &str, value: &str) {
        let name = self.store(name);
        let value = Place::Text(self.store(value));
        self.entries.push(Entry { name, value });
    }

    /// Adds a variable that is not there yet, unless one of its segments is `None`.
    pub(super) fn push_list<'s>(
        &mut self,
        name: &str,
        segments: impl Iterator<Item = Option<Cow<'s, str>>>,
    ) -> Option<()> {
        let name = self.store(name);
        let start = self.segments.len();
        for segment in segments {
            let range = self.store(&segment?);
            self.segments.push(range);
        }
        self.entries.push(Entry { name, value: Place::List(start..self.segments.len()) });
        Some(())
    }

    /// The names and values in order.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&str, Value<'_>)> {
        self.entries.iter().map(|entry| (&self.text[entry.name.clone()], self.at(&entry.value)))
    }

    fn value(&self, name: &str) -> Option<Value<'_>> {
        self.entries().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    fn at(&self, place: &Place) -> Value<'_> {
        match place {
            Place::Text(range) => Value::Text(&self.text[range.clone()]),
            Place::List(range) => {
                Value::List(Segments { text: &self.text, ranges: &self.segments[range.clone()] })
            }
        }
    }

    fn store(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    fn remove(&mut self, name: &str) {
        let text = &self.text;
        self.entries.retain(|entry| text[entry.name.clone()] != *name);
    }
}

impl<'a> Segments<'a> {
    pub(super) fn iter(self) -> impl DoubleEndedIterator<Item = &'a str> + ExactSizeIterator + Clone {
        self.ranges.iter().map(move |range| &self.text[range.clone()])
    }
}

impl fmt::Debug for Variables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.entries()).finish()
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => text.fmt(f),
            Self::List(segments) => f.debug_list().entries(segments.iter()).finish(),
        }
    }
}

/// From a map of strings and lists of strings, so that a handler may take all variables as they are.
impl<'de> Deserialize<'de> for Variables {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Collector)
    }
}

struct Collector;

impl<'de> Visitor<'de> for Collector {
    type Value = Variables;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map of strings and lists of strings")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Variables, A::Error> {
        let mut variables = Variables::new();
        while let Some((name, value)) = map.next_entry::<Cow<'de, str>, Given<'de>>()? {
            variables = match value {
                Given::Text(text) => variables.with(&name, &text),
                Given::List(list) => variables.with_list(&name, list.iter().map(|segment| &**segment)),
            };
        }
        Ok(variables)
    }
}

/// A value on its way in.
enum Given<'de> {
    Text(Cow<'de, str>),
    List(Vec<Cow<'de, str>>),
}

impl<'de> Deserialize<'de> for Given<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Given<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or a list of strings")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Given<'de>, E> {
                Ok(Given::Text(text.into()))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Given<'de>, E> {
                Ok(Given::Text(String::from(text).into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Given<'de>, A::Error> {
                let mut list = Vec::new();
                while let Some(segment) = seq.next_element()? {
                    list.push(segment);
                }
                Ok(Given::List(list))
            }
        }
        deserializer.deserialize_any(Either)
    }
}
