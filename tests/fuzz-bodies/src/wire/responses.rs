//! What stands in a stream of answers.

use super::{field, find};

/// A final answer.
#[derive(Debug)]
pub(crate) struct Answer<'a> {
    pub(crate) status: u16,
    pub(crate) fields: Vec<(&'a str, &'a [u8])>,
    pub(crate) body: Vec<u8>,
    /// How many interim answers stood in front of it.
    pub(crate) interim: usize,
}

impl Answer<'_> {
    /// The values of a field.
    pub(crate) fn values(&self, wanted: &str) -> Vec<&[u8]> {
        let of_name = self.fields.iter().filter(|(name, _)| name.eq_ignore_ascii_case(wanted));
        of_name.map(|(_, value)| *value).collect()
    }
}

/// All answers of a stream, and the stream without the interim ones. `is_bodiless` says of an answer's place whether
/// its request allows no body.
///
/// # Panics
///
/// When there is anything but whole answers.
pub(crate) fn answers(stream: &[u8], is_bodiless: impl Fn(usize) -> bool) -> (Vec<Answer<'_>>, Vec<u8>) {
    let (mut answers, mut finals, mut rest, mut interim) = (Vec::new(), Vec::new(), stream, 0);
    while !rest.is_empty() {
        let head = &rest[..find(rest, b"\r\n\r\n").expect("an answer's head ends") + 4];
        let behind = &rest[head.len()..];
        let (status, fields) = parts(head);
        if status == 100 {
            assert_eq!(head, b"HTTP/1.1 100 Continue\r\n\r\n");
            interim += 1;
            rest = behind;
            continue;
        }
        let mut answer = Answer { status, fields, body: Vec::new(), interim };
        let ends_with_head = is_bodiless(answers.len()) || matches!(status, 204 | 304);
        let length = if ends_with_head { 0 } else { body(&mut answer, behind) };
        finals.extend_from_slice(&rest[..head.len() + length]);
        rest = &behind[length..];
        answers.push(answer);
        interim = 0;
    }
    assert_eq!(interim, 0, "a final answer follows");
    (answers, finals)
}

fn parts(head: &[u8]) -> (u16, Vec<(&str, &[u8])>) {
    let lines = head.split_inclusive(|byte| *byte == b'\n');
    let mut lines = lines.map(|line| line.strip_suffix(b"\r\n").expect("lines end in CRLF"));
    let line = lines.next().and_then(|line| str::from_utf8(line).ok()).expect("a status line");
    let status = line.strip_prefix("HTTP/1.1 ").expect("the version is ours");
    let (status, _) = status.split_once(' ').expect("a space stands even in front of no reason");
    let fields = lines.filter(|line| !line.is_empty()).map(|line| field(line).expect("a field line"));
    (status.parse().expect("a status code"), fields.collect())
}

/// Reads the body. Gives the length that it has with its framing.
fn body(answer: &mut Answer<'_>, bytes: &[u8]) -> usize {
    match (&answer.values("transfer-encoding")[..], &answer.values("content-length")[..]) {
        ([b"chunked"], []) => {
            let mut rest = bytes;
            loop {
                let end = find(rest, b"\r\n").expect("a chunk line ends");
                let size = str::from_utf8(&rest[..end]).expect("a size is ASCII");
                let size = usize::from_str_radix(size, 16).expect("a size is a number");
                let (data, behind) = rest[end + 2..].split_at(size);
                answer.body.extend_from_slice(data);
                rest = behind.strip_prefix(b"\r\n").expect("a chunk ends");
                if size == 0 {
                    return bytes.len() - rest.len();
                }
            }
        }
        ([], [length]) => {
            let length = str::from_utf8(length).expect("a length is ASCII").parse().expect("a number");
            answer.body.extend_from_slice(&bytes[..length]);
            length
        }
        ([], []) => {
            answer.body.extend_from_slice(bytes);
            bytes.len()
        }
        framing => panic!("a body is framed in one way: {framing:?}"),
    }
}
