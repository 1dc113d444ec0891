//! A host in a few lines: one connection, one endpoint, one thread.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use snodo_core::Call;
use snodo_core::http::{self, Endpoint, EventStream, Exchange, Reply, Response};
use snodo_http1::Status;
use snodo_http1::server::{Body, Connection, Event, Head, Limits};

const SIZES: [usize; 8] = [100_000, 1, 2, 5, 17, 64, 200, 1_000];
/// Steps before the rest comes as a whole.
const SMALL_STEPS: usize = 1_000;
/// More than any call needs at once.
const MAX_POLLS: usize = 1_000;

/// What is being made of a request.
enum Work {
    Nothing,
    Exchange(Exchange),
    Stream(EventStream),
}

/// What polling led to.
enum Progress {
    Reply(Box<Reply>),
    Event(Vec<u8>),
    End,
}

pub(super) struct Host<'a> {
    endpoint: &'a Endpoint,
    connection: Connection,
    work: Work,
    out: Vec<u8>,
    is_closed: bool,
}

/// Serves a stream that comes in pieces, and gives all that is sent.
pub(super) fn serve(endpoint: &Endpoint, limits: Limits, stream: &[u8], steps: &[u8]) -> Vec<u8> {
    let mut host = Host {
        endpoint,
        connection: Connection::new(limits),
        work: Work::Nothing,
        out: Vec::new(),
        is_closed: false,
    };
    let mut steps = steps.iter().cycle().take(SMALL_STEPS).chain(std::iter::repeat(&0));
    let (mut rest, mut idle) = (stream, 0);
    while !rest.is_empty() {
        let step = *steps.next().expect("the last one is repeated");
        let size = SIZES[usize::from(step & 7)].min(rest.len());
        let taken = host.connection.receive(&rest[..size]);
        rest = &rest[taken..];
        let moved = host.go_on(usize::from(step >> 3));
        idle = if taken > 0 || moved { 0 } else { idle + 1 };
        assert!(idle < 2, "the connection is stuck");
    }
    host.connection.closed();
    while !host.is_closed {
        assert!(host.go_on(0), "the connection is stuck at its end");
    }
    host.out
}

impl Host<'_> {
    /// Does what can be done, or so many things of it if that is not zero. Gives whether something was.
    fn go_on(&mut self, most: usize) -> bool {
        let mut done = 0;
        while done == 0 || done != most {
            if !self.work() && !self.ask() {
                return done > 0;
            }
            done += 1;
        }
        true
    }

    /// Asks the connection for what comes next. Gives whether something does.
    fn ask(&mut self) -> bool {
        match self.connection.next_event() {
            Event::NeedMore => return false,
            Event::Paused => panic!("nothing is being made"),
            Event::Close { .. } => return !std::mem::replace(&mut self.is_closed, true),
            Event::Refused(refusal) => {
                let refused = self.connection.respond(refusal.status(), &[], Body::Empty, &mut self.out);
                assert_eq!(refused, Ok(()));
            }
            Event::Head(head) => {
                // Where the body is known, whether it comes with its head is a matter of luck, so it is read.
                let is_known = head.content_length().is_some_and(|it| it <= self.endpoint.max_body() as u64);
                let target = target(&head);
                let checked = self.endpoint.check(collected(&head, &target));
                match checked.err().filter(|_| !is_known) {
                    Some(response) => self.respond(&response),
                    None => self.connection.read_body(&mut self.out),
                }
            }
            Event::Request(request) => {
                let target = target(&request.head());
                let head = collected(&request.head(), &target);
                self.work = Work::Exchange(self.endpoint.handle(head, request.body(), &Call::new()));
            }
            event => panic!("an event of its own: {event:?}"),
        }
        true
    }

    /// Goes on with what is being made, if there is something.
    fn work(&mut self) -> bool {
        let progress = match &mut self.work {
            Work::Nothing => return false,
            Work::Exchange(exchange) => {
                Progress::Reply(Box::new(polled(|cx| Pin::new(&mut *exchange).poll(cx))))
            }
            Work::Stream(stream) => {
                let mut event = Vec::new();
                match polled(|cx| stream.poll_event(cx, &mut event)) {
                    true => Progress::Event(event),
                    false => Progress::End,
                }
            }
        };
        match progress {
            Progress::Reply(reply) => match *reply {
                Reply::Response(response) => {
                    self.respond(&response);
                    self.work = Work::Nothing;
                }
                Reply::Stream(stream) => {
                    let headers = EventStream::HEADERS;
                    let begun = self.connection.respond(Status::OK, &headers, Body::Stream, &mut self.out);
                    assert_eq!(begun, Ok(()));
                    self.work = Work::Stream(stream);
                }
            },
            Progress::Event(event) => assert_eq!(self.connection.chunk(&event, &mut self.out), Ok(())),
            Progress::End => {
                assert_eq!(self.connection.finish(&mut self.out), Ok(()));
                self.work = Work::Nothing;
            }
        }
        true
    }

    fn respond(&mut self, response: &Response) {
        let status = Status::new(response.status()).expect("it is a final one");
        let headers: Vec<_> = response.headers().collect();
        let write = |out: &mut Vec<u8>| response.encode_body(out);
        assert_eq!(self.connection.respond_with(status, &headers, write, &mut self.out), Ok(()));
    }
}

/// The path and the query, whatever the form of the target.
fn target(head: &Head<'_>) -> String {
    let query = head.query().map_or(String::new(), |query| format!("?{query}"));
    format!("{}{query}", head.path())
}

fn collected<'a>(head: &Head<'a>, target: &'a str) -> http::Head<'a> {
    http::Head::collect(head.method(), target, head.headers())
}

/// Polls until it is ready, each time after it was woken.
fn polled<T>(mut poll: impl FnMut(&mut Context<'_>) -> Poll<T>) -> T {
    let woken = Arc::new(Woken(AtomicBool::new(true)));
    let waker = Waker::from(Arc::clone(&woken));
    for _ in 0..MAX_POLLS {
        assert!(woken.0.swap(false, Ordering::Relaxed), "a wake-up is lost");
        if let Poll::Ready(ready) = poll(&mut Context::from_waker(&waker)) {
            return ready;
        }
    }
    panic!("a call does not end");
}

struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}
