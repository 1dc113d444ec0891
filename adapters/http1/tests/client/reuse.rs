//! When a connection carries another request.

use snodo_http1::client::{Body, Connection, Error, Event, Limits};

const OK: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

fn ask(connection: &mut Connection) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    connection.request("GET", "/", "h", [], Body::None, &mut out).map(|()| out)
}

fn read(connection: &mut Connection) {
    assert!(matches!(connection.next_event(), Ok(Event::Head(_))));
    assert!(matches!(connection.next_event(), Ok(Event::Body(b"ok"))));
    assert!(matches!(connection.next_event(), Ok(Event::End)));
    assert!(matches!(connection.next_event(), Ok(Event::Idle)));
}

#[test]
fn one_request_at_a_time() {
    let mut connection = Connection::new(Limits::default());
    assert!(matches!(connection.next_event(), Ok(Event::Idle)));
    assert!(ask(&mut connection).is_ok());
    assert_eq!(ask(&mut connection), Err(Error::Unanswered));
    connection.receive(&OK[..OK.len() - 1]);
    assert!(matches!(connection.next_event(), Ok(Event::Head(_))));
    assert_eq!(ask(&mut connection), Err(Error::Unanswered));
    assert!(matches!(connection.next_event(), Ok(Event::Body(b"o"))));
    assert_eq!(ask(&mut connection), Err(Error::Unanswered));
    assert!(!connection.reusable());
    connection.receive(&OK[OK.len() - 1..]);
    assert!(matches!(connection.next_event(), Ok(Event::Body(b"k"))));
    assert_eq!(ask(&mut connection), Err(Error::Unanswered), "the end was not taken yet");
    assert!(matches!(connection.next_event(), Ok(Event::End)));
    assert!(ask(&mut connection).is_ok());
}

#[test]
fn a_thousand_requests() {
    let mut connection = Connection::new(Limits::default());
    for _ in 0..1_000 {
        assert_eq!(ask(&mut connection).unwrap(), b"GET / HTTP/1.1\r\nhost: h\r\n\r\n");
        connection.receive(OK);
        read(&mut connection);
    }
}

#[test]
fn bytes_before_a_request_are_no_answer_to_it() {
    for early in [&b"H"[..], b"\r\n", OK] {
        let mut connection = Connection::new(Limits::default());
        assert_eq!(connection.receive(early), early.len());
        assert!(!connection.reusable());
        assert!(matches!(connection.next_event(), Ok(Event::Idle)));
        assert_eq!(ask(&mut connection), Err(Error::NotReusable));

        let mut connection = Connection::new(Limits::default());
        connection.space()[..early.len()].copy_from_slice(early);
        connection.filled(early.len());
        assert!(!connection.reusable());
        assert_eq!(ask(&mut connection), Err(Error::NotReusable));
    }
}

#[test]
fn bytes_between_answers_are_none() {
    let mut connection = Connection::new(Limits::default());
    ask(&mut connection).unwrap();
    connection.receive(OK);
    read(&mut connection);
    assert!(connection.reusable());
    connection.space()[0] = b'H';
    connection.filled(0);
    assert!(connection.reusable(), "nothing was received");
    assert_eq!(connection.receive(b""), 0);
    assert!(connection.reusable(), "nothing was received");
    connection.space()[..OK.len()].copy_from_slice(OK);
    connection.filled(OK.len());
    assert!(!connection.reusable());
    assert!(matches!(connection.next_event(), Ok(Event::Idle)));
}

#[test]
fn bytes_that_come_before_the_end_is_taken() {
    let mut connection = Connection::new(Limits::default());
    ask(&mut connection).unwrap();
    connection.receive(OK);
    assert!(matches!(connection.next_event(), Ok(Event::Head(_))));
    assert!(matches!(connection.next_event(), Ok(Event::Body(b"ok"))));
    connection.receive(OK);
    assert!(matches!(connection.next_event(), Ok(Event::End)));
    assert!(!connection.reusable());
    assert!(matches!(connection.next_event(), Ok(Event::Idle)));
}

#[test]
fn what_belongs_to_no_answer_is_not_held() {
    let flood = |connection: &mut Connection| {
        for _ in 0..100 {
            let count = connection.space().len();
            assert!((1_000..=8_192).contains(&count), "there is room, and always the same");
            connection.filled(count);
        }
    };
    let mut connection = Connection::new(Limits::default());
    flood(&mut connection);

    let mut connection = Connection::new(Limits::default());
    ask(&mut connection).unwrap();
    connection.receive(OK);
    connection.receive(&[b'x'; 8_000]);
    read(&mut connection);
    flood(&mut connection);

    let mut connection = Connection::new(Limits::default());
    ask(&mut connection).unwrap();
    connection.receive(&[b'x'; 8_000]);
    assert!(connection.next_event().is_err());
    flood(&mut connection);
}

#[test]
fn the_last_request_says_so() {
    let mut connection = Connection::new(Limits::default());
    connection.close();
    assert!(connection.reusable());
    let mut out = Vec::new();
    connection.request("POST", "/", "h", [("a", "b")], Body::Full(b"x"), &mut out).unwrap();
    assert_eq!(out, b"POST / HTTP/1.1\r\nhost: h\r\na: b\r\nconnection: close\r\ncontent-length: 1\r\n\r\nx");
    connection.receive(OK);
    read(&mut connection);
    assert!(!connection.reusable());
    assert_eq!(ask(&mut connection), Err(Error::NotReusable));
}

#[test]
fn a_request_that_was_sent_becomes_the_last() {
    let mut connection = Connection::new(Limits::default());
    ask(&mut connection).unwrap();
    connection.close();
    connection.receive(OK);
    read(&mut connection);
    assert!(!connection.reusable());
}

#[test]
fn a_head_request_among_others() {
    let mut connection = Connection::new(Limits::default());
    connection.request("HEAD", "/", "h", [], Body::None, &mut Vec::new()).unwrap();
    connection.receive(&OK[..OK.len() - 2]);
    assert!(matches!(connection.next_event(), Ok(Event::Head(head)) if head.content_length() == Some(2)));
    assert!(matches!(connection.next_event(), Ok(Event::End)));
    ask(&mut connection).unwrap();
    connection.receive(OK);
    read(&mut connection);
    connection.request("head", "/", "h", [], Body::None, &mut Vec::new()).unwrap();
    connection.receive(OK);
    read(&mut connection);
}
