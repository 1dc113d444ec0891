//! How long an answer may be kept, and by whom.

use alloc::boxed::Box;
use core::time::Duration;
use serde::de::DeserializeOwned;
use serde::{Deserialize as _, Deserializer};
use serde_json::value::RawValue;

use super::decode::{Decode, Members, Raw};
use super::decode_error::DecodeError;
use super::serde_text::serde_as_json;
use crate::json::Writer;

/// Who may share a cached answer.
///
/// Spec: server/utilities/caching, section "Cache Scope Field".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "complete: the schema's two values")]
pub enum CacheScope {
    /// Anyone: it is the same for all callers.
    Public,
    /// Only who asked, under the same authorization.
    Private,
}

impl CacheScope {
    /// The protocol's name, quoted.
    fn json(self) -> &'static str {
        match self {
            Self::Public => "\"public\"",
            Self::Private => "\"private\"",
        }
    }

    fn write(&self, w: &mut Writer<'_>) {
        w.literal(self.json());
    }
}

serde_as_json!(CacheScope => Self::write);

impl Decode for CacheScope {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let find = |word: &str| match word {
            "public" => Some(Self::Public),
            "private" => Some(Self::Private),
            _ => None,
        };
        raw.word(find, "must be public or private")
    }
}

/// How long an answer may be kept, and by whom. By default not at all, and by nobody but who asked.
///
/// Spec: server/utilities/caching.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct CacheHint {
    pub(crate) ttl_ms: u64,
    pub(crate) public: bool,
}

impl CacheHint {
    pub(crate) fn new(scope: CacheScope, ttl: Duration) -> Self {
        /// The largest integer that every JSON reader keeps whole: 285,000 years.
        const MAX_TTL_MS: u64 = (1 << 53) - 1;
        let ttl_ms = u64::try_from(ttl.as_millis()).map_or(MAX_TTL_MS, |ms| ms.min(MAX_TTL_MS));
        Self { ttl_ms, public: scope == CacheScope::Public }
    }

    /// Writes the two members, each with a comma before it.
    pub(crate) fn write(self, w: &mut Writer<'_>) {
        w.literal(",\"ttlMs\":").unsigned(self.ttl_ms).literal(",\"cacheScope\":");
        w.literal(self.scope().json());
    }

    pub(crate) fn scope(self) -> CacheScope {
        if self.public { CacheScope::Public } else { CacheScope::Private }
    }

    pub(crate) fn ttl(self) -> Duration {
        Duration::from_millis(self.ttl_ms)
    }

    /// Reads the two members of a result. Where one is left out or malformed, its default stands; where both are, there
    /// is no hint.
    pub(super) fn read(members: &Members<'_>) -> Option<Self> {
        let ttl_ms = members.given("ttlMs").and_then(|ttl| u64::decode(ttl).ok());
        let scope = members.given("cacheScope").and_then(|scope| CacheScope::decode(scope).ok());
        let hint = Self { ttl_ms: ttl_ms.unwrap_or(0), public: scope == Some(CacheScope::Public) };
        (ttl_ms.is_some() || scope.is_some()).then_some(hint)
    }
}

/// Reads one of the two for serde: what is malformed, such as a negative time, counts as left out, since a hint shall not
/// spoil the result that it is about.
pub(super) fn hint<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Option<T>, D::Error> {
    let json = Box::<RawValue>::deserialize(from)?;
    Ok(serde_json::from_str(json.get()).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::written;

    #[test]
    fn whole_milliseconds_are_written_and_the_longest_time_is_one_that_every_reader_keeps() {
        for (hint, expected) in [
            (CacheHint::default(), r#","ttlMs":0,"cacheScope":"private""#),
            (
                CacheHint::new(CacheScope::Public, Duration::from_micros(1_999)),
                r#","ttlMs":1,"cacheScope":"public""#,
            ),
            (
                CacheHint::new(CacheScope::Private, Duration::MAX),
                r#","ttlMs":9007199254740991,"cacheScope":"private""#,
            ),
        ] {
            assert_eq!(written(|w| hint.write(w)), expected);
        }
    }

    #[test]
    fn a_malformed_hint_does_not_spoil_its_result() {
        use crate::model::{DiscoverResult, ListToolsResult, ReadResult};
        for hint in [r#""ttlMs":-1,"cacheScope":"x""#, r#""ttlMs":"1","cacheScope":7"#, r#""ttlMs":null"#] {
            let page = alloc::format!(r#"{{"resultType":"complete","tools":[],{hint}}}"#);
            let page: ListToolsResult = serde_json::from_str(&page).expect("it is a page");
            assert_eq!((page.ttl_ms, page.cache_scope), (None, None), "{hint}");
            let read = alloc::format!(r#"{{"resultType":"complete","contents":[],{hint}}}"#);
            let read: ReadResult = serde_json::from_str(&read).expect("it is a result");
            assert_eq!(read.freshness(), None, "{hint}");
            let server = alloc::format!(r#"{{"supportedVersions":[],"capabilities":{{}},{hint}}}"#);
            let server: DiscoverResult = serde_json::from_str(&server).expect("it is a result");
            assert_eq!((server.ttl_ms, server.cache_scope), (None, None), "{hint}");
        }
        let read = r#"{"contents":[],"ttlMs":-1,"cacheScope":"public"}"#;
        let read: ReadResult = serde_json::from_str(read).expect("it is a result");
        assert_eq!(read.freshness(), Some((CacheScope::Public, Duration::ZERO)));
    }
}
