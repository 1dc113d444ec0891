//! Requests, byte for byte, and what is refused instead of being written.

use snodo_http1::client::{Body, Connection, Error, Limits};

type Header = (&'static str, &'static str);

/// What is written behind what stands in the buffer already.
fn written(
    method: &str,
    target: &str,
    host: &str,
    headers: &[Header],
    body: Body<'_>,
) -> Result<String, Error> {
    let mut connection = Connection::new(Limits::default());
    let mut out = b"before".to_vec();
    let result = connection.request(method, target, host, headers.iter().copied(), body, &mut out);
    let text = String::from_utf8(out).unwrap().strip_prefix("before").unwrap().to_owned();
    if result.is_err() {
        assert_eq!(text, "", "what fails writes nothing");
        assert!(connection.reusable(), "and changes nothing");
    }
    result.map(|()| text)
}

#[test]
fn without_a_body_nothing_is_said_about_one() {
    let request = written("GET", "/", "localhost", &[], Body::None);
    assert_eq!(request.as_deref(), Ok("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"));
}

#[test]
fn headers_stand_in_order_between_host_and_length() {
    let headers = [("Accept", "a, b"), ("x-empty", ""), ("accept", "\tc\u{e9} ")];
    assert_eq!(
        written("POST", "/mcp?a=%20#b".trim_end_matches("#b"), "[::1]:80", &headers, Body::Full(b"hello"))
            .as_deref(),
        Ok(
            "POST /mcp?a=%20 HTTP/1.1\r\nhost: [::1]:80\r\nAccept: a, b\r\nx-empty: \r\naccept: \tc\u{e9} \r\n\
            content-length: 5\r\n\r\nhello"
        )
    );
}

#[test]
fn an_empty_body_has_a_length() {
    assert_eq!(
        written("POST", "/", "h", &[], Body::Full(b"")).as_deref(),
        Ok("POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 0\r\n\r\n")
    );
}

#[test]
fn a_body_that_the_caller_sends() {
    assert_eq!(
        written("PUT", "/", "h", &[], Body::Length(1_234_567)).as_deref(),
        Ok("PUT / HTTP/1.1\r\nhost: h\r\ncontent-length: 1234567\r\n\r\n")
    );
}

#[test]
fn a_target_goes_out_as_it_is() {
    for target in ["/a%2Fb/mcp/?key=1&x=%20", "//", "/?", "/a/../b", "/\"<>\\^`{|}", "/[::]"] {
        let request = written("GET", target, "h", &[], Body::None).unwrap();
        assert_eq!(request, format!("GET {target} HTTP/1.1\r\nhost: h\r\n\r\n"));
    }
    assert!(written("OPTIONS", "*", "h", &[], Body::None).is_ok());
}

#[test]
fn malformed_parts() {
    for method in ["", "GE T", "GET\r\n", "G\0", "M\u{e9}", "CONNECT"] {
        assert_eq!(written(method, "/", "h", &[], Body::None), Err(Error::Method), "{method:?}");
    }
    for target in
        ["", "x", "*", "http://h/", "/a b", "/a\r\nX: y", "/\n", "/\0", "/\t", "/\u{7f}", "/\u{e9}", "/a#b"]
    {
        assert_eq!(written("GET", target, "h", &[], Body::None), Err(Error::Target), "{target:?}");
    }
    for host in ["", "h\r\nX: y", "a b", "u@h", "h/", "h:x", "::1", "h:65536", "h\0"] {
        assert_eq!(written("GET", "/", host, &[], Body::None), Err(Error::Host), "{host:?}");
    }
}

#[test]
fn malformed_headers() {
    for name in ["", "a b", "a:", "a\r\nb", "a\n", "\0", " a", "\u{e9}"] {
        let headers = [("good", "x"), (name, "x")];
        let name = headers[1].0;
        assert_eq!(written("GET", "/", "h", &headers, Body::None), Err(Error::Header), "{name:?}");
    }
    for value in ["a\r\nb: c", "a\rb", "a\nb", "\0", "\u{7f}", "\u{1b}"] {
        let headers = [("good", "x"), ("name", value)];
        assert_eq!(written("GET", "/", "h", &headers, Body::Full(b"x")), Err(Error::Header), "{value:?}");
    }
}

#[test]
fn headers_of_the_connection() {
    for name in [
        "host",
        "Host",
        "HOST",
        "connection",
        "Connection",
        "content-length",
        "Content-Length",
        "transfer-encoding",
        "Transfer-Encoding",
    ] {
        let headers = [("good", "x"), (name, "1")];
        assert_eq!(written("GET", "/", "h", &headers, Body::None), Err(Error::OwnedHeader), "{name}");
    }
    assert!(written("GET", "/", "h", &[("expect", "100-continue"), ("hosts", "x")], Body::None).is_ok());
}
