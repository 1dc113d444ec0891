//! Requests behind requests.

use snodo_http1::Status;
use snodo_http1::server::{Body, Connection, Event, Limits, Phase};

const TWO: &[u8] = b"GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n";

#[test]
fn a_request_waits_until_the_answer_before_it_is_whole() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(TWO);
    assert!(matches!(connection.next_event(), Event::Request(_)));
    assert!(matches!(connection.next_event(), Event::Paused));
    let mut out = Vec::new();
    connection.respond(Status::OK, &[], Body::Stream, &mut out).unwrap();
    assert!(matches!(connection.next_event(), Event::Paused));
    connection.chunk(b"x", &mut out).unwrap();
    assert!(matches!(connection.next_event(), Event::Paused));
    assert_eq!(connection.phase(), Phase::Answer);
    connection.finish(&mut out).unwrap();
    assert_eq!(connection.phase(), Phase::Head, "the next one is there");
    let Event::Request(request) = connection.next_event() else { panic!() };
    assert_eq!(request.head().path(), "/b");
}

#[test]
fn only_so_much_is_read_ahead() {
    let mut connection = Connection::new(Limits::default().read_ahead(100));
    connection.receive(b"GET /a HTTP/1.1\r\nHost: h\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Request(_)));
    let many = b"GET /b HTTP/1.1\r\nHost: h\r\n\r\n".repeat(10);
    assert_eq!(connection.receive(&many), 100);
    assert!(connection.space().is_empty());
    let mut out = Vec::new();
    let mut rest = &many[100..];
    for _ in 0..10 {
        connection.respond(Status::OK, &[], Body::Empty, &mut out).unwrap();
        while !matches!(connection.next_event(), Event::Request(_)) {
            let taken = connection.receive(rest);
            assert!(taken > 0, "once the answer is whole, there is space again");
            rest = &rest[taken..];
        }
    }
    assert!(rest.is_empty());
    assert_eq!(out, b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".repeat(10));
}

#[test]
fn as_much_is_read_ahead_of_a_body() {
    let mut connection = Connection::new(Limits::default().read_ahead(50));
    connection.receive(b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Head(_)));
    connection.read_body(&mut Vec::new());
    assert_eq!(connection.receive(&[b'x'; 2_000]), 1_050);
    let Event::Request(request) = connection.next_event() else { panic!() };
    assert_eq!(request.body(), [b'x'; 1_000]);
}

#[test]
fn nothing_may_be_read_ahead() {
    let mut connection = Connection::new(Limits::default().read_ahead(0));
    let mut served = 0;
    let mut rest = TWO;
    while served < 2 {
        rest = &rest[connection.receive(rest)..];
        match connection.next_event() {
            Event::Request(_) => {
                served += 1;
                connection.respond(Status::OK, &[], Body::Empty, &mut Vec::new()).unwrap();
            }
            Event::NeedMore => assert!(!rest.is_empty()),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_thousand_on_one_connection() {
    let mut connection = Connection::new(Limits::default());
    let mut out = Vec::new();
    for n in 0..1_000 {
        let body = format!("{n}");
        let input = format!("POST /{n} HTTP/1.1\r\nHost: h\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        connection.receive(input.as_bytes());
        let Event::Request(request) = connection.next_event() else { panic!("{n}") };
        assert_eq!((request.head().path(), request.body()), (&*format!("/{n}"), body.as_bytes()));
        out.clear();
        connection.respond(Status::OK, &[], Body::Full(body.as_bytes()), &mut out).unwrap();
        assert_eq!(
            out,
            format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len()).as_bytes()
        );
        assert!(matches!(connection.next_event(), Event::NeedMore));
        assert_eq!(connection.phase(), Phase::Idle);
        assert_eq!(connection.space().len(), 8_192, "the buffer neither grows nor fills");
    }
}
