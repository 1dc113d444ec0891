//! What stands in a stream of requests.

use snodo_http1::server::Limits;

use super::{chunks, field, find, is_token, list, uri};

/// Empty lines that may stand in front of a request.
const EMPTY_LINES: usize = 4;
/// What a request line may have besides its target.
const BESIDES_TARGET: usize = 64;

/// The limits of a connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) head: usize,
    pub(crate) headers: usize,
    pub(crate) target: usize,
    pub(crate) body: usize,
    pub(crate) chunk_line: usize,
    pub(crate) trailers: usize,
    pub(crate) read_ahead: usize,
    pub(crate) requests: Option<u64>,
}

impl Bounds {
    /// Those that are documented as the defaults.
    pub(crate) const DEFAULT: Self = Self {
        head: 32_768,
        headers: 100,
        target: 8_192,
        body: 2_000_000,
        chunk_line: 4_096,
        trailers: 8_192,
        read_ahead: 65_536,
        requests: None,
    };

    fn chunked(&self) -> chunks::Bounds {
        chunks::Bounds { body: self.body as u64, line: self.chunk_line, trailers: self.trailers }
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits::default()
            .head(self.head)
            .headers(self.headers)
            .target(self.target)
            .body(self.body)
            .chunk_line(self.chunk_line)
            .trailers(self.trailers)
            .read_ahead(self.read_ahead)
            .requests(self.requests)
    }
}

/// A request whose head is in order.
#[derive(Debug)]
pub(crate) struct Message<'a> {
    pub(crate) method: &'a str,
    pub(crate) target: &'a str,
    pub(crate) is_http10: bool,
    pub(crate) host: Option<&'a str>,
    /// With the host of an absolute target in place of the field's.
    pub(crate) fields: Vec<(&'a str, &'a [u8])>,
    pub(crate) expects_continue: bool,
    /// Nothing on the connection is a request after this.
    pub(crate) is_last: bool,
    /// Whatever has arrived, the head comes first: the body is chunked or declared to be too large.
    pub(crate) is_held: bool,
    /// `None` when it is malformed, cut short or too large.
    pub(crate) body: Option<Vec<u8>>,
}

/// What follows the last message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Nothing that is looked at.
    Clean,
    /// Something that is no request.
    Refused {
        /// It begins as a `HEAD` request does.
        is_head: bool,
    },
}

/// All messages of a stream, of which the last may have no body.
pub(crate) fn messages<'a>(stream: &'a [u8], bounds: &Bounds) -> (Vec<Message<'a>>, Ending) {
    let (mut messages, mut rest) = (Vec::new(), stream);
    loop {
        let empty = rest.chunks_exact(2).take_while(|line| line == b"\r\n").count();
        rest = &rest[2 * empty.min(EMPTY_LINES + 1)..];
        if rest.is_empty() && empty <= EMPTY_LINES {
            return (messages, Ending::Clean);
        }
        let refused = Ending::Refused { is_head: rest.starts_with(b"HEAD ") };
        let Some((mut message, length)) = message(rest, bounds).filter(|_| empty <= EMPTY_LINES) else {
            return (messages, refused);
        };
        message.is_last |= bounds.requests.is_some_and(|most| messages.len() as u64 + 1 >= most);
        let (is_last, is_whole) = (message.is_last, message.body.is_some());
        messages.push(message);
        if is_last || !is_whole {
            return (messages, if is_whole { Ending::Clean } else { refused });
        }
        rest = &rest[length..];
    }
}

/// The message in front and its length.
fn message<'a>(bytes: &'a [u8], bounds: &Bounds) -> Option<(Message<'a>, usize)> {
    let head = &bytes[..find(bytes, b"\r\n\r\n")? + 4];
    let lines = head.split_inclusive(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r\n"));
    let mut lines = lines.collect::<Option<Vec<_>>>()?;
    // The empty one.
    lines.pop();
    let line = str::from_utf8(lines.remove(0)).ok()?;
    let parts: Vec<_> = line.split(' ').collect();
    let [method, target, version] = parts[..] else { return None };
    let minor = version.strip_prefix("HTTP/1.").filter(|minor| minor.len() == 1)?.parse::<u8>().ok()?;
    let too_long = head.len() > bounds.head
        || line.len() + 2 > bounds.target + BESIDES_TARGET
        || target.len() > bounds.target
        || lines.len() > bounds.headers;
    if too_long || !is_token(method.as_bytes()) {
        return None;
    }
    let authority = uri::authority(method, target)?;
    let mut fields = lines.into_iter().map(field).collect::<Option<Vec<_>>>()?;

    let values = |wanted: &str| -> Vec<&'a [u8]> {
        let of_name = fields.iter().filter(|(name, _)| name.eq_ignore_ascii_case(wanted));
        of_name.map(|(_, value)| *value).collect()
    };
    let is_http10 = minor == 0;
    let own_host = match values("host")[..] {
        [] if is_http10 => None,
        [host] => Some(str::from_utf8(host).ok().filter(|host| uri::is_host(host))?),
        _ => return None,
    };
    let host = authority.or(own_host);
    let length = match (&values("transfer-encoding")[..], &values("content-length")[..]) {
        ([], []) => Some(0),
        ([], [length]) => Some(number(length)?),
        (codings, []) if !is_http10 => {
            let codings: Vec<_> = codings.iter().flat_map(|value| list(value)).collect();
            let [coding] = codings[..] else { return None };
            coding.eq_ignore_ascii_case(b"chunked").then_some(None)?
        }
        _ => return None,
    };
    let expectations: Vec<_> =
        values("expect").into_iter().flat_map(list).filter(|it| !it.is_empty()).collect();
    if !is_http10 && !expectations.iter().all(|it| it.eq_ignore_ascii_case(b"100-continue")) {
        return None;
    }
    let closes =
        values("connection").into_iter().flat_map(list).any(|option| option.eq_ignore_ascii_case(b"close"));
    for (name, value) in &mut fields {
        if let Some(host) = authority.filter(|_| name.eq_ignore_ascii_case("host")) {
            *value = host.as_bytes();
        }
    }

    let behind = &bytes[head.len()..];
    let (body, body_length) = match length {
        Some(length) => {
            let length = usize::try_from(length).ok().filter(|length| *length <= bounds.body);
            (length.and_then(|length| behind.get(..length)).map(Vec::from), length)
        }
        None => {
            let (data, length) = chunks::decode(behind, bounds.chunked());
            (length.map(|_| data), length)
        }
    };
    let message = Message {
        method,
        target,
        is_http10,
        host,
        fields,
        expects_continue: !is_http10 && !expectations.is_empty(),
        is_last: closes || is_http10,
        is_held: length.is_none_or(|length| length > bounds.body as u64),
        body,
    };
    Some((message, head.len() + body_length.unwrap_or_default()))
}

pub(super) fn number(digits: &[u8]) -> Option<u64> {
    str::from_utf8(digits).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()
}
