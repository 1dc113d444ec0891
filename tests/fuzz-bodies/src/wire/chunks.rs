//! Chunked bodies.

use super::{field, find, is_token, is_value};

/// How large a chunked body may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) body: u64,
    pub(crate) line: usize,
    pub(crate) trailers: usize,
}

/// The data of a chunked body, as far as it goes, and the length of all of it; `None` when it is malformed, cut short or
/// too large.
pub(super) fn decode(bytes: &[u8], bounds: Bounds) -> (Vec<u8>, Option<usize>) {
    let mut data = Vec::new();
    let length = collect(bytes, bounds, &mut data);
    (data, length)
}

fn collect(bytes: &[u8], bounds: Bounds, data: &mut Vec<u8>) -> Option<usize> {
    let mut rest = bytes;
    loop {
        let end = find(rest, b"\r\n")?;
        // Quoted extensions may have bytes above ASCII, whatever they stand for.
        let line: String = rest[..end].iter().map(|byte| char::from(*byte)).collect();
        let behind = &rest[end + 2..];
        let size = chunk_size(&line).filter(|_| end + 2 <= bounds.line)?;
        if size == 0 {
            let trailers = trailers(behind).filter(|length| *length <= bounds.trailers)?;
            return Some(bytes.len() - behind.len() + trailers);
        }
        let size = Some(size).filter(|size| *size <= bounds.body - data.len() as u64)?;
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        data.extend_from_slice(&behind[..size.min(behind.len())]);
        let behind = behind.get(size..)?;
        rest = behind.strip_prefix(b"\r\n")?;
    }
}

/// The size that a chunk line says, when the whole line is in order.
fn chunk_size(line: &str) -> Option<u64> {
    let end = line.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(line.len());
    let (digits, extensions) = line.split_at(end);
    let size = u64::from_str_radix(digits, 16).ok().filter(|_| digits.len() <= 16)?;
    are_extensions(extensions).then_some(size)
}

fn are_extensions(mut rest: &str) -> bool {
    const BLANKS: [char; 2] = [' ', '\t'];
    while !rest.is_empty() {
        let Some(extension) = rest.trim_start_matches(BLANKS).strip_prefix(';') else { return false };
        let Some(behind) = without_token(extension.trim_start_matches(BLANKS)) else { return false };
        rest = behind;
        if let Some(value) = behind.trim_start_matches(BLANKS).strip_prefix('=') {
            let value = value.trim_start_matches(BLANKS);
            let behind = if value.starts_with('"') { without_quoted(value) } else { without_token(value) };
            let Some(behind) = behind else { return false };
            rest = behind;
        }
    }
    true
}

/// What stands behind the token in front.
fn without_token(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii() || !is_token(&[c as u8])).unwrap_or(text.len());
    (end > 0).then_some(&text[end..])
}

/// What stands behind the quoted string in front.
fn without_quoted(text: &str) -> Option<&str> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return Some(&text[at + 1..]),
            c if c.is_ascii() && !is_value(&[c as u8]) => return None,
            c => escaped = c == '\\' && !escaped,
        }
    }
    None
}

/// How long the trailer section is.
fn trailers(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    loop {
        let end = find(rest, b"\r\n")?;
        let line = &rest[..end];
        rest = &rest[end + 2..];
        if line.is_empty() {
            return Some(bytes.len() - rest.len());
        }
        field(line)?;
    }
}
