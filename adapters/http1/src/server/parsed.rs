//! What a head says, read from it once.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use super::framing::{Framing, Notes};
use super::limits::{Limits, MAX_HEADERS};
use super::refusal::Refusal;
use super::search::longest_request_line;
use super::target::Target;
use crate::fields::{Field, Span};
use crate::framing::{Known, Length};
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
    pub(super) method: Span,
    pub(super) target: Span,
    pub(super) path: Option<Span>,
    pub(super) query: Option<Span>,
    pub(super) host: Option<Span>,
    pub(super) fields: Vec<Field>,
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

    /// Reads the head in front of `bytes`, when all of it is there and its lines are in order, as nearly always.
    /// `false` says nothing about it: then the [search](super::search) goes through its lines, which can tell what
    /// is wrong from what has not arrived, and looks at no byte twice.
    pub(super) fn read_at_once(&mut self, bytes: &[u8], limits: &Limits) -> Result<bool, Refusal> {
        let bytes = &bytes[..bytes.len().min(limits.head)];
        let mut slots = [const { MaybeUninit::uninit() }; MAX_HEADERS];
        let mut request = httparse::Request::new(&mut []);
        match request.parse_with_uninit_headers(bytes, &mut slots[..limits.headers]) {
            Ok(httparse::Status::Complete(len)) => {
                let head = &bytes[..len];
                let is_in_order = self.place_fields(request.headers, head)
                    && self.has_lines_in_order(head, limits)
                    && request.path.is_some_and(|target| target.len() <= limits.target);
                if is_in_order { self.note(&request, head).map(|()| true) } else { Ok(false) }
            }
            _ => Ok(false),
        }
    }

    /// Reads a complete head, of which the search has seen that its lines are in order.
    pub(super) fn read(&mut self, head: &[u8], limits: &Limits) -> Result<(), Refusal> {
        let mut slots = [const { MaybeUninit::uninit() }; MAX_HEADERS];
        let mut request = httparse::Request::new(&mut []);
        match request.parse_with_uninit_headers(head, &mut slots[..limits.headers]) {
            Ok(httparse::Status::Complete(len)) if len == head.len() => {
                self.place_fields(request.headers, head);
                self.note(&request, head)
            }
            // Where it ends was found before; whoever sees another end must not be believed.
            Ok(_) => Err(Refusal::Header),
            Err(error) => Err(error.into()),
        }
    }

    fn note(&mut self, request: &httparse::Request<'_, '_>, head: &[u8]) -> Result<(), Refusal> {
        let (Some(method), Some(target), Some(minor)) = (request.method, request.path, request.version)
        else {
            return Err(Refusal::RequestLine);
        };
        self.len = head.len();
        self.answer_has_no_body = method == "HEAD";
        self.version = if minor == 0 { Version::Http10 } else { Version::Http11 };
        self.method = Span::of(method.as_bytes(), head);
        self.note_target(method, target, head)?;
        self.note_fields(request.headers)
    }

    fn note_target(&mut self, method: &str, target: &str, head: &[u8]) -> Result<(), Refusal> {
        let parts = Target::parse(method, target)?;
        let part = |range| Span::of(&target.as_bytes()[range], head);
        self.target = Span::of(target.as_bytes(), head);
        self.host = parts.authority.map(part);
        self.path = parts.path.map(part);
        self.query = parts.query.map(part);
        Ok(())
    }

    /// Notes where the fields stand; gives whether a CRLF stands in front of each.
    fn place_fields(&mut self, headers: &[httparse::Header<'_>], head: &[u8]) -> bool {
        let mut follow_lines = true;
        self.fields.clear();
        self.fields.extend(headers.iter().map(|header| {
            let name = Span::of(header.name.as_bytes(), head);
            follow_lines &= head[..name.start()].ends_with(b"\r\n");
            Field { name, value: Span::of(header.value, head) }
        }));
        follow_lines
    }

    /// Whether the search would find this head and nothing against its lines: no empty one in front, CRLF at the end
    /// too, no request line that is longer than it may be.
    fn has_lines_in_order(&self, head: &[u8], limits: &Limits) -> bool {
        let request_line = self.fields.first().map_or(head.len() - b"\r\n".len(), |field| field.name.start());
        !matches!(head[0], b'\r' | b'\n')
            && head.ends_with(b"\r\n\r\n")
            && request_line <= longest_request_line(limits)
    }

    fn note_fields(&mut self, headers: &[httparse::Header<'_>]) -> Result<(), Refusal> {
        let mut notes = Notes::default();
        for (header, field) in headers.iter().zip(&mut self.fields) {
            let Some(known) = Known::of(header.name.as_bytes()) else { continue };
            notes.read(known, header.value)?;
            if known == Known::Host {
                // A server ignores the field next to an absolute target and goes by the target (RFC 9112, 3.2.2).
                field.value = *self.host.get_or_insert(field.value);
            }
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
