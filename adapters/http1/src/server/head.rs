//! A request's head: parsed once when it is complete, then looked at where it stands.

use alloc::vec::Vec;
use core::fmt;
use core::mem::MaybeUninit;

use super::framing::{Framing, Length, Notes};
use super::limits::{Limits, MAX_HEADERS};
use super::refusal::Refusal;
use super::target::Target;
use crate::fields::{Field, Headers, Source, Span};
use crate::version::Version;

/// What a head says, as places in its bytes. One is kept per connection and filled anew, so that a request
/// costs no allocation.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) len: usize,
    pub(super) version: Version,
    pub(super) framing: Framing,
    /// Kept here, because the answer needs to know when the head is gone.
    pub(super) answer_has_no_body: bool,
    method: Span,
    target: Span,
    authority: Option<Span>,
    path: Option<Span>,
    query: Option<Span>,
    host: Option<Span>,
    fields: Vec<Field>,
}

impl Default for Parsed {
    /// Stands for a request of which nothing could be read: the least capable peer.
    fn default() -> Self {
        let framing = Framing { length: Length::Known(0), close: true, expects_continue: false };
        Parsed {
            len: 0,
            version: Version::Http10,
            framing,
            answer_has_no_body: false,
            method: Span::default(),
            target: Span::default(),
            authority: None,
            path: None,
            query: None,
            host: None,
            fields: Vec::new(),
        }
    }
}

impl Parsed {
    /// Forgets the head and keeps the memory.
    pub(super) fn clear(&mut self) {
        let mut fields = core::mem::take(&mut self.fields);
        fields.clear();
        *self = Parsed { fields, ..Parsed::default() };
    }

    /// Reads a complete head, whose lines all end in CRLF.
    pub(super) fn read(&mut self, head: &[u8], limits: &Limits) -> Result<(), Refusal> {
        let mut slots = [const { MaybeUninit::uninit() }; MAX_HEADERS];
        let mut request = httparse::Request::new(&mut []);
        let parsed = request.parse_with_uninit_headers(head, &mut slots[..limits.headers]);
        match parsed {
            Ok(httparse::Status::Complete(len)) if len == head.len() => {}
            // Where it ends was found before; whoever sees another end must not be believed.
            Ok(_) => return Err(Refusal::Header),
            Err(error) => return Err(error.into()),
        }
        let (Some(method), Some(target), Some(minor)) = (request.method, request.path, request.version)
        else {
            return Err(Refusal::RequestLine);
        };
        self.len = head.len();
        self.answer_has_no_body = method == "HEAD";
        self.version = if minor == 0 { Version::Http10 } else { Version::Http11 };
        self.method = Span::of(method.as_bytes(), head);
        self.read_target(method, target, head)?;
        self.read_fields(request.headers, head)
    }

    fn read_target(&mut self, method: &str, target: &str, head: &[u8]) -> Result<(), Refusal> {
        let parts = Target::parse(method, target)?;
        let part = |range| Span::of(&target.as_bytes()[range], head);
        self.target = Span::of(target.as_bytes(), head);
        self.authority = parts.authority.map(part);
        self.path = parts.path.map(part);
        self.query = parts.query.map(part);
        self.host = self.authority;
        Ok(())
    }

    fn read_fields(&mut self, headers: &[httparse::Header<'_>], head: &[u8]) -> Result<(), Refusal> {
        let mut notes = Notes::default();
        self.fields.clear();
        for header in headers {
            notes.read(header.name, header.value)?;
            let mut value = Span::of(header.value, head);
            if header.name.eq_ignore_ascii_case("host") {
                // A server ignores the field next to an absolute target and goes by the target (RFC 9112,
                // 3.2.2).
                value = *self.host.get_or_insert(value);
            }
            self.fields.push(Field { name: Span::of(header.name.as_bytes(), head), value });
        }
        self.framing = notes.finish(self.version)?;
        Ok(())
    }
}

impl From<httparse::Error> for Refusal {
    fn from(error: httparse::Error) -> Self {
        match error {
            httparse::Error::TooManyHeaders => Refusal::TooManyHeaders,
            httparse::Error::Token | httparse::Error::Version => Refusal::RequestLine,
            _ => Refusal::Header,
        }
    }
}

/// The head of a request: well-formed, within the limits, and unambiguous about where its body ends.
#[derive(Clone, Copy)]
pub struct Head<'a> {
    source: Source<'a>,
    parsed: &'a Parsed,
}

impl<'a> Head<'a> {
    pub(super) fn new(bytes: &'a [u8], parsed: &'a Parsed) -> Head<'a> {
        Head { source: Source::new(bytes), parsed }
    }

    /// The method, as received: methods are case-sensitive. Never `CONNECT`.
    #[must_use]
    pub fn method(&self) -> &'a str {
        self.source.text(self.parsed.method)
    }

    /// The request target as received, in origin, absolute or asterisk form. Visible ASCII without `#`.
    #[must_use]
    pub fn target(&self) -> &'a str {
        self.source.text(self.parsed.target)
    }

    /// The path of the target, in whatever form that came: it starts with a slash, or is `*`. Nothing in it is
    /// decoded or removed.
    #[must_use]
    pub fn path(&self) -> &'a str {
        match self.parsed.path {
            Some(path) => self.source.text(path),
            // An absolute target without a path (RFC 9112 sections 3.2.1 and 3.2.4).
            None if self.method() == "OPTIONS" && self.query().is_none() => "*",
            None => "/",
        }
    }

    /// What stands behind the first question mark of the target, if there is one.
    #[must_use]
    pub fn query(&self) -> Option<&'a str> {
        Some(self.source.text(self.parsed.query?))
    }

    /// The version.
    #[must_use]
    pub fn version(&self) -> Version {
        self.parsed.version
    }

    /// Host and port that the request is for: those of an absolute target, else those of the Host field. `None`
    /// only with HTTP/1.0.
    #[must_use]
    pub fn host(&self) -> Option<&'a str> {
        Some(self.source.text(self.parsed.host?))
    }

    /// The fields, all of them, in order. Where the target is absolute, the Host field shows the target's host.
    #[must_use]
    pub fn headers(&self) -> Headers<'a> {
        Headers::new(self.source, &self.parsed.fields)
    }

    /// Bytes of the body; 0 when there is none, `None` when it is chunked.
    #[must_use]
    pub fn content_length(&self) -> Option<u64> {
        match self.parsed.framing.length {
            Length::Known(length) => Some(length),
            Length::Chunked => None,
        }
    }
}

/// Neither values nor the query: both may be secrets.
impl fmt::Debug for Head<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Head")
            .field("method", &self.method())
            .field("path", &self.path())
            .field("version", &self.version())
            .field("headers", &self.headers())
            .finish()
    }
}
