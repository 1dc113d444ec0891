//! What the fields of a request's head say about where it ends, for whom it is, and whether another may follow.

use super::refusal::Refusal;
use crate::framing::{self, Known, Length};
use crate::syntax::{is_host_and_port, members};
use crate::version::Version;

/// The verdict over a head.
#[derive(Clone, Copy, Debug)]
pub(super) struct Framing {
    /// 0 without any field (RFC 9112 section 6.3).
    pub(super) length: Length,
    /// The peer wants no other request on this connection, or can't have one.
    pub(super) close: bool,
    /// The peer waits for an interim answer before it sends the body.
    pub(super) expects_continue: bool,
}

/// Collects what the fields say, one by one.
#[derive(Debug, Default)]
pub(super) struct Notes {
    message: framing::Notes,
    host: bool,
    expects_continue: bool,
    expects_more: bool,
}

impl Notes {
    pub(super) fn read(&mut self, field: Known, value: &[u8]) -> Result<(), Refusal> {
        match field {
            Known::Host => self.read_host(value)?,
            Known::Expect => self.read_expect(value),
            _ => self.message.read(field, value)?,
        }
        Ok(())
    }

    pub(super) fn finish(self, version: Version) -> Result<Framing, Refusal> {
        let http10 = version == Version::Http10;
        if !self.host && !http10 {
            return Err(Refusal::Host);
        }
        let close = self.message.close || http10;
        let length = self.message.length(version)?.unwrap_or(Length::Known(0));
        // An HTTP/1.0 peer can't wait for an interim answer, whatever it says (RFC 9110 section 10.1.1).
        if self.expects_more && !http10 {
            return Err(Refusal::Expectation);
        }
        Ok(Framing { length, close, expects_continue: self.expects_continue && !http10 })
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
}
