//! The head is judged before a byte of the body is read, in a fixed order.

use crate::exchange::refusal;
use crate::subject::{ECHO_HI, SAID_HI, Subject};

/// A head, part by part. The default has no fault.
#[derive(Clone)]
struct Parts {
    method: &'static str,
    target: &'static str,
    origin: &'static str,
    host: &'static str,
    content_type: &'static str,
    accept: &'static str,
    content_length: &'static str,
}

impl Default for Parts {
    fn default() -> Self {
        Self {
            method: "POST",
            target: "/mcp",
            origin: "Origin: http://localhost:3000\n",
            host: "Host: app.example\n",
            content_type: "Content-Type: application/json\n",
            accept: "Accept: application/json, text/event-stream\n",
            content_length: "Content-Length: 2000000\n",
        }
    }
}

impl Parts {
    fn request(&self) -> String {
        let Self { method, target, origin, host, content_type, accept, content_length } = self;
        format!(
            "{method} {target}\n{content_length}{accept}{content_type}{host}{origin}\
             MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/call\nMcp-Name: echo\n\n{ECHO_HI}"
        )
    }
}

/// How to make it, and its answer.
struct Fault(fn(&mut Parts), &'static str);

/// The faults in the order they are found.
const FAULTS: [Fault; 7] = [
    Fault(|head| head.target = "/other", "404\n\n"),
    Fault(
        |head| head.origin = "Origin: https://evil.example\n",
        "403\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Forbidden: this Origin may not call\"}}",
    ),
    Fault(
        |head| head.host = "Host: rebind.example\n",
        "403\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Forbidden: this Host is not served here\"}}",
    ),
    Fault(|head| head.method = "PUT", "405\nallow: POST\n\n"),
    Fault(
        |head| head.content_type = "Content-Type: text/plain\n",
        "415\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Unsupported media type: Content-Type must be application/json\"}}",
    ),
    Fault(
        |head| head.accept = "Accept: application/json\n",
        "406\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Not acceptable: Accept must allow application/json and text/event-stream\"}}",
    ),
    Fault(
        |head| head.content_length = "Content-Length: 2000001\n",
        "413\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Content too large: a message has at most 2000000 bytes\"}}",
    ),
];

fn subject() -> Subject {
    Subject::with(|endpoint| endpoint.allowed_hosts(["app.example"]))
}

#[test]
fn a_head_without_a_fault_is_served() {
    let subject = subject();
    assert_eq!(subject.answer(Parts::default().request()), SAID_HI);
    assert_eq!(subject.calls(), 1);
}

#[test]
fn each_fault_has_its_answer_and_of_two_the_earlier_counts() {
    let subject = subject();
    for (earlier, Fault(fault, answer)) in FAULTS.iter().enumerate() {
        let mut head = Parts::default();
        fault(&mut head);
        assert_eq!(refusal(&subject.endpoint, head.request().as_bytes()).as_deref(), Some(*answer));
        for Fault(second, _) in &FAULTS[earlier + 1..] {
            let mut head = head.clone();
            second(&mut head);
            assert_eq!(
                refusal(&subject.endpoint, head.request().as_bytes()).as_deref(),
                Some(*answer),
                "{}",
                head.request()
            );
        }
    }
    assert_eq!(subject.calls(), 0);
}

#[test]
fn head_faults_come_before_any_fault_of_the_body() {
    let subject = subject();
    for Fault(fault, answer) in FAULTS {
        let mut head = Parts::default();
        fault(&mut head);
        let request = head.request().replace(ECHO_HI, "{");
        assert_eq!(subject.answer(request), answer);
    }
    assert_eq!(subject.calls(), 0);
}

#[test]
fn only_post_is_a_method_and_the_path_is_compared_without_its_query() {
    let subject = subject();
    for method in ["GET", "DELETE", "OPTIONS", "HEAD", "PATCH", "post", "POST2"] {
        let head = Parts { method, ..Parts::default() };
        assert_eq!(subject.answer(head.request()), "405\nallow: POST\n\n", "{method}");
    }
    for target in ["/", "/mcp/", "/MCP", "/mcpx", "/mc", "//mcp", "*", "/other?/mcp", "/mcp;x", "/%6dcp"] {
        let head = Parts { target, ..Parts::default() };
        assert_eq!(subject.answer(head.request()), "404\n\n", "{target}");
    }
    assert_eq!(subject.calls(), 0);
    for target in ["/mcp?", "/mcp?key=value", "/mcp?a?b"] {
        let head = Parts { target, ..Parts::default() };
        assert_eq!(subject.answer(head.request()), SAID_HI, "{target}");
    }
}

#[test]
fn a_declared_length_over_the_limit_is_refused_whatever_its_size() {
    let subject = Subject::with(|endpoint| endpoint.max_body(300));
    let too_large = "413\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Content too large: a message has at most 300 bytes\"}}";
    for content_length in [
        "content-length: 301\n",
        "CONTENT-LENGTH: 00301\n",
        "Content-Length: 18446744073709551615\n",
        "Content-Length: 18446744073709551616\n",
        "Content-Length: 99999999999999999999999999999999999999999\n",
    ] {
        let head = Parts { content_length, ..Parts::default() };
        assert_eq!(
            refusal(&subject.endpoint, head.request().as_bytes()).as_deref(),
            Some(too_large),
            "{content_length}"
        );
    }
    for content_length in ["", "Content-Length: 0\n", "Content-Length: 300\n", "Content-Length: 00300\n"] {
        let head = Parts { content_length, ..Parts::default() };
        assert_eq!(refusal(&subject.endpoint, head.request().as_bytes()), None, "{content_length}");
    }
}

#[test]
fn a_body_is_measured_whatever_was_declared() {
    let subject = Subject::with(|endpoint| endpoint.max_body(300));
    let head = Parts { content_length: "Content-Length: 1\n", ..Parts::default() };
    let padding = " ".repeat(300 - ECHO_HI.len());
    assert_eq!(subject.answer(head.request() + &padding), SAID_HI);
    assert_eq!(
        subject.answer(head.request() + &padding + " "),
        "413\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Content too large: a message has at most 300 bytes\"}}"
    );
    assert_eq!(subject.calls(), 1);
}
