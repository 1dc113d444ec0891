//! What a head shows of an answer.

use snodo_http1::client::{Body, Connection, Event, Head, Limits};
use snodo_http1::{Status, Version};

/// Shows the head of the answer to a `GET`.
fn with_head(answer: &[u8], check: impl FnOnce(Head<'_>)) {
    let mut connection = Connection::new(Limits::default());
    connection.request("GET", "/", "h", [], Body::None, &mut Vec::new()).unwrap();
    assert_eq!(connection.receive(answer), answer.len());
    let Ok(Event::Head(head)) = connection.next_event() else { panic!("{}", answer.escape_ascii()) };
    check(head);
}

#[test]
fn status_version_and_fields_as_they_came() {
    let answer = b"HTTP/1.1 404 Nope\r\nContent-Type:  text/html;q=\"a b\" \r\nx-\xC3\xA9";
    let answer = [&answer[..answer.len() - 2], b"e: \xFF\r\nCONTENT-length: 7\r\nEmpty:\r\n\r\n"].concat();
    with_head(&answer, |head| {
        assert_eq!((head.status(), head.status().code()), (Status::NOT_FOUND, 404));
        assert_eq!(head.version(), Version::Http11);
        assert_eq!(head.content_length(), Some(7));
        assert_eq!(head.headers().len(), 4);
        let expected: [(&str, &[u8]); 4] = [
            ("Content-Type", b"text/html;q=\"a b\""),
            ("x-e", b"\xFF"),
            ("CONTENT-length", b"7"),
            ("Empty", b""),
        ];
        assert!(head.headers().eq(expected));
    });
}

#[test]
fn the_older_version_and_no_field_at_all() {
    with_head(b"HTTP/1.0 503 \r\n\r\n", |head| {
        assert_eq!((head.status(), head.version()), (Status::SERVICE_UNAVAILABLE, Version::Http10));
        assert_eq!((head.content_length(), head.headers().len()), (None, 0));
    });
}

#[test]
fn a_chunked_body_has_no_length() {
    with_head(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", |head| {
        assert_eq!(head.content_length(), None);
    });
}

#[test]
fn fields_of_an_interim_answer_are_gone() {
    with_head(
        b"HTTP/1.1 103 Early Hints\r\nLink: a\r\nX: b\r\n\r\nHTTP/1.1 200 OK\r\nY: c\r\n\r\n",
        |head| {
            assert!(head.headers().eq([("Y", &b"c"[..])]));
        },
    );
}

#[test]
fn nothing_secret_is_shown_to_who_debugs() {
    with_head(b"HTTP/1.1 200 OK\r\nSet-Cookie: secret\r\n\r\n", |head| {
        let shown = format!("{:?}", Event::Head(head));
        assert!(shown.contains("Set-Cookie") && !shown.contains("secret"), "{shown}");
    });
    assert_eq!(format!("{:?}", Event::Body(b"secret")), "Body(6)");
}
