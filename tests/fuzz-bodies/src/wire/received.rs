//! What stands in what a server has sent for one request, until it closed the connection.

use snodo_http1::client::Limits;

use super::requests::number;
use super::{chunks, field, is_value, list};

/// The limits of an answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnswerBounds {
    pub(crate) head: usize,
    pub(crate) headers: usize,
    pub(crate) chunks: chunks::Bounds,
}

impl AnswerBounds {
    /// Those that are documented as the defaults.
    pub(crate) const DEFAULT: Self = Self {
        head: 32_768,
        headers: 100,
        chunks: chunks::Bounds { body: 16_777_216, line: 4_096, trailers: 8_192 },
    };

    pub(crate) fn limits(&self) -> Limits {
        Limits::default()
            .head(self.head)
            .headers(self.headers)
            .body((self.chunks.body < u64::MAX).then_some(self.chunks.body))
            .chunk_line(self.chunks.line)
            .trailers(self.chunks.trailers)
    }
}

/// What there is of the final answer.
#[derive(Debug)]
pub(crate) struct Received<'a> {
    /// `None` when it is not in order or not whole.
    pub(crate) head: Option<Head<'a>>,
    /// As much as there is of the body.
    pub(crate) body: Vec<u8>,
    pub(crate) end: End,
}

#[derive(Debug)]
pub(crate) struct Head<'a> {
    pub(crate) code: u16,
    pub(crate) is_http10: bool,
    pub(crate) fields: Vec<(&'a str, &'a [u8])>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// It is malformed, too large or cut short.
    Refused,
    /// It is whole, and the connection has ended or has to end.
    Last,
    /// It is whole, and another may follow.
    Open,
}

/// Reads an answer.
pub(crate) fn receive<'a>(stream: &'a [u8], is_to_head: bool, bounds: &AnswerBounds) -> Received<'a> {
    let mut start = 0;
    loop {
        let within = &stream[..stream.len().min(bounds.head)];
        let Some((head, length)) = head(&within[start..], bounds) else { return refused(None, Vec::new()) };
        start += length;
        match head.code {
            101 => return refused(None, Vec::new()),
            100..=199 => {}
            _ => return behind(head, &stream[start..], is_to_head, bounds),
        }
    }
}

fn refused(head: Option<Head<'_>>, body: Vec<u8>) -> Received<'_> {
    Received { head, body, end: End::Refused }
}

/// Reads what stands behind a final head.
fn behind<'a>(head: Head<'a>, bytes: &[u8], is_to_head: bool, bounds: &AnswerBounds) -> Received<'a> {
    let (codings, lengths) = (values(&head, "transfer-encoding"), values(&head, "content-length"));
    let announces = !codings.is_empty() || lengths.iter().any(|length| number(length) != Some(0));
    let is_lost = head.is_http10
        || (head.code == 204 && announces)
        || values(&head, "connection").into_iter().flat_map(list).any(|it| it.eq_ignore_ascii_case(b"close"));
    let most = bounds.chunks.body;
    // The body, the length that it has on the wire, and whether nothing but the end of the connection ends it.
    let (body, length, is_until_end) = if is_to_head || matches!(head.code, 204 | 304) {
        (Vec::new(), Some(0), false)
    } else if !codings.is_empty() {
        let (data, length) = chunks::decode(bytes, bounds.chunks);
        (data, length, false)
    } else if let [length] = lengths[..] {
        let length = number(length).expect("the head was found to be in order");
        let there = usize::try_from(length).unwrap_or(usize::MAX).min(bytes.len());
        let body = if length > most { &[] } else { &bytes[..there] };
        (body.to_vec(), (body.len() as u64 == length).then_some(body.len()), false)
    } else {
        let there = usize::try_from(most).unwrap_or(usize::MAX).min(bytes.len());
        (bytes[..there].to_vec(), (there == bytes.len()).then_some(there), true)
    };
    let Some(length) = length else { return refused(Some(head), body) };
    let is_last = is_lost || is_until_end || length < bytes.len();
    Received { head: Some(head), body, end: if is_last { End::Last } else { End::Open } }
}

/// The head in front and its length, when it is whole and in order.
fn head<'a>(bytes: &'a [u8], bounds: &AnswerBounds) -> Option<(Head<'a>, usize)> {
    let mut lines = Vec::new();
    let mut length = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        length += line.len();
        let line = line.strip_suffix(b"\r\n")?;
        if !lines.is_empty() && line.is_empty() {
            break;
        }
        lines.push(line);
    }
    if !bytes[..length].ends_with(b"\r\n\r\n") || lines.len() - 1 > bounds.headers {
        return None;
    }
    let (code, is_http10) = status(lines.remove(0))?;
    let fields = lines.into_iter().map(field).collect::<Option<Vec<_>>>()?;
    let head = Head { code, is_http10, fields };
    let is_framed = match (&values(&head, "transfer-encoding")[..], &values(&head, "content-length")[..]) {
        ([], []) => true,
        ([], [length]) => number(length).is_some(),
        ([coding], []) => !is_http10 && coding.eq_ignore_ascii_case(b"chunked"),
        _ => false,
    };
    is_framed.then_some((head, length))
}

fn values<'a>(head: &Head<'a>, wanted: &str) -> Vec<&'a [u8]> {
    let of_name = head.fields.iter().filter(|(name, _)| name.eq_ignore_ascii_case(wanted));
    of_name.map(|(_, value)| *value).collect()
}

/// Code, and whether the version is HTTP/1.0.
fn status(line: &[u8]) -> Option<(u16, bool)> {
    let line = line.strip_prefix(b"HTTP/1.")?;
    let (minor, line) = line.split_first().filter(|(minor, _)| minor.is_ascii_digit())?;
    let (code, reason) = line.strip_prefix(b" ")?.split_at_checked(3)?;
    let code = number(code).filter(|code| (100..=599).contains(code))?;
    let is_reason = reason.is_empty() || (reason.starts_with(b" ") && is_value(reason));
    is_reason.then_some((u16::try_from(code).ok()?, *minor == b'0'))
}
