//! Bodies with a declared length.

use snodo_http1::Status;
use snodo_http1::server::{Body, Connection, Event, Limits, Phase, Refusal};

use super::feeder::three_ways;

#[test]
fn a_body_that_came_along_needs_no_second_look() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello");
    let Event::Request(request) = connection.next_event() else { panic!() };
    assert_eq!(request.body(), b"hello");
    assert_eq!(request.head().content_length(), Some(5));
}

#[test]
fn a_head_comes_first_when_its_body_is_outstanding() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhel");
    let Event::Head(head) = connection.next_event() else { panic!() };
    assert_eq!((head.method(), head.content_length()), ("POST", Some(5)));
    // It is shown until the caller has decided.
    assert!(matches!(connection.next_event(), Event::Head(_)));
    assert_eq!(connection.phase(), Phase::Body);
    let mut out = Vec::new();
    connection.read_body(&mut out);
    assert!(out.is_empty(), "nobody waits for an interim answer");
    assert!(matches!(connection.next_event(), Event::NeedMore));
    connection.receive(b"l");
    assert!(matches!(connection.next_event(), Event::NeedMore));
    connection.receive(b"oGET");
    let Event::Request(request) = connection.next_event() else { panic!() };
    assert_eq!(
        (request.head().method(), request.head().path(), request.body()),
        ("POST", "/a", &b"hello"[..])
    );
}

#[test]
fn a_body_as_large_as_allowed() {
    let body = vec![b'x'; 2_000_000];
    let input = [b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2000000\r\n\r\n", &body[..]].concat();
    let mut connection = Connection::new(Limits::default());
    let mut rest = &input[..];
    while !rest.is_empty() {
        let taken = connection.receive(rest);
        rest = &rest[taken..];
        match connection.next_event() {
            Event::Head(_) => connection.read_body(&mut Vec::new()),
            Event::NeedMore => {}
            Event::Request(request) => {
                assert!(rest.is_empty());
                assert!(request.body() == body);
                return;
            }
            other => panic!("{other:?}"),
        }
    }
    let Event::Request(request) = connection.next_event() else { panic!() };
    assert!(request.body() == body);
}

#[test]
fn a_declared_length_beyond_the_limit_waits_for_the_verdict_over_the_head() {
    let input = b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2000001\r\n\r\n";
    let mut out = Vec::new();

    let mut connection = Connection::new(Limits::default());
    connection.receive(input);
    let Event::Head(head) = connection.next_event() else { panic!() };
    assert_eq!(head.content_length(), Some(2_000_001));
    connection.respond(Status::FORBIDDEN, &[], Body::Empty, &mut out).unwrap();
    assert_eq!(out, b"HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");

    let mut connection = Connection::new(Limits::default());
    connection.receive(input);
    assert!(matches!(connection.next_event(), Event::Head(_)));
    connection.read_body(&mut out);
    let Event::Refused(refusal) = connection.next_event() else { panic!() };
    assert_eq!(refusal, Refusal::BodyTooLarge);
    assert_eq!(refusal.status(), Status::CONTENT_TOO_LARGE);
}

#[test]
fn an_announced_length_allocates_nothing() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2000000\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Head(_)));
    connection.read_body(&mut Vec::new());
    assert!(connection.space().len() <= 8_192);
}

#[test]
fn three_ways_around_a_body() {
    let limits = Limits::default().body(5);
    three_ways(
        limits,
        b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello",
        &["served POST /a hello", "open"],
    );
    three_ways(limits, b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\nhello", &["refused 413"]);
    three_ways(limits, b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhell", &["waits"]);
}
