//! Whether a connection goes on after an answer, and how the peer learns of it.

use snodo_http1::Status;
use snodo_http1::server::{Body, Connection, Event, Limits, Phase};

use super::feeder::record;

/// What is sent and what comes after it, for one request.
fn answer(limits: Limits, input: &[u8]) -> (Vec<u8>, bool) {
    let mut connection = Connection::new(limits);
    connection.receive(input);
    assert!(matches!(connection.next_event(), Event::Request(_)), "{}", input.escape_ascii());
    let mut out = Vec::new();
    connection.respond(Status::NO_CONTENT, &[], Body::Empty, &mut out).unwrap();
    let goes_on = match connection.next_event() {
        Event::NeedMore => true,
        Event::Close { linger: false } => false,
        other => panic!("{other:?}"),
    };
    (out, goes_on)
}

#[test]
fn by_version_and_connection_options() {
    let goes_on = (b"HTTP/1.1 204 No Content\r\n\r\n".to_vec(), true);
    let closes = (b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n".to_vec(), false);
    for (input, expected) in [
        (&b"GET / HTTP/1.1\r\nHost: h\r\n\r\n"[..], &goes_on),
        (b"GET / HTTP/1.1\r\nHost: h\r\nConnection: keep-alive\r\n\r\n", &goes_on),
        (b"GET / HTTP/1.1\r\nHost: h\r\nConnection:\r\n\r\n", &goes_on),
        (b"GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", &closes),
        (b"GET / HTTP/1.1\r\nHost: h\r\nConnection: Close,keep-alive\r\n\r\n", &closes),
        (b"GET / HTTP/1.0\r\n\r\n", &closes),
        (b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", &closes),
    ] {
        assert_eq!(&answer(Limits::default(), input), expected, "{}", input.escape_ascii());
    }
}

#[test]
fn one_request_per_connection() {
    let limits = Limits::default().requests(Some(1));
    let request = b"GET /a HTTP/1.1\r\nHost: h\r\n\r\n";
    let seen = record(limits, [&request.repeat(2)[..]]);
    assert_eq!(seen.lines, ["served GET /a", "closed"]);
    assert_eq!(seen.out, b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
}

#[test]
fn the_last_of_several_requests_is_told() {
    let limits = Limits::default().requests(Some(2));
    let request = b"GET /a HTTP/1.1\r\nHost: h\r\n\r\n";
    let seen = record(limits, [&request.repeat(3)[..]]);
    assert_eq!(seen.lines, ["served GET /a", "served GET /a", "closed"]);
    assert_eq!(
        seen.out,
        b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nHTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
    );
}

#[test]
fn behind_the_last_request_everything_is_dropped_as_it_comes() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(b"GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Request(_)));
    let more = b"GET /hidden HTTP/1.1\r\nHost: h\r\n\r\n".repeat(10_000);
    assert_eq!(connection.receive(&more), more.len(), "reading needs no pause");
    assert!(matches!(connection.next_event(), Event::Paused));
    connection.respond(Status::OK, &[], Body::Empty, &mut Vec::new()).unwrap();
    assert!(matches!(connection.next_event(), Event::Close { linger: true }));
}

#[test]
fn closing_an_idle_connection() {
    let mut connection = Connection::new(Limits::default());
    connection.close();
    assert!(matches!(connection.next_event(), Event::Close { linger: false }));
    assert_eq!(connection.phase(), Phase::Closing);
}

#[test]
fn closing_between_an_answer_and_the_next_event() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(b"GET / HTTP/1.1\r\nHost: h\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Request(_)));
    connection.respond(Status::OK, &[], Body::Empty, &mut Vec::new()).unwrap();
    assert_eq!(connection.phase(), Phase::Idle);
    connection.close();
    assert_eq!(connection.phase(), Phase::Closing);
    assert!(matches!(connection.next_event(), Event::Close { linger: false }));
}

#[test]
fn closing_while_a_head_arrives_serves_that_request() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(b"GET /a HTTP/1.1\r\nHo");
    assert!(matches!(connection.next_event(), Event::NeedMore));
    connection.close();
    connection.receive(b"st: h\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n");
    let Event::Request(request) = connection.next_event() else { panic!() };
    assert_eq!(request.head().path(), "/a");
    let mut out = Vec::new();
    connection.respond(Status::OK, &[], Body::Empty, &mut out).unwrap();
    assert_eq!(out, b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Close { linger: true }), "another request was sent");
}

#[test]
fn closing_while_an_answer_streams() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(b"GET /a HTTP/1.1\r\nHost: h\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Request(_)));
    let mut out = Vec::new();
    connection.respond(Status::OK, &[], Body::Stream, &mut out).unwrap();
    connection.close();
    assert!(matches!(connection.next_event(), Event::Paused));
    connection.finish(&mut out).unwrap();
    assert!(matches!(connection.next_event(), Event::Close { linger: false }));
}
