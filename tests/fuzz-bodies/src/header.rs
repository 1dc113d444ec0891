//! Values of mirrored header fields, against a decoder of its own.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use snodo_core::http::{Endpoint, Head, Reply};
use snodo_core::{Call, NoArguments, Server, Tool};

static ENDPOINT: LazyLock<Endpoint> = LazyLock::new(|| {
    let tool = Tool::new("echo", async |_: NoArguments| Ok("done"));
    let server = Server::builder("header", "1").tool(tool).build().expect("the server is well defined");
    Endpoint::builder(server).build().expect("the endpoint is well defined")
});

/// `Mcp-Name` agrees with a name in the body exactly when it says that name: as it is, in visible ASCII, or in the
/// Base64 form.
///
/// The input is the field's value, and after a zero byte the name in the body; without one the name is what the value
/// decodes to.
///
/// # Panics
///
/// When one of this does not hold.
pub fn header(data: &[u8]) {
    let mut parts = data.splitn(2, |byte| *byte == 0);
    let value = parts.next().unwrap_or_default();
    let decoded = decoded(value);
    let name = match parts.next() {
        Some(name) => String::from_utf8_lossy(name).into_owned(),
        None => decoded.clone().unwrap_or_default(),
    };
    let agrees = decoded.is_some_and(|decoded| decoded == name);
    assert_eq!(code(value, &name) != Some(-32020), agrees, "{:?} for {name:?}", value.escape_ascii());
}

/// What a value says, by the rules and step by step.
fn decoded(value: &[u8]) -> Option<String> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let start = value.iter().position(|byte| !is_blank(byte)).unwrap_or(value.len());
    let end = value.iter().rposition(|byte| !is_blank(byte)).map_or(start, |last| last + 1);
    let text = str::from_utf8(&value[start..end]).ok()?;
    if text.chars().any(|c| !matches!(c, ' '..='~' | '\t')) {
        return None;
    }
    let Some(rest) = text.strip_prefix("=?base64?") else { return Some(text.into()) };
    let Some(encoded) = rest.strip_suffix("?=") else { return Some(text.into()) };
    String::from_utf8(STANDARD.decode(encoded).ok()?).ok()
}

/// The error code of a call of `name` under a value of the field.
fn code(value: &[u8], name: &str) -> Option<i64> {
    let headers: [(&str, &[u8]); 6] = [
        ("host", b"localhost"),
        ("content-type", b"application/json"),
        ("accept", b"application/json, text/event-stream"),
        ("mcp-protocol-version", b"2026-07-28"),
        ("mcp-method", b"tools/call"),
        ("mcp-name", value),
    ];
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": name, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {}
        } }
    });
    let head = Head::collect("POST", "/mcp", headers);
    let Reply::Response(response) = ENDPOINT.handle(head, body.to_string().as_bytes(), &Call::new()).wait()
    else {
        panic!("nothing is streamed here")
    };
    let mut out = Vec::new();
    response.encode_body(&mut out);
    let answer: Value = serde_json::from_slice(&out).expect("a call is answered with JSON");
    answer["error"]["code"].as_i64()
}
