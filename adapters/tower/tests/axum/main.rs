//! The service inside axum, over loopback sockets: literal bytes, and what only a real host does.
#![expect(clippy::unwrap_used, reason = "a test that fails should stop there")]

mod client;
mod host;

use host::Host;

const FIELDS: &str = "Host: localhost\r\nContent-Type: application/json\r\n\
                      Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n";

const STREAM: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\n\
                      x-accel-buffering: no\r\ntransfer-encoding: chunked\r\n\r\n";

const META: &str = "\"_meta\":{\"progressToken\":\"t\",\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\
                    \"io.modelcontextprotocol/clientCapabilities\":{}}";

fn message(tool: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",{META}}}}}"
    )
}

fn head(path: &str, tool: &str) -> String {
    format!("POST {path} HTTP/1.1\r\n{FIELDS}Mcp-Method: tools/call\r\nMcp-Name: {tool}\r\n")
}

fn call(path: &str, tool: &str) -> String {
    let message = message(tool);
    format!("{}Content-Length: {}\r\n\r\n{message}", head(path, tool), message.len())
}

fn listen() -> String {
    let message = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscriptions/listen\",\"params\":{{\
         \"notifications\":{{\"toolsListChanged\":true}},{META}}}}}"
    );
    format!(
        "POST /mcp HTTP/1.1\r\n{FIELDS}Mcp-Method: subscriptions/listen\r\nContent-Length: {}\r\n\r\n{message}",
        message.len()
    )
}

fn answer(status: &str, message: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{message}",
        message.len()
    )
}

fn text(text: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"resultType\":\"complete\",\
         \"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}],\
         \"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{{\"name\":\"t\",\"version\":\"1\"}}}}}}}}"
    )
}

fn chunk(message: &str) -> String {
    let event = format!("data: {message}\n\n");
    format!("{:X}\r\n{event}\r\n", event.len())
}

const PROGRESS: &str =
    r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1}}"#;
const ACKNOWLEDGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{"toolsListChanged":true}}}"#;
const ENDED: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":1,"io.modelcontextprotocol/serverInfo":{"name":"t","version":"1"}}}}"#;

#[test]
fn it_is_served_wherever_it_is_mounted() {
    let host = Host::new();
    let mut client = host.client();
    for path in ["/mcp", "/nested/mcp", "/deep/er/mcp", "/under/a/b?c"] {
        client.send(call(path, "hello"));
        client.expect(answer("200 OK", &text("hello")));
    }
    client.send(format!("GET /mcp HTTP/1.1\r\n{FIELDS}\r\n"));
    client.expect("HTTP/1.1 405 Method Not Allowed\r\nallow: POST\r\ncontent-length: 0\r\n\r\n");
}

#[test]
fn a_socket_that_closes_cancels_a_call() {
    let host = Host::new();
    let mut client = host.client();
    client.send(call("/mcp", "wait"));
    host.wait_for("started");
    drop(client);
    host.wait_for("gone");
}

#[test]
fn a_socket_that_closes_cancels_a_stream() {
    let host = Host::new();
    let mut client = host.client();
    client.send(call("/mcp", "progress"));
    client.expect(STREAM.to_owned() + &chunk(PROGRESS));
    drop(client);
    host.wait_for("gone");
}

#[test]
fn a_body_is_asked_for_when_its_head_is_in_order() {
    let host = Host::new();
    let mut client = host.client();
    let message = message("hello");
    let expect = format!("Expect: 100-continue\r\nContent-Length: {}\r\n\r\n", message.len());
    client.send(head("/mcp", "hello") + &expect);
    client.expect("HTTP/1.1 100 Continue\r\n\r\n");
    client.send(message);
    client.expect(answer("200 OK", &text("hello")));

    client.send(head("/mcp", "hello") + "Origin: http://evil.example\r\n" + &expect);
    assert!(client.head().starts_with("HTTP/1.1 403 Forbidden\r\n"));
}

#[test]
fn a_chunked_body_is_bounded() {
    let host = Host::new();
    let mut client = host.client();
    let message = message("hello");
    let chunked = head("/mcp", "hello") + "Transfer-Encoding: chunked\r\n\r\n";
    client.send(format!("{chunked}{:x}\r\n{message}\r\n0\r\n\r\n", message.len()));
    client.expect(answer("200 OK", &text("hello")));

    client.send(format!("{chunked}3e9\r\n{:1001}\r\n", ""));
    assert!(client.head().starts_with("HTTP/1.1 413 Payload Too Large\r\n"));
}

#[test]
fn subscriptions_end_before_their_host() {
    let mut host = Host::new();
    let mut client = host.client();
    client.send(listen());
    client.expect(STREAM.to_owned() + &chunk(ACKNOWLEDGED));
    host.shutdown();
    client.expect(chunk(ENDED) + "0\r\n\r\n");
    host.ended();
}
