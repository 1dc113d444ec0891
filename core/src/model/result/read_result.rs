//! What reading a resource answers.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::time::Duration;
use serde::Serialize;
use serde_json::Value;

use crate::json::Writer;
use crate::model::array::write_array;
use crate::model::cache::{CacheHint, CacheScope};
use crate::model::content::resource_contents::ResourceContents;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::{BAD_META_KEY, Invalid};
use crate::model::meta::Meta;
use crate::model::result::envelope::{read_complete, read_meta, write_complete};
use crate::model::result::tool_result::Json;
use crate::model::serde_text::serde_as_json;

/// A resource's answer: contents, and perhaps how long they may be kept.
///
/// Most handlers return something simpler, see [`IntoReadResult`].
///
/// ```
/// use core::time::Duration;
/// use snodo_core::{CacheScope, ReadResult, ResourceContents};
///
/// let result = ReadResult::new()
///     .contents(ResourceContents::text("file:///notes/a.txt", "first"))
///     .contents(ResourceContents::text("file:///notes/b.txt", "second"))
///     .cache(CacheScope::Private, Duration::from_secs(60));
/// # let _ = result;
/// ```
///
/// Spec: server/resources, section "Reading Resources".
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ReadResult {
    contents: Vec<ResourceContents>,
    cache: Option<CacheHint>,
    meta: Option<Box<Meta>>,
}

impl ReadResult {
    /// No contents yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds contents: a resource may have several parts, each at a URI of its own.
    pub fn contents(mut self, contents: ResourceContents) -> Self {
        self.contents.push(contents);
        self
    }

    /// How long the client may keep this answer, and who may share it, where that differs from what the server says
    /// of all reads.
    pub fn cache(self, scope: CacheScope, ttl: Duration) -> Self {
        Self { cache: Some(CacheHint::new(scope, ttl)), ..self }
    }

    /// A `_meta` member of the result. A key that breaks the grammar makes the answer -32603.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.get_or_insert_default().insert(key.into(), &value.into());
        self
    }

    /// The parts.
    pub fn parts(&self) -> &[ResourceContents] {
        &self.contents
    }

    /// How long this answer may be kept, and by whom, where that is said.
    #[must_use]
    pub fn freshness(&self) -> Option<(CacheScope, Duration)> {
        self.cache.map(|hint| (hint.scope(), hint.ttl()))
    }

    pub(crate) fn own_meta(&self) -> Option<&Meta> {
        self.meta.as_deref()
    }

    /// What the handler said about this answer in particular.
    pub(crate) fn cache_hint(&self) -> Option<CacheHint> {
        self.cache
    }

    pub(crate) fn check(&self) -> Result<(), Invalid> {
        if self.own_meta().is_some_and(|meta| meta.bad_key().is_some()) {
            return Err(BAD_META_KEY);
        }
        self.contents.iter().try_for_each(ResourceContents::check_part)
    }

    /// Writes `"contents":[…]`. Contents without a URI get the requested one, and the media type of the definition
    /// unless they have one.
    pub(crate) fn write_members(&self, requested: &str, mime_type: Option<&str>, w: &mut Writer<'_>) {
        write_array(&self.contents, w.literal("\"contents\":"), |contents, w| {
            contents.write_part(requested, mime_type, w);
        });
    }
}

serde_as_json!(ReadResult => |result, w| {
    let members = |w: &mut Writer<'_>| {
        result.write_members("", None, w);
        if let Some(hint) = result.cache {
            hint.write(w);
        }
    };
    write_complete(members, result.own_meta(), w);
});

impl Decode for ReadResult {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = read_complete(raw)?;
        Ok(Self {
            contents: members.required("contents")?,
            cache: CacheHint::read(&members),
            meta: read_meta(&members)?,
        })
    }
}

/// What a resource's handler may return as its success.
///
/// | type | becomes |
/// |---|---|
/// | `String`, `&'static str` | text, at the requested URI and of the definition's media type |
/// | `Vec<u8>` | bytes, at the requested URI and of the definition's media type |
/// | [`Json<T>`] | JSON text, at the requested URI, `application/json` |
/// | [`ResourceContents`], `Vec<ResourceContents>` | those contents |
/// | [`ReadResult`] | itself |
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the result of reading a resource",
    note = "return a `String`, a `Vec<u8>`, a `ResourceContents`, a `ReadResult`, or wrap a serializable value: `Json(value)`"
)]
pub trait IntoReadResult {
    /// Makes it a result.
    fn into_read_result(self) -> ReadResult;
}

