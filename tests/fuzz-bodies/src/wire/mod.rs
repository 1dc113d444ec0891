//! A second opinion on HTTP/1.1. It has the whole stream at once, copies what it likes and shares nothing with the
//! machine under test.

mod chunks;
mod fragments;
mod received;
mod requests;
mod responses;
mod uri;

pub(crate) use chunks::Bounds as ChunkBounds;
pub(crate) use fragments::{OF_REQUESTS, OF_RESPONSES, expand};
pub(crate) use received::{AnswerBounds, End, receive};
pub(crate) use requests::{Bounds, Ending, Message, messages};
pub(crate) use responses::{Answer, answers};

/// `tchar`s, at least one.
fn is_token(bytes: &[u8]) -> bool {
    let is_tchar = |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte);
    !bytes.is_empty() && bytes.iter().all(is_tchar)
}

/// Field content: no control bytes but tabs.
fn is_value(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == b'\t' || (*byte >= b' ' && *byte != 0x7F))
}

fn trim(bytes: &[u8]) -> &[u8] {
    let is_content = |byte: &u8| !matches!(byte, b' ' | b'\t');
    let start = bytes.iter().position(is_content).unwrap_or(bytes.len());
    let end = bytes.iter().rposition(is_content).map_or(start, |last| last + 1);
    &bytes[start..end]
}

/// Where `needle` begins.
fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|window| window == needle)
}

/// A name and a value, by a line without its end.
fn field(line: &[u8]) -> Option<(&str, &[u8])> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let (name, value) = (&line[..colon], &line[colon + 1..]);
    (is_token(name) && is_value(value)).then_some((str::from_utf8(name).ok()?, trim(value)))
}

/// The members of a list, without the blanks around them.
fn list(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|byte| *byte == b',').map(trim)
}
