//! What the fields of a head say about where its message ends and whether another may follow.

use super::refusal::Refusal;
use crate::syntax::{decimal, is_host_and_port, is_name, is_token, members, trim};
use crate::version::Version;

/// How the length of a request's body is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// The head says so; 0 without any field (RFC 9112 section 6.3).
    Known(u64),
    Chunked,
}

/// The verdict over a head.
#[derive(Clone, Copy, Debug)]
pub(super) struct Framing {
    pub(super) length: Length,
    /// The peer wants no other request on this connection, or can't have one.
    pub(super) close: bool,
    /// The peer waits for an interim answer before it sends the body.
    pub(super) expects_continue: bool,
}

/// The fields that have a say in this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Host,
    Expect,
    Connection,
    ContentLength,
    TransferEncoding,
}

impl Known {
    pub(super) fn of(name: &str) -> Option<Known> {
        // Most fields are none of these, which their length tells.
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
pub(super) struct Notes {
    host: bool,
    content_length: Option<u64>,
    transfer_encoding: Option<Codings>,
    close: bool,
    expects_continue: bool,
    expects_more: bool,
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
    pub(super) fn read(&mut self, field: Known, value: &[u8]) -> Result<(), Refusal> {
        match field {
            Known::Host => self.read_host(value)?,
            Known::Expect => self.read_expect(value),
            Known::Connection => {
                self.close |= members(value).any(|option| option.eq_ignore_ascii_case(b"close"));
            }
            Known::ContentLength => self.read_content_length(value)?,
            Known::TransferEncoding => self.transfer_encoding.get_or_insert_default().read(value),
        }
        Ok(())
    }

    pub(super) fn finish(self, version: Version) -> Result<Framing, Refusal> {
        let http10 = version == Version::Http10;
        if !self.host && !http10 {
            return Err(Refusal::Host);
        }
        let length = match (self.transfer_encoding, self.content_length) {
            (None, length) => Length::Known(length.unwrap_or(0)),
            (Some(_), Some(_)) => return Err(Refusal::LengthConflict),
            (Some(_), None) if http10 => return Err(Refusal::TransferEncoding),
            (Some(codings), None) => codings.finish()?,
        };
        // An HTTP/1.0 peer can't wait for an interim answer, whatever it says (RFC 9110 section 10.1.1).
        if self.expects_more && !http10 {
            return Err(Refusal::Expectation);
        }
        Ok(Framing {
            length,
            close: self.close || http10,
            expects_continue: self.expects_continue && !http10,
        })
    }

    fn read_host(&mut self, value: &[u8]) -> Result<(), Refusal> {
        if self.host || !is_host_and_port(value) {
            return Err(Refusal::Host);
        }
        self.host = true;
        Ok(())
    }

    fn read_expect(&mut self, value: &[u8]) {
        for expectation in members(value).filter(|member| !member.is_empty()) {
            let known = expectation.eq_ignore_ascii_case(b"100-continue");
            self.expects_continue |= known;
            self.expects_more |= !known;
        }
    }

    fn read_content_length(&mut self, value: &[u8]) -> Result<(), Refusal> {
        // Two equal ones may be repaired by the law, and refused by it: who sends them is confused.
        if self.content_length.is_some() {
            return Err(Refusal::ContentLength);
        }
        self.content_length = Some(decimal(value).ok_or(Refusal::ContentLength)?);
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
    fn finish(self) -> Result<Length, Refusal> {
        if self.odd || !self.chunked {
            return Err(Refusal::TransferEncoding);
        }
        if self.unknown {
            return Err(Refusal::TransferCoding);
        }
        Ok(Length::Chunked)
    }
}
