//! Literal requests and what answers them.

/// A request, and what HTTP's header fields repeat of it.
pub(crate) struct Request {
    pub(crate) id: u32,
    pub(crate) method: &'static str,
    pub(crate) name: Option<&'static str>,
    pub(crate) message: String,
}

fn call(id: u32, tool: &'static str, arguments: &str) -> Request {
    let message = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\
         \"arguments\":{arguments},\"_meta\":{{\"progressToken\":{id},\
         \"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\
         \"io.modelcontextprotocol/clientCapabilities\":{{}}}}}}}}"
    );
    Request { id, method: "tools/call", name: Some(tool), message }
}

/// A call to one of the tools that wait at a gate.
pub(crate) fn named(id: u32, tool: &'static str, name: &str) -> Request {
    call(id, tool, &format!("{{\"name\":\"{name}\"}}"))
}

pub(crate) fn echo(id: u32) -> Request {
    call(id, "echo", r#"{"text":"hi"}"#)
}

pub(crate) fn fall_at_once(id: u32) -> Request {
    call(id, "fall_at_once", "{}")
}

/// A subscription to the list of tools.
pub(crate) fn listen(id: u32) -> Request {
    let message = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"subscriptions/listen\",\"params\":{{\
         \"notifications\":{{\"toolsListChanged\":true}},\"_meta\":{{\
         \"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\
         \"io.modelcontextprotocol/clientCapabilities\":{{}}}}}}}}"
    );
    Request { id, method: "subscriptions/listen", name: None, message }
}

/// What answers a call with one text.
pub(crate) fn text(id: u32, text: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"resultType\":\"complete\",\
         \"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}],\
         \"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{{\"name\":\"t\",\"version\":\"1\"}}}}}}}}"
    )
}

pub(crate) fn progress(id: u32, step: u32) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\
         \"params\":{{\"progressToken\":{id},\"progress\":{step},\"total\":3}}}}"
    )
}

pub(crate) fn acknowledged(id: u32) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{{\
         \"_meta\":{{\"io.modelcontextprotocol/subscriptionId\":{id}}},\
         \"notifications\":{{\"toolsListChanged\":true}}}}}}"
    )
}

pub(crate) fn changed(id: u32) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{{\
         \"_meta\":{{\"io.modelcontextprotocol/subscriptionId\":{id}}}}}}}"
    )
}

/// The result of a subscription that the server has ended.
pub(crate) fn ended(id: u32) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"resultType\":\"complete\",\"_meta\":{{\
         \"io.modelcontextprotocol/subscriptionId\":{id},\
         \"io.modelcontextprotocol/serverInfo\":{{\"name\":\"t\",\"version\":\"1\"}}}}}}}}"
    )
}

fn unavailable(id: u32, message: &str, reason: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":-32603,\"message\":\"{message}\",\
         \"data\":{{\"reason\":\"{reason}\"}}}}}}"
    )
}

pub(crate) fn overloaded(id: u32) -> String {
    unavailable(id, "The server is busy: try again later", "overloaded")
}

pub(crate) fn timeout(id: u32) -> String {
    unavailable(id, "The request took too long", "timeout")
}

pub(crate) fn shutting_down(id: u32) -> String {
    unavailable(id, "The server is shutting down", "shutting_down")
}

/// What answers a call whose handler has panicked.
pub(crate) fn internal(id: u32) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":-32603,\"message\":\"Internal error\"}}}}"
    )
}
