//! A request's head, as far as the endpoint looks at it.

use core::fmt;

use super::media_type::Accepted;
use crate::dialect::mirrored::{Field, MirroredHeaders};

/// A request's method, target and header fields: collected in one walk, borrowing all.
#[derive(Clone)]
pub struct Head<'a> {
    pub(super) method: &'a str,
    pub(super) target: &'a str,
    pub(super) origin: Field<'a>,
    pub(super) host: Field<'a>,
    pub(super) content_type: Field<'a>,
    pub(super) content_length: Field<'a>,
    pub(super) accepted: Accepted,
    pub(super) mirrored: MirroredHeaders<'a>,
    pub(super) asked: Asked<'a>,
}

/// A header field's name, for [`Head::collect`].
#[derive(Debug, Clone, Copy)]
pub struct FieldName<'a>(&'a [u8]);

impl<'a> From<&'a str> for FieldName<'a> {
    #[inline]
    fn from(name: &'a str) -> Self {
        Self(name.as_bytes())
    }
}

impl<'a> From<&'a [u8]> for FieldName<'a> {
    #[inline]
    fn from(name: &'a [u8]) -> Self {
        Self(name)
    }
}

/// What a preflight asks for.
#[derive(Clone, Copy, Default)]
pub(super) struct Asked<'a> {
    /// Whether it names a method.
    pub(super) method: bool,
    /// Names of header fields, by commas; browsers send one line.
    pub(super) headers: Option<&'a [u8]>,
}

impl<'a> Head<'a> {
    /// Collects what matters from a head that an HTTP parser has taken apart: the method as it was sent, the target
    /// (path and query), and each field line's name and value. Names are matched without regard to case; white space
    /// around values does not count.
    ///
    /// Names may come as text or as the bytes that a parser has them in, which spares looking at whether they are text.
    ///
    /// Nothing is allocated unless there are `Mcp-Param-*` fields.
    #[inline]
    pub fn collect(
        method: &'a str,
        target: &'a str,
        fields: impl IntoIterator<Item = (impl Into<FieldName<'a>>, &'a [u8])>,
    ) -> Self {
        let mut head = Self {
            method,
            target,
            origin: Field::Missing,
            host: Field::Missing,
            content_type: Field::Missing,
            content_length: Field::Missing,
            accepted: Accepted::default(),
            mirrored: MirroredHeaders::default(),
            asked: Asked::default(),
        };
        for (name, value) in fields {
            head.add(name.into().0, value);
        }
        head
    }

    #[inline]
    fn add(&mut self, name: &'a [u8], value: &'a [u8]) {
        match name.len() {
            4 if is_name(name, b"host") => self.host.add(value),
            6 if is_name(name, b"accept") => self.accepted.add(value),
            6 if is_name(name, b"origin") => self.origin.add(value),
            8 if is_name(name, b"mcp-name") => self.mirrored.name.add(value),
            10 if is_name(name, b"mcp-method") => self.mirrored.method.add(value),
            12 if is_name(name, b"content-type") => self.content_type.add(value),
            14 if is_name(name, b"content-length") => self.content_length.add(value),
            20 if is_name(name, b"mcp-protocol-version") => self.mirrored.version.add(value),
            _ => self.add_rare(name, value),
        }
    }

    /// Apart, so that the fields of most requests take the short way.
    #[inline(never)]
    fn add_rare(&mut self, name: &'a [u8], value: &'a [u8]) {
        match name.len() {
            29 if is_name(name, b"access-control-request-method") => self.asked.method = true,
            30 if is_name(name, b"access-control-request-headers") => {
                self.asked.headers.get_or_insert(value);
            }
            _ => {
                const PARAM: &[u8] = b"mcp-param-";
                if let Some((prefix, param)) = name.split_at_checked(PARAM.len())
                    && prefix.eq_ignore_ascii_case(PARAM)
                {
                    self.mirrored.params.push((param, value));
                }
            }
        }
    }

    /// Whether a browser asks by it what a page of another origin may send. Spec: Fetch, section "HTTP requests".
    pub(super) fn is_preflight(&self) -> bool {
        self.method == "OPTIONS" && self.asked.method && matches!(self.origin, Field::One(_))
    }

    /// The target without its query.
    fn path(&self) -> &'a str {
        self.target.split_once('?').map_or(self.target, |(path, _)| path)
    }

    /// Whether the target without its query is `path`, which has no question mark.
    pub(super) fn is_at(&self, path: &str) -> bool {
        self.target.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('?'))
    }
}

/// Whether a name or a media type is `known` but for case, which is in lower case and has no more than letters and
/// what stands before them in ASCII. No byte is a reason to stop, so a few vector instructions do it.
#[inline]
pub(super) fn is_name<const N: usize>(name: &[u8], known: &[u8; N]) -> bool {
    // Letters, which have this bit, are compared in lower case.
    let lower = |byte: u8, like: u8| byte | ((like & 0x40) >> 1);
    let Ok(name) = <&[u8; N]>::try_from(name) else { return false };
    name.iter().zip(known).fold(0, |differing, (a, b)| differing | (lower(*a, *b) ^ b)) == 0
}

impl fmt::Debug for Head<'_> {
    /// Without the fields' values: they may be secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Head")
            .field("method", &self.method)
            .field("path", &self.path())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    #[test]
    fn a_name_is_known_in_any_case_and_no_other_is() {
        const KNOWN: &[u8; 20] = b"mcp-protocol-version";
        for name in ["mcp-protocol-version", "MCP-Protocol-Version", "MCP-PROTOCOL-VERSION"] {
            assert!(is_name(name.as_bytes(), KNOWN), "{name}");
        }
        for at in 0..KNOWN.len() {
            for byte in 0..0x80 {
                let mut name = KNOWN.to_vec();
                name[at] = byte;
                let name = String::from_utf8(name).unwrap();
                assert_eq!(
                    is_name(name.as_bytes(), KNOWN),
                    name.eq_ignore_ascii_case("mcp-protocol-version"),
                    "{name:?}"
                );
            }
        }
        for name in ["", "mcp-protocol-versio", "mcp-protocol-versions"] {
            assert!(!is_name(name.as_bytes(), KNOWN), "{name}");
        }
    }

    #[test]
    fn a_target_is_at_the_path_in_front_of_its_query() {
        let is_at = |target| Head::collect("POST", target, [("host", &b"a"[..])]).is_at("/mcp");
        for target in ["/mcp", "/mcp?", "/mcp?a=/b", "/mcp??"] {
            assert!(is_at(target), "{target}");
        }
        for target in ["", "/", "/mc", "/mcp/", "/mcpx", "/mcp#?", "/MCP", "?/mcp", "http://h/mcp"] {
            assert!(!is_at(target), "{target}");
        }
    }
}
