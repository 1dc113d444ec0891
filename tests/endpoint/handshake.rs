//! Clients of other revisions: they learn which one is spoken here.

use crate::subject::{POST, Subject};

/// Of a client of 2025-11-25.
const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged":true}},"clientInfo":{"name":"old","version":"1.0"}}}"#;

const SPEAKS: &str = "400\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":-32022,\"message\":\"Unsupported protocol version: this server speaks 2026-07-28 and has no initialize handshake; use a client for that revision\",\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":\"2025-11-25\"}}}";

#[test]
fn an_initialize_of_an_older_revision_is_told_the_versions_whatever_its_headers() {
    let subject = Subject::new();
    let lines: [&[u8]; 7] = [
        b"",
        b"MCP-Protocol-Version: 2025-11-25\n",
        b"MCP-Protocol-Version: 2026-07-28\nMcp-Method: initialize\n",
        b"MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/call\nMcp-Name: echo\n",
        b"MCP-Protocol-Version: a\nMCP-Protocol-Version: b\nMcp-Method: c\nMcp-Method: d\n",
        b"MCP-Protocol-Version: \xFF\nMcp-Method: \x01\nMcp-Name: =?base64?%?=\n",
        b"Mcp-Session-Id: old\nLast-Event-ID: 7\n",
    ];
    for line in lines {
        let request = [POST.as_bytes(), line, b"\n", INITIALIZE.as_bytes()].concat();
        assert_eq!(subject.answer(&request), SPEAKS, "{}", line.escape_ascii());
    }
}

#[test]
fn metadata_without_a_version_is_of_an_older_revision_too() {
    let subject = Subject::new();
    let body = INITIALIZE.replace(r#""capabilities""#, r#""_meta":{"progressToken":1},"capabilities""#);
    assert_eq!(subject.answer(format!("{POST}\n{body}")), SPEAKS);
    let bare = r#"{"jsonrpc":"2.0","id":0,"method":"initialize"}"#;
    assert_eq!(subject.answer(format!("{POST}\n{bare}")), SPEAKS.replace("2025-11-25", ""));
}

#[test]
fn an_initialize_with_metadata_of_this_revision_is_an_unknown_method() {
    let subject = Subject::new();
    let body = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let head = format!("{POST}MCP-Protocol-Version: 2026-07-28\nMcp-Method: initialize\n");
    assert_eq!(
        subject.answer(format!("{head}\n{body}")),
        "404\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}"
    );
    assert_eq!(
        subject.answer(format!("{POST}\n{body}")),
        "400\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":-32020,\"message\":\"Header mismatch: the MCP-Protocol-Version header is required\"}}"
    );
}

#[test]
fn a_version_that_head_and_body_agree_on_and_nobody_speaks_is_unsupported() {
    let subject = Subject::new();
    for version in ["1900-01-01", "2025-11-25", "2026-07-29", "DRAFT-2026-v1", ""] {
        let request = format!(
            "{POST}MCP-Protocol-Version: {version}\nMcp-Method: tools/call\nMcp-Name: echo\n\n\
             {{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{{\"name\":\"echo\",\"arguments\":{{\"text\":\"hi\"}},\"_meta\":{{\"io.modelcontextprotocol/protocolVersion\":\"{version}\",\"io.modelcontextprotocol/clientCapabilities\":{{}}}}}}}}"
        );
        let expected = format!(
            "400\ncontent-type: application/json\n\n{{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{{\"code\":-32022,\"message\":\"Unsupported protocol version\",\"data\":{{\"supported\":[\"2026-07-28\"],\"requested\":\"{version}\"}}}}}}"
        );
        assert_eq!(subject.answer(request), expected);
    }
    assert_eq!(subject.calls(), 0);
}

#[test]
fn what_older_clients_do_next_gets_a_plain_answer() {
    let subject = Subject::new();
    assert_eq!(
        subject.answer("GET /mcp\nAccept: text/event-stream\nMcp-Session-Id: old\n\n"),
        "405\nallow: POST\n\n"
    );
    assert_eq!(subject.answer("DELETE /mcp\nMcp-Session-Id: old\n\n"), "405\nallow: POST\n\n");
    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(subject.answer(format!("{POST}MCP-Protocol-Version: 2025-11-25\n\n{initialized}")), "202\n\n");
}
