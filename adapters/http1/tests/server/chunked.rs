//! Chunked bodies.

use snodo_http1::server::{Connection, Event, Limits, Refusal};

use super::feeder::three_ways;

const HEAD: &[u8] = b"POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";

/// A connection whose caller has asked for a chunked body.
fn asked() -> Connection {
    let mut connection = Connection::new(Limits::default());
    connection.receive(HEAD);
    let Event::Head(head) = connection.next_event() else { panic!() };
    assert_eq!(head.content_length(), None);
    connection.read_body(&mut Vec::new());
    connection
}

#[test]
fn the_head_comes_first_even_when_the_body_came_along() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(HEAD);
    connection.receive(b"5\r\nhello\r\n0\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Head(_)));
    connection.read_body(&mut Vec::new());
    let Event::Request(request) = connection.next_event() else { panic!() };
    assert_eq!((request.head().path(), request.body()), ("/a", &b"hello"[..]));
}

#[test]
fn a_malformed_body_does_not_hide_the_head() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(HEAD);
    connection.receive(b"nonsense");
    assert!(matches!(connection.next_event(), Event::Head(_)));
    connection.read_body(&mut Vec::new());
    assert!(matches!(connection.next_event(), Event::Refused(Refusal::Chunk)));
}

#[test]
fn pieces_end_up_in_one() {
    let mut connection = asked();
    for piece in
        [&b"1\r\nh"[..], b"\r", b"\n3;x=\"", b"\"\r\nel", b"l\r\n", b"1\r\no\r\n0\r\nX: ", b"1\r\n\r"]
    {
        connection.receive(piece);
        assert!(matches!(connection.next_event(), Event::NeedMore), "{}", piece.escape_ascii());
    }
    connection.receive(b"\n");
    let Event::Request(request) = connection.next_event() else { panic!() };
    assert_eq!(request.body(), b"hello");
    assert_eq!(request.head().headers().len(), 2, "trailers are no headers");
}

#[test]
fn a_chunk_that_crosses_the_limit_is_refused_before_its_data() {
    let mut connection = asked();
    connection.receive(b"1e8480\r\n");
    assert!(matches!(connection.next_event(), Event::NeedMore), "2,000,000 are allowed");
    let mut connection = asked();
    connection.receive(b"1e8481\r\n");
    assert!(matches!(connection.next_event(), Event::Refused(Refusal::BodyTooLarge)));
}

#[test]
fn chunks_that_cross_the_limit_together() {
    let limits = Limits::default().body(6);
    let fits = [HEAD, b"3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n"].concat();
    three_ways(limits, &fits, &["served POST /a abcdef", "open"]);
    let crosses = [HEAD, b"3\r\nabc\r\n3\r\ndef\r\n1\r\n"].concat();
    three_ways(limits, &crosses, &["refused 413"]);
}

#[test]
fn a_large_body_in_chunks_of_one_byte() {
    let mut connection = asked();
    let chunks = b"1\r\nx\r\n".repeat(100_000);
    let mut rest = &chunks[..];
    while !rest.is_empty() {
        let taken = connection.receive(rest);
        rest = &rest[taken..];
        assert!(matches!(connection.next_event(), Event::NeedMore));
    }
    connection.receive(b"0\r\n\r\n");
    let Event::Request(request) = connection.next_event() else { panic!() };
    assert_eq!(request.body().len(), 100_000);
    assert!(request.body().iter().all(|byte| *byte == b'x'));
}

#[test]
fn an_endless_stream_of_framing_holds_no_memory() {
    let mut connection = asked();
    let chunk = [&b"1;"[..], &[b'e'; 4_000], b"\r\nx\r\n"].concat();
    for _ in 0..1_000 {
        assert_eq!(connection.receive(&chunk), chunk.len());
        assert!(matches!(connection.next_event(), Event::NeedMore));
    }
    assert!(connection.space().len() <= 8_192);
}
