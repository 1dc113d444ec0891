//! Answers of unknown length.

use snodo_http1::Status;
use snodo_http1::server::{Body, Connection, Error, Event, Limits};

/// What is sent for a stream of these pieces, and whether the connection goes on.
fn streamed(request: &str, status: Status, pieces: &[&str]) -> (String, bool) {
    let mut connection = Connection::new(Limits::default());
    connection.receive(request.as_bytes());
    assert!(matches!(connection.next_event(), Event::Request(_)));
    let mut out = Vec::new();
    connection.respond(status, &[("content-type", "text/event-stream")], Body::Stream, &mut out).unwrap();
    for piece in pieces {
        connection.chunk(piece.as_bytes(), &mut out).unwrap();
    }
    connection.finish(&mut out).unwrap();
    assert_eq!(connection.chunk(b"late", &mut out), Err(Error::NotStreaming));
    assert_eq!(connection.finish(&mut out), Err(Error::NotStreaming));
    (out.escape_ascii().to_string(), matches!(connection.next_event(), Event::NeedMore))
}

#[test]
fn chunked_for_http11() {
    let (sent, goes_on) = streamed(
        "GET / HTTP/1.1\r\nHost: h\r\n\r\n",
        Status::OK,
        &["data: 1\n\n", "", "0123456789abcdef", "x"],
    );
    assert_eq!(
        sent,
        r"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
            .to_owned()
            + r"9\r\ndata: 1\n\n\r\n10\r\n0123456789abcdef\r\n1\r\nx\r\n0\r\n\r\n"
    );
    assert!(goes_on);
}

#[test]
fn an_empty_stream() {
    let (sent, goes_on) = streamed("GET / HTTP/1.1\r\nHost: h\r\n\r\n", Status::OK, &["", ""]);
    assert_eq!(
        sent,
        r"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"
    );
    assert!(goes_on);
}

#[test]
fn up_to_the_end_of_the_connection_for_http10() {
    let (sent, goes_on) = streamed("GET / HTTP/1.0\r\n\r\n", Status::OK, &["data: 1\n\n", "", "data: 2\n\n"]);
    assert_eq!(
        sent,
        r"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n".to_owned()
            + r"data: 1\n\ndata: 2\n\n"
    );
    assert!(!goes_on);
}

#[test]
fn the_head_alone_for_head_and_for_statuses_without_a_body() {
    assert_eq!(
        streamed("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n", Status::OK, &["x"]),
        (
            r"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
                .to_owned(),
            true
        )
    );
    assert_eq!(
        streamed("GET / HTTP/1.1\r\nHost: h\r\n\r\n", Status::NO_CONTENT, &["x"]),
        (r"HTTP/1.1 204 No Content\r\ncontent-type: text/event-stream\r\n\r\n".to_owned(), true)
    );
}

#[test]
fn pieces_that_are_encoded_in_place() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(b"GET / HTTP/1.1\r\nHost: h\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Request(_)));
    let mut out = Vec::new();
    connection.respond(Status::OK, &[], Body::Stream, &mut out).unwrap();
    for (length, size) in
        [(0, ""), (1, "1"), (0x10, "10"), (0xfff, "fff"), (0x1000, "1000"), (0xabcde, "abcde")]
    {
        out.clear();
        connection.chunk_with(|out| out.resize(out.len() + length, b'x'), &mut out).unwrap();
        if length == 0 {
            assert_eq!(out, b"", "an empty chunk would end the body");
        } else {
            assert_eq!(out, [size.as_bytes(), b"\r\n", &vec![b'x'; length], b"\r\n"].concat());
        }
    }
}

#[test]
fn no_stream_no_chunks() {
    let mut connection = Connection::new(Limits::default());
    let mut out = Vec::new();
    assert_eq!(connection.chunk(b"x", &mut out), Err(Error::NotStreaming));
    let never = |_: &mut Vec<u8>| panic!("the piece isn't asked for");
    assert_eq!(connection.chunk_with(never, &mut out), Err(Error::NotStreaming));
    assert_eq!(connection.finish(&mut out), Err(Error::NotStreaming));
    assert_eq!(out, b"");
}
