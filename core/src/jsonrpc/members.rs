//! Members that few requests need: found again in the text of an object that was read before.

use alloc::borrow::Cow;

use crate::json::{self, Kind, Span};

/// The members of an object that the strict reader has passed; of a value of another kind there are none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Members<'a>(Option<&'a str>);

impl<'a> Members<'a> {
    pub(crate) fn of(object: Span, text: &'a str) -> Self {
        Self((object.kind() == Kind::Object).then(|| object.raw(text)))
    }

    /// The members of an object by its text.
    pub(crate) fn of_text(object: &'a str) -> Self {
        Self(Some(object))
    }

    /// The kind of a member; that it is missing, too.
    pub(crate) fn kind(self, name: &[u8]) -> Kind {
        self.get(name).kind()
    }

    /// A member that is an object.
    pub(crate) fn object(self, name: &[u8]) -> Self {
        Self(self.raw(name, Kind::Object))
    }

    /// A member that is a string.
    pub(crate) fn string(self, name: &[u8]) -> Option<Cow<'a, str>> {
        self.get(name).string(self.0?)
    }

    /// A member's text, when it is of this kind.
    pub(crate) fn raw(self, name: &[u8], kind: Kind) -> Option<&'a str> {
        let member = self.get(name);
        (member.kind() == kind).then_some(member.raw(self.0?))
    }

    /// Where a member stands, and the text in which it does.
    pub(crate) fn place(self, name: &[u8]) -> (Span, &'a str) {
        (self.get(name), self.0.unwrap_or_default())
    }

    fn get(self, name: &[u8]) -> Span {
        let mut found = Span::default();
        let Some(object) = self.0 else { return found };
        let read = json::parse(object, |r| {
            r.object(|r, key| {
                let value = r.value()?;
                if key == name {
                    found = value;
                }
                Ok(())
            })
        });
        debug_assert!(read.is_ok(), "the object was read before");
        found
    }
}

/// The settings of an extension that a `clientCapabilities` object declares: the text of an object.
///
/// Spec: basic/versioning, section "Extension Negotiation".
pub(crate) fn client_extension<'a>(capabilities: Members<'a>, id: &str) -> Option<&'a str> {
    capabilities.object(b"extensions").raw(id.as_bytes(), Kind::Object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_object_of_that_name_is_an_extension_s() {
        let find = |text| client_extension(Members::of_text(text), "a.b/c");
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

    #[test]
    fn members_are_found_by_name_and_kind() {
        let members = Members::of_text(r#"{"a":"x\ny","b":{"c":1},"d":null}"#);
        assert_eq!(members.string(b"a").as_deref(), Some("x\ny"));
        assert_eq!(members.string(b"b"), None);
        assert_eq!(members.object(b"b").raw(b"c", Kind::Number), Some("1"));
        assert_eq!(members.object(b"a").kind(b"c"), Kind::Missing);
        assert_eq!((members.kind(b"d"), members.kind(b"e")), (Kind::Null, Kind::Missing));
    }
}
