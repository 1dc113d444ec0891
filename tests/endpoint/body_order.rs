//! After the head, a message is judged in a fixed order too: of two faults the earlier one is the answer.

use crate::subject::Subject;

/// A call of `rooted`, part by part. The default has no fault.
#[derive(Clone)]
struct Parts {
    method_header: &'static str,
    version: &'static str,
    jsonrpc: &'static str,
    method: &'static str,
    arguments: &'static str,
    capabilities: &'static str,
    end: &'static str,
    padding: usize,
}

impl Default for Parts {
    fn default() -> Self {
        Self {
            method_header: "Mcp-Method: ",
            version: "2026-07-28",
            jsonrpc: "2.0",
            method: "tools/call",
            arguments: "{}",
            capabilities: r#""io.modelcontextprotocol/clientCapabilities":{"roots":{}}"#,
            end: "}",
            padding: 0,
        }
    }
}

impl Parts {
    fn request(&self) -> String {
        let Self { method_header, version, jsonrpc, method, arguments, capabilities, end, padding } = self;
        format!(
            "POST /mcp\nContent-Type: application/json\nAccept: application/json, text/event-stream\n\
             MCP-Protocol-Version: {version}\n{method_header}{method}\nMcp-Name: rooted\n\n\
             {:padding$}{{\"params\":{{\"name\":\"rooted\",\"arguments\":{arguments},\"_meta\":{{\
             \"io.modelcontextprotocol/protocolVersion\":\"{version}\",{capabilities}}}}},\
             \"method\":\"{method}\",\"jsonrpc\":\"{jsonrpc}\",\"id\":\"last\"{end}",
            ""
        )
    }
}

/// How to make it, and its answer.
struct Fault(fn(&mut Parts), &'static str);

/// The faults in the order they are found.
const FAULTS: [Fault; 9] = [
    Fault(
        |parts| parts.padding = 1_000,
        "413\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Content too large: a message has at most 1000 bytes\"}}",
    ),
    Fault(
        |parts| parts.end = "",
        "400\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"error\":{\"code\":-32700,\"message\":\"Parse error: the text is not valid JSON\"}}",
    ),
    Fault(
        |parts| parts.jsonrpc = "1.0",
        "400\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"error\":{\"code\":-32600,\"message\":\"Invalid request: jsonrpc must be \\\"2.0\\\"\"}}",
    ),
    Fault(
        |parts| parts.capabilities = r#""io.modelcontextprotocol/clientCapabilities":7"#,
        "400\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"error\":{\"code\":-32602,\"message\":\"Invalid params: _meta must hold io.modelcontextprotocol/clientCapabilities, an object\"}}",
    ),
    Fault(
        |parts| parts.method_header = "X-Method: ",
        "400\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"error\":{\"code\":-32020,\"message\":\"Header mismatch: the Mcp-Method header is required\"}}",
    ),
    Fault(
        |parts| parts.version = "1900-01-01",
        "400\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"error\":{\"code\":-32022,\"message\":\"Unsupported protocol version\",\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":\"1900-01-01\"}}}",
    ),
    Fault(
        |parts| parts.method = "no/such",
        "404\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}",
    ),
    Fault(
        |parts| {
            // What an earlier fault has put there stays.
            if parts.capabilities.ends_with('}') {
                parts.capabilities = r#""io.modelcontextprotocol/clientCapabilities":{}"#;
            }
        },
        "400\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"error\":{\"code\":-32021,\"message\":\"The client has not declared a capability that this needs\",\"data\":{\"requiredCapabilities\":{\"roots\":{}}}}}",
    ),
    Fault(
        |parts| parts.arguments = "null",
        "400\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"error\":{\"code\":-32602,\"message\":\"Invalid params: arguments must be an object\"}}",
    ),
];

#[test]
fn a_message_without_a_fault_is_carried_out() {
    let subject = Subject::with(|endpoint| endpoint.max_body(1_000));
    assert_eq!(
        subject.answer(Parts::default().request()),
        "200\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"rooted\"}],\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"probe\",\"version\":\"1.0.0\"}}}}"
    );
    assert_eq!(subject.calls(), 1);
}

#[test]
fn each_fault_has_its_answer_and_of_two_the_earlier_counts() {
    let subject = Subject::with(|endpoint| endpoint.max_body(1_000));
    for (earlier, Fault(fault, answer)) in FAULTS.iter().enumerate() {
        let mut parts = Parts::default();
        fault(&mut parts);
        assert_eq!(subject.answer(parts.request()), *answer);
        for Fault(second, _) in &FAULTS[earlier + 1..] {
            let mut parts = parts.clone();
            second(&mut parts);
            assert_eq!(subject.answer(parts.request()), *answer, "{}", parts.request());
        }
    }
    assert_eq!(subject.calls(), 0);
}

#[test]
fn missing_metadata_is_no_header_fault() {
    let subject = Subject::new();
    let head = "POST /mcp\nContent-Type: application/json\n";
    for (params, problem) in [
        ("", "_meta is required"),
        (r#","params":{}"#, "_meta is required"),
        (r#","params":{"_meta":null}"#, "_meta must be an object"),
        (r#","params":{"_meta":{}}"#, "_meta must name io.modelcontextprotocol/protocolVersion, a string"),
        (
            r#","params":{"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}}"#,
            "_meta must name io.modelcontextprotocol/protocolVersion, a string",
        ),
        (
            r#","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#,
            "_meta must hold io.modelcontextprotocol/clientCapabilities, an object",
        ),
        (
            r#","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1999-01-01"}}"#,
            "_meta must hold io.modelcontextprotocol/clientCapabilities, an object",
        ),
        (
            r#","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/logLevel":"loud"}}"#,
            "io.modelcontextprotocol/logLevel must be one of the eight log levels",
        ),
    ] {
        let expected = format!(
            "400\ncontent-type: application/json\n\n{{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{{\"code\":-32602,\"message\":\"Invalid params: {problem}\"}}}}"
        );
        // Neither the headers nor the method are looked at.
        for method in ["server/discover", "no/such"] {
            for lines in ["", "MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/list\n"] {
                let request = format!(
                    "{head}{lines}\n{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"{method}\"{params}}}"
                );
                assert_eq!(subject.answer(&request), expected, "{request}");
            }
        }
    }
}
