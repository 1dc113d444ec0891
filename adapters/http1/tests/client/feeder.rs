//! A host that asks once and keeps a record of what a connection makes of the answer.

use snodo_http1::Version;
use snodo_http1::client::{Body, Connection, Error, Event, Limits, Refusal};

/// An answer that is sent behind an input to see whether it is taken for one. It is within any limits.
pub(crate) const CANARY: &[u8] = b"HTTP/1.1 204 canary\r\n\r\n";

/// Asks, and reads the answer from pieces as they come.
pub(crate) struct Host {
    pub(crate) connection: Connection,
    /// `STATUS [BODY]` for a whole answer, with `/1.0` behind the status where it has that version and with the body
    /// escaped, `cut STATUS [BODY]` for one that is refused behind its head, `refused WHY`, and how it stands when all
    /// of the input has come: `open` or `close` between answers, `waits` in the middle of one. What waits is told that
    /// the connection has ended, and what comes of that follows.
    record: Vec<String>,
    answer: Option<(String, Vec<u8>)>,
    refusal: Option<Refusal>,
    is_idle: bool,
}

impl Host {
    pub(crate) fn asking(limits: Limits, method: &str) -> Host {
        let mut host = Host {
            connection: Connection::new(limits),
            record: Vec::new(),
            answer: None,
            refusal: None,
            is_idle: false,
        };
        assert!(host.connection.reusable());
        assert_eq!(host.ask(method), Ok(()));
        host
    }

    fn ask(&mut self, method: &str) -> Result<(), Error> {
        self.is_idle = false;
        self.connection.request(method, "/", "h", [], Body::None, &mut Vec::new())
    }

    pub(crate) fn feed(&mut self, mut piece: &[u8]) {
        while !piece.is_empty() {
            let taken = self.connection.receive(piece);
            piece = &piece[taken..];
            self.drain();
        }
    }

    fn drain(&mut self) {
        loop {
            match self.connection.next_event() {
                Ok(Event::NeedMore) => return,
                Ok(Event::Idle) => {
                    self.is_idle = true;
                    return;
                }
                Ok(Event::Head(head)) => {
                    let version = if head.version() == Version::Http10 { "/1.0" } else { "" };
                    let head = format!("{}{version}", head.status());
                    assert!(self.answer.replace((head, Vec::new())).is_none(), "a head comes once");
                }
                Ok(Event::Body(bytes)) => {
                    assert!(!bytes.is_empty());
                    self.answer.as_mut().expect("the head comes first").1.extend_from_slice(bytes);
                }
                Ok(Event::End) => {
                    let answer = self.take_answer().expect("the head comes first");
                    self.record.push(answer);
                }
                Err(refusal) => {
                    if self.refusal.is_none() {
                        let cut = self.take_answer().map(|answer| format!("cut {answer}"));
                        self.record.extend(cut);
                        self.record.push(format!("refused {refusal:?}"));
                    }
                    assert_eq!(
                        *self.refusal.get_or_insert(refusal),
                        refusal,
                        "it stays refused for one reason"
                    );
                    return;
                }
                Ok(other) => panic!("{other:?} has no place here"),
            }
        }
    }

    fn take_answer(&mut self) -> Option<String> {
        let (head, body) = self.answer.take()?;
        let gap = if body.is_empty() { "" } else { " " };
        Some(format!("{head}{gap}{}", body.escape_ascii()))
    }

    /// All of the input has come.
    pub(crate) fn end(mut self) -> Vec<String> {
        self.drain();
        if !self.is_idle && self.refusal.is_none() {
            self.record.push("waits".to_owned());
            self.connection.closed();
            self.drain();
        }
        if self.refusal.is_none() {
            self.record.push(if self.connection.reusable() { "open" } else { "close" }.to_owned());
        }
        if !self.connection.reusable() {
            let before = self.record.len();
            assert_eq!(self.ask("GET"), Err(Error::NotReusable));
            self.feed(CANARY);
            assert_eq!(self.record.len(), before, "nothing is an answer any more");
            return self.record;
        }
        assert_eq!(self.ask("GET"), Ok(()));
        self.feed(CANARY);
        assert_eq!(self.record.pop().as_deref(), Some("204"), "the next answer is read like the first");
        self.connection.closed();
        assert!(!self.connection.reusable());
        self.record
    }
}

/// What a host records of an answer that comes in these pieces.
pub(crate) fn record<'a>(
    limits: Limits,
    method: &str,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Vec<String> {
    let mut host = Host::asking(limits, method);
    for piece in pieces {
        host.feed(piece);
    }
    host.end()
}

/// Feeds an answer whole, byte by byte, and with another one behind it, whole and byte by byte; each time the record
/// has to be the expected one. What stands behind an answer ends the connection and is never taken for one.
#[track_caller]
pub(crate) fn three_ways(limits: Limits, method: &str, input: &[u8], expected: &[&str]) {
    if let Some(disagreement) = disagreement(limits, method, input, expected) {
        panic!("{disagreement}");
    }
}

/// What [`three_ways`] has against an answer.
pub(crate) fn disagreement(limits: Limits, method: &str, input: &[u8], expected: &[&str]) -> Option<String> {
    let behind: Vec<_> = expected.iter().map(|line| if *line == "open" { "close" } else { line }).collect();
    let trailing = [input, CANARY].concat();
    let mut seen = vec![
        ("whole", record(limits, method, [input]), expected),
        ("byte by byte", record(limits, method, input.chunks(1)), expected),
    ];
    // The rest of an answer that waits is whatever comes next.
    if !expected.contains(&"waits") {
        seen.push(("trailing", record(limits, method, [&trailing[..]]), &behind));
        seen.push(("trailing, byte by byte", record(limits, method, trailing.chunks(1)), &behind));
    }
    let (way, lines, expected) = seen.into_iter().find(|(_, lines, expected)| lines != expected)?;
    Some(format!("{way}: {lines:?} instead of {expected:?} for {}", input.escape_ascii()))
}
