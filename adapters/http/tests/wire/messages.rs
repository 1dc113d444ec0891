//! Literal requests and answers.

/// The fields that every request needs besides its length.
const FIELDS: &str = "Host: localhost\r\nContent-Type: application/json\r\n\
                      Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n";

pub(crate) fn body(id: &str, tool: &str, arguments: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\
         \"arguments\":{arguments},\"_meta\":{{\"progressToken\":\"t\",\
         \"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\
         \"io.modelcontextprotocol/clientCapabilities\":{{}}}}}}}}"
    )
}

/// The head of a call, up to the fields that frame its body.
pub(crate) fn head(tool: &str) -> String {
    format!("POST /mcp HTTP/1.1\r\n{FIELDS}Mcp-Method: tools/call\r\nMcp-Name: {tool}\r\n")
}

pub(crate) fn call(id: &str, tool: &str, arguments: &str) -> String {
    call_with("", id, tool, arguments)
}

/// With more fields, each with its line end.
pub(crate) fn call_with(fields: &str, id: &str, tool: &str, arguments: &str) -> String {
    let body = body(id, tool, arguments);
    format!("{}{fields}Content-Length: {}\r\n\r\n{body}", head(tool), body.len())
}

pub(crate) fn echo(id: &str) -> String {
    call(id, "echo", r#"{"text":"hi"}"#)
}

pub(crate) fn wait(id: &str, name: &str) -> String {
    call(id, "wait", &format!("{{\"name\":\"{name}\"}}"))
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
    answer_with(status, "", message)
}

/// With more fields behind the content type, each with its line end.
pub(crate) fn answer_with(status: &str, fields: &str, message: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\n{fields}content-length: {}\r\n\r\n{message}",
        message.len()
    )
}

pub(crate) fn hi(id: &str) -> String {
    answer("200 OK", &text(id, "hi"))
}

/// The last answer of a connection, without an id.
pub(crate) fn refused(status: &str, message: &str) -> String {
    let body = format!("{{\"jsonrpc\":\"2.0\",\"error\":{{\"code\":-32600,\"message\":\"{message}\"}}}}");
    answer_with(status, "connection: close\r\n", &body)
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

pub(crate) const RETRY: &str = "retry-after: 1\r\n";
pub(crate) const RETRY_AND_CLOSE: &str = "retry-after: 1\r\nconnection: close\r\n";

pub(crate) const STREAM: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\n\
                                 x-accel-buffering: no\r\ntransfer-encoding: chunked\r\n\r\n";

pub(crate) fn progress(step: u32) -> String {
    format!(
        "data: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":\
         {{\"progressToken\":\"t\",\"progress\":{step},\"total\":3}}}}\n\n"
    )
}

pub(crate) fn event(message: &str) -> String {
    format!("data: {message}\n\n")
}

pub(crate) fn chunk(data: &str) -> String {
    format!("{:x}\r\n{data}\r\n", data.len())
}
