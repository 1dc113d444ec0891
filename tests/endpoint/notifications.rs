//! Messages without an id.

use crate::subject::{ECHO_HI, POST, Subject};

const ACCEPTED: &str = "202\n\n";

fn request(lines: &str, body: &str) -> String {
    format!("{POST}{lines}\n{body}")
}

#[test]
fn well_formed_ones_are_accepted_with_nothing_to_read_whatever_their_headers() {
    let subject = Subject::new();
    for body in [
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"enough"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/unknown","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"example.com/unknown"}"#,
    ] {
        for lines in ["", "MCP-Protocol-Version: x\nMcp-Method: y\nMcp-Name: z\n"] {
            assert_eq!(subject.answer(request(lines, body)), ACCEPTED, "{body}");
        }
    }
}

#[test]
fn malformed_or_misdirected_ones_are_refused_without_an_id() {
    let subject = Subject::new();
    let call = ECHO_HI.replace(r#""id":1,"#, "");
    for (body, code, message) in [
        (r#"{"method":"notifications/cancelled"}"#, -32600, r#"Invalid request: jsonrpc must be \"2.0\""#),
        (r#"{"jsonrpc":"2.0"}"#, -32600, "Invalid request: method must be a string"),
        (r#"{"jsonrpc":"2.0","method":7}"#, -32600, "Invalid request: method must be a string"),
        (
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}"#,
            -32602,
            "Invalid params: params must be an object",
        ),
        (
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","error":{}}"#,
            -32600,
            "Invalid request: a message has a method or an answer, not both",
        ),
        (&call, -32600, "Invalid request: this method is a request and needs an id"),
        (
            r#"{"jsonrpc":"2.0","method":"server/discover"}"#,
            -32600,
            "Invalid request: this method is a request and needs an id",
        ),
    ] {
        assert_eq!(
            subject.answer(request(
                "MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/call\nMcp-Name: echo\n",
                body
            )),
            format!(
                "400\ncontent-type: application/json\n\n{{\"jsonrpc\":\"2.0\",\"error\":{{\"code\":{code},\"message\":\"{message}\"}}}}"
            ),
            "{body}"
        );
    }
    assert_eq!(subject.calls(), 0);
}

#[test]
fn a_notification_s_method_takes_no_id() {
    let subject = Subject::new();
    let body = r#"{"jsonrpc":"2.0","id":5,"method":"notifications/cancelled","params":{"requestId":1,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    assert_eq!(
        subject
            .answer(request("MCP-Protocol-Version: 2026-07-28\nMcp-Method: notifications/cancelled\n", body)),
        "400\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":{\"code\":-32600,\"message\":\"Invalid request: this method is a notification and takes no id\"}}"
    );
}
