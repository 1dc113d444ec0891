//! What a head says, and when it is whole.

use snodo_http1::server::{Body, Connection, Event, Limits, Phase, Refusal};
use snodo_http1::{Status, Version};

#[test]
fn every_part_of_a_head() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(
        b"POST /mcp?a=1&b=%20 HTTP/1.1\r\nHost: LocalHost:8080\r\nX-Empty:\r\nx-blank: \t a  b \t\r\nX-Empty: \xff\r\n\r\n",
    );
    let Event::Request(request) = connection.next_event() else { panic!() };
    let head = request.head();
    assert_eq!(head.method(), "POST");
    assert_eq!(head.target(), "/mcp?a=1&b=%20");
    assert_eq!(head.path(), "/mcp");
    assert_eq!(head.query(), Some("a=1&b=%20"));
    assert_eq!(head.version(), Version::Http11);
    assert_eq!(head.host(), Some("LocalHost:8080"));
    assert_eq!(head.content_length(), Some(0));
    let headers: Vec<_> = head.headers().collect();
    let expected: [(&str, &[u8]); 4] =
        [("Host", b"LocalHost:8080"), ("X-Empty", b""), ("x-blank", b"a  b"), ("X-Empty", b"\xff")];
    assert_eq!(headers, expected);
    assert_eq!(head.headers().len(), 4);
}

#[test]
fn heads_do_not_leak_into_the_next() {
    let mut connection = Connection::new(Limits::default());
    connection
        .receive(b"GET /a?q HTTP/1.1\r\nHost: h\r\nA: 1\r\nB: 2\r\n\r\nPUT /b HTTP/1.1\r\nHost: i\r\n\r\n");
    assert!(matches!(connection.next_event(), Event::Request(_)));
    let out = &mut Vec::new();
    connection.respond(Status::OK, &[], Body::Empty, out).unwrap();
    let Event::Request(request) = connection.next_event() else { panic!() };
    let head = request.head();
    assert_eq!((head.method(), head.target(), head.query(), head.host()), ("PUT", "/b", None, Some("i")));
    assert_eq!(head.headers().collect::<Vec<_>>(), [("Host", &b"i"[..])]);
}

#[test]
fn a_higher_minor_version_is_http11() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(b"GET / HTTP/1.7\r\nHost: h\r\n\r\n");
    let Event::Request(request) = connection.next_event() else { panic!() };
    assert_eq!(request.head().version(), Version::Http11);
}

#[test]
fn debug_output_has_no_values() {
    let mut connection = Connection::new(Limits::default());
    connection.receive(
        b"POST /mcp?token=secret HTTP/1.1\r\nHost: h\r\nAuthorization: secret\r\nContent-Length: 6\r\n\r\nsecret",
    );
    let Event::Request(request) = connection.next_event() else { panic!() };
    let shown = format!("{request:?} {:?}", request.head().headers());
    assert!(shown.contains("Authorization") && !shown.contains("secret"), "{shown}");
}

#[test]
fn a_head_is_whole_with_its_last_byte() {
    let head = b"GET /a HTTP/1.1\r\nHost: h\r\n\r\n";
    let mut connection = Connection::new(Limits::default());
    assert_eq!(connection.phase(), Phase::Idle);
    for byte in &head[..head.len() - 1] {
        connection.receive(&[*byte]);
        assert!(matches!(connection.next_event(), Event::NeedMore));
        assert_eq!(connection.phase(), Phase::Head);
    }
    connection.receive(b"\n");
    assert!(matches!(connection.next_event(), Event::Request(_)));
    assert_eq!(connection.phase(), Phase::Answer);
}

#[test]
fn what_can_never_become_a_head_is_refused_before_it_ends() {
    for (input, refusal) in [
        (&b"\x16"[..], Refusal::RequestLine),
        (b"{", Refusal::RequestLine),
        (b"\n", Refusal::BareLf),
        (b"GET /a\r\n", Refusal::RequestLine),
        (b"GET / HTTP/2.0\r\n", Refusal::Version),
        (b"GET / HTTP/1.1\n", Refusal::BareLf),
        (b"GET / HTTP/1.1\r\nHost: h\n", Refusal::BareLf),
    ] {
        let mut connection = Connection::new(Limits::default());
        connection.receive(input);
        let Event::Refused(seen) = connection.next_event() else { panic!("{}", input.escape_ascii()) };
        assert_eq!(seen, refusal, "{}", input.escape_ascii());
    }
}
