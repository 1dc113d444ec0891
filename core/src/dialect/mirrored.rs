//! Header fields that repeat members of the body, so that intermediaries can route without reading it. A server that
//! reads the body must see that both say the same.
//!
//! Spec: basic/transports/streamable-http, section "Request Metadata".

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::rules::{Member, Rule};
use crate::json::Span;
use crate::jsonrpc::{Rejection, Request, code};

/// A header field that may stand once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Field<'a> {
    #[default]
    Missing,
    One(&'a [u8]),
    Repeated,
}

impl<'a> Field<'a> {
    /// Adds one more line of this field.
    pub(crate) fn add(&mut self, value: &'a [u8]) {
        *self = match self {
            Self::Missing => Self::One(value),
            Self::One(_) | Self::Repeated => Self::Repeated,
        };
    }

    /// The usual case, told without decoding: the field says byte for byte what the body says, and cannot mean
    /// anything else. Where it does not, the rules decide.
    fn repeats(self, body: Option<&str>) -> bool {
        let (Self::One(value), Some(body)) = (self, body) else { return false };
        value == body.as_bytes() && is_graphic(value) && !value.starts_with(b"=?")
    }
}

/// Whether all of it is visible ASCII. Values are short and nearly always are, so no byte of a piece is a reason to
/// stop, and the last piece looks at some bytes twice: a few vector instructions do it.
fn is_graphic(value: &[u8]) -> bool {
    const PIECE: usize = 8;
    let is_graphic = |piece: &[u8; PIECE]| piece.iter().fold(true, |all, byte| all & byte.is_ascii_graphic());
    match value.last_chunk() {
        Some(last) => value.as_chunks().0.iter().all(is_graphic) && is_graphic(last),
        None => value.iter().all(u8::is_ascii_graphic),
    }
}

/// The mirrored fields of one request, as they were sent.
#[derive(Debug, Clone, Default)]
pub(crate) struct MirroredHeaders<'a> {
    pub(crate) version: Field<'a>,
    pub(crate) method: Field<'a>,
    pub(crate) name: Field<'a>,
    /// What follows `Mcp-Param-` in each name, with the value.
    pub(crate) params: Vec<(&'a [u8], &'a [u8])>,
}

impl MirroredHeaders<'_> {
    /// Checks the fields that all requests have, and the one that those of a method with this `rule` have.
    pub(crate) fn agree(&self, request: &Request<'_>, rule: Option<&Rule>) -> Result<(), Rejection> {
        let (text, params) = (request.text, &request.params);
        let version = params.reserved.protocol_version;
        if !self.version.repeats(version.plain(text)) {
            agree_plainly("MCP-Protocol-Version", self.version, version.string(text).as_deref())?;
        }
        if !self.method.repeats(Some(&request.method)) {
            agree_plainly("Mcp-Method", self.method, Some(&request.method))?;
        }
        let source: Span = match rule.and_then(|rule| rule.mirrored_name) {
            Some(Member::Name) => params.name,
            Some(Member::Uri) => params.uri,
            None => return Ok(()),
        };
        match self.name.repeats(source.plain(text)) {
            true => Ok(()),
            false => self.agree_on_name(source.string(text).as_deref()),
        }
    }

    /// Checks `Mcp-Name`, for a method that has it: `name` is what the body says.
    #[inline(never)]
    pub(crate) fn agree_on_name(&self, name: Option<&str>) -> Result<(), Rejection> {
        let Some(header) = decoded("Mcp-Name", self.name)? else {
            return Err(mismatch("the Mcp-Name header is required"));
        };
        equal("Mcp-Name", Some(header), name)
    }

    /// The value of `Mcp-Param-{name}`, decoded; `None` when the field is missing.
    pub(crate) fn param(&self, name: &str) -> Result<Option<Cow<'_, str>>, Rejection> {
        let mut field = Field::Missing;
        for (_, value) in self.params.iter().filter(|(n, _)| n.eq_ignore_ascii_case(name.as_bytes())) {
            field.add(value);
        }
        decoded(&format!("Mcp-Param-{name}"), field)
    }
}

#[cold]
pub(crate) fn mismatch(problem: impl AsRef<str>) -> Rejection {
    Rejection::new(code::HEADER_MISMATCH, format!("Header mismatch: {}", problem.as_ref()))
}

