//! The search for the end of a request's head: line by line as they arrive, with what can be refused before it
//! ends.

use super::limits::Limits;
use super::refusal::Refusal;
use crate::lines::{BareLf, Lines};
use crate::syntax::is_token_byte;

/// What a request line may have besides its target: a method, a version, two spaces and a line end.
const BESIDES_TARGET: usize = 64;
/// Empty lines in front of a request line. Some peers send one behind a body; nobody has a reason to send more.
const MAX_EMPTY_LINES: u8 = 4;
/// ` HTTP/1.1`
const VERSION_LEN: usize = 9;

/// A search that goes on where it stopped. Nothing it decides depends on how the bytes were cut.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Search {
    lines: Lines,
    empty_lines: u8,
    /// The request line was found and is no longer than it may be.
    in_fields: bool,
}

/// What a search came to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// More has to come.
    Nothing,
    /// An empty line of two bytes stands in front; drop it and search again.
    EmptyLine,
    /// The request line has a minor version above 1, written at this offset. It is read as 1.
    MinorVersion(usize),
    /// The head is this long.
    Head(usize),
}

impl Search {
    /// Nothing of a head was looked at yet.
    pub(super) fn is_new(&self) -> bool {
        *self == Search::default()
    }

    /// Goes on in `bytes`: what they were last time, with more at the end or without the empty line in front.
    pub(super) fn advance(&mut self, bytes: &[u8], limits: &Limits) -> Result<Found, Refusal> {
        if !self.in_fields && bytes.first().is_some_and(|first| !may_start_a_line(*first)) {
            return Err(Refusal::RequestLine);
        }
        loop {
            let most = if self.in_fields { limits.head } else { longest_request_line(limits) };
            // What stands behind the limit has no say, or the verdict would depend on how much came at once.
            let allowed = &bytes[..bytes.len().min(most)];
            let Some(line) = self.lines.next(allowed)? else {
                return if allowed.len() < most { Ok(Found::Nothing) } else { Err(self.too_much(allowed)) };
            };
            if self.in_fields {
                match bytes[line.clone()].first() {
                    None => return Ok(Found::Head(line.end + b"\r\n".len())),
                    // A folded line, or no field at all.
                    Some(first) if !is_token_byte(*first) => return Err(Refusal::Header),
                    Some(_) => {}
                }
            } else if line.is_empty() {
                return self.skip_empty_line();
            } else {
                self.in_fields = true;
                if let Some(at) = check_request_line(&bytes[line], limits)? {
                    return Ok(Found::MinorVersion(at));
                }
            }
        }
    }

    /// Which part has become too long, when `allowed` is full.
    fn too_much(&self, allowed: &[u8]) -> Refusal {
        match self.in_fields {
            true => Refusal::HeadTooLarge,
            false if allowed.contains(&b' ') => Refusal::TargetTooLong,
            false => Refusal::MethodTooLong,
        }
    }

    fn skip_empty_line(&mut self) -> Result<Found, Refusal> {
        if self.empty_lines == MAX_EMPTY_LINES {
            return Err(Refusal::RequestLine);
        }
        *self = Search { empty_lines: self.empty_lines + 1, ..Search::default() };
        Ok(Found::EmptyLine)
    }
}

impl From<BareLf> for Refusal {
    fn from(_: BareLf) -> Self {
        Refusal::BareLf
    }
}

/// A token, or the CRLF of an empty line. Anything else, such as a TLS handshake, needs no line end to be
/// refused.
fn may_start_a_line(byte: u8) -> bool {
    is_token_byte(byte) || matches!(byte, b'\r' | b'\n')
}

/// With its CRLF.
pub(super) fn longest_request_line(limits: &Limits) -> usize {
    limits.target.saturating_add(BESIDES_TARGET).min(limits.head)
}

/// Looks at lengths and at the version, which decides whether there are fields to wait for: an HTTP/0.9 request
/// has none. Gives the place of a minor version above 1. The rest is read when the head is whole.
fn check_request_line(line: &[u8], limits: &Limits) -> Result<Option<usize>, Refusal> {
    let target_end = line.len().checked_sub(VERSION_LEN).ok_or(Refusal::RequestLine)?;
    let [b' ', b'H', b'T', b'T', b'P', b'/', major @ b'0'..=b'9', b'.', minor @ b'0'..=b'9'] =
        line[target_end..]
    else {
        return Err(Refusal::RequestLine);
    };
    if major != b'1' {
        return Err(Refusal::Version);
    }
    let method_end =
        line.iter().position(|byte| *byte == b' ').expect("a space was found in front of the version");
    if target_end.saturating_sub(method_end + 1) > limits.target {
        return Err(Refusal::TargetTooLong);
    }
    Ok((minor > b'1').then(|| line.len() - 1))
}
