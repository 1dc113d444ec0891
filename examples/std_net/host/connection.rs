//! One connection from its first byte to its last, on one thread.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use snodo::http::{CorsHeaders, EventStream, Head, KEEP_ALIVE, Response, encode_event};
use snodo::{Call, CloseReason, Execution, Frame, Outcome, Prepared, StreamResponse, Unavailable};
use snodo_http1::Status;
use snodo_http1::server::{self, Body, Connection, Event, Limits, Phase};

use super::waiting::{TICK, wait};
use super::{Shared, date};

/// How long a write may wait for the peer.
const WRITE: Duration = Duration::from_secs(5);
/// How long a refused peer may go on sending, so that it gets to read why.
const LINGER: Duration = Duration::from_secs(2);

/// What the machine could complain about would be a bug here.
const IN_ORDER: &str = "each request gets one answer, and its fields are in order";

struct Conversation<'a> {
    stream: TcpStream,
    shared: &'a Shared,
    http: Connection,
    out: Vec<u8>,
    deadline: Instant,
    /// For the answer to the request at hand.
    cors: CorsHeaders,
}

/// Why a call does not go on.
enum Interruption {
    /// Nobody is there to answer, or it cannot be told.
    Gone(io::Error),
    Over(Unavailable),
    /// It goes on, but its stream has been quiet for a while.
    Quiet,
}

/// What may interrupt a call.
struct Bounds {
    is_subscription: bool,
    /// Subscriptions have none.
    deadline: Option<Instant>,
    /// When its stream last got something to read.
    written: Option<Instant>,
}

/// Answers one request after the other until one side has enough.
pub(super) fn serve(stream: TcpStream, peer: SocketAddr, shared: &Shared) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE))?;
    Conversation {
        stream,
        shared,
        http: Connection::new(Limits::default().body(shared.endpoint.max_body())),
        out: Vec::new(),
        cors: CorsHeaders::default(),
        deadline: Instant::now() + shared.settings.arrival,
    }
    .run(&Call::new().with_peer(peer))
}

