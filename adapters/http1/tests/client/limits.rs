//! Every limit at its edge, and what happens beyond it.

use snodo_http1::client::{Body, Connection, Event, Limits};

use super::feeder::three_ways;

/// An answer without a body whose head has exactly this many bytes.
fn head_of(len: usize) -> Vec<u8> {
    let (start, end) = (&b"HTTP/1.1 204 x\r\nX: "[..], &b"\r\n\r\n"[..]);
    [start, &vec![b'x'; len - start.len() - end.len()], end].concat()
}

#[test]
fn a_head_of_32768_bytes() {
    three_ways(Limits::default(), "GET", &head_of(32_768), &["204", "open"]);
    three_ways(Limits::default(), "GET", &head_of(32_769), &["refused HeadTooLarge"]);
    three_ways(Limits::default().head(100), "GET", &head_of(100), &["204", "open"]);
    three_ways(Limits::default().head(100), "GET", &head_of(101), &["refused HeadTooLarge"]);
}

#[test]
fn a_head_that_never_ends() {
    let mut endless = b"HTTP/1.1 200 ".to_vec();
    endless.resize(1 << 20, b'x');
    three_ways(Limits::default(), "GET", &endless, &["refused HeadTooLarge"]);
    let lines = [&b"HTTP/1.1 200 OK\r\n"[..], &b"X: 1\r\n".repeat(100_000)].concat();
    three_ways(Limits::default(), "GET", &lines, &["refused TooManyHeaders"]);
    three_ways(Limits::default().headers(usize::MAX), "GET", &lines, &["refused HeadTooLarge"]);
}

#[test]
fn as_many_fields_as_allowed() {
    let answer = |count: usize| [b"HTTP/1.1 204 x\r\n", &b"X: 1\r\n".repeat(count)[..], b"\r\n"].concat();
    let limits = Limits::default().headers(3);
    three_ways(limits, "GET", &answer(3), &["204", "open"]);
    three_ways(limits, "GET", &answer(4), &["refused TooManyHeaders"]);
    three_ways(Limits::default().headers(0), "GET", &answer(0), &["204", "open"]);
    three_ways(Limits::default().headers(0), "GET", &answer(1), &["refused TooManyHeaders"]);
}

#[test]
fn each_answer_has_the_whole_limit() {
    let mut connection = Connection::new(Limits::default().head(70));
    for _ in 0..3 {
        connection.request("GET", "/", "h", [], Body::None, &mut Vec::new()).unwrap();
        connection.receive(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n");
        assert!(matches!(connection.next_event(), Ok(Event::Head(_))));
        assert!(matches!(connection.next_event(), Ok(Event::End)));
    }
}

#[test]
fn limits_of_a_body() {
    let limits = Limits::default().body(Some(5));
    let answer = |framing: &str, body: &str| format!("HTTP/1.1 200 OK\r\n{framing}\r\n{body}").into_bytes();
    three_ways(limits, "GET", &answer("Content-Length: 5\r\n", "hello"), &["200 hello", "open"]);
    let refused = ["cut 200", "refused BodyTooLarge"];
    three_ways(limits, "GET", &answer("Content-Length: 6\r\n", "hello!"), &refused);
    let chunked = "Transfer-Encoding: chunked\r\n";
    three_ways(limits, "GET", &answer(chunked, "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"), &["200 hello", "open"]);
    let refused = ["cut 200 hel", "refused BodyTooLarge"];
    three_ways(limits, "GET", &answer(chunked, "3\r\nhel\r\n3\r\nlo!\r\n0\r\n\r\n"), &refused);
    three_ways(limits, "GET", &answer("", "hello"), &["waits", "200 hello", "close"]);
    three_ways(limits, "GET", &answer("", "hello!"), &["cut 200 hello", "refused BodyTooLarge"]);
    let none = Limits::default().body(Some(0));
    three_ways(none, "GET", &answer("", ""), &["waits", "200", "close"]);
    three_ways(none, "GET", &answer(chunked, "0\r\n\r\n"), &["200", "open"]);
}

#[test]
fn limits_of_chunks() {
    let limits = Limits::default().chunk_line(8).trailers(10);
    let answer =
        |body: &str| format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{body}").into_bytes();
    three_ways(limits, "GET", &answer("1;abcd\r\nx\r\n0\r\nX: yzw\r\n\r\n"), &["200 x", "open"]);
    let refused = ["cut 200 x", "refused TrailersTooLarge"];
    three_ways(limits, "GET", &answer("1;abcd\r\nx\r\n0\r\nX: yzwv\r\n\r\n"), &refused);
    let refused = ["cut 200", "refused ChunkLineTooLong"];
    three_ways(limits, "GET", &answer("1;abcde\r\nx\r\n0\r\n\r\n"), &refused);
}

#[test]
fn values_that_make_no_sense_are_bent() {
    let bent = Limits::default().head(0).trailers(0).headers(1);
    let answer = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    three_ways(bent, "GET", answer, &["200", "open"]);
    three_ways(Limits::default().head(usize::MAX), "GET", &head_of(100_000), &["204", "open"]);
}
