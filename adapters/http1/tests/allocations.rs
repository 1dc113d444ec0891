//! What a request costs in memory once the buffers are there: nothing.
#![cfg(test)]

use std::alloc::System;

use snodo_http1::Status;
use snodo_http1::server::{Body, Connection, Event, Limits};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

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

#[test]
fn requests_and_answers_allocate_nothing() {
    let mut connection = Connection::new(Limits::default());
    let mut out = Vec::new();
    let mut round = |connection: &mut Connection| {
        for input in [WITH_LENGTH, CHUNKED] {
            serve(connection, &mut out, input, false);
            serve(connection, &mut out, input, true);
        }
    };
    round(&mut connection);
    // The test harness has threads of its own, so only the quietest round counts.
    let quietest = (0..20)
        .map(|_| {
            let region = Region::new(ALLOCATOR);
            round(&mut connection);
            let change = region.change();
            change.allocations + change.reallocations
        })
        .min();
    assert_eq!(quietest, Some(0));
}
