//! A host of one connection, which does at each step what the input chose.

use snodo_http1::server::{Body, Connection, Error, Event, Head, Limits};
use snodo_http1::{Status, Version};

use super::expected::render;
use super::plan::{Choice, Kind, Plan, pieces};

const SIZES: [usize; 8] = [1, 2, 3, 7, 16, 64, 1_000, 100_000];
/// Steps before the rest comes in large pieces.
const SMALL_STEPS: usize = 2_000;
/// A whole request, which must not be taken for one behind the end.
const HIDDEN: &[u8] = b"GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n";

/// What the host has to do before the connection goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    Nothing,
    /// The head at hand waits.
    Body,
    /// So many parts of the answer are out.
    Answer(usize),
}

pub(super) struct Host<'a> {
    plan: &'a Plan,
    connection: Connection,
    due: Due,
    /// The text of the head that was given in front of its body.
    head: Option<String>,
    is_head_request: bool,
    is_refused: bool,
    is_closed: bool,
    answered: usize,
    /// Bytes that were taken since the last whole request.
    ahead: usize,
    /// What the connection said.
    pub(super) seen: Vec<String>,
    pub(super) out: Vec<u8>,
}

impl<'a> Host<'a> {
    pub(super) fn new(plan: &'a Plan) -> Self {
        let default = Limits::default();
        assert_eq!(crate::wire::Bounds::DEFAULT.limits(), default, "the defaults are as documented");
        Self {
            plan,
            connection: Connection::new(plan.bounds.limits()),
            due: Due::Nothing,
            head: None,
            is_head_request: false,
            is_refused: false,
            is_closed: false,
            answered: 0,
            ahead: 0,
            seen: Vec::new(),
            out: Vec::new(),
        }
    }

    /// Serves a stream that comes as a whole.
    pub(super) fn serve(mut self, stream: &[u8], ends: &[bool]) -> Self {
        let mut rest = stream;
        while !rest.is_empty() {
            let taken = self.feed(rest, true, ends);
            rest = &rest[taken..];
            let moved = self.poll(false);
            assert!(taken > 0 || moved, "the connection is stuck");
        }
        self.end()
    }

    /// Serves a stream in steps.
    pub(super) fn serve_in_steps(mut self, stream: &[u8], ends: &[bool]) -> Self {
        let steps = self.plan.steps;
        let mut steps = steps.iter().cycle().take(SMALL_STEPS).chain(std::iter::repeat(&0x67));
        let (mut rest, mut idle) = (stream, 0);
        while !rest.is_empty() {
            let step = *steps.next().expect("the last one is repeated");
            let size = SIZES[usize::from(step & 7)].min(rest.len());
            let taken = self.feed(&rest[..size], step & 8 != 0, ends);
            rest = &rest[taken..];
            let mut moved = false;
            if step & 0x10 == 0 || taken == 0 {
                moved |= self.poll(true);
            }
            if step & 0x20 != 0 || (taken == 0 && !moved) {
                moved |= self.advance();
            }
            // Space may come back only when an event was asked for.
            idle = if taken > 0 || moved { 0 } else { idle + 1 };
            assert!(idle < 2, "the connection is stuck");
        }
        self.end()
    }

    /// The peer has sent all and ends its side.
    fn end(mut self) -> Self {
        self.connection.closed();
        while !self.is_closed {
            let moved = self.poll(false);
            assert!(moved, "the connection is stuck at its end");
        }
        assert_eq!(self.connection.receive(HIDDEN), HIDDEN.len(), "what is never read is taken and dropped");
        assert!(matches!(self.connection.next_event(), Event::Close { .. }), "nothing follows the end");
        self
    }

    fn feed(&mut self, piece: &[u8], by_copy: bool, ends: &[bool]) -> usize {
        let bounds = &self.plan.bounds;
        let most = bounds.head.saturating_add(bounds.body).saturating_add(bounds.read_ahead.max(64));
        let space = self.connection.space();
        assert!(space.len() <= most.max(8_192), "the buffer is bounded");
        let taken = if by_copy {
            self.connection.receive(piece)
        } else {
            let count = piece.len().min(space.len());
            space[..count].copy_from_slice(&piece[..count]);
            self.connection.filled(count);
            count
        };
        self.ahead += taken;
        let is_last = ends.get(self.answered).is_none_or(|ends| *ends);
        if matches!(self.due, Due::Answer(_)) && !is_last {
            assert!(self.ahead <= bounds.read_ahead, "no more is read ahead than allowed");
        }
        taken
    }

