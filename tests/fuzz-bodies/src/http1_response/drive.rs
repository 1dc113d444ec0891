//! A host of one connection, which asks as long as it may and reads at each step as the input chose.

use snodo_http1::Version;
use snodo_http1::client::{Body, Connection, Error, Event, Limits, Refusal};

use super::plan::{Plan, render};
use crate::wire::AnswerBounds;

const SIZES: [usize; 8] = [1, 2, 3, 7, 16, 64, 1_000, 100_000];
/// Steps of one answer before the rest comes in large pieces.
const SMALL_STEPS: usize = 2_000;
/// A whole answer, which must not be taken for one behind the end.
const HIDDEN: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhidden";

pub(super) struct Host<'a> {
    plan: &'a Plan,
    connection: Connection,
    /// The place of the request that was sent last.
    at: usize,
    /// The answer's head was given, and its end was not.
    is_within: bool,
    is_idle: bool,
    /// Bytes that were taken since events were.
    ahead: usize,
    /// A head and a body for each answer; the last may be cut.
    pub(super) seen: Vec<String>,
    pub(super) refusal: Option<Refusal>,
}

impl<'a> Host<'a> {
    pub(super) fn new(plan: &'a Plan) -> Self {
        let default = Limits::default();
        assert_eq!(AnswerBounds::DEFAULT.limits(), default, "the defaults are as documented");
        Self {
            plan,
            connection: Connection::new(plan.bounds.limits()),
            at: 0,
            is_within: false,
            is_idle: true,
            ahead: 0,
            seen: Vec::new(),
            refusal: None,
        }
    }

    /// Sends a request for each stream, as long as the connection carries one, and reads the stream as the answer.
    pub(super) fn serve(mut self, streams: &[Vec<u8>], in_steps: bool) -> Self {
        for (at, stream) in streams.iter().enumerate() {
            if !self.connection.reusable() {
                break;
            }
            self.ask(at);
            match in_steps {
                true => self.read_in_steps(stream),
                false => self.read(stream),
            }
            self.poll();
            if !self.is_idle {
                self.connection.closed();
                self.poll();
            }
            assert!(self.is_idle, "an answer ends with its connection at the latest");
        }
        self.end();
        self
    }

    fn ask(&mut self, at: usize) {
        self.at = at;
        let request = self.plan.request(at);
        if request.is_last {
            self.connection.close();
        }
        let method = if request.is_head { "HEAD" } else { "GET" };
        let mut out = Vec::new();
        let headers = [("x", "y\r\nz: ")];
        let result = self.connection.request(method, "/", "h", headers, Body::None, &mut out);
        assert_eq!((result, out.len()), (Err(Error::Header), 0), "what fails writes nothing");
        assert_eq!(self.connection.request(method, "/", "h", [], Body::None, &mut out), Ok(()));
        let close = if request.is_last { "connection: close\r\n" } else { "" };
        assert_eq!(out, format!("{method} / HTTP/1.1\r\nhost: h\r\n{close}\r\n").as_bytes());
        let result = self.connection.request(method, "/", "h", [], Body::None, &mut out);
        assert_eq!(result, Err(Error::Unanswered));
        self.is_idle = false;
    }

    fn read(&mut self, mut rest: &[u8]) {
        while !rest.is_empty() {
            let taken = self.feed(rest, true);
            rest = &rest[taken..];
            self.poll();
        }
    }

    fn read_in_steps(&mut self, mut rest: &[u8]) {
        let steps = self.plan.steps;
        let mut steps = steps.iter().cycle().take(SMALL_STEPS).chain(std::iter::repeat(&7));
        while !rest.is_empty() {
            let step = *steps.next().expect("the last one is repeated");
            let size = SIZES[usize::from(step & 7)].min(rest.len());
            let taken = self.feed(&rest[..size], step & 8 != 0);
            rest = &rest[taken..];
            if step & 0x10 == 0 || taken == 0 {
                self.poll();
            }
        }
    }

    fn feed(&mut self, piece: &[u8], by_copy: bool) -> usize {
        let most = self.plan.bounds.head;
        let space = self.connection.space();
        assert!(space.len() <= most, "the buffer is bounded");
        assert!(!space.is_empty() || self.ahead > 0, "there is space when events were taken");
        let taken = if by_copy {
            self.connection.receive(piece)
        } else {
            let count = piece.len().min(space.len());
            space[..count].copy_from_slice(&piece[..count]);
            self.connection.filled(count);
            count
        };
        self.ahead += taken;
        assert!(self.is_idle || self.ahead <= most, "no more is held than allowed");
        taken
    }

    /// Asks for events until there are none.
    fn poll(&mut self) {
        self.ahead = 0;
        loop {
            match self.connection.next_event() {
                Ok(Event::NeedMore) => {
                    assert!(!self.is_idle);
                    return;
                }
                Ok(Event::Idle) => {
                    assert!(self.is_idle && !self.is_within);
                    return;
                }
                Ok(Event::Head(head)) => {
                    assert!(!std::mem::replace(&mut self.is_within, true), "a head comes once");
                    let is_http10 = head.version() == Version::Http10;
                    self.seen.push(render(head.status().code(), is_http10, head.headers()));
                    self.seen.push(String::new());
                    if let Some(most) = self.plan.request(self.at).most {
                        self.connection.limit_body(most);
                    }
                }
                Ok(Event::Body(bytes)) => {
                    assert!(self.is_within && !bytes.is_empty());
                    let body = self.seen.last_mut().expect("the head comes first");
                    *body += &bytes.escape_ascii().to_string();
                }
                Ok(Event::End) => {
                    assert!(std::mem::replace(&mut self.is_within, false), "an answer ends once");
                    self.is_idle = true;
                }
                Ok(event) => panic!("an event of its own: {event:?}"),
                Err(refusal) => {
                    assert_eq!(*self.refusal.get_or_insert(refusal), refusal, "it is refused for one reason");
                    self.is_idle = true;
                    return;
                }
            }
        }
    }

    /// Nothing that comes now is an answer.
    fn end(&mut self) {
        self.connection.closed();
        let seen = self.seen.clone();
        assert_eq!(self.connection.receive(HIDDEN), HIDDEN.len(), "what belongs to no answer is dropped");
        self.poll();
        assert_eq!(self.seen, seen, "nothing follows the end");
        let mut out = Vec::new();
        let result = self.connection.request("GET", "/", "h", [], Body::None, &mut out);
        assert_eq!((result, out.len()), (Err(Error::NotReusable), 0));
    }
}
