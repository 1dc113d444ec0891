//! `Origin`: the guard against web pages that drive a server on the reader's machine.

use crate::subject::{ECHO_HI, SAID_HI, Subject};

const FORBIDDEN: &str = "403\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Forbidden: this Origin may not call\"}}";

/// A call of `echo` with these lines after the request line.
fn request(method: &str, lines: &[u8]) -> Vec<u8> {
    [
        method.as_bytes(),
        b" /mcp\n",
        lines,
        b"Content-Type: application/json\nAccept: application/json, text/event-stream\n\
          MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/call\nMcp-Name: echo\n\n",
        ECHO_HI.as_bytes(),
    ]
    .concat()
}

#[test]
fn an_origin_that_is_not_allowed_is_forbidden_whatever_the_method() {
    let subject = Subject::new();
    let lines: [&[u8]; 27] = [
        b"Origin: https://evil.example\n",
        b"Origin: null\n",
        b"Origin: http://localhost.evil.example\n",
        b"Origin: http://evil.example#localhost\n",
        b"Origin: \xFF\n",
        b"Origin: http://localhost\xFF\n",
        b"Origin: http://localhost\nOrigin: http://evil.example\n",
        b"Origin: http://localhost\norigin: http://localhost\n",
        b"Origin:\n",
        b"Origin: \t \n",
        b"Origin: localhost\n",
        b"Origin: //localhost\n",
        b"Origin: http:localhost\n",
        b"Origin: http://\n",
        b"Origin: ftp://localhost\n",
        b"Origin: chrome-extension://localhost\n",
        b"Origin: file://\n",
        b"Origin: http://a@localhost\n",
        b"Origin: http://localhost@evil.example\n",
        b"Origin: http://localhost/\n",
        b"Origin: http://localhost:\n",
        b"Origin: http://localhost:x\n",
        b"Origin: http://localhost:65536\n",
        b"Origin: http://localhost http://localhost\n",
        b"Origin: http://localhost, http://localhost\n",
        b"Origin: http://::1\n",
        b"Origin: http://[::2]\n",
    ];
    for line in lines {
        for method in ["POST", "GET", "DELETE", "OPTIONS"] {
            assert_eq!(subject.answer(request(method, line)), FORBIDDEN, "{method} {}", line.escape_ascii());
        }
    }
    assert_eq!(subject.calls(), 0);
}

#[test]
fn no_origin_and_the_loopback_names_pass() {
    let subject = Subject::new();
    let lines: [&[u8]; 9] = [
        b"",
        b"Origin: http://localhost\n",
        b"Origin: http://localhost:9\n",
        b"origin: https://LocalHost:65535\n",
        b"ORIGIN: HTTP://127.0.0.1\n",
        b"Origin: http://127.0.0.1:3000\n",
        b"Origin: http://[::1]\n",
        b"Origin: https://[::1]:443\n",
        b"Origin: \t http://localhost \n",
    ];
    for line in lines {
        assert_eq!(subject.answer(request("POST", line)), SAID_HI, "{}", line.escape_ascii());
    }
    assert_eq!(subject.answer(request("GET", b"")), "405\nallow: POST\n\n");
}

#[test]
fn a_list_replaces_the_loopback_names_and_entries_pin_what_they_name() {
    let cases: [(&[&str], &[&str], &[&str]); 6] = [
        (
            &["app.example"],
            &["http://app.example", "https://app.example", "http://APP.example:8080"],
            &["http://localhost", "http://127.0.0.1", "http://x.app.example", "http://app.example."],
        ),
        (
            &["localhost:3000"],
            &["http://localhost:3000", "https://localhost:3000"],
            &["http://localhost:3001", "http://localhost", "http://localhost:80", "http://127.0.0.1:3000"],
        ),
        (
            &["https://app.example"],
            &["https://app.example", "https://app.example:443", "HTTPS://APP.EXAMPLE"],
            &["http://app.example", "http://app.example:443", "https://app.example:8443"],
        ),
        (
            &["http://app.example:8080", "other.example:80"],
            &["http://app.example:8080", "http://other.example", "http://other.example:80"],
            &["https://app.example:8080", "http://app.example", "https://other.example"],
        ),
        (
            &["[::1]:3000", "https://[2001:db8::1]"],
            &["http://[::1]:3000", "https://[2001:DB8::1]", "https://[2001:db8::1]:443"],
            &["http://[::1]", "http://[2001:db8::1]", "https://[2001:db8::2]"],
        ),
        (&[], &[], &["http://localhost", "http://127.0.0.1", "http://[::1]", "null"]),
    ];
    for (list, allowed, forbidden) in cases {
        let subject = Subject::with(|endpoint| endpoint.allowed_origins(list.iter().copied()));
        assert_eq!(subject.answer(request("POST", b"")), SAID_HI, "{list:?}");
        for origin in allowed {
            let line = format!("Origin: {origin}\n");
            assert_eq!(subject.answer(request("POST", line.as_bytes())), SAID_HI, "{list:?} {origin}");
        }
        for origin in forbidden {
            let line = format!("Origin: {origin}\n");
            assert_eq!(subject.answer(request("POST", line.as_bytes())), FORBIDDEN, "{list:?} {origin}");
        }
        assert_eq!(subject.calls(), 1 + allowed.len());
    }
}
