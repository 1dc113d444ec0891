//! Clients that leave something out, ask for something else, or speak another revision: each learns which of these it
//! is.

use crate::hosts::{FIELDS, Request, over_each};
use crate::subject::{echo_hi, error, text};

const META: &str = r#","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"qa","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}"#;

#[test]
fn metadata_that_is_missing_is_a_matter_of_parameters() {
    let without_all = echo_hi("1").replacen(META, "", 1);
    let without_capabilities =
        echo_hi("1").replacen(r#","io.modelcontextprotocol/clientCapabilities":{}"#, "", 1);
    over_each(|ask, calls| {
        for body in [&without_all, &without_capabilities] {
            let answer = ask(&Request { method: "POST", fields: FIELDS.as_bytes(), body });
            assert_eq!(answer.status, 400, "{answer:?}");
            let start = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"#;
            assert!(answer.body.starts_with(start), "{answer:?}");
        }
        assert_eq!(calls.take(), 0);
    });
}

#[test]
fn a_version_that_nobody_speaks_is_answered_with_those_that_are() {
    let fields = FIELDS.replacen("2026-07-28", "1900-01-01", 1);
    let body = echo_hi("1").replacen("2026-07-28", "1900-01-01", 1);
    let data = r#","data":{"supported":["2026-07-28"],"requested":"1900-01-01"}"#;
    over_each(|ask, calls| {
        let answer = ask(&Request { method: "POST", fields: fields.as_bytes(), body: &body });
        assert_eq!(answer.said(), (400, &*error("\"id\":1,", -32022, "Unsupported protocol version", data)));
        assert_eq!(calls.take(), 0);
    });
}

#[test]
fn a_method_that_is_not_there_is_not_found() {
    let fields = FIELDS.replacen("tools/call", "no/such", 1);
    let body = echo_hi("1").replacen("tools/call", "no/such", 1);
    over_each(|ask, _| {
        let answer = ask(&Request { method: "POST", fields: fields.as_bytes(), body: &body });
        assert_eq!(answer.said(), (404, &*error("\"id\":1,", -32601, "Method not found", "")));
    });
}

#[test]
fn an_older_client_that_initializes_learns_what_is_spoken_here() {
    let fields =
        "Host: localhost\nContent-Type: application/json\nAccept: application/json, text/event-stream\n";
    let body = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"old","version":"1.0"}}}"#;
    let message = "Unsupported protocol version: this server speaks 2026-07-28 and has no initialize handshake; use a client for that revision";
    let data = r#","data":{"supported":["2026-07-28"],"requested":"2025-11-25"}"#;
    over_each(|ask, _| {
        let answer = ask(&Request { method: "POST", fields: fields.as_bytes(), body });
        assert_eq!(answer.said(), (400, &*error("\"id\":0,", -32022, message, data)));
    });
}

#[test]
fn streams_and_sessions_of_older_revisions_are_not_there() {
    over_each(|ask, calls| {
        for method in ["GET", "DELETE"] {
            let answer = ask(&Request { method, fields: FIELDS.as_bytes(), body: "" });
            assert_eq!((answer.said(), answer.field("allow")), ((405, ""), Some("POST")));
        }
        let fields = FIELDS.to_owned() + "Mcp-Session-Id: x\nLast-Event-ID: 7\n";
        let answer = ask(&Request { method: "POST", fields: fields.as_bytes(), body: &echo_hi("1") });
        assert_eq!(answer.said(), (200, &*text("1", "hi")));
        assert_eq!(answer.field("mcp-session-id"), None);
        assert_eq!(calls.take(), 1);
    });
}
