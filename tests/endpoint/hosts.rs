//! `Host`: which names the endpoint answers to, where it was told them.

use crate::subject::{ECHO_HI, SAID_HI, Subject};

const FORBIDDEN: &str = "403\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Forbidden: this Host is not served here\"}}";
const BAD: &str = "400\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Bad request: there must be one Host\"}}";

fn request(lines: &str) -> String {
    format!(
        "POST /mcp\n{lines}Content-Type: application/json\nAccept: application/json, text/event-stream\n\
         MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/call\nMcp-Name: echo\n\n{ECHO_HI}"
    )
}

#[test]
fn any_name_is_served_unless_a_list_is_given() {
    let subject = Subject::new();
    for lines in ["", "Host: rebind.example\n", "Host: localhost:1\n", "Host: [::1]\n", "Host:\n"] {
        assert_eq!(subject.answer(request(lines)), SAID_HI, "{lines}");
    }
    assert_eq!(subject.answer(request("Host: a.example\nHost: a.example\n")), BAD);
}

#[test]
fn with_a_list_there_must_be_one_host() {
    let subject = Subject::with(|endpoint| endpoint.allowed_hosts(["app.example"]));
    for lines in ["", "Host: app.example\nHost: app.example\n", "host: app.example\nHOST: rebind.example\n"] {
        assert_eq!(subject.answer(request(lines)), BAD, "{lines}");
    }
    assert_eq!(subject.calls(), 0);
}

#[test]
fn a_list_names_what_is_served_in_the_forms_of_origins() {
    let cases: [(&[&str], &[&str], &[&str]); 6] = [
        (
            &["app.example"],
            &["app.example", "APP.example", "app.example:1", " app.example\t"],
            &[
                "rebind.example",
                "x.app.example",
                "u@app.example",
                "app.example/",
                "app.example:x",
                "",
                "a, b",
            ],
        ),
        (
            &["app.example:8080"],
            &["app.example:8080"],
            &["app.example", "app.example:80", "app.example:8081", "http://app.example:8080"],
        ),
        (
            &["plain.example:80", "tls.example:443"],
            &["plain.example", "plain.example:80", "tls.example", "tls.example:443"],
            &["plain.example:443", "tls.example:80"],
        ),
        (
            &["https://app.example", "http://plain.example"],
            &["app.example", "app.example:443", "plain.example", "plain.example:80"],
            &["app.example:80", "app.example:8443", "plain.example:443", "plain.example:8080"],
        ),
        (&["[::1]"], &["[::1]", "[::1]:3000"], &["::1", "[::2]", "[::1", "[::1]x", "localhost"]),
        (&[], &[], &["localhost", "app.example", "127.0.0.1"]),
    ];
    for (list, served, forbidden) in cases {
        let subject = Subject::with(|endpoint| endpoint.allowed_hosts(list.iter().copied()));
        for host in served {
            assert_eq!(subject.answer(request(&format!("Host: {host}\n"))), SAID_HI, "{list:?} {host}");
        }
        for host in forbidden {
            assert_eq!(subject.answer(request(&format!("Host: {host}\n"))), FORBIDDEN, "{list:?} {host}");
        }
        assert_eq!(subject.calls(), served.len());
    }
}

#[test]
fn a_host_that_is_no_text_is_forbidden() {
    let subject = Subject::with(|endpoint| endpoint.allowed_hosts(["app.example"]));
    let request = request("Host: ?\n").into_bytes();
    let at = request.iter().position(|&byte| byte == b'?').unwrap();
    let request = [&request[..at], b"\xFF", &request[at + 1..]].concat();
    assert_eq!(subject.answer(request), FORBIDDEN);
}
