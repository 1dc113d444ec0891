//! The extensions that a client declares, looked up only where one matters.
//!
//! Spec: basic/versioning, section "Extension Negotiation".

use crate::json::{self, Kind};

/// The settings of an extension in the text of a `clientCapabilities` object: the text of an object.
pub(crate) fn client_extension<'a>(capabilities: &'a str, id: &str) -> Option<&'a str> {
    member(member(capabilities, b"extensions")?, id.as_bytes())
}

/// A member that is an object, of an object that was read before.
pub(crate) fn member<'a>(object: &'a str, name: &[u8]) -> Option<&'a str> {
    let mut found = None;
    let read = json::parse(object, |r| {
        r.object(|r, key| {
            let value = r.value()?;
            if key == name && value.kind() == Kind::Object {
                found = Some(value.raw(object));
            }
            Ok(())
        })
    });
    read.ok().and(found)
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
