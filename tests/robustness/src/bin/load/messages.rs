//! Literal requests.

/// The fields that every request needs besides its method's and its length.
const HEAD: &str = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                    Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n";
const META: &str = "\"_meta\":{\"progressToken\":\"t\",\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\
                    \"io.modelcontextprotocol/clientCapabilities\":{}}";

/// A call's message.
pub(crate) fn call_message(id: &str, tool: &str, arguments: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\
         \"params\":{{\"name\":\"{tool}\",\"arguments\":{arguments},{META}}}}}"
    )
}

/// A subscription's message.
pub(crate) fn listen_message(id: &str, notifications: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"subscriptions/listen\",\
         \"params\":{{\"notifications\":{notifications},{META}}}}}"
    )
}

/// The head of a call up to its end, which is left out.
pub(crate) fn call_head(tool: &str) -> String {
    format!("{HEAD}Mcp-Method: tools/call\r\nMcp-Name: {tool}\r\n")
}

/// A call with a body.
pub(crate) fn call(tool: &str, arguments: &str) -> String {
    let message = call_message("1", tool, arguments);
    format!("{}Content-Length: {}\r\n\r\n{message}", call_head(tool), message.len())
}

pub(crate) fn echo(text: &str) -> String {
    call("echo", &format!("{{\"text\":\"{text}\"}}"))
}

/// A call of the tool `echo` whose body is this, whatever that is.
pub(crate) fn with_body(body: &str) -> String {
    format!("{}Content-Length: {}\r\n\r\n{body}", call_head("echo"), body.len())
}

/// A subscription to the list of tools, and to the resource with the long URI.
pub(crate) fn listen() -> String {
    let asked = format!(
        "{{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"docs:///{}\"]}}",
        "x".repeat(1_200)
    );
    listen_to(&asked)
}

/// A subscription to the list of tools.
pub(crate) fn listen_to_tools() -> String {
    listen_to("{\"toolsListChanged\":true}")
}

fn listen_to(notifications: &str) -> String {
    let message = listen_message("1", notifications);
    format!("{HEAD}Mcp-Method: subscriptions/listen\r\nContent-Length: {}\r\n\r\n{message}", message.len())
}