impl Conversation<'_> {
    fn run(&mut self, call: &Call) -> io::Result<()> {
        let endpoint = &self.shared.endpoint;
        loop {
            match self.http.next_event() {
                Event::NeedMore => {
                    if !self.read()? {
                        return Ok(());
                    }
                }
                // Some requests are refused before their body is read.
                Event::Head(head) => {
                    let head = collect(head);
                    self.cors = endpoint.cors_headers(&head);
                    match endpoint.check(head).err() {
                        None => self.http.read_body(&mut self.out),
                        Some(refusal) => self.respond(&refusal),
                    }
                }
                Event::Request(request) => {
                    let head = collect(request.head());
                    self.cors = endpoint.cors_headers(&head);
                    let checked = endpoint.check(head);
                    match checked
                        .and_then(|checked| checked.prepare(request.body(), call))
                        .map(Prepared::execute)
                    {
                        Ok(execution) => self.carry_out(execution)?,
                        Err(refusal) => self.respond(&refusal),
                    }
                    self.deadline = Instant::now() + self.shared.settings.arrival;
                }
                Event::Refused(refusal) => self.refuse(refusal.status()),
                Event::Close { linger } => return if linger { self.linger() } else { Ok(()) },
                other => unreachable!("every request is answered before the next event: {other:?}"),
            }
            self.flush()?;
        }
    }

    /// Reads once. At the deadline, or when the host ends, an idle connection is over (`false`); half a request is
    /// refused at the deadline.
    fn read(&mut self) -> io::Result<bool> {
        let count = loop {
            let is_idle = self.http.phase() == Phase::Idle;
            if is_idle && self.shared.is_ending() {
                return Ok(false);
            }
            match self.read_until(self.deadline.min(Instant::now() + TICK)) {
                Err(error) if is_timeout(&error) && Instant::now() < self.deadline => {}
                Err(error) if is_timeout(&error) && is_idle => return Ok(false),
                Err(error) if is_timeout(&error) => {
                    self.refuse(Status::REQUEST_TIMEOUT);
                    return Ok(true);
                }
                Err(error) => return Err(error),
                Ok(count) => break count,
            }
        };
        if count == 0 {
            self.http.closed();
        }
        Ok(true)
    }

    fn read_until(&mut self, deadline: Instant) -> io::Result<usize> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.stream.set_read_timeout(Some(left))?;
            match self.stream.read(self.http.space()) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(count) => {
                    self.http.filled(count);
                    return Ok(count);
                }
            }
        }
    }

    /// Runs a call or a subscription on this thread, if there is a place for it.
    fn carry_out(&mut self, mut execution: Execution) -> io::Result<()> {
        let shared = self.shared;
        let is_subscription = execution.is_subscription();
        let places = if is_subscription { &shared.subscriptions } else { &shared.running };
        let place = places.take();
        if shared.is_ending() || place.is_none() {
            let why = if shared.is_ending() { Unavailable::ShuttingDown } else { Unavailable::Overloaded };
            self.respond(&execution.abandon(why).into());
            return Ok(());
        }
        let deadline = (!is_subscription).then(|| Instant::now() + shared.settings.timeout);
        let mut bounds = Bounds { is_subscription, deadline, written: None };
        match self.wait(&bounds, |cx| Pin::new(&mut execution).poll(cx)) {
            Ok(Outcome::Response(response)) => self.respond(&response.into()),
            Ok(Outcome::Stream(stream)) => self.stream(*stream, &mut bounds)?,
            Err(Interruption::Over(why)) => self.respond(&execution.abandon(why).into()),
            // Dropping the execution cancels the call.
            Err(Interruption::Gone(error)) => return Err(error),
            Err(Interruption::Quiet) => unreachable!("nothing is written before the answer"),
        }
        Ok(())
    }

    /// Writes each event when it is there. Whenever this returns early, the stream is dropped, which cancels the call.
    fn stream(&mut self, mut events: StreamResponse, bounds: &mut Bounds) -> io::Result<()> {
        self.prepare_end();
        let (date, cors) = (date::now(), std::mem::take(&mut self.cors));
        let fields = fields(EventStream::HEADERS, &date, &cors);
        self.http.respond(Status::OK, &fields, Body::Stream, &mut self.out).expect(IN_ORDER);
        loop {
            self.flush()?;
            bounds.written = Some(Instant::now());
            match self.wait(bounds, |cx| events.poll_frame(cx)) {
                Ok(Some(frame)) => {
                    self.event(&frame);
                    // The place is free again before the client has its answer.
                    if frame.is_last() {
                        break;
                    }
                }
                Ok(None) => break,
                Err(Interruption::Quiet) => self.http.chunk(KEEP_ALIVE, &mut self.out).expect(IN_ORDER),
                Err(Interruption::Gone(error)) => return Err(error),
                // Its result is the next frame.
                Err(Interruption::Over(_)) if bounds.is_subscription => events.finish(CloseReason::Shutdown),
                Err(Interruption::Over(why)) => {
                    self.event(&Frame::Response(events.abandon(why)));
                    break;
                }
            }
        }
        self.http.finish(&mut self.out).expect(IN_ORDER);
        Ok(())
    }

    fn event(&mut self, frame: &Frame) {
        self.http.chunk_with(|out| encode_event(frame, out), &mut self.out).expect(IN_ORDER);
    }

    fn wait<T>(
        &mut self,
        bounds: &Bounds,
        poll: impl FnMut(&mut Context<'_>) -> Poll<T>,
    ) -> Result<T, Interruption> {
        wait(poll, |now| self.look(bounds, now))
    }

    /// Looks whether there is a reason not to wait on.
    fn look(&mut self, bounds: &Bounds, now: Instant) -> Option<Interruption> {
        if let Err(error) = self.read_ahead() {
            return Some(Interruption::Gone(error));
        }
        let drained = self.shared.drained.get();
        if drained.is_some_and(|drained| bounds.is_subscription || now >= *drained) {
            return Some(Interruption::Over(Unavailable::ShuttingDown));
        }
        if bounds.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(Interruption::Over(Unavailable::Timeout));
        }
        let keep_alive = self.shared.settings.keep_alive;
        bounds.written.is_some_and(|written| now >= written + keep_alive).then_some(Interruption::Quiet)
    }

    /// Takes what the peer has sent on, without waiting for it. That it has ended its side is an error: it counts as
    /// leaving, since a peer that is gone looks the same.
    fn read_ahead(&mut self) -> io::Result<()> {
        let space = self.http.space();
        if space.is_empty() {
            // As much waits as may: what comes behind is seen at the next write.
            return Ok(());
        }
        self.stream.set_nonblocking(true)?;
        let read = self.stream.read(space);
        self.stream.set_nonblocking(false)?;
        match read {
            Ok(0) => Err(io::ErrorKind::ConnectionAborted.into()),
            Ok(count) => {
                self.http.filled(count);
                Ok(())
            }
            Err(error) if is_timeout(&error) || error.kind() == io::ErrorKind::Interrupted => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn respond(&mut self, response: &Response) {
        let status = Status::new(response.status()).expect("the engine's statuses are final ones");
        self.prepare_end();
        let (date, cors) = (date::now(), std::mem::take(&mut self.cors));
        let fields = fields(response.headers(), &date, &cors);
        let answered = if response.has_body() {
            self.http.respond_with(status, &fields, |out| response.encode_body(out), &mut self.out)
        } else {
            self.http.respond(status, &fields, Body::Empty, &mut self.out)
        };
        answered.expect(IN_ORDER);
    }

    fn refuse(&mut self, status: Status) {
        let (date, cors) = (date::now(), std::mem::take(&mut self.cors));
        let fields = fields([], &date, &cors);
        self.http.respond(status, &fields, Body::Empty, &mut self.out).expect(IN_ORDER);
    }

    /// When the host ends, each answer is the last of its connection.
    fn prepare_end(&mut self) {
        if self.shared.is_ending() {
            self.http.close();
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.write_all(&self.out)?;
        self.out.clear();
        Ok(())
    }

    /// To close while the peer sends would make its system forget the answer: what it sends is dropped for a while.
    fn linger(&mut self) -> io::Result<()> {
        self.stream.shutdown(Shutdown::Write)?;
        let until = Instant::now() + LINGER;
        while self.read_until(until).is_ok_and(|count| count > 0) {}
        Ok(())
    }
}

/// The fields of an answer: its own, and what each has.
fn fields<'a>(
    own: impl IntoIterator<Item = (&'static str, &'static str)>,
    date: &'a str,
    cors: &'a CorsHeaders,
) -> Vec<(&'a str, &'a str)> {
    let mut fields: Vec<(&str, &str)> = own.into_iter().collect();
    fields.push(("date", date));
    fields.extend(cors.iter());
    fields
}

fn collect(head: server::Head<'_>) -> Head<'_> {
    Head::collect(head.method(), head.path(), head.headers().raw())
}

/// Systems differ in what they call it.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
