//! What the fields of a head say about where its message ends and whether another may follow, in either
//! direction.

use crate::syntax::{decimal, is_name, is_token, members, trim};
use crate::version::Version;

/// How the length of a body is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// The head says so.
    Known(u64),
    Chunked,
}

/// What is wrong with the fields that frame a body: nobody can tell where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Content-Length is repeated or no number.
    ContentLength,
    /// Transfer-Encoding is malformed, doesn't end in one `chunked`, or is used below HTTP/1.1.
    TransferEncoding,
    /// A coding besides `chunked`.
    TransferCoding,
    /// Content-Length and Transfer-Encoding together.
    LengthConflict,
}

/// The fields that a connection knows: they frame its messages, or it writes them by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Host,
    Expect,
    Connection,
    ContentLength,
    TransferEncoding,
}

impl Known {
    #[inline]
    pub(crate) fn of(name: &[u8]) -> Option<Known> {
        /// What the name of each length begins with: enough to tell nearly all others, without a jump for each.
        const FIRST: [u8; 18] = *b"    h e   c   c  t";
        let first = FIRST.get(name.len())?;
        if name.first().is_some_and(|byte| byte | 0x20 == *first) { Known::spelled(name) } else { None }
    }

    /// Apart, so that the loops over fields stay small.
    #[inline(never)]
    fn spelled(name: &[u8]) -> Option<Known> {
        match name.len() {
            4 => is_name(name, b"host").then_some(Known::Host),
            6 => is_name(name, b"expect").then_some(Known::Expect),
            10 => is_name(name, b"connection").then_some(Known::Connection),
            14 => is_name(name, b"content-length").then_some(Known::ContentLength),
            17 => is_name(name, b"transfer-encoding").then_some(Known::TransferEncoding),
            _ => None,
        }
    }
}

/// Collects what the fields say, one by one.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    content_length: Option<u64>,
    transfer_encoding: Option<Codings>,
    /// The peer ends the connection behind this message.
    pub(crate) close: bool,
}

/// The codings of all Transfer-Encoding fields together.
#[derive(Debug, Default)]
struct Codings {
    /// Something that is no coding, or one that stands where it can't.
    odd: bool,
    chunked: bool,
    /// Any other coding.
    unknown: bool,
}

impl Notes {
    pub(crate) fn read(&mut self, field: Known, value: &[u8]) -> Result<(), Fault> {
        match field {
            Known::Connection => {
                self.close |= members(value).any(|option| option.eq_ignore_ascii_case(b"close"));
            }
            Known::ContentLength => self.read_content_length(value)?,
            Known::TransferEncoding => self.transfer_encoding.get_or_insert_default().read(value),
            // These say nothing about framing.
            Known::Host | Known::Expect => {}
        }
        Ok(())
    }

    /// How the length is told, if any field tells it.
    pub(crate) fn length(self, version: Version) -> Result<Option<Length>, Fault> {
        match (self.transfer_encoding, self.content_length) {
            (None, length) => Ok(length.map(Length::Known)),
            (Some(_), Some(_)) => Err(Fault::LengthConflict),
            (Some(_), None) if version == Version::Http10 => Err(Fault::TransferEncoding),
            (Some(codings), None) => codings.finish().map(Some),
        }
    }

    fn read_content_length(&mut self, value: &[u8]) -> Result<(), Fault> {
        // Two equal ones may be repaired by the law, and refused by it: who sends them is confused.
        if self.content_length.is_some() {
            return Err(Fault::ContentLength);
        }
        self.content_length = Some(decimal(value).ok_or(Fault::ContentLength)?);
        Ok(())
    }
}

impl Codings {
    fn read(&mut self, value: &[u8]) {
        for coding in members(value) {
            let end = coding.iter().position(|byte| *byte == b';').unwrap_or(coding.len());
            let name = trim(&coding[..end]);
            let chunked = name.eq_ignore_ascii_case(b"chunked");
            // Chunked comes last, comes once and has no parameters.
            self.odd |= self.chunked || !is_token(name) || (chunked && end < coding.len());
            self.chunked |= chunked;
            self.unknown |= !chunked;
        }
    }

    /// Without chunked at the end nobody can tell where the body ends, which is worse than not to know a
    /// coding.
    fn finish(self) -> Result<Length, Fault> {
        if self.odd || !self.chunked {
            return Err(Fault::TransferEncoding);
        }
        if self.unknown {
            return Err(Fault::TransferCoding);
        }
        Ok(Length::Chunked)
    }
}
