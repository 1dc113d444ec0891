//! Bodies are passed on as they arrive, where they were received.

use snodo_http1::client::{Body, Connection, Event, Limits, Refusal};

/// A connection whose answer has this head, which was given.
fn behind_head(limits: Limits, head: &[u8]) -> Connection {
    let mut connection = Connection::new(limits);
    connection.request("GET", "/", "h", [], Body::None, &mut Vec::new()).unwrap();
    assert_eq!(connection.receive(head), head.len());
    assert!(matches!(connection.next_event(), Ok(Event::Head(_))));
    connection
}

const CHUNKED: &[u8] = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
const UNTIL_END: &[u8] = b"HTTP/1.1 200 OK\r\n\r\n";

#[test]
fn a_stretch_is_given_as_soon_as_it_is_there() {
    let mut connection = behind_head(Limits::default(), CHUNKED);
    assert!(matches!(connection.next_event(), Ok(Event::NeedMore)));
    for (piece, stretch) in [(&b"5\r\nhe"[..], &b"he"[..]), (b"l", b"l"), (b"lo\r", b"lo")] {
        connection.receive(piece);
        assert!(matches!(connection.next_event(), Ok(Event::Body(bytes)) if bytes == stretch));
        assert!(matches!(connection.next_event(), Ok(Event::NeedMore)));
    }
    connection.receive(b"\n1\r\n!\r\n1;x\r\n?\r\n0\r\n\r\n");
    assert!(matches!(connection.next_event(), Ok(Event::Body(b"!"))));
    assert!(matches!(connection.next_event(), Ok(Event::Body(b"?"))));
    assert!(matches!(connection.next_event(), Ok(Event::End)));
    assert!(matches!(connection.next_event(), Ok(Event::Idle)));
}

#[test]
fn a_whole_body_comes_in_one_stretch() {
    let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    let mut connection = behind_head(Limits::default(), answer);
    assert!(matches!(connection.next_event(), Ok(Event::Body(b"hello"))));
    assert!(matches!(connection.next_event(), Ok(Event::End)));
    assert!(connection.reusable());
}

#[test]
fn a_large_body_is_never_held() {
    let mut connection = behind_head(Limits::default().body(None), UNTIL_END);
    let piece = [b'x'; 5_000];
    let mut given = 0;
    for _ in 0..4_000 {
        assert!(connection.space().len() <= 8_192);
        assert_eq!(connection.receive(&piece), piece.len());
        while let Ok(Event::Body(bytes)) = connection.next_event() {
            given += bytes.len();
        }
    }
    assert_eq!(given, 4_000 * 5_000);
    connection.closed();
    assert!(matches!(connection.next_event(), Ok(Event::End)));
}

#[test]
fn an_endless_stream_of_framing_holds_no_memory() {
    let mut connection = behind_head(Limits::default(), CHUNKED);
    let chunk = [&b"1;"[..], &[b'e'; 4_000], b"\r\nx\r\n"].concat();
    for _ in 0..1_000 {
        assert_eq!(connection.receive(&chunk), chunk.len());
        assert!(matches!(connection.next_event(), Ok(Event::Body(b"x"))));
        assert!(matches!(connection.next_event(), Ok(Event::NeedMore)));
    }
    assert!(connection.space().len() <= 8_192);
}

#[test]
fn what_is_not_taken_is_bounded() {
    let mut connection = behind_head(Limits::default(), UNTIL_END);
    assert_eq!(connection.receive(&vec![b'x'; 100_000]), 32_768);
    assert!(connection.space().is_empty());
    assert!(matches!(connection.next_event(), Ok(Event::Body(bytes)) if bytes.len() == 32_768));
    assert!(!connection.space().is_empty());
}

#[test]
fn the_head_of_a_body_that_is_too_large_is_still_given() {
    let limits = Limits::default().body(Some(4));
    let mut connection = behind_head(limits, b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
    assert_eq!(connection.next_event().unwrap_err(), Refusal::BodyTooLarge);
    assert_eq!(connection.next_event().unwrap_err(), Refusal::BodyTooLarge);
}

#[test]
fn the_limit_is_chosen_by_the_head() {
    for (head, body) in [
        (&b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"[..], &b"hello"[..]),
        (CHUNKED, b"5\r\nhello\r\n0\r\n\r\n"),
        (UNTIL_END, b"hello"),
    ] {
        for (limit, fits) in [(None, true), (Some(5), true), (Some(4), false)] {
            let mut connection = behind_head(Limits::default().body(Some(1)), head);
            connection.limit_body(limit);
            connection.receive(body);
            connection.closed();
            let mut given = Vec::new();
            let end = loop {
                match connection.next_event() {
                    Ok(Event::Body(bytes)) => given.extend_from_slice(bytes),
                    Ok(Event::End) => break None,
                    Ok(other) => panic!("{other:?} has no place here"),
                    Err(refusal) => break Some(refusal),
                }
            };
            assert_eq!(end, (!fits).then_some(Refusal::BodyTooLarge), "{} {limit:?}", head.escape_ascii());
            assert_eq!(given == b"hello", fits);
        }
    }
}

#[test]
fn the_limit_of_one_answer_is_not_that_of_the_next() {
    let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
    let mut connection = behind_head(Limits::default().body(Some(1)), answer);
    connection.limit_body(None);
    connection.receive(b"hello");
    assert!(matches!(connection.next_event(), Ok(Event::Body(b"hello"))));
    assert!(matches!(connection.next_event(), Ok(Event::End)));
    connection.request("GET", "/", "h", [], Body::None, &mut Vec::new()).unwrap();
    connection.receive(answer);
    assert!(matches!(connection.next_event(), Ok(Event::Head(_))));
    assert_eq!(connection.next_event().unwrap_err(), Refusal::BodyTooLarge);
}
