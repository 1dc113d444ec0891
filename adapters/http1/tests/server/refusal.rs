//! After a refusal, whoever it comes from, nothing of the connection is served any more.

use snodo_http1::Status;
use snodo_http1::server::{Body, Connection, Event, Limits, Phase, Refusal};

const HIDDEN: &[u8] = b"GET /hidden HTTP/1.1\r\nHost: h\r\n\r\n";

/// Whatever is sent now, however it is looked for, there is nothing but the end.
fn assert_at_end(connection: &mut Connection) {
    for _ in 0..100 {
        assert!(matches!(connection.next_event(), Event::Close { linger: true }));
        assert_eq!(connection.phase(), Phase::Closing);
        assert_eq!(connection.receive(&HIDDEN.repeat(1_000)), 1_000 * HIDDEN.len());
    }
    assert!(connection.space().len() <= 8_192, "what is dropped takes no memory");
    connection.closed();
    assert!(matches!(connection.next_event(), Event::Close { linger: false }), "the peer has seen it all");
}

#[test]
fn a_refusal_stays_until_it_is_answered() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(b"GET / HTTP/1.1\r\n\r\n");
    for _ in 0..3 {
        assert!(matches!(connection.next_event(), Event::Refused(Refusal::Host)));
        assert_eq!(connection.phase(), Phase::Answer);
        connection.receive(HIDDEN);
    }
    let mut out = Vec::new();
    let refusal = Refusal::Host;
    let text = refusal.to_string();
    connection
        .respond(refusal.status(), &[("content-type", "text/plain")], Body::Full(text.as_bytes()), &mut out)
        .unwrap();
    let expected: &[u8] = b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\nconnection: close\r\n\
        content-length: 49\r\n\r\nthe Host header is missing, repeated or malformed";
    assert_eq!(out.escape_ascii().to_string(), expected.escape_ascii().to_string());
    assert_at_end(&mut connection);
}

#[test]
fn an_answer_to_a_head_refuses_its_body() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Head(_)));
    let mut out = Vec::new();
    connection.respond(Status::UNSUPPORTED_MEDIA_TYPE, &[], Body::Empty, &mut out).unwrap();
    assert_eq!(out, b"HTTP/1.1 415 Unsupported Media Type\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    assert_at_end(&mut connection);
}

#[test]
fn an_answer_to_a_request_that_came_whole_refuses_nothing() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello");
    connection.receive(HIDDEN);
    assert!(matches!(connection.next_event(), Event::Request(_)));
    let mut out = Vec::new();
    connection.respond(Status::UNSUPPORTED_MEDIA_TYPE, &[], Body::Empty, &mut out).unwrap();
    assert_eq!(out, b"HTTP/1.1 415 Unsupported Media Type\r\ncontent-length: 0\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Request(_)));
}

#[test]
fn a_deadline_in_the_middle_of_a_head() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(b"POST /a HT");
    assert!(matches!(connection.next_event(), Event::NeedMore));
    assert_eq!(connection.phase(), Phase::Head);
    let mut out = Vec::new();
    connection.respond(Status::REQUEST_TIMEOUT, &[], Body::Empty, &mut out).unwrap();
    assert_eq!(out, b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    assert_at_end(&mut connection);
}

#[test]
fn a_deadline_in_the_middle_of_a_body() {
    for framing in ["Content-Length: 5", "Transfer-Encoding: chunked"] {
        let mut connection = Connection::new(Limits::default());
        connection.receive(format!("POST /a HTTP/1.1\r\nHost: h\r\n{framing}\r\n\r\n").as_bytes());
        assert!(matches!(connection.next_event(), Event::Head(_)));
        connection.read_body(&mut Vec::new());
        assert!(matches!(connection.next_event(), Event::NeedMore));
        assert_eq!(connection.phase(), Phase::Body);
        let mut out = Vec::new();
        connection.respond(Status::REQUEST_TIMEOUT, &[], Body::Empty, &mut out).unwrap();
        assert_eq!(out, b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
        assert_at_end(&mut connection);
    }
}

#[test]
fn a_connection_can_be_turned_away_unread() {
    let mut connection = Connection::new(Limits::default());
    let mut out = Vec::new();
    connection
        .respond(Status::SERVICE_UNAVAILABLE, &[("retry-after", "1")], Body::Full(b"busy"), &mut out)
        .unwrap();
    assert_eq!(
        out,
        b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 4\r\n\r\nbusy"
    );
    assert_at_end(&mut connection);
}

#[test]
fn an_early_answer_may_stream() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Head(_)));
    let mut out = Vec::new();
    connection.respond(Status::OK, &[], Body::Stream, &mut out).unwrap();
    assert!(matches!(connection.next_event(), Event::Paused));
    connection.receive(HIDDEN);
    assert!(matches!(connection.next_event(), Event::Paused));
    connection.chunk(b"no", &mut out).unwrap();
    connection.finish(&mut out).unwrap();
    assert_eq!(
        out,
        b"HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n"
    );
    assert_at_end(&mut connection);
}

#[test]
fn every_refusal_names_a_part_and_no_value() {
    for (input, refusal, status) in [
        (&b"G\xff / HTTP/1.1\r\nHost: h\r\n\r\n"[..], Refusal::RequestLine, 400),
        (b"GET /#secret HTTP/1.1\r\nHost: h\r\n\r\n", Refusal::Target, 400),
        (b"CONNECT secret:1 HTTP/1.1\r\nHost: h\r\n\r\n", Refusal::Connect, 501),
        (b"GET / HTTP/1.1\r\nsecret : h\r\n\r\n", Refusal::Header, 400),
        (b"GET / HTTP/1.1\r\nHost: @secret\r\n\r\n", Refusal::Host, 400),
        (b"GET / HTTP/1.1\r\nHost: h\r\nContent-Length: secret\r\n\r\n", Refusal::ContentLength, 400),
        (b"GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: secret\r\n\r\n", Refusal::TransferEncoding, 400),
        (
            b"GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: secret, chunked\r\n\r\n",
            Refusal::TransferCoding,
            501,
        ),
        (b"GET / HTTP/3.0\r\nHost: h\r\n\r\n", Refusal::Version, 505),
    ] {
        let mut connection = Connection::new(Limits::default());
        connection.receive(input);
        let Event::Refused(seen) = connection.next_event() else { panic!("{}", input.escape_ascii()) };
        assert_eq!((seen, seen.status().code()), (refusal, status), "{}", input.escape_ascii());
        assert!(!format!("{seen} {seen:?} {connection:?}").contains("secret"));
    }
}
