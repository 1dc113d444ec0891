//! Something changed: one notification on a subscription.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::messages::SUBSCRIPTION_ID;
use super::topics::List;
use crate::dialect;
use crate::error::{Error, ErrorKind};
use crate::id::Id;
use crate::json::{self, Kind, Writer};
use crate::model::is_absolute_uri;

/// The longest name of an extension's notification, in bytes.
const MAX_METHOD_BYTES: usize = 256;

/// Something that subscriptions tell about. Cheap to clone.
///
/// Spec: basic/patterns/subscriptions, section "Receiving Notifications".
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Event {
    /// `notifications/tools/list_changed`.
    ToolsListChanged,
    /// `notifications/prompts/list_changed`.
    PromptsListChanged,
    /// `notifications/resources/list_changed`.
    ResourcesListChanged,
    /// `notifications/resources/updated`, with the absolute URI of what has changed. It is sent only to who watches
    /// it, or something that it lies below.
    ResourceUpdated(Arc<str>),
    /// A notification of an extension: [`Event::custom`].
    Custom(CustomEvent),
}

/// An extension's notification, checked.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CustomEvent {
    method: Arc<str>,
    /// The members of `params` in one line, without the braces.
    members: Arc<str>,
}

impl Event {
    /// The update of a resource.
    ///
    /// # Errors
    ///
    /// The caller's fault: the URI is not absolute.
    pub fn resource_updated(uri: impl Into<Arc<str>>) -> Result<Self, Error> {
        let uri = uri.into();
        check_uri(&uri)?;
        Ok(Self::ResourceUpdated(uri))
    }

    /// A notification of an extension, with `params` as the text of a JSON object (white space is removed). The
    /// engine adds `_meta` with the subscription's id.
    ///
    /// It is sent only where the accepted filter holds members of extensions, see [`Filter::raw`](super::Filter::raw).
    ///
    /// # Errors
    ///
    /// The caller's fault: the method is not `notifications/` and letters, digits, `/`, `_`, `-`, `.`, `:` or
    /// `$`, at most 256 bytes in all, or is one of the protocol's own;
    /// `params` is no JSON object, or has a member `_meta`.
    ///
    /// ```
    /// use snodo_core::Event;
    ///
    /// let event = Event::custom("notifications/tasks", r#"{"taskId": "7"}"#)?;
    /// let mut out = Vec::new();
    /// event.encode(&"a".into(), &mut out);
    /// assert_eq!(out, br#"{"jsonrpc":"2.0","method":"notifications/tasks","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"a"},"taskId":"7"}}"#);
    ///
    /// assert!(Event::custom("notifications/progress", "{}").is_err());
    /// # Ok::<(), snodo_core::Error>(())
    /// ```
    pub fn custom(method: impl Into<Arc<str>>, params: &str) -> Result<Self, Error> {
        let method = method.into();
        let name = method.strip_prefix("notifications/").unwrap_or_default();
        // No character that would have to be escaped in JSON.
        let is_plain = |byte: u8| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-' | b'.' | b':' | b'$')
        };
        let is_sound = !name.is_empty() && name.bytes().all(is_plain);
        if !is_sound || method.len() > MAX_METHOD_BYTES || dialect::rule(&method).is_some() {
            return Err(Error::new(
                ErrorKind::Name,
                "an extension's event is `notifications/` and a name of its own, at most 256 bytes in all",
            ));
        }
        let mut has_meta = false;
        let kind = json::parse(params, |reader| {
            if !reader.at_object() {
                return reader.value();
            }
            reader.object(|reader, key| {
                has_meta |= key == b"_meta";
                reader.value().map(drop)
            })
        });
        if has_meta || kind.map(json::Span::kind) != Ok(Kind::Object) {
            return Err(Error::new(
                ErrorKind::Schema,
                "an event's parameters are a JSON object without `_meta`",
            ));
        }
        let object = json::compact(params).unwrap_or_default();
        let members = object.get(1..object.len() - 1).unwrap_or_default();
        Ok(Self::Custom(CustomEvent { method, members: members.into() }))
    }

    /// The notification's method.
    #[must_use]
    pub fn method(&self) -> &str {
        match self {
            Self::ToolsListChanged => "notifications/tools/list_changed",
            Self::PromptsListChanged => "notifications/prompts/list_changed",
            Self::ResourcesListChanged => "notifications/resources/list_changed",
            Self::ResourceUpdated(_) => "notifications/resources/updated",
            Self::Custom(event) => &event.method,
        }
    }

    /// Appends the notification to `out`, on the subscription that the request with the id `subscription` opened:
    /// one line of UTF-8 without a line break. It cannot fail, and allocates only to grow `out`.
    pub fn encode(&self, subscription: &Id, out: &mut Vec<u8>) {
        self.write(subscription, &mut Writer::new(out));
    }

    pub(crate) fn write(&self, subscription: &Id, w: &mut Writer<'_>) {
        w.literal("{\"jsonrpc\":\"2.0\",\"method\":\"").literal(self.method());
        w.literal("\",\"params\":{\"_meta\":{\"").literal(SUBSCRIPTION_ID).literal("\":");
        subscription.write(w);
        match self {
            Self::ResourceUpdated(uri) => w.literal("},\"uri\":").string(uri).literal("}}"),
            Self::Custom(event) if !event.members.is_empty() => {
                w.literal("},").literal(&event.members).literal("}}")
            }
            _ => w.literal("}}}"),
        };
    }
}

