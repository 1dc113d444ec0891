//! What a request and its answer cost in memory once the buffers are there: nothing, in either role.
#![cfg(test)]

use std::alloc::System;
use std::sync::{Mutex, MutexGuard, PoisonError};

use snodo_http1::server::{Body, Connection, Event, Limits};
use snodo_http1::{Status, client};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

/// Counts are those of the whole process, so tests take turns.
static TURN: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const WITH_LENGTH: &[u8] =
    b"POST /mcp HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/json\r\n\
    Accept: application/json, text/event-stream\r\nContent-Length: 11\r\n\r\nhello world";
const CHUNKED: &[u8] = b"POST /mcp HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/json\r\n\
    Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n";

const HOST: (&str, &[u8]) = ("Host", b"localhost:8080");

/// Serves one request, in two pieces, with a whole answer and one that streams.
fn serve(connection: &mut Connection, out: &mut Vec<u8>, input: &[u8], streams: bool) {
    let (first, second) = input.split_at(input.len() - 3);
    connection.receive(first);
    assert!(matches!(connection.next_event(), Event::Head(_)));
    connection.read_body(out);
    connection.receive(second);
    let Event::Request(request) = connection.next_event() else { panic!("the request is whole") };
    assert_eq!((request.head().headers().next(), request.body()), (Some(HOST), &b"hello world"[..]));
    out.clear();
    if streams {
        connection.respond(Status::OK, &[("content-type", "text/event-stream")], Body::Stream, out).unwrap();
        connection.chunk_with(|out| out.extend_from_slice(b"data: 1\n\n"), out).unwrap();
        connection.finish(out).unwrap();
    } else {
        let write = |out: &mut Vec<u8>| out.resize(out.len() + 2_000, b'x');
        connection.respond_with(Status::OK, &[("content-type", "application/json")], write, out).unwrap();
    }
}

const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\
    Content-Type: application/json\r\nContent-Length: 40\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"\":1}}";
const CHUNKED_ANSWER: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\
    Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n\
    13\r\ndata: {\"jsonrpc\":\"2\r\n15\r\n.0\",\"result\":{\"\":12}}\r\n0\r\n\r\n";

/// Asks and reads the answer, in two pieces.
fn ask(connection: &mut client::Connection, out: &mut Vec<u8>, answer: &[u8]) {
    out.clear();
    let headers = [("content-type", "application/json"), ("accept", "application/json, text/event-stream")];
    connection.request("POST", "/mcp", "localhost:8080", headers, client::Body::Full(b"{}"), out).unwrap();
    let (first, second) = answer.split_at(answer.len() - 30);
    let mut given = 0;
    for piece in [first, second] {
        connection.receive(piece);
        loop {
            match connection.next_event().unwrap() {
                client::Event::Head(head) => assert_eq!(head.status(), Status::OK),
                client::Event::Body(bytes) => given += bytes.len(),
                client::Event::End => assert_eq!(given, 40),
                _ => break,
            }
        }
    }
    assert!(connection.reusable());
}

/// What is held afterwards in the quietest of some rounds.
fn held(mut round: impl FnMut()) -> Option<usize> {
    let sizes = (0..20).map(|_| {
        let region = Region::new(ALLOCATOR);
        round();
        let change = region.change();
        change.bytes_allocated.saturating_sub(change.bytes_deallocated)
    });
    sizes.min()
}

#[test]
fn a_released_connection_holds_nothing_but_what_is_half_here() {
    let _turn = alone();
    let mut out = Vec::with_capacity(16 * 1024);
    let mut connections: Vec<Connection> = Vec::with_capacity(20);
    let served = held(|| {
        let mut connection = Connection::new(Limits::default());
        serve(&mut connection, &mut out, WITH_LENGTH, false);
        assert!(connection.has_spare());
        connection.release();
        assert!(!connection.has_spare());
        connections.push(connection);
    });
    assert_eq!(served, Some(0));
    let Some(mut connection) = connections.pop() else { panic!("one was served") };
    let (half, rest) = WITH_LENGTH.split_at(20);
    connection.receive(half);
    connection.release();
    connection.receive(rest);
    let Event::Request(request) = connection.next_event() else { panic!("the request is whole") };
    assert_eq!(request.body(), b"hello world");
}

/// How often memory is asked for in the quietest of some rounds: the test harness has threads of its own.
fn quietest(mut round: impl FnMut()) -> Option<usize> {
    let counts = (0..20).map(|_| {
        let region = Region::new(ALLOCATOR);
        round();
        let change = region.change();
        change.allocations + change.reallocations
    });
    counts.min()
}

#[test]
fn requests_and_answers_allocate_nothing() {
    let _turn = alone();
    let mut connection = Connection::new(Limits::default());
    let mut out = Vec::new();
    let mut round = || {
        for input in [WITH_LENGTH, CHUNKED] {
            serve(&mut connection, &mut out, input, false);
            serve(&mut connection, &mut out, input, true);
        }
    };
    round();
    assert_eq!(quietest(round), Some(0));
}

#[test]
fn asking_and_reading_the_answer_allocates_nothing() {
    let _turn = alone();
    let mut connection = client::Connection::new(client::Limits::default());
    let mut out = Vec::new();
    let mut round = || {
        ask(&mut connection, &mut out, ANSWER);
        ask(&mut connection, &mut out, CHUNKED_ANSWER);
    };
    round();
    assert_eq!(quietest(round), Some(0));
}

#[test]
fn the_first_answer_costs_the_buffer_and_the_places_of_its_fields() {
    let _turn = alone();
    let least = (0..20).map(|_| {
        let mut connection = client::Connection::new(client::Limits::default());
        let mut out = Vec::with_capacity(1_000);
        let region = Region::new(ALLOCATOR);
        ask(&mut connection, &mut out, ANSWER);
        let change = region.change();
        (change.allocations + change.reallocations, change.bytes_allocated)
    });
    assert_eq!(least.min(), Some((2, 8 * 1024 + 4 * 32)));
}
