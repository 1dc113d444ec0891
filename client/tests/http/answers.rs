//! What a server says in place of a result: errors of the protocol, and pages of gateways.

use snodo_client::ErrorKind;

use crate::script::Script;
use crate::transport::{answered, call, http};

#[test]
fn an_error_of_the_protocol_arrives_with_any_status() {
    let answers: [(&[u8], u16, &str); 8] = [
        (
            b"HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: 79\r\n\r\n\
              {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"x must be positive\"}}",
            400,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"x must be positive"}}"#,
        ),
        (
            b"HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n\
              {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no\"}}",
            404,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#,
        ),
        (
            b"HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n\
              {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32001,\"message\":\"who?\"}}",
            401,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"who?"}}"#,
        ),
        (
            b"HTTP/1.1 500 Internal Server Error\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n\
              {\"error\":{\"code\":-32603,\"message\":\"oh\"},\"id\":1,\"jsonrpc\":\"2.0\"}",
            500,
            r#"{"error":{"code":-32603,"message":"oh"},"id":1,"jsonrpc":"2.0"}"#,
        ),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n\
              {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"no\"}}",
            200,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}"#,
        ),
        // No id.
        (
            b"HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n\
              {\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"origin\"}}",
            403,
            r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"origin"}}"#,
        ),
        // Who says why is heard, whatever the media type.
        (
            b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n\
              {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"no\"}}",
            400,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}"#,
        ),
        (
            b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n\
              data: {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":\"busy\"}}\n\n",
            503,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"busy"}}"#,
        ),
    ];
    for (answer, status, message) in answers {
        let outcome = answered(answer);
        assert_eq!(outcome.message(), message);
        assert_eq!(outcome.statuses, [Some(status)]);
    }
}

#[test]
fn anything_else_is_an_error_with_its_status_and_a_sample() {
    let answers: [(&[u8], u16, &str); 11] = [
        (
            b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nContent-Length: 28\r\n\r\n\
              <html>\r\n <b>Bad</b>\r\n</html>",
            400,
            "the server answered HTTP 400 with text/html, which carries no messages: <html> <b>Bad</b> </html>",
        ),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<p>log in</p>",
            200,
            "the server answered HTTP 200 with text/html, which carries no messages: <p>log in</p>",
        ),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
            200,
            "the server answered HTTP 200 with text/plain, which carries no messages: \
             {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        ),
        (
            b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
            200,
            "the server answered HTTP 200 with a body without a Content-Type: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        ),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n<p>no JSON</p>",
            200,
            "the server answered HTTP 200 with JSON that is no response: <p>no JSON</p>",
        ),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\nnull",
            200,
            "the server answered HTTP 200 with JSON that is no response: null",
        ),
        (
            b"HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{\"error\":\"denied\"}",
            403,
            "the server answered HTTP 403 with JSON that is no response: {\"error\":\"denied\"}",
        ),
        (b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n", 202, "the server answered HTTP 202 with no message"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", 204, "the server answered HTTP 204 with no message"),
        (
            b"HTTP/1.1 405 Method Not Allowed\r\nAllow: GET\r\nContent-Length: 0\r\n\r\n",
            405,
            "the server answered HTTP 405 with no message",
        ),
        // It is cut off, and says enough.
        (
            b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nno upstream",
            502,
            "the server answered HTTP 502 with text/plain, which carries no messages: no upstream",
        ),
    ];
    for (answer, status, text) in answers {
        let outcome = answered(answer);
        let error = outcome.error();
        assert_eq!(error.message(), text);
        assert_eq!((error.kind(), error.code()), (ErrorKind::Connection, -32000));
        assert_eq!(error.http_status(), Some(status));
        assert_eq!(error.challenge(), None);
    }
}

#[test]
fn a_sample_is_bounded_and_without_secrets() {
    let answer: &'static [u8] = Box::leak(
        [
            &b"HTTP/1.1 500 Oh\r\nContent-Type: text/plain\r\nContent-Length: 100038\r\n\r\nk3y-value, t0ken, Bearer t0ken and .. "[..],
            &[b'x'; 100_000],
        ]
        .concat()
        .into_boxed_slice(),
    );
    let script = Script::always(answer, 1);
    let http = http(&script)
        .header("x-api-key", "k3y-value")
        .and_then(|http| http.header("authorization", "Bearer t0ken"))
        .expect("fields that may be set");
    let outcome = call(&http);
    let text = outcome.error().message();
    let (_, sample) = text.split_once(": ").expect("a sample");
    assert!(sample.starts_with("[redacted], [redacted], [redacted] and .. xxx"), "{sample}");
    assert!(sample.len() <= 512, "{}", sample.len());
    script.finish();
}

#[test]
fn challenges_are_passed_on() {
    let refused = answered(
        b"HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer resource_metadata=\"https://a/b\"\r\n\
          www-authenticate: Basic realm=\"x\"\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nno!",
    );
    assert_eq!(
        refused.error().challenge(),
        Some("Bearer resource_metadata=\"https://a/b\", Basic realm=\"x\"")
    );
    assert_eq!(refused.error().http_status(), Some(401));

    // With a message too.
    let told = answered(
        b"HTTP/1.1 403 Forbidden\r\nWWW-Authenticate: Bearer error=\"insufficient_scope\"\r\n\
          Content-Type: application/json\r\nConnection: close\r\n\r\n\
          {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32001,\"message\":\"who?\"}}",
    );
    told.message();
    assert_eq!(told.arrived[0].challenge.as_deref(), Some("Bearer error=\"insufficient_scope\""));
}

#[test]
fn a_challenge_that_is_too_long_is_left_out() {
    let value = "x".repeat(8_190);
    let long = format!("HTTP/1.1 401 No\r\nWWW-Authenticate: a b{value}\r\nContent-Length: 0\r\n\r\n");
    let outcome = answered(Box::leak(long.into_boxed_str()).as_bytes());
    assert_eq!(outcome.error().challenge(), None);
    assert!(outcome.error().message().contains("8192 bytes"), "{:?}", outcome.error());

    let short = format!("HTTP/1.1 401 No\r\nWWW-Authenticate: a {value}\r\nContent-Length: 0\r\n\r\n");
    let outcome = answered(Box::leak(short.into_boxed_str()).as_bytes());
    assert_eq!(outcome.error().challenge().map(str::len), Some(8_192));
}
