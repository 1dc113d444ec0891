//! `_meta` members that a definition or a result carries.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

use super::decode::{Decode, Raw};
use super::decode_error::DecodeError;
use super::serde_text::serde_as_json;
use crate::id::Id;
use crate::json::Writer;
use crate::jsonrpc::is_meta_key;

/// `_meta` members in the order they were given; the last value of a key counts.
///
/// Spec: basic, section "`_meta`".
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meta(
    /// Names and JSON texts.
    Vec<(String, String)>,
);

impl Meta {
    /// The JSON text of a member.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.iter().find(|(found, _)| *found == key).map(|(_, json)| json)
    }

    /// The members' names and JSON texts.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, json)| (key.as_str(), json.as_str()))
    }

    /// The member that names a subscription.
    pub(super) const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

    /// The subscription that a message belongs to: the id of the request that made it.
    ///
    /// # Errors
    ///
    /// The peer's fault: what is there is no id.
    pub fn subscription(&self) -> Result<Option<Id>, DecodeError> {
        let id = self.get(Self::SUBSCRIPTION).map(Id::from_text).transpose();
        id.map_err(|error| error.inside(Self::SUBSCRIPTION))
    }

    pub(super) fn read<'a>(members: impl Iterator<Item = (&'a str, Raw<'a>)>) -> Result<Self, DecodeError> {
        members.map(|(key, value)| Ok((key.into(), value.compact()?))).collect::<Result<_, _>>().map(Self)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sets a member.
    pub fn insert(&mut self, key: String, value: &Value) {
        let json = value.to_string();
        match self.0.iter_mut().find(|(k, _)| *k == key) {
            Some((_, old)) => *old = json,
            None => self.0.push((key, json)),
        }
    }

    /// The first key that breaks the grammar.
    #[inline(never)]
    pub(crate) fn bad_key(&self) -> Option<&str> {
        self.0.iter().map(|(key, _)| key.as_str()).find(|key| !is_meta_key(key))
    }

    /// Writes the members without the braces, each with a comma after it, leaving out the key `reserved`.
    pub(crate) fn write_members(&self, w: &mut Writer<'_>, reserved: &str) {
        for (key, json) in self.0.iter().filter(|(key, _)| key != reserved) {
            w.string(key).literal(":").literal(json).literal(",");
        }
    }

    /// Writes `,"_meta":{…}`, or nothing when it is empty.
    pub(crate) fn write(&self, w: &mut Writer<'_>) {
        self.write_after(",\"_meta\":{", w);
    }

    /// The same as the first member of an object.
    pub(crate) fn write_alone(&self, w: &mut Writer<'_>) {
        self.write_after("\"_meta\":{", w);
    }

    /// Writes an object, an empty one too.
    pub(super) fn write_object(&self, w: &mut Writer<'_>) {
        if self.is_empty() {
            w.literal("{}");
        }
        self.write_after("{", w);
    }

    fn write_after(&self, mut separator: &str, w: &mut Writer<'_>) {
        for (key, json) in &self.0 {
            w.literal(separator).string(key).literal(":").literal(json);
            separator = ",";
        }
        if !self.is_empty() {
            w.literal("}");
        }
    }
}

serde_as_json!(Meta => Self::write_object);

impl Decode for Meta {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        Self::read(raw.members()?.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::written;

    #[test]
    fn members_are_kept_as_they_came() {
        let meta = Meta::from_text(r#"{ "a": [1, 2], "io.modelcontextprotocol/subscriptionId": "s" }"#);
        let meta = meta.expect("it is an object");
        assert_eq!((meta.get("a"), meta.get("b")), (Some("[1,2]"), None));
        assert_eq!(meta.subscription(), Ok(Some(Id::from("s"))));
        assert_eq!(
            written(|w| meta.write_object(w)),
            r#"{"a":[1,2],"io.modelcontextprotocol/subscriptionId":"s"}"#
        );
        assert_eq!(written(|w| Meta::default().write_object(w)), "{}");
        let bad =
            Meta::from_text(r#"{"io.modelcontextprotocol/subscriptionId":{}}"#).expect("it is an object");
        let error = bad.subscription().expect_err("it is no id");
        assert_eq!(error.pointer(), "/io.modelcontextprotocol~1subscriptionId");
    }
}
