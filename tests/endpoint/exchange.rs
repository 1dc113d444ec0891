//! HTTP messages as text. A request is its method and target, field lines, an empty line and the body; an answer is
//! its status, field lines, an empty line and the body. Lines end with LF.

use snodo::Call;
use snodo::http::{Endpoint, EventStream, Head, Reply, Response};

/// The bytes before and after the first empty line.
fn halves(request: &[u8]) -> (&[u8], &[u8]) {
    let end = request.windows(2).position(|two| two == b"\n\n").expect("an empty line ends the head");
    (&request[..end], &request[end + 2..])
}

/// Takes a request apart as an HTTP parser does: one space after each colon is not part of the value.
pub(crate) fn parsed(request: &[u8]) -> (Head<'_>, &[u8]) {
    let (head, body) = halves(request);
    let mut lines = head.split(|&byte| byte == b'\n');
    let first = lines.next().and_then(|line| str::from_utf8(line).ok()).expect("a request line");
    let (method, target) = first.split_once(' ').expect("a method and a target");
    let fields = lines.map(|line| {
        let colon = line.iter().position(|&byte| byte == b':').expect("a field has a colon");
        let value = &line[colon + 1..];
        (str::from_utf8(&line[..colon]).expect("names are text"), value.strip_prefix(b" ").unwrap_or(value))
    });
    (Head::collect(method, target, fields), body)
}

/// What `endpoint` makes of a request in one go.
pub(crate) fn answer(endpoint: &Endpoint, request: &[u8]) -> String {
    let (head, body) = parsed(request);
    rendered(endpoint.handle(head, body, &Call::new()).wait())
}

/// What the head alone is refused with; `None` when the body would be read.
pub(crate) fn refusal(endpoint: &Endpoint, request: &[u8]) -> Option<String> {
    endpoint.check(parsed(request).0).err().map(|response| whole(&response))
}

pub(crate) fn rendered(reply: Reply) -> String {
    match reply {
        Reply::Response(response) => whole(&response),
        Reply::Stream(mut stream) => {
            let mut text = head(200, EventStream::HEADERS);
            while let Some(event) = next_event(&mut stream) {
                text.push_str(&event);
            }
            text
        }
    }
}

pub(crate) fn whole(response: &Response) -> String {
    let mut body = Vec::new();
    response.encode_body(&mut body);
    assert_eq!(response.has_body(), !body.is_empty());
    head(response.status(), response.headers()) + str::from_utf8(&body).expect("bodies are UTF-8")
}

/// The next event's bytes; `None` after the last.
pub(crate) fn next_event(stream: &mut EventStream) -> Option<String> {
    let mut bytes = Vec::new();
    let is_event = stream.wait_event(&mut bytes);
    assert_eq!(is_event, !bytes.is_empty());
    is_event.then(|| String::from_utf8(bytes).expect("events are UTF-8"))
}

fn head(status: u16, fields: impl IntoIterator<Item = (&'static str, &'static str)>) -> String {
    let lines: String = fields.into_iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
    format!("{status}\n{lines}\n")
}
