//! The values of a choice.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::Writer;
use crate::model::array::{write_array, write_strings};
use crate::model::decode::{Decode, Members, Raw};
use crate::model::decode_error::DecodeError;

#[derive(Debug, Clone)]
pub(super) enum Options {
    Untitled(Vec<String>),
    Titled(Vec<Titled>),
    /// Titles in a list of their own, as earlier revisions had them: read, and written only as it was read.
    Legacy {
        values: Vec<String>,
        titles: Vec<String>,
    },
}

#[derive(Debug, Clone)]
pub(super) struct Titled {
    value: String,
    title: String,
}

impl Options {
    pub(super) fn untitled<V: Into<String>>(values: impl IntoIterator<Item = V>) -> Self {
        Self::Untitled(values.into_iter().map(Into::into).collect())
    }

    pub(super) fn titled<V: Into<String>, T: Into<String>>(
        options: impl IntoIterator<Item = (V, T)>,
    ) -> Self {
        let options = options.into_iter();
        Self::Titled(
            options.map(|(value, title)| Titled { value: value.into(), title: title.into() }).collect(),
        )
    }

    /// Each value with its title, which is the value where there is no other.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let (values, titles, titled): (&[String], &[String], &[Titled]) = match self {
            Self::Untitled(values) => (values, &[], &[]),
            Self::Titled(titled) => (&[], &[], titled),
            Self::Legacy { values, titles } => (values, titles, &[]),
        };
        let untitled = values.iter().enumerate().map(|(i, value)| (value, titles.get(i).unwrap_or(value)));
        let titled = titled.iter().map(|option| (&option.value, &option.title));
        untitled.chain(titled).map(|(value, title)| (value.as_str(), title.as_str()))
    }

    pub(super) fn contains(&self, value: &str) -> bool {
        self.iter().any(|(option, _)| option == value)
    }

    /// Writes `,"enum":[…]` or `,"oneOf":[…]`.
    pub(super) fn write_single(&self, w: &mut Writer<'_>) {
        match self {
            Self::Untitled(values) => write_strings(values, w.literal(",\"enum\":")),
            Self::Titled(options) => {
                write_array(options, w.literal(",\"oneOf\":"), Titled::write);
            }
            Self::Legacy { values, titles } => {
                write_strings(values, w.literal(",\"enum\":"));
                write_strings(titles, w.literal(",\"enumNames\":"));
            }
        }
    }

    /// Writes `,"items":{…}`.
    pub(super) fn write_items(&self, w: &mut Writer<'_>) {
        w.literal(",\"items\":{");
        match self {
            Self::Untitled(values) | Self::Legacy { values, .. } => {
                write_strings(values, w.literal("\"type\":\"string\",\"enum\":"));
            }
            Self::Titled(options) => {
                write_array(options, w.literal("\"anyOf\":"), Titled::write);
            }
        }
        w.literal("}");
    }

    pub(super) fn read_single(members: &Members<'_>) -> Result<Self, DecodeError> {
        if members.given("oneOf").is_some() {
            return members.required("oneOf").map(Self::Titled);
        }
        let values = members.required("enum")?;
        Ok(match members.optional("enumNames")? {
            Some(titles) => Self::Legacy { values, titles },
            None => Self::Untitled(values),
        })
    }

    pub(super) fn read_items(members: &Members<'_>) -> Result<Self, DecodeError> {
        let items = members.child("items")?;
        let options = if items.given("anyOf").is_some() {
            items.required("anyOf").map(Self::Titled)
        } else {
            items.word("type", "string").and_then(|()| items.required("enum")).map(Self::Untitled)
        };
        options.map_err(|error| error.inside("items"))
    }
}

impl Titled {
    fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"const\":").string(&self.value).literal(",\"title\":").string(&self.title).literal("}");
    }
}

impl Decode for Titled {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        Ok(Self { value: members.required("const")?, title: members.required("title")? })
    }
}
