//! Members of objects that were read before, looked up only where one matters: the extensions that a client declares.
//!
//! Spec: basic/versioning, section "Extension Negotiation".

use alloc::borrow::Cow;

use crate::json::{self, Kind, Span};

/// The settings of an extension in the text of a `clientCapabilities` object: the text of an object.
pub(crate) fn client_extension<'a>(capabilities: &'a str, id: &str) -> Option<&'a str> {
    member(member(capabilities, b"extensions")?, id.as_bytes())
}

/// A member that is an object, of an object that was read before.
pub(crate) fn member<'a>(object: &'a str, name: &[u8]) -> Option<&'a str> {
    let value = find(object, name);
    (value.kind() == Kind::Object).then(|| value.raw(object))
}

/// A member that is a string, of an object that was read before.
pub(crate) fn string_member<'a>(object: &'a str, name: &[u8]) -> Option<Cow<'a, str>> {
    find(object, name).string(object)
}

/// Where a member of an object stands in its text, that was read before.
pub(crate) fn find(object: &str, name: &[u8]) -> Span {
    let mut found = Span::default();
    let read = json::parse(object, |r| {
        r.object(|r, key| {
            let value = r.value()?;
            if key == name {
                found = value;
            }
            Ok(())
        })
    });
    if read.is_ok() { found } else { Span::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_object_of_that_name_counts() {
        let find = |text| client_extension(text, "a.b/c");
        assert_eq!(find(r#"{"extensions":{"a.b/c":{"x":1}}}"#), Some(r#"{"x":1}"#));
        assert_eq!(find(r#"{"extensions":{"a.b\/c":{}}}"#), Some("{}"));
        for none in [
            "{}",
            r#"{"extensions":[]}"#,
            r#"{"extensions":{"a.b/d":{}}}"#,
            r#"{"extensions":{"a.b/c":true}}"#,
            r#"{"a.b/c":{}}"#,
        ] {
            assert_eq!(find(none), None, "{none}");
        }
    }
}
