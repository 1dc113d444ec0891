//! Requests that their heads refuse, before a byte of the body.

use crate::listening::Listening;
use crate::messages::{answer_with, body, echo, head, hi, refused, text};

const EXPECT: &str = "Expect: 100-continue\r\n";

/// What refuses `head` is read before the body is sent, and is the last.
#[track_caller]
fn refuses(listening: &Listening, head: &str, answer: &str) {
    let mut client = listening.client();
    client.send(head);
    client.expect(answer);
    client.expect_end();
}

#[test]
fn the_endpoint_refuses_before_the_body() {
    let listening = Listening::new();
    let post = head("echo");
    let length = format!("{EXPECT}Content-Length: 500\r\n\r\n");
    let with = |from: &str, to: &str| post.replacen(from, to, 1) + &length;

    refuses(
        &listening,
        &with("/mcp", "/other"),
        "HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
    );
    refuses(
        &listening,
        &with("POST", "PUT"),
        "HTTP/1.1 405 Method Not Allowed\r\nallow: POST\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
    );
    refuses(
        &listening,
        &with("Host: localhost", "Host: localhost\r\nOrigin: https://evil.example"),
        &refused("403 Forbidden", "Forbidden: this Origin may not call"),
    );
    refuses(
        &listening,
        &with("application/json", "text/plain"),
        &refused(
            "415 Unsupported Media Type",
            "Unsupported media type: Content-Type must be application/json",
        ),
    );
    refuses(
        &listening,
        &with("Accept: application/json, text/event-stream", "Accept: application/json"),
        &refused(
            "406 Not Acceptable",
            "Not acceptable: Accept must allow application/json and text/event-stream",
        ),
    );
    refuses(
        &listening,
        &(post.clone() + EXPECT + "Content-Length: 1001\r\n\r\n"),
        &refused("413 Content Too Large", "Content too large: a message has at most 1000 bytes"),
    );
}

#[test]
fn whole_requests_are_refused_and_the_connection_goes_on() {
    let listening = Listening::new();
    let mut client = listening.client();
    for method in ["GET", "DELETE", "OPTIONS", "PATCH"] {
        client.send(format!("{method} /mcp HTTP/1.1\r\nHost: h\r\n\r\n"));
        client.expect("HTTP/1.1 405 Method Not Allowed\r\nallow: POST\r\ncontent-length: 0\r\n\r\n");
    }
    client.send("HEAD /mcp HTTP/1.1\r\nHost: h\r\n\r\n");
    client.expect("HTTP/1.1 405 Method Not Allowed\r\nallow: POST\r\ncontent-length: 0\r\n\r\n");
    client.send("GET /other HTTP/1.1\r\nHost: h\r\n\r\n");
    client.expect("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
    client.send(echo("1"));
    client.expect(hi("1"));
    client.send(echo("2").replacen("/mcp", "http://localhost/mcp?x=/y", 1));
    client.expect(hi("2"));
}

#[test]
fn a_client_that_waits_for_a_word_gets_it() {
    let listening = Listening::new();
    let mut client = listening.client();
    for id in ["1", "2"] {
        let body = body(id, "echo", r#"{"text":"hi"}"#);
        client.send(format!("{}{EXPECT}Content-Length: {}\r\n\r\n", head("echo"), body.len()));
        client.expect("HTTP/1.1 100 Continue\r\n\r\n");
        client.send(body);
        client.expect(hi(id));
    }
    // With the body at once there is nothing to wait for.
    let body = body("3", "echo", r#"{"text":"hi"}"#);
    client.send(format!("{}{EXPECT}Content-Length: {}\r\n\r\n{body}", head("echo"), body.len()));
    client.expect(hi("3"));
    // HTTP/1.0 has no such word.
    let body = self::body("4", "echo", r#"{"text":"hi"}"#);
    let head = head("echo").replacen("HTTP/1.1", "HTTP/1.0", 1);
    client.send(format!("{head}{EXPECT}Content-Length: {}\r\n\r\n", body.len()));
    client.send(body);
    client.expect(answer_with("200 OK", "connection: close\r\n", &text("4", "hi")));
    client.expect_end();
}

#[test]
fn what_is_not_http_is_refused() {
    let listening = Listening::new();
    for (head, status, message) in [
        ("GET / HTTP/1.1\r\n\r\n", "400 Bad Request", "the Host header is missing, repeated or malformed"),
        ("GET / HTTP/1.1\nHost: h\r\n\r\n", "400 Bad Request", "a line of the head does not end in CRLF"),
        ("GET /\r\n\r\n", "400 Bad Request", "the request line is malformed"),
        (
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "505 HTTP Version Not Supported",
            "the HTTP version is not supported",
        ),
        ("GET / HTTP/1.1\r\nHost : h\r\n\r\n", "400 Bad Request", "a header field is malformed"),
        ("GET / HTTP/1.1\r\nHost: h\r\n folded: x\r\n\r\n", "400 Bad Request", "a header field is malformed"),
        (
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG",
            "400 Bad Request",
            "Content-Length and Transfer-Encoding exclude each other",
        ),
        (
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nContent-Length: 50\r\n\r\n",
            "400 Bad Request",
            "the Content-Length header is repeated or malformed",
        ),
        (
            "POST / HTTP/1.1\r\nHost: h\r\nExpect: more\r\n\r\n",
            "417 Expectation Failed",
            "an expectation is not supported",
        ),
        (
            "CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n",
            "501 Not Implemented",
            "the CONNECT method is not implemented",
        ),
    ] {
        let mut client = listening.client();
        client.send(head);
        // Nothing behind it is a request.
        client.send(echo("1"));
        client.expect(refused(status, message));
        client.expect_end();
    }
}

#[test]
fn a_head_has_its_limits() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send(format!("GET /{} HTTP/1.1\r\nHost: h\r\n\r\n", "x".repeat(8_192)));
    client.expect(refused("414 URI Too Long", "the request target is longer than allowed"));
    client.expect_end();

    let mut client = listening.client();
    client.send(format!("GET / HTTP/1.1\r\nHost: h\r\nx: {}\r\n\r\n", "x".repeat(40_000)));
    client.expect(refused("431 Request Header Fields Too Large", "the head is larger than allowed"));
    client.expect_end();

    let mut client = listening.client();
    client.send(format!("GET / HTTP/1.1\r\nHost: h\r\n{}\r\n", "x: y\r\n".repeat(100)));
    client
        .expect(refused("431 Request Header Fields Too Large", "there are more header fields than allowed"));
    client.expect_end();
}
