//! Field lines of a head as places in it, so that they outlive the parse without a copy.

use core::fmt;
use core::ops::Range;
use core::slice;
use core::str;

use alloc::vec::Vec;

use crate::number;
use crate::syntax::{is_token, is_value};

/// A stretch of a head.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    start: usize,
    end: usize,
}

impl Span {
    /// Where `part` stands in `whole`, of which it is a part.
    pub(crate) fn of(part: &[u8], whole: &[u8]) -> Span {
        let start = part.as_ptr().addr() - whole.as_ptr().addr();
        Span { start, end: start + part.len() }
    }

    pub(crate) fn start(self) -> usize {
        self.start
    }

    fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A head that spans point into.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    bytes: &'a [u8],
}

impl<'a> Source<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Source<'a> {
        Source { bytes }
    }

    #[inline]
    pub(crate) fn bytes(self, span: Span) -> &'a [u8] {
        &self.bytes[span.range()]
    }

    /// For spans that were found to be ASCII.
    #[inline]
    pub(crate) fn text(self, span: Span) -> &'a str {
        str::from_utf8(self.bytes(span)).expect("what is asked for as text was found to be ASCII")
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) name: Span,
    pub(crate) value: Span,
}

/// The fields of a head in the order in which they came: name as received, value without the blanks around it.
///
/// Names are tokens, and compare without regard to ASCII case. Values have no control bytes but tabs; they may
/// have bytes above ASCII.
#[derive(Clone)]
pub struct Headers<'a> {
    head: Source<'a>,
    fields: slice::Iter<'a, Field>,
}

impl<'a> Headers<'a> {
    pub(crate) fn new(head: Source<'a>, fields: &'a [Field]) -> Headers<'a> {
        Headers { head, fields: fields.iter() }
    }

    /// The same with the names as bytes, for who compares them only: it spares a look at whether they are text.
    pub fn raw(self) -> impl ExactSizeIterator<Item = (&'a [u8], &'a [u8])> {
        let head = self.head;
        self.fields.map(move |field| (head.bytes(field.name), head.bytes(field.value)))
    }
}

impl<'a> Iterator for Headers<'a> {
    type Item = (&'a str, &'a [u8]);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let field = self.fields.next()?;
        Some((self.head.text(field.name), self.head.bytes(field.value)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.fields.size_hint()
    }
}

impl ExactSizeIterator for Headers<'_> {}

/// Whether this is a field as a line of a head can have it.
pub(crate) fn is_field(name: &str, value: &str) -> bool {
    is_token(name.as_bytes()) && is_value(value.as_bytes())
}

/// Appends the line of a field.
#[inline]
pub(crate) fn write_field(out: &mut Vec<u8>, name: &str, value: &str) {
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b": ");
    out.extend_from_slice(value.as_bytes());
    out.extend_from_slice(b"\r\n");
}

/// Appends the last field of a head, which says how long the body is, and the end of the head.
pub(crate) fn end_sized_head(out: &mut Vec<u8>, length: usize) {
    out.extend_from_slice(b"content-length: ");
    number::push::<10>(out, length);
    out.extend_from_slice(b"\r\n\r\n");
}

/// Names only: values may be secrets.
impl fmt::Debug for Headers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone().map(|(name, _)| name)).finish()
    }
}