    /// Asks for events until there are none. Gives whether something happened.
    fn poll(&mut self, may_be_late: bool) -> bool {
        let mut moved = false;
        loop {
            let choice = self.plan.answer(self.answered);
            match self.connection.next_event() {
                Event::NeedMore => {
                    assert_eq!(self.due, Due::Nothing);
                    return moved;
                }
                Event::Paused => assert!(matches!(self.due, Due::Answer(_)), "nothing is due"),
                Event::Close { .. } => {
                    assert_eq!(self.due, Due::Nothing);
                    if !self.is_closed {
                        self.seen.push("close".into());
                    }
                    moved |= !std::mem::replace(&mut self.is_closed, true);
                    return moved;
                }
                Event::Refused(refusal) => {
                    assert!((400..=505).contains(&refusal.status().code()));
                    if !self.is_refused {
                        self.seen.push("refused".into());
                        self.due = Due::Answer(0);
                    }
                    moved |= !std::mem::replace(&mut self.is_refused, true);
                    assert_eq!(self.due, Due::Answer(0), "a refusal is answered once");
                }
                Event::Head(head) => {
                    let text = text(&head);
                    match &self.head {
                        Some(before) => assert_eq!(text, *before, "a head stays what it is"),
                        None => {
                            let is_held = head
                                .content_length()
                                .is_none_or(|length| length > self.plan.bounds.body as u64);
                            let by_head = is_held && choice.by_head;
                            self.is_head_request = head.method() == "HEAD";
                            if by_head {
                                self.seen.push(text.clone() + "by its head");
                            }
                            self.due = if by_head { Due::Answer(0) } else { Due::Body };
                            moved = true;
                        }
                    }
                    self.head = Some(text);
                }
                Event::Request(request) => {
                    assert_eq!(self.due, Due::Nothing, "one request after the other");
                    let text = text(&request.head());
                    assert!(self.head.take().is_none_or(|before| before == text), "a head stays what it is");
                    self.is_head_request = request.head().method() == "HEAD";
                    self.seen.push(text + &request.body().escape_ascii().to_string());
                    self.due = Due::Answer(0);
                    self.ahead = 0;
                    moved = true;
                }
                event => panic!("an event of its own: {event:?}"),
            }
            if may_be_late && choice.is_late {
                return moved;
            }
            let mut advanced = false;
            while self.due != Due::Nothing {
                advanced |= self.advance();
            }
            assert!(advanced, "an event asks for something");
            moved = true;
        }
    }

    /// Does one thing of what is due.
    fn advance(&mut self) -> bool {
        match self.due {
            Due::Nothing => return false,
            Due::Body => {
                self.connection.read_body(&mut self.out);
                self.due = Due::Nothing;
            }
            Due::Answer(0) => self.respond(),
            Due::Answer(parts) => self.go_on(parts),
        }
        true
    }

    fn choice(&self) -> Choice {
        let choice = self.plan.answer(self.answered);
        match choice.kind {
            // Who could not read the request cannot know whether its answer has a body.
            Kind::Length if self.is_refused => Choice { kind: Kind::Full, ..choice },
            _ => choice,
        }
    }

    fn respond(&mut self) {
        let (choice, at) = (self.choice(), self.answered.to_string());
        let headers = [("x-answer", at.as_str())];
        let status = Status::new(choice.status).expect("it is a final one");
        let body = pieces(choice.kind, self.answered).concat();
        if choice.closes {
            self.connection.close();
        }
        let (connection, out) = (&mut self.connection, &mut self.out);
        let before = out.len();
        assert_eq!(connection.chunk(b"x", out), Err(Error::NotStreaming));
        assert_eq!(connection.finish(out), Err(Error::NotStreaming));
        let framing = [("Content-Length", "1")];
        assert_eq!(connection.respond(status, &framing, Body::Empty, out), Err(Error::FramingHeader));
        assert_eq!(connection.respond(status, &[("a", "b\r\nc: d")], Body::Empty, out), Err(Error::Header));
        assert_eq!(out.len(), before, "what fails writes nothing");
        let result = match choice.kind {
            Kind::Empty => connection.respond(status, &headers, Body::Empty, out),
            Kind::Full => connection.respond(status, &headers, Body::Full(&body), out),
            Kind::Written => {
                connection.respond_with(status, &headers, |out| out.extend_from_slice(&body), out)
            }
            Kind::Length => connection.respond(status, &headers, Body::Length(body.len()), out),
            Kind::Stream(_) => connection.respond(status, &headers, Body::Stream, out),
        };
        assert_eq!(result, Ok(()));
        if choice.kind == Kind::Length && !self.is_head_request {
            out.extend_from_slice(&body);
        }
        match choice.kind {
            Kind::Stream(_) => self.due = Due::Answer(1),
            _ => self.answered(),
        }
    }

    fn go_on(&mut self, parts: usize) {
        let pieces = pieces(self.choice().kind, self.answered);
        let Some(piece) = pieces.get(parts - 1) else {
            assert_eq!(self.connection.finish(&mut self.out), Ok(()));
            return self.answered();
        };
        let result = if parts.is_multiple_of(2) {
            self.connection.chunk(piece, &mut self.out)
        } else {
            self.connection.chunk_with(|out| out.extend_from_slice(piece), &mut self.out)
        };
        assert_eq!(result, Ok(()));
        self.due = Due::Answer(parts + 1);
    }

    /// The answer is whole.
    fn answered(&mut self) {
        let before = self.out.len();
        let again = self.connection.respond(Status::OK, &[], Body::Empty, &mut self.out);
        assert_eq!((again, self.out.len()), (Err(Error::Answered), before), "a request has one answer");
        self.answered += 1;
        self.due = Due::Nothing;
    }
}

fn text(head: &Head<'_>) -> String {
    assert!(head.path().starts_with('/') || head.path() == "*");
    render(head.method(), head.target(), head.version() == Version::Http10, head.host(), head.headers())
}
