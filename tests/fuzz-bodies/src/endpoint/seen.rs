//! What comes out of an endpoint, by each way to drive it.

use snodo_core::http::{Endpoint, EventStream, Head, Reply, Response};
use snodo_core::{Call, Outcome};

/// An answer, taken apart.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Seen {
    pub(crate) status: u16,
    pub(crate) fields: Vec<(&'static str, &'static str)>,
    /// The body, or the data of each event.
    pub(crate) messages: Vec<Vec<u8>>,
}

impl Seen {
    pub(crate) fn of(reply: Reply) -> Self {
        match reply {
            Reply::Response(response) => Self::whole(&response),
            Reply::Stream(stream) => Self::events(stream),
        }
    }

    pub(crate) fn whole(response: &Response) -> Self {
        let body = encoded(|out| response.encode_body(out));
        assert_eq!(response.has_body(), !body.is_empty());
        let messages = if body.is_empty() { Vec::new() } else { vec![body] };
        Self { status: response.status(), fields: response.headers().collect(), messages }
    }

    fn events(mut stream: EventStream) -> Self {
        let mut bytes = Vec::new();
        while stream.wait_event(&mut bytes) {}
        let before = bytes.len();
        assert!(!stream.wait_event(&mut bytes) && bytes.len() == before, "the end stays the end");
        Self { status: 200, fields: EventStream::HEADERS.into(), messages: events(&bytes) }
    }
}

/// All steps at once.
pub(super) fn handled(endpoint: &Endpoint, head: &Head<'_>, body: &[u8]) -> Seen {
    Seen::of(endpoint.handle(head.clone(), body, &Call::new()).wait())
}

/// Step by step, with the engine's frames in place of events.
pub(super) fn in_steps(endpoint: &Endpoint, head: &Head<'_>, body: &[u8]) -> Seen {
    let prepared = endpoint.check(head.clone()).and_then(|checked| checked.prepare(body, &Call::new()));
    match prepared.map(|prepared| prepared.execute().wait()) {
        Err(response) => Seen::whole(&response),
        Ok(Outcome::Response(response)) => Seen::whole(&response.into()),
        Ok(Outcome::Stream(mut stream)) => {
            let frames = std::iter::from_fn(|| stream.wait_frame());
            let messages = frames.map(|frame| encoded(|out| frame.encode(out))).collect();
            Seen { status: 200, fields: EventStream::HEADERS.into(), messages }
        }
    }
}

/// As a stream from the start, where there is something to execute.
pub(super) fn streamed(endpoint: &Endpoint, head: &Head<'_>, body: &[u8]) -> Option<Seen> {
    let prepared = endpoint.check(head.clone()).and_then(|checked| checked.prepare(body, &Call::new()));
    prepared.ok().map(|prepared| Seen::events(prepared.execute().into_stream().into()))
}

/// What `encode` appends.
fn encoded(encode: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = b"kept".to_vec();
    encode(&mut out);
    out.strip_prefix(b"kept").expect("what was there before stays").into()
}

/// The data of each event, by the rules for event streams: lines end in CR, LF or both.
pub(crate) fn events(stream: &[u8]) -> Vec<Vec<u8>> {
    let text = str::from_utf8(stream).expect("an event stream is UTF-8").replace("\r\n", "\n");
    let mut events = Vec::new();
    let mut data: Vec<&str> = Vec::new();
    for line in text.split(['\r', '\n']) {
        match line.strip_prefix("data:") {
            Some(value) => data.push(value.strip_prefix(' ').unwrap_or(value)),
            None if line.is_empty() && !data.is_empty() => {
                events.push(std::mem::take(&mut data).join("\n").into_bytes());
            }
            None => assert!(line.is_empty(), "no field but data: {line}"),
        }
    }
    assert!(data.is_empty(), "the last event is whole");
    events
}
