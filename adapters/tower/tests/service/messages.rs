//! Literal requests and answers.

use http::Request;

use crate::pieces::Pieces;

const META: &str = "\"_meta\":{\"progressToken\":\"t\",\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\
                    \"io.modelcontextprotocol/clientCapabilities\":{}}";

/// A request with the fields that every one needs.
pub(crate) fn post(method: &str, body: Pieces) -> Request<Pieces> {
    Request::builder()
        .method("POST")
        .uri("/wherever/it/is?mounted")
        .header("Host", "localhost")
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", method)
        .body(body)
        .unwrap()
}

pub(crate) fn message(id: &str, tool: &str, arguments: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\
         \"arguments\":{arguments},{META}}}}}"
    )
}

pub(crate) fn call_with(tool: &str, body: Pieces) -> Request<Pieces> {
    let mut request = post("tools/call", body);
    request.headers_mut().insert("mcp-name", tool.parse().unwrap());
    request
}

pub(crate) fn call(id: &str, tool: &str, arguments: &str) -> Request<Pieces> {
    call_with(tool, Pieces::all(&message(id, tool, arguments)))
}

pub(crate) const HI: &str = r#"{"text":"hi"}"#;

pub(crate) fn echo(id: &str) -> Request<Pieces> {
    call(id, "echo", HI)
}

/// A call of a tool that waits, for `name`.
pub(crate) fn named(id: &str, tool: &str, name: &str) -> Request<Pieces> {
    call(id, tool, &format!("{{\"name\":\"{name}\"}}"))
}

pub(crate) fn listen(id: &str) -> Request<Pieces> {
    listen_to(id, r#"{"toolsListChanged":true}"#)
}

pub(crate) fn listen_to(id: &str, notifications: &str) -> Request<Pieces> {
    let body = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"subscriptions/listen\",\"params\":{{\
         \"notifications\":{notifications},{META}}}}}"
    );
    post("subscriptions/listen", Pieces::all(&body))
}

/// The message that answers a call with one text.
pub(crate) fn text(id: &str, text: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"resultType\":\"complete\",\
         \"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}],\
         \"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{{\"name\":\"t\",\"version\":\"1\"}}}}}}}}"
    )
}

pub(crate) fn answer(status: &str, message: &str) -> String {
    format!("{status}\ncontent-type: application/json\n\n{message}")
}

pub(crate) fn hi(id: &str) -> String {
    answer("200 OK", &text(id, "hi"))
}

/// The answer to what is no request, without an id.
pub(crate) fn refused(status: &str, message: &str) -> String {
    answer(
        status,
        &format!("{{\"jsonrpc\":\"2.0\",\"error\":{{\"code\":-32600,\"message\":\"{message}\"}}}}"),
    )
}

/// The message for a request that could not be carried out; `id` with its comma.
pub(crate) fn unavailable(id: &str, reason: &str) -> String {
    let message = match reason {
        "overloaded" => "The server is busy: try again later",
        "timeout" => "The request took too long",
        "shutting_down" => "The server is shutting down",
        _ => unreachable!(),
    };
    format!(
        "{{\"jsonrpc\":\"2.0\",{id}\"error\":{{\"code\":-32603,\"message\":\"{message}\",\
         \"data\":{{\"reason\":\"{reason}\"}}}}}}"
    )
}

/// The answer to a request for which there is no room, or no more time; `id` with its comma.
pub(crate) fn turned_away(id: &str, reason: &str) -> String {
    format!(
        "503 Service Unavailable\ncontent-type: application/json\nretry-after: 1\n\n{}",
        unavailable(id, reason)
    )
}

pub(crate) const STREAM: &str =
    "200 OK\ncontent-type: text/event-stream\ncache-control: no-cache\nx-accel-buffering: no\n";

pub(crate) const COMMENT: &str = ": keepalive\n\n";

pub(crate) fn progress(step: u32) -> String {
    format!(
        "data: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":\
         {{\"progressToken\":\"t\",\"progress\":{step},\"total\":3}}}}\n\n"
    )
}

pub(crate) fn event(message: &str) -> String {
    format!("data: {message}\n\n")
}
