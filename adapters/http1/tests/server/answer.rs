//! Answers with a length.

use snodo_http1::Status;
use snodo_http1::server::{Body, Connection, Error, Event, Limits};

/// A connection that waits for the answer to a request.
fn asked(method: &str, version: &str) -> Connection {
    let mut connection = Connection::new(Limits::default());
    connection.receive(format!("{method} /a {version}\r\nHost: h\r\n\r\n").as_bytes());
    assert!(matches!(connection.next_event(), Event::Request(_)));
    connection
}

fn answered(method: &str, status: Status, headers: &[(&str, &str)], body: Body<'_>) -> String {
    let mut out = Vec::new();
    asked(method, "HTTP/1.1").respond(status, headers, body, &mut out).unwrap();
    out.escape_ascii().to_string()
}

#[test]
fn bodies_with_a_length() {
    assert_eq!(
        answered("GET", Status::ACCEPTED, &[], Body::Empty),
        r"HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n"
    );
    assert_eq!(
        answered("GET", Status::OK, &[("content-type", "text/plain")], Body::Full(b"hello")),
        r"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 5\r\n\r\nhello"
    );
    assert_eq!(
        answered("GET", Status::OK, &[("A", "1"), ("b", "x y")], Body::Length(123_456)),
        r"HTTP/1.1 200 OK\r\nA: 1\r\nb: x y\r\ncontent-length: 123456\r\n\r\n"
    );
}

#[test]
fn a_body_that_is_encoded_in_place() {
    for (length, digits) in [(0, "0"), (7, "7"), (42, "42"), (999, "999"), (1_000, "1000"), (70_000, "70000")]
    {
        let mut out = b"earlier".to_vec();
        let write = |out: &mut Vec<u8>| out.resize(out.len() + length, b'x');
        asked("GET", "HTTP/1.1").respond_with(Status::OK, &[("a", "b")], write, &mut out).unwrap();
        let head = format!("earlierHTTP/1.1 200 OK\r\na: b\r\ncontent-length: {digits}\r\n\r\n");
        assert_eq!(out, [head.as_bytes(), &vec![b'x'; length]].concat());
    }
}

#[test]
fn head_requests_get_the_head_only() {
    assert_eq!(
        answered("HEAD", Status::OK, &[], Body::Full(b"hello")),
        r"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n"
    );
    let mut out = Vec::new();
    let write = |out: &mut Vec<u8>| out.extend_from_slice(&[b'x'; 1_234]);
    asked("HEAD", "HTTP/1.1").respond_with(Status::OK, &[], write, &mut out).unwrap();
    assert_eq!(out, b"HTTP/1.1 200 OK\r\ncontent-length: 1234\r\n\r\n");
    assert_eq!(
        answered("head", Status::OK, &[], Body::Full(b"hello")),
        r"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello",
        "methods are case-sensitive"
    );
}

#[test]
fn statuses_without_a_body() {
    for body in [Body::Empty, Body::Full(b"hello"), Body::Length(5)] {
        assert_eq!(answered("GET", Status::NO_CONTENT, &[], body), r"HTTP/1.1 204 No Content\r\n\r\n");
        assert_eq!(answered("GET", Status::NOT_MODIFIED, &[], body), r"HTTP/1.1 304 Not Modified\r\n\r\n");
    }
    let mut out = Vec::new();
    let write = |out: &mut Vec<u8>| out.extend_from_slice(b"hello");
    asked("GET", "HTTP/1.1").respond_with(Status::NO_CONTENT, &[], write, &mut out).unwrap();
    assert_eq!(out, b"HTTP/1.1 204 No Content\r\n\r\n");
}

#[test]
fn statuses_without_a_name() {
    assert_eq!(
        answered("GET", Status::new(299).unwrap(), &[], Body::Empty),
        r"HTTP/1.1 299 \r\ncontent-length: 0\r\n\r\n"
    );
    assert_eq!(Status::new(413), Some(Status::CONTENT_TOO_LARGE));
    for no_final_answer in [0, 99, 100, 101, 199, 600, u16::MAX] {
        assert_eq!(Status::new(no_final_answer), None);
    }
}

#[test]
fn http10_peers_get_an_http11_answer() {
    let mut out = Vec::new();
    asked("GET", "HTTP/1.0").respond(Status::OK, &[], Body::Full(b"x"), &mut out).unwrap();
    assert_eq!(out, b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 1\r\n\r\nx");
}

#[test]
fn headers_that_would_break_the_answer() {
    let mut connection = asked("GET", "HTTP/1.1");
    let mut out = b"kept".to_vec();
    for (name, value, error) in [
        ("", "x", Error::Header),
        ("a b", "x", Error::Header),
        ("a:", "x", Error::Header),
        ("a\r\nb", "x", Error::Header),
        ("a", "x\r\ny: z", Error::Header),
        ("a", "x\n", Error::Header),
        ("a", "x\r", Error::Header),
        ("a", "\0", Error::Header),
        ("h\u{f6}", "x", Error::Header),
        ("Content-Length", "5", Error::FramingHeader),
        ("transfer-encoding", "chunked", Error::FramingHeader),
        ("CONNECTION", "close", Error::FramingHeader),
    ] {
        let headers = [("fine", "fine"), (name, value)];
        assert_eq!(
            connection.respond(Status::OK, &headers, Body::Empty, &mut out),
            Err(error),
            "{name} {value}"
        );
        assert_eq!(connection.respond(Status::OK, &headers, Body::Stream, &mut out), Err(error));
        let never = |_: &mut Vec<u8>| panic!("the body isn't asked for");
        assert_eq!(connection.respond_with(Status::OK, &headers, never, &mut out), Err(error));
        assert_eq!(out, b"kept");
    }
    connection.respond(Status::OK, &[("a", "tab\there")], Body::Empty, &mut out).unwrap();
    assert_eq!(out, b"keptHTTP/1.1 200 OK\r\na: tab\there\r\ncontent-length: 0\r\n\r\n");
}

#[test]
fn one_answer_for_one_request() {
    let mut connection = asked("GET", "HTTP/1.1");
    let mut out = Vec::new();
    connection.respond(Status::OK, &[], Body::Empty, &mut out).unwrap();
    let sent = out.clone();
    assert_eq!(connection.respond(Status::OK, &[], Body::Empty, &mut out), Err(Error::Answered));
    assert_eq!(connection.respond_with(Status::OK, &[], |_| (), &mut out), Err(Error::Answered));
    assert_eq!(connection.chunk(b"x", &mut out), Err(Error::NotStreaming));
    assert_eq!(connection.finish(&mut out), Err(Error::NotStreaming));
    assert_eq!(out, sent);
}

#[test]
#[should_panic(expected = "what writes a body may only append")]
fn a_writer_that_takes_away_is_the_callers_bug() {
    let _ = asked("GET", "HTTP/1.1").respond_with(Status::OK, &[], Vec::clear, &mut Vec::new());
}