/// Whether a resource's URI can be told about.
pub(super) fn check_uri(uri: &str) -> Result<(), Error> {
    if is_absolute_uri(uri) {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Uri, format!("the resource {uri:?} has no absolute URI")))
}

impl From<List> for Event {
    fn from(list: List) -> Self {
        match list {
            List::Tools => Self::ToolsListChanged,
            List::Prompts => Self::PromptsListChanged,
            List::Resources => Self::ResourcesListChanged,
        }
    }
}

impl CustomEvent {
    /// The notification's method.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }
}

impl fmt::Debug for CustomEvent {
    /// Without the parameters: they may be private.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CustomEvent").field("method", &self.method).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    fn encoded(event: &Event, id: &Id) -> String {
        let mut out = Vec::new();
        event.encode(id, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn events_are_written_under_the_id_of_their_subscription() {
        for (event, expected) in [
            (
                Event::ToolsListChanged,
                r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}"#,
            ),
            (
                Event::PromptsListChanged,
                r#"{"jsonrpc":"2.0","method":"notifications/prompts/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}"#,
            ),
            (
                Event::ResourcesListChanged,
                r#"{"jsonrpc":"2.0","method":"notifications/resources/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}"#,
            ),
            (
                Event::resource_updated("file:///project/config.json").unwrap(),
                r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"uri":"file:///project/config.json"}}"#,
            ),
            (
                Event::custom("notifications/x", " { } ").unwrap(),
                r#"{"jsonrpc":"2.0","method":"notifications/x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}"#,
            ),
            (
                Event::custom("notifications/x/y", "{\"a\" :\n1 , \"b\":\"é \"}").unwrap(),
                r#"{"jsonrpc":"2.0","method":"notifications/x/y","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"a":1,"b":"é "}}"#,
            ),
        ] {
            assert_eq!(encoded(&event, &Id::from(1_i64)), expected);
        }
    }

    #[test]
    fn the_id_keeps_its_type() {
        let expected = |id| {
            format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}}}}}"#
            )
        };
        assert_eq!(encoded(&Event::ToolsListChanged, &Id::from("1")), expected(r#""1""#));
        assert_eq!(encoded(&Event::ToolsListChanged, &Id::from("a\"b")), expected(r#""a\"b""#));
        assert_eq!(encoded(&Event::ToolsListChanged, &Id::from(u64::MAX)), expected("18446744073709551615"));
    }

    #[test]
    fn unsound_events_are_refused() {
        for uri in ["", "a.txt", "/a", "https:", "file:///a b", "file:///é", "a:\"", "a:\n"] {
            assert_eq!(Event::resource_updated(uri).unwrap_err().kind(), ErrorKind::Uri, "{uri}");
        }
        let long = format!("notifications/{}", "x".repeat(243));
        for method in [
            "",
            "tasks",
            "notifications/",
            "notifications/a b",
            "notifications/a\"",
            "notifications/é",
            "notifications/progress",
            "notifications/resources/updated",
            "notifications/subscriptions/acknowledged",
            &long,
        ] {
            assert_eq!(Event::custom(method, "{}").unwrap_err().kind(), ErrorKind::Name, "{method}");
        }
        assert!(Event::custom(&long[..256], "{}").is_ok());
        for params in
            ["", "[]", "null", "{", "{}x", r#"{"_meta":{}}"#, r#"{"\u005fmeta":1}"#, r#"{"a":1,"a":2}"#]
        {
            assert_eq!(
                Event::custom("notifications/x", params).unwrap_err().kind(),
                ErrorKind::Schema,
                "{params}"
            );
        }
    }
}
