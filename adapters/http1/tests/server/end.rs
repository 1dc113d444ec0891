//! The end of the peer's side of the stream.

use snodo_http1::Status;
use snodo_http1::server::{Body, Connection, Event, Limits, Refusal};

fn ended(input: &[u8]) -> Connection {
    let mut connection = Connection::new(Limits::default());
    connection.receive(input);
    connection.closed();
    connection
}

#[test]
fn between_requests_there_is_nothing_to_say() {
    assert!(matches!(ended(b"").next_event(), Event::Close { linger: false }));
    assert!(matches!(ended(b"\r\n").next_event(), Event::Close { linger: false }));
}

#[test]
fn in_the_middle_of_a_request_it_is_refused() {
    for input in [&b"G"[..], b"\r", b"GET / HTTP/1.1\r\nHost: h\r\n\r", b"GET / HTTP/1.1\r\nHost: h\r\n"] {
        let mut connection = ended(input);
        let Event::Refused(refusal) = connection.next_event() else { panic!("{}", input.escape_ascii()) };
        assert_eq!((refusal, refusal.status()), (Refusal::Incomplete, Status::BAD_REQUEST));
        let mut out = Vec::new();
        connection.respond(refusal.status(), &[], Body::Empty, &mut out).unwrap();
        assert_eq!(out, b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
        assert!(matches!(connection.next_event(), Event::Close { linger: false }));
    }
}

#[test]
fn in_the_middle_of_a_body_it_is_refused() {
    for input in [
        &b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhell"[..],
        b"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
    ] {
        let mut connection = ended(input);
        assert!(matches!(connection.next_event(), Event::Head(_)));
        connection.read_body(&mut Vec::new());
        assert!(matches!(connection.next_event(), Event::Refused(Refusal::Incomplete)));
    }
}

#[test]
fn whole_requests_are_still_served() {
    let mut connection = ended(
        b"GET /a HTTP/1.1\r\nHost: h\r\n\r\nPOST /b HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    );
    assert!(matches!(connection.next_event(), Event::Request(_)));
    connection.respond(Status::OK, &[], Body::Empty, &mut Vec::new()).unwrap();
    assert!(matches!(connection.next_event(), Event::Head(_)));
    connection.read_body(&mut Vec::new());
    assert!(matches!(connection.next_event(), Event::Request(_)));
    connection.respond(Status::OK, &[], Body::Empty, &mut Vec::new()).unwrap();
    assert!(matches!(connection.next_event(), Event::Close { linger: false }));
}

#[test]
fn while_an_answer_is_made_it_changes_nothing() {
    let mut connection = ended(b"GET /a HTTP/1.1\r\nHost: h\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Request(_)));
    assert!(matches!(connection.next_event(), Event::Paused));
    let mut out = Vec::new();
    connection.respond(Status::OK, &[], Body::Full(b"x"), &mut out).unwrap();
    assert_eq!(out, b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nx");
    assert!(matches!(connection.next_event(), Event::Close { linger: false }));
}
