//! `_meta` members that a definition or a result carries.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

use crate::json::Writer;
use crate::jsonrpc::is_meta_key;

/// Members in the order they were given; the last value of a key counts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Meta(Vec<(String, String)>);

impl Meta {
    pub(crate) fn insert(&mut self, key: String, value: &Value) {
        let json = value.to_string();
        match self.0.iter_mut().find(|(k, _)| *k == key) {
            Some((_, old)) => *old = json,
            None => self.0.push((key, json)),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first key that breaks the grammar.
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
        let mut separator = ",\"_meta\":{";
        for (key, json) in &self.0 {
            w.literal(separator).string(key).literal(":").literal(json);
            separator = ",";
        }
        if !self.is_empty() {
            w.literal("}");
        }
    }
}
