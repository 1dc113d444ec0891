//! Answers that are one message, and how their ends are told.

use crate::transport::answered;

const MESSAGE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;

#[test]
fn every_way_of_framing_gives_the_same_message() {
    let answers: [&[u8]; 8] = [
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n\
          {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n\
          10\r\n{\"jsonrpc\":\"2.0\"\r\n14;x=y\r\n,\"id\":1,\"result\":{}}\r\n0\r\nX-Trailer: x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n\
          {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n\
          {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        // No reason phrase, other case, a status that is not 200.
        b"HTTP/1.1 200\r\nCONTENT-TYPE:APPLICATION/JSON\r\ncontent-length:36\r\n\r\n\
          {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        b"HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n\
          {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        // Interim answers.
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n\
          HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n\
          {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: identity\r\nContent-Length: 36\r\n\r\n\
          {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
    ];
    for answer in answers {
        assert_eq!(answered(answer).message(), MESSAGE, "{}", String::from_utf8_lossy(answer));
    }
}

#[test]
fn a_body_that_is_cut_off_is_an_error_at_once() {
    let answers: [(&[u8], &str); 6] = [
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 37\r\n\r\n\
              {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
            "a body with a length",
        ),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n\
              24\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\r\n",
            "a chunked body",
        ),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n\
              25\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
            "a chunked body",
        ),
        (b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Le", "the head"),
        (b"HTTP/1.1 100 Continue\r\n\r\n", "the head"),
        (b"", "whether the request was carried out is not known"),
    ];
    for (answer, where_it_ended) in answers {
        let outcome = answered(answer);
        let text = outcome.error().message();
        assert!(text.starts_with("the connection ended before the response"), "{text}");
        assert!(text.contains(where_it_ended), "{text}");
        assert_eq!(outcome.error().code(), -32000);
    }
}

#[test]
fn what_is_no_http_is_an_error() {
    let answers: [(&[u8], &str); 6] = [
        (b"SSH-2.0-OpenSSH_9.2\r\n", "status line"),
        (b"HTTP/2 200 OK\r\n\r\n", "version"),
        (b"HTTP/1.1 101 Switching Protocols\r\n\r\n", "switched protocols"),
        (b"HTTP/1.1 200 OK\nContent-Length: 0\n\n", "CRLF"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\nContent-Length: 3\r\n\r\n",
            "Content-Length",
        ),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "chunk",
        ),
    ];
    for (answer, why) in answers {
        let outcome = answered(answer);
        let text = outcome.error().message();
        assert!(text.starts_with("the response cannot be read: ") && text.contains(why), "{text}");
    }
}

#[test]
fn a_body_that_was_compressed_unasked_is_an_error() {
    let outcome = answered(
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n\x1F\x8B",
    );
    assert!(outcome.error().message().contains("gzip"), "{:?}", outcome.error());
    assert_eq!(outcome.error().http_status(), Some(200));
}

#[test]
fn a_reset_in_the_middle_is_an_error_at_once() {
    // A socket that is closed with bytes unread resets its connection.
    let script = crate::script::script![|mut peer| {
        peer.head();
        peer.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n{\"json");
    }];
    let http = crate::transport::http(&script);
    let message = snodo_client::machine::Message::new(1, "tools/call", "x".repeat(4_000));
    let outcome = async_io::block_on(crate::script::bounded(crate::transport::outcome(&http, message)));
    let text = outcome.error().message();
    assert!(text.starts_with("the connection ended before the response: "), "{text}");
    script.finish();
}
