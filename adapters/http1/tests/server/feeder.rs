//! A host that serves whatever a connection gives it, and keeps a record of what that was.

use snodo_http1::Status;
use snodo_http1::server::{Body, Connection, Event, Limits, Phase};

/// What is sent behind an input to see whether it is taken for a request.
pub(crate) const CANARY: &[u8] = b"GET /canary HTTP/1.1\r\nHost: c\r\n\r\n";

/// What a host saw and sent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// `served METHOD PATH [BODY]` for each request, with the body escaped, and how it ended: `open` between
    /// requests, `waits` in the middle of one, `closed`, or `refused STATUS`.
    pub(crate) lines: Vec<String>,
    pub(crate) out: Vec<u8>,
}

/// Serves pieces of input as they come.
pub(crate) struct Host {
    connection: Connection,
    record: Record,
    closed: bool,
}

impl Host {
    pub(crate) fn new(limits: Limits) -> Host {
        let record = Record { lines: Vec::new(), out: Vec::new() };
        Host { connection: Connection::new(limits), record, closed: false }
    }

    pub(crate) fn feed(&mut self, mut piece: &[u8]) {
        while !piece.is_empty() {
            let taken = self.connection.receive(piece);
            piece = &piece[taken..];
            self.serve();
        }
    }

    pub(crate) fn end(mut self) -> Record {
        if !self.closed {
            let state = if self.connection.phase() == Phase::Idle { "open" } else { "waits" };
            self.record.lines.push(state.to_owned());
        }
        self.record
    }

    fn serve(&mut self) {
        let Record { lines, out } = &mut self.record;
        loop {
            let status = match self.connection.next_event() {
                Event::NeedMore => return,
                Event::Head(_) => {
                    self.connection.read_body(out);
                    continue;
                }
                Event::Request(request) => {
                    let (head, body) = (request.head(), request.body().escape_ascii().to_string());
                    let gap = if body.is_empty() { "" } else { " " };
                    lines.push(format!("served {} {}{gap}{body}", head.method(), head.path()));
                    Status::OK
                }
                Event::Refused(refusal) => {
                    lines.push(format!("refused {}", refusal.status()));
                    self.closed = true;
                    refusal.status()
                }
                Event::Close { .. } => {
                    if !self.closed {
                        lines.push("closed".to_owned());
                        self.closed = true;
                    }
                    return;
                }
                other => panic!("{other:?} has no place here"),
            };
            self.connection.respond(status, &[], Body::Empty, out).unwrap();
        }
    }
}

/// What a host records of an input that comes in these pieces.
pub(crate) fn record<'a>(limits: Limits, pieces: impl IntoIterator<Item = &'a [u8]>) -> Record {
    let mut host = Host::new(limits);
    for piece in pieces {
        host.feed(piece);
    }
    host.end()
}

/// Feeds an input whole, byte by byte, and with a request behind it, whole and byte by byte; each time the
/// record has to be the expected one. The request behind it is served where the input leaves the connection
/// open, and never otherwise.
#[track_caller]
pub(crate) fn three_ways(limits: Limits, input: &[u8], expected: &[&str]) {
    if let Some(disagreement) = disagreement(limits, input, expected) {
        panic!("{disagreement}");
    }
}

/// What [`three_ways`] has against an input.
pub(crate) fn disagreement(limits: Limits, input: &[u8], expected: &[&str]) -> Option<String> {
    let (end, before) = expected.split_last().expect("a record has an end");
    let behind: &[&str] = if *end == "open" { &["served GET /canary", "open"] } else { &[*end] };
    let with_canary = [before, behind].concat();
    let trailing = [input, CANARY].concat();

    let whole = record(limits, [input]);
    let mut seen = vec![("whole", whole.lines.clone(), expected)];
    let single = record(limits, input.chunks(1));
    if single.out != whole.out {
        return Some(format!("the answers depend on how it is cut: {}", input.escape_ascii()));
    }
    seen.push(("byte by byte", single.lines, expected));
    // The rest of a request that waits is whatever comes next.
    if *end != "waits" {
        seen.push(("trailing", record(limits, [&trailing[..]]).lines, &with_canary));
        seen.push(("trailing, byte by byte", record(limits, trailing.chunks(1)).lines, &with_canary));
    }
    let (way, lines, expected) = seen.into_iter().find(|(_, lines, expected)| lines != expected)?;
    Some(format!("{way}: {lines:?} instead of {expected:?} for {}", input.escape_ascii()))
}
