//! One connection from its first byte to its last, on one thread.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use snodo::Call;
use snodo::http::{Endpoint, EventStream, Head, Reply, Response};
use snodo_http1::Status;
use snodo_http1::server::{self, Body, Connection, Event, Limits, Phase};

use crate::date;

/// How long a request may take to arrive, from the end of the answer before it.
const ARRIVAL: Duration = Duration::from_secs(10);
/// How long a write may wait for the peer.
const WRITE: Duration = Duration::from_secs(5);
/// How long a refused peer may go on sending, so that it gets to read why.
const LINGER: Duration = Duration::from_secs(2);

/// What the machine could complain about would be a bug here.
const IN_ORDER: &str = "each request gets one answer, and its fields are in order";

struct Conversation<'a> {
    stream: TcpStream,
    endpoint: &'a Endpoint,
    http: Connection,
    out: Vec<u8>,
    deadline: Instant,
}

/// Answers one request after the other until one side has enough.
pub(crate) fn serve(stream: TcpStream, peer: SocketAddr, endpoint: &Endpoint) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE))?;
    Conversation {
        stream,
        endpoint,
        http: Connection::new(Limits::default().body(endpoint.max_body())),
        out: Vec::new(),
        deadline: Instant::now() + ARRIVAL,
    }
    .run(&Call::new().with_peer(peer))
}

impl Conversation<'_> {
    fn run(&mut self, call: &Call) -> io::Result<()> {
        loop {
            match self.http.next_event() {
                Event::NeedMore => {
                    if !self.read()? {
                        return Ok(());
                    }
                }
                // Some requests are refused before their body is read.
                Event::Head(head) => match self.endpoint.check(collect(head)).err() {
                    None => self.http.read_body(&mut self.out),
                    Some(refusal) => self.respond(&refusal),
                },
                Event::Request(request) => {
                    let exchange = self.endpoint.handle(collect(request.head()), request.body(), call);
                    match exchange.wait() {
                        Reply::Response(response) => self.respond(&response),
                        Reply::Stream(events) => self.stream(events)?,
                    }
                    self.deadline = Instant::now() + ARRIVAL;
                }
                Event::Refused(refusal) => self.refuse(refusal.status()),
                Event::Close { linger } => return if linger { self.linger() } else { Ok(()) },
                other => unreachable!("every request is answered before the next event: {other:?}"),
            }
            self.flush()?;
        }
    }

    /// Reads once. At the deadline an idle connection is over (`false`), and half a request is refused.
    fn read(&mut self) -> io::Result<bool> {
        match self.read_until(self.deadline) {
            Ok(0) => self.http.closed(),
            Ok(_) => {}
            Err(error) if is_timeout(&error) && self.http.phase() == Phase::Idle => return Ok(false),
            Err(error) if is_timeout(&error) => self.refuse(Status::REQUEST_TIMEOUT),
            Err(error) => return Err(error),
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

    fn respond(&mut self, response: &Response) {
        let status = Status::new(response.status()).expect("the engine's statuses are final ones");
        let date = date::now();
        let mut fields: Vec<(&str, &str)> = response.headers().collect();
        fields.push(("date", &date));
        let answered = if response.has_body() {
            self.http.respond_with(status, &fields, |out| response.encode_body(out), &mut self.out)
        } else {
            self.http.respond(status, &fields, Body::Empty, &mut self.out)
        };
        answered.expect(IN_ORDER);
    }

    fn refuse(&mut self, status: Status) {
        let fields = [("date", &*date::now())];
        self.http.respond(status, &fields, Body::Empty, &mut self.out).expect(IN_ORDER);
    }

    /// Writes each event when it is there. A peer that is gone makes that fail, which drops the stream and so cancels
    /// the call.
    fn stream(&mut self, mut events: EventStream) -> io::Result<()> {
        let date = date::now();
        let [content_type, cache, buffering] = EventStream::HEADERS;
        let fields = [content_type, cache, buffering, ("date", &*date)];
        self.http.respond(Status::OK, &fields, Body::Stream, &mut self.out).expect(IN_ORDER);
        let mut is_open = true;
        while is_open {
            self.flush()?;
            let next = |out: &mut Vec<u8>| is_open = events.wait_event(out);
            self.http.chunk_with(next, &mut self.out).expect(IN_ORDER);
        }
        self.http.finish(&mut self.out).expect(IN_ORDER);
        Ok(())
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

fn collect(head: server::Head<'_>) -> Head<'_> {
    Head::collect(head.method(), head.path(), head.headers())
}

/// Systems differ in what they call it.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
