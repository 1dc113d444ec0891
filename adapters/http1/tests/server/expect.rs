//! `Expect: 100-continue`.

use snodo_http1::Status;
use snodo_http1::server::{Body, Connection, Event, Limits, Refusal};

fn headed(input: &[u8]) -> Connection {
    let mut connection = Connection::new(Limits::default());
    connection.receive(input);
    assert!(matches!(connection.next_event(), Event::Head(_)), "{}", input.escape_ascii());
    connection
}

fn interim(input: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    headed(input).read_body(&mut out);
    out
}

#[test]
fn who_waits_is_told_to_go_on_once() {
    let mut connection =
        headed(b"POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
    let mut out = Vec::new();
    connection.read_body(&mut out);
    assert_eq!(out, b"HTTP/1.1 100 Continue\r\n\r\n");
    connection.read_body(&mut out);
    assert!(matches!(connection.next_event(), Event::NeedMore));
    connection.read_body(&mut out);
    assert_eq!(out, b"HTTP/1.1 100 Continue\r\n\r\n");
    connection.receive(b"hello");
    let Event::Request(request) = connection.next_event() else { panic!() };
    assert_eq!(request.body(), b"hello");
    out.clear();
    connection.respond(Status::OK, &[], Body::Empty, &mut out).unwrap();
    assert_eq!(out, b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
}

#[test]
fn also_for_chunked_bodies_and_in_any_case() {
    assert_eq!(
        interim(b"POST /a HTTP/1.1\r\nHost: h\r\nexpect: 100-Continue\r\nTransfer-Encoding: chunked\r\n\r\n"),
        b"HTTP/1.1 100 Continue\r\n\r\n",
    );
}

#[test]
fn not_when_the_body_has_begun() {
    assert_eq!(
        interim(b"POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nh"),
        b"",
    );
}

#[test]
fn not_for_http10() {
    assert_eq!(interim(b"POST /a HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"), b"");
    assert_eq!(interim(b"POST /a HTTP/1.0\r\nExpect: something\r\nContent-Length: 5\r\n\r\n"), b"");
}

#[test]
fn not_without_a_body() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(b"POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Request(_)));
    let mut out = Vec::new();
    connection.read_body(&mut out);
    assert_eq!(out, b"");
}

#[test]
fn not_when_the_peer_is_gone() {
    let mut connection =
        headed(b"POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
    connection.closed();
    let mut out = Vec::new();
    connection.read_body(&mut out);
    assert_eq!(out, b"");
}

#[test]
fn too_large_a_body_is_refused_instead() {
    let mut connection =
        headed(b"POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2000001\r\n\r\n");
    let mut out = Vec::new();
    connection.read_body(&mut out);
    let Event::Refused(refusal) = connection.next_event() else { panic!() };
    connection.respond(refusal.status(), &[], Body::Empty, &mut out).unwrap();
    assert_eq!(out, b"HTTP/1.1 413 Content Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
}

#[test]
fn a_refusal_by_the_head_alone_is_final() {
    let mut connection =
        headed(b"POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
    let mut out = Vec::new();
    connection.respond(Status::NOT_FOUND, &[], Body::Empty, &mut out).unwrap();
    assert_eq!(out, b"HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Close { linger: true }));
}

#[test]
fn other_expectations_are_refused() {
    for expectation in ["something-else", "100-continue, x", "100-continue;x", "\"100-continue\""] {
        let input =
            format!("POST /a HTTP/1.1\r\nHost: h\r\nExpect: {expectation}\r\nContent-Length: 5\r\n\r\n");
        let mut connection = Connection::new(Limits::default());
        connection.receive(input.as_bytes());
        let Event::Refused(refusal) = connection.next_event() else { panic!("{expectation}") };
        assert_eq!((refusal, refusal.status()), (Refusal::Expectation, Status::EXPECTATION_FAILED));
    }
}
