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
}

impl<'a> Head<'a> {
    /// Collects what matters from a head that an HTTP parser has taken apart: the method as it was sent, the target
    /// (path and query), and each field line's name and value. Names are matched without regard to case; white space
    /// around values does not count.
    ///
    /// Nothing is allocated unless there are `Mcp-Param-*` fields.
    pub fn collect(
        method: &'a str,
        target: &'a str,
        fields: impl IntoIterator<Item = (&'a str, &'a [u8])>,
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
        };
        for (name, value) in fields {
            head.add(name, value);
        }
        head
    }

    fn add(&mut self, name: &'a str, value: &'a [u8]) {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        match name.len() {
            4 if is("host") => self.host.add(value),
            6 if is("accept") => self.accepted.add(value),
            6 if is("origin") => self.origin.add(value),
            8 if is("mcp-name") => self.mirrored.name.add(value),
            10 if is("mcp-method") => self.mirrored.method.add(value),
            12 if is("content-type") => self.content_type.add(value),
            14 if is("content-length") => self.content_length.add(value),
            20 if is("mcp-protocol-version") => self.mirrored.version.add(value),
            _ => {
                const PARAM: &str = "mcp-param-";
                if let Some((prefix, param)) = name.split_at_checked(PARAM.len())
                    && prefix.eq_ignore_ascii_case(PARAM)
                {
                    self.mirrored.params.push((param, value));
                }
            }
        }
    }

    /// The target without its query.
    pub(super) fn path(&self) -> &'a str {
        self.target.split_once('?').map_or(self.target, |(path, _)| path)
    }
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
