//! The client's root directories.

use alloc::string::String;
use alloc::vec::Vec;

use super::request::Ask;
use crate::json::Writer;
use crate::jsonrpc::{Capability, ClientCapabilities};
use crate::model::array::write_array;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::{BAD_META_KEY, Invalid};
use crate::model::meta::Meta;
use crate::model::serde_text::serde_as_json;
use crate::model::uri;

/// Asks for the directories and files that the person works with. The protocol has deprecated it.
///
/// Spec: client/roots.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ListRoots {
    meta: Meta,
}

impl ListRoots {
    /// Asks for them.
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn add_needs(needs: &mut ClientCapabilities) {
        needs.add(Capability::Roots);
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        if self.meta.bad_key().is_some() { Err(BAD_META_KEY) } else { Ok(()) }
    }

    /// Writes `,"params":{…}` where there are any.
    pub(super) fn write_params(&self, w: &mut Writer<'_>) {
        if !self.meta.is_empty() {
            w.literal(",\"params\":{");
            self.meta.write_alone(w);
            w.literal("}");
        }
    }
}

impl Ask for ListRoots {
    type Answer = ListRootsResult;

    fn decode(&self, answer: &str) -> Result<ListRootsResult, DecodeError> {
        ListRootsResult::from_text(answer)
    }
}

impl Decode for ListRoots {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        Ok(Self { meta: raw.members()?.or_default("_meta")? })
    }
}

/// The client's root directories and files. They are what the person works with, and no permission.
///
/// Spec: schema, `ListRootsResult`.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ListRootsResult {
    roots: Vec<Root>,
}

impl ListRootsResult {
    /// These roots.
    pub fn new(roots: impl IntoIterator<Item = Root>) -> Self {
        Self { roots: roots.into_iter().collect() }
    }

    /// The roots.
    pub fn roots(&self) -> &[Root] {
        &self.roots
    }

    pub(crate) fn write(&self, w: &mut Writer<'_>) {
        write_array(&self.roots, w.literal("{\"roots\":"), Root::write);
        w.literal("}");
    }
}

serde_as_json!(ListRootsResult => Self::write, Root => Self::write);

impl Decode for ListRootsResult {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        Ok(Self { roots: raw.members()?.required("roots")? })
    }
}

/// A root: a directory or file.
///
/// Spec: schema, `Root`.
#[derive(Debug, Clone)]
#[must_use]
pub struct Root {
    uri: String,
    name: Option<String>,
    meta: Meta,
}

impl Root {
    /// A root at a `file:` URI.
    pub fn new(uri: impl Into<String>) -> Self {
        Self { uri: uri.into(), name: None, meta: Meta::default() }
    }

    /// A name for people.
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// The URI, whose scheme is `file`. It may lead anywhere: check it before you use it as a path.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// The name for people.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub(crate) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"uri\":").string(&self.uri);
        if let Some(name) = &self.name {
            w.literal(",\"name\":").string(name);
        }
        self.meta.write(w);
        w.literal("}");
    }
}

impl Decode for Root {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        let uri: String = members.required("uri")?;
        if !uri::is_file(&uri) {
            return Err(DecodeError::member("uri", "must be a URI that starts with file://"));
        }
        Ok(Self { uri, name: members.optional("name")?, meta: members.or_default("_meta")? })
    }
}
