//! The client's side of mirrored header fields: what a request's head repeats of its body.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::define::Mirrors;
use crate::dialect::{Member, rule};

/// Which arguments of one tool a client repeats in `Mcp-Param-*` fields.
///
/// ```
/// use snodo_core::http::ParamFields;
///
/// let schema = r#"{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}"#;
/// let fields = ParamFields::of_schema(schema)?;
/// let sent = fields.of_arguments(r#"{"region":"us-west1"}"#);
/// assert_eq!(sent, [("Mcp-Param-Region".into(), "us-west1".into())]);
/// # Ok::<(), String>(())
/// ```
///
/// Spec: basic/transports/streamable-http, section "Custom Headers from Tool Parameters".
#[derive(Debug, Default)]
pub struct ParamFields(Mirrors);

impl ParamFields {
    /// Reads the annotations of a tool's input schema.
    ///
    /// # Errors
    ///
    /// The server's fault: an annotation breaks the rules, and what is wrong with it. A client over HTTP must not use
    /// the tool then.
    pub fn of_schema(input_schema: &str) -> Result<Self, String> {
        Mirrors::read(input_schema).map(Self)
    }

    /// Whether the tool has no annotated parameter.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fields for these arguments, the text of a JSON object: names and values, ready to be sent. An argument that
    /// is absent, null or no primitive value has none. Text that is no JSON gives none.
    #[must_use]
    pub fn of_arguments(&self, arguments: &str) -> Vec<(Box<str>, Box<str>)> {
        let mut fields = Vec::new();
        self.0.values(arguments, |name, value| {
            let name = ["Mcp-Param-", name].concat();
            fields.push((name.into(), encode_field(value).into()));
        });
        fields
    }
}

/// A value as `Mcp-Name` and `Mcp-Param-*` carry it: as it is where that is plain, in the form `=?base64?…?=` where it
/// is not visible ASCII, has white space at an end, or looks like that form.
///
/// Spec: basic/transports/streamable-http, section "Value Encoding".
#[must_use]
pub fn encode_field(value: &str) -> Cow<'_, str> {
    let is_plain = value.bytes().all(|b| matches!(b, b' '..=b'~' | b'\t'))
        && value.trim_matches([' ', '\t']).len() == value.len()
        && !(value.starts_with("=?base64?") && value.ends_with("?="));
    if is_plain {
        return Cow::Borrowed(value);
    }
    Cow::Owned(["=?base64?", &STANDARD.encode(value), "?="].concat())
}

/// The member of `params` that `Mcp-Name` repeats for this method; `None` where the field is not sent.
#[must_use]
pub fn named_member(method: &str) -> Option<&'static str> {
    match rule(method)?.mirrored_name? {
        Member::Name => Some("name"),
        Member::Uri => Some("uri"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_encoded_where_a_field_cannot_carry_them() {
        for (value, expected) in [
            ("us-west1", "us-west1"),
            ("a b", "a b"),
            ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
            (" padded ", "=?base64?IHBhZGRlZCA=?="),
            ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
            ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
            ("=?BASE64?x?=", "=?BASE64?x?="),
            ("", ""),
        ] {
            assert_eq!(encode_field(value), expected, "{value:?}");
        }
    }

    #[test]
    fn primitive_arguments_are_repeated_where_they_are_annotated() {
        let schema = r#"{"properties":{"s":{"type":"string","x-mcp-header":"S"},"n":{"type":"integer","x-mcp-header":"N"},
            "b":{"type":"boolean","x-mcp-header":"B"},"o":{"properties":{"d":{"type":"string","x-mcp-header":"Deep"}}}}}"#;
        let fields = ParamFields::of_schema(schema).expect("the annotations are in order");
        let sent = |arguments: &str| {
            fields.of_arguments(arguments).iter().map(|(n, v)| [n, ": ", v].concat()).collect::<Vec<_>>()
        };
        assert_eq!(
            sent(r#"{"o":{"d":"h\u00f6"},"b":true,"n":42,"s":"x","other":1}"#),
            ["Mcp-Param-S: x", "Mcp-Param-N: 42", "Mcp-Param-B: true", "Mcp-Param-Deep: =?base64?aMO2?="]
        );
        assert_eq!(sent(r#"{"s":null,"n":[1],"b":{}}"#), [""; 0]);
        assert_eq!(sent("{}"), [""; 0]);
        assert!(ParamFields::of_schema(r#"{"type":"object"}"#).is_ok_and(|fields| fields.is_empty()));
    }

    #[test]
    fn three_methods_have_a_name() {
        assert_eq!(named_member("tools/call"), Some("name"));
        assert_eq!(named_member("prompts/get"), Some("name"));
        assert_eq!(named_member("resources/read"), Some("uri"));
        assert_eq!(named_member("tools/list"), None);
        assert_eq!(named_member("unknown/method"), None);
    }
}
