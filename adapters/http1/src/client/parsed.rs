//! What a head says, read line by line as they arrive.

use alloc::vec::Vec;

use memchr::memchr;

use super::limits::Limits;
use super::refusal::Refusal;
use super::status_line::StatusLine;
use crate::fields::{Field, Span};
use crate::framing::{Known, Length, Notes};
use crate::lines::Lines;
use crate::syntax::{is_token, is_value, trim};
use crate::version::Version;

/// What a head says, as places in its bytes. One is kept per connection and filled anew, so that an answer costs no
/// allocation.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    lines: Lines,
    notes: Notes,
    pub(super) status: Option<StatusLine>,
    pub(super) fields: Vec<Field>,
}

/// The verdict over a head.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict {
    pub(super) len: usize,
    pub(super) status: StatusLine,
    /// `None` when no field says so.
    pub(super) length: Option<Length>,
    /// The peer ends the connection behind the answer, or can't keep it.
    pub(super) close: bool,
}

impl Parsed {
    /// Forgets the head and keeps the memory.
    pub(super) fn clear(&mut self) {
        let mut fields = core::mem::take(&mut self.fields);
        fields.clear();
        *self = Parsed { fields, ..Parsed::default() };
    }

    /// Reads on in `bytes`: what they were last time, with more at the end. No byte is looked at twice but those of
    /// the start, and nothing that is decided depends on how the bytes were cut. `most` is how long the head may be.
    pub(super) fn advance(
        &mut self,
        bytes: &[u8],
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Verdict>, Refusal> {
        // What stands behind the limit has no say, or the verdict would depend on how much came at once.
        let allowed = &bytes[..bytes.len().min(most)];
        if self.status.is_none() {
            StatusLine::check_start(allowed)?;
        }
        while let Some(line) = self.lines.next(allowed)? {
            match self.status {
                None => self.status = Some(StatusLine::parse(&bytes[line])?),
                Some(status) if line.is_empty() => {
                    return self.finish(line.end + b"\r\n".len(), status).map(Some);
                }
                Some(_) if self.fields.len() == limits.headers => return Err(Refusal::TooManyHeaders),
                Some(_) => self.read_field(&bytes[line], bytes)?,
            }
        }
        if allowed.len() < most { Ok(None) } else { Err(Refusal::HeadTooLarge) }
    }

    /// Reads a field line of `head`. One that is folded begins with a blank, which no name has.
    fn read_field(&mut self, line: &[u8], head: &[u8]) -> Result<(), Refusal> {
        let colon = memchr(b':', line).ok_or(Refusal::Header)?;
        let (name, value) = (&line[..colon], trim(&line[colon + 1..]));
        if !is_token(name) || !is_value(value) {
            return Err(Refusal::Header);
        }
        if let Some(known) = Known::of(name) {
            self.notes.read(known, value)?;
        }
        self.fields.push(Field { name: Span::of(name, head), value: Span::of(value, head) });
        Ok(())
    }

    fn finish(&mut self, len: usize, status: StatusLine) -> Result<Verdict, Refusal> {
        let notes = core::mem::take(&mut self.notes);
        let close = notes.close || status.version == Version::Http10;
        Ok(Verdict { len, status, length: notes.length(status.version)?, close })
    }
}
