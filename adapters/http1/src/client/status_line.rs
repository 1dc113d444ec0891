//! The line in front of an answer (RFC 9112 section 4).

use super::refusal::Refusal;
use crate::syntax::is_value;
use crate::version::Version;

/// What every answer of a version that is understood begins with.
const START: &[u8] = b"HTTP/1.";

/// The first line of a head without its reason, which says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StatusLine {
    pub(super) version: Version,
    /// 100 to 599.
    pub(super) code: u16,
}

impl StatusLine {
    /// Whether `bytes`, of which there may be few, can become a status line. What is no HTTP at all needs no line end
    /// to be refused.
    pub(super) fn check_start(bytes: &[u8]) -> Result<(), Refusal> {
        let differing = START.iter().zip(bytes).position(|(wanted, byte)| wanted != byte);
        match differing.map(|at| (&START[at..], bytes[at])) {
            None => Ok(()),
            Some((b"1.", b'0'..=b'9')) => Err(Refusal::Version),
            Some(_) => Err(Refusal::StatusLine),
        }
    }

    /// Reads a line without its CRLF. The reason may be empty, and some peers leave out the space in front of an
    /// empty one.
    pub(super) fn parse(line: &[u8]) -> Result<StatusLine, Refusal> {
        let rest = line.strip_prefix(START).ok_or(Refusal::StatusLine)?;
        let [minor @ b'0'..=b'9', b' ', code @ ..] = rest else { return Err(Refusal::StatusLine) };
        let Some((code @ [b'0'..=b'9', b'0'..=b'9', b'0'..=b'9'], reason)) = code.split_first_chunk() else {
            return Err(Refusal::StatusLine);
        };
        if !matches!(reason, [] | [b' ', ..]) || !is_value(reason) {
            return Err(Refusal::StatusLine);
        }
        let code = code.iter().fold(0, |code, digit| code * 10 + u16::from(digit - b'0'));
        if !(100..600).contains(&code) {
            return Err(Refusal::StatusCode);
        }
        let version = if *minor == b'0' { Version::Http10 } else { Version::Http11 };
        Ok(StatusLine { version, code })
    }
}