impl IntoReadResult for ReadResult {
    fn into_read_result(self) -> ReadResult {
        self
    }
}

impl IntoReadResult for ResourceContents {
    fn into_read_result(self) -> ReadResult {
        ReadResult::new().contents(self)
    }
}

impl IntoReadResult for Vec<ResourceContents> {
    fn into_read_result(self) -> ReadResult {
        ReadResult { contents: self, ..ReadResult::new() }
    }
}

impl IntoReadResult for String {
    fn into_read_result(self) -> ReadResult {
        ResourceContents::requested_text(self).into_read_result()
    }
}

impl IntoReadResult for &'static str {
    fn into_read_result(self) -> ReadResult {
        ResourceContents::requested_text(self.into()).into_read_result()
    }
}

impl IntoReadResult for Vec<u8> {
    fn into_read_result(self) -> ReadResult {
        ResourceContents::requested_blob(self).into_read_result()
    }
}

impl<T: Serialize> IntoReadResult for Json<T> {
    fn into_read_result(self) -> ReadResult {
        ResourceContents::requested_json(&self.0).into_read_result()
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;

    use super::*;
    use crate::model::tests::written;

    fn members(result: &ReadResult, mime_type: Option<&str>) -> String {
        written(|w| result.write_members("file:///asked", mime_type, w))
    }

    #[test]
    fn plain_values_are_what_was_asked_for() {
        for (result, expected) in [
            ("a\n".into_read_result(), r#"{"uri":"file:///asked","mimeType":"text/x-a","text":"a\n"}"#),
            (
                String::from("é").into_read_result(),
                r#"{"uri":"file:///asked","mimeType":"text/x-a","text":"é"}"#,
            ),
            (
                Vec::from([0, 0xff]).into_read_result(),
                r#"{"uri":"file:///asked","mimeType":"text/x-a","blob":"AP8="}"#,
            ),
            (
                Json([1, 2]).into_read_result(),
                r#"{"uri":"file:///asked","mimeType":"application/json","text":"[1,2]"}"#,
            ),
        ] {
            assert_eq!(result.check(), Ok(()));
            assert_eq!(members(&result, Some("text/x-a")), alloc::format!("\"contents\":[{expected}]"));
        }
        assert_eq!(
            members(&"a".into_read_result(), None),
            r#""contents":[{"uri":"file:///asked","text":"a"}]"#
        );
    }

    #[test]
    fn contents_with_a_uri_keep_it_and_their_media_type() {
        let result = ReadResult::new()
            .contents(ResourceContents::json("file:///a", &true))
            .contents(ResourceContents::blob("file:///b", [1]).meta("k", 1));
        assert_eq!(result.check(), Ok(()));
        assert_eq!(
            members(&result, Some("text/x-a")),
            concat!(
                r#""contents":[{"uri":"file:///a","mimeType":"application/json","text":"true"},"#,
                r#"{"uri":"file:///b","blob":"AQ==","_meta":{"k":1}}]"#,
            )
        );
        assert_eq!(members(&ReadResult::new(), None), r#""contents":[]"#);
    }

    #[test]
    fn what_cannot_be_sent_is_found() {
        let unwritable = BTreeMap::from([(Some(1), 1), (None, 2)]);
        for result in [
            ReadResult::new().meta("a b", 1),
            ResourceContents::text("relative", "").into_read_result(),
            ResourceContents::text("", "").into_read_result(),
            ResourceContents::text("file:///a", "").meta("a b", 1).into_read_result(),
            ResourceContents::json("file:///a", &unwritable).into_read_result(),
            Json(unwritable.clone()).into_read_result(),
        ] {
            assert!(result.check().is_err(), "{result:?}");
        }
    }

    #[test]
    fn the_hint_of_one_read_is_kept() {
        assert_eq!(ReadResult::new().cache_hint(), None);
        let hint = ReadResult::new().cache(CacheScope::Public, Duration::from_secs(1)).cache_hint();
        assert_eq!(hint, Some(CacheHint { ttl_ms: 1000, public: true }));
    }
}
