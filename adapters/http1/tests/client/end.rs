//! The end of the peer's side of the stream.

use snodo_http1::client::{Body, Connection, Error, Event, Limits, Refusal};

fn asking() -> Connection {
    let mut connection = Connection::new(Limits::default());
    connection.request("GET", "/", "h", [], Body::None, &mut Vec::new()).unwrap();
    connection
}

#[test]
fn the_reason_says_what_was_cut() {
    for (input, refusal) in [
        (&b""[..], Refusal::EndBeforeHead),
        (b"H", Refusal::EndInHead),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r", Refusal::EndInHead),
        (b"HTTP/1.1 100 Continue\r\n\r\n", Refusal::EndInHead),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell", Refusal::EndInBody),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r", Refusal::EndInChunks),
    ] {
        let mut connection = asking();
        connection.receive(input);
        connection.closed();
        let end = loop {
            match connection.next_event() {
                Ok(Event::Head(_) | Event::Body(_)) => {}
                other => break other.map(|event| format!("{event:?}")),
            }
        };
        assert_eq!(end, Err(refusal), "{}", input.escape_ascii());
        assert_eq!(connection.next_event().unwrap_err(), refusal, "and it stays so");
    }
}

#[test]
fn a_whole_answer_that_came_before_the_end_is_given() {
    let mut connection = asking();
    connection.receive(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    connection.closed();
    assert!(matches!(connection.next_event(), Ok(Event::Head(_))));
    assert!(matches!(connection.next_event(), Ok(Event::Body(b"ok"))));
    assert!(matches!(connection.next_event(), Ok(Event::End)));
    assert!(matches!(connection.next_event(), Ok(Event::Idle)));
    assert!(!connection.reusable());
}

#[test]
fn between_answers_it_ends_the_connection() {
    let mut connection = Connection::new(Limits::default());
    assert!(connection.reusable());
    connection.closed();
    assert!(!connection.reusable());
    assert!(matches!(connection.next_event(), Ok(Event::Idle)));
    let mut out = Vec::new();
    let refused = connection.request("GET", "/", "h", [], Body::None, &mut out);
    assert_eq!((refused, out), (Err(Error::NotReusable), Vec::new()));
}