/// The rules for a value that is never encoded.
#[inline(never)]
fn agree_plainly(name: &str, field: Field<'_>, body: Option<&str>) -> Result<(), Rejection> {
    equal(name, plain(name, field)?, body)
}

fn equal(name: &str, header: Option<Cow<'_, str>>, body: Option<&str>) -> Result<(), Rejection> {
    match (header, body) {
        (None, _) => Err(mismatch(format!("the {name} header is required"))),
        (Some(header), Some(body)) if header == body => Ok(()),
        _ => Err(mismatch(format!("the {name} header and the body disagree"))),
    }
}

/// A value that is never encoded.
fn plain<'a>(name: &str, field: Field<'a>) -> Result<Option<Cow<'a, str>>, Rejection> {
    let value = match field {
        Field::Missing => return Ok(None),
        Field::Repeated => return Err(mismatch(format!("the {name} header is repeated"))),
        Field::One(value) => value,
    };
    // Only these two are white space around a value (RFC 9110, section 5.5); other control characters are part of it.
    match core::str::from_utf8(value).map(|value| value.trim_matches([' ', '\t'])) {
        Ok(value) if value.bytes().all(|b| matches!(b, b' '..=b'~' | b'\t')) => {
            Ok(Some(Cow::Borrowed(value)))
        }
        _ => Err(mismatch(format!("the {name} header holds characters that a header cannot carry"))),
    }
}

/// A value that may stand in the Base64 form, `=?base64?…?=`.
fn decoded<'a>(name: &str, field: Field<'a>) -> Result<Option<Cow<'a, str>>, Rejection> {
    let Some(value) = plain(name, field)? else { return Ok(None) };
    let Some(encoded) = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) else {
        return Ok(Some(value));
    };
    match STANDARD.decode(encoded).map(String::from_utf8) {
        Ok(Ok(text)) => Ok(Some(Cow::Owned(text))),
        _ => Err(mismatch(format!("the {name} header is not valid Base64 of UTF-8"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(value: &[u8]) -> Option<String> {
        decoded("Mcp-Name", Field::One(value)).ok().flatten().map(Cow::into_owned)
    }

    #[test]
    fn values_are_trimmed_and_decoded() {
        assert_eq!(decode(b" us-west1\t").as_deref(), Some("us-west1"));
        assert_eq!(decode(b"=?base64?SGVsbG8sIOS4lueVjA==?=").as_deref(), Some("Hello, 世界"));
        assert_eq!(decode(b"=?base64?IHBhZGRlZCA=?=").as_deref(), Some(" padded "));
        assert_eq!(decode(b"=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=").as_deref(), Some("=?base64?literal?="));
        assert_eq!(decode(b"=?base64??=").as_deref(), Some(""));
        assert_eq!(decode(b"=?BASE64?ZWNobw==?=").as_deref(), Some("=?BASE64?ZWNobw==?="));
        for bad in
            [&b"=?base64?%%%?="[..], b"=?base64?/w==?=", b"=?base64?ZWNobw?=", b"caf\xC3\xA9", b"a\x01b"]
        {
            assert_eq!(decode(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn one_byte_that_is_not_visible_ascii_is_seen_wherever_it_stands() {
        for length in 0..20 {
            let mut value = alloc::vec![b'a'; length];
            assert!(is_graphic(&value), "{length}");
            for at in 0..length {
                for byte in 0..=u8::MAX {
                    value[at] = byte;
                    assert_eq!(is_graphic(&value), matches!(byte, b'!'..=b'~'), "{byte} at {at} of {length}");
                }
                value[at] = b'a';
            }
        }
    }

    #[test]
    fn what_is_the_same_may_still_mean_something_else() {
        for same in ["tools/call", "=", "a b", "\u{7f}", "h\u{f6}", " a", "=?base64?YQ==?="] {
            let decides = !Field::One(same.as_bytes()).repeats(Some(same));
            let literal = matches!(decode(same.as_bytes()), Some(decoded) if decoded == same);
            assert!(literal || decides, "{same:?}");
        }
        assert!(Field::One(b"tools/call").repeats(Some("tools/call")));
        assert!(!Field::One(b"=?base64?YQ==?=").repeats(Some("=?base64?YQ==?=")));
    }
}
