//! Event streams: texts that look like more events, heads that are held back, and silence.

use std::time::Duration;

use crate::hosts::{Client, FIELDS, Limits, Socket, over_each_socket};
use crate::subject::{call, listen};

fn stream(socket: &Socket<'_>, tool: &str, body: &str) -> Client {
    let fields = match tool {
        "" => FIELDS.replace("tools/call", "subscriptions/listen").replace("Mcp-Name: echo\n", ""),
        tool => FIELDS.replace("Mcp-Name: echo", &format!("Mcp-Name: {tool}")),
    };
    let fields = fields.replace('\n', "\r\n");
    let mut client = socket.client();
    client.send(format!("POST /mcp HTTP/1.1\r\n{fields}Content-Length: {}\r\n\r\n{body}", body.len()));
    let head = client.head();
    assert_eq!(head.status, 200);
    for (name, value) in [
        ("content-type", "text/event-stream"),
        ("cache-control", "no-cache"),
        ("x-accel-buffering", "no"),
        ("transfer-encoding", "chunked"),
    ] {
        assert_eq!(head.field(name), Some(value));
    }
    client
}

/// In JSON, what a careless writer would turn into fields, events and line ends.
const HOSTILE: &str = r"a\rb\nc\r\nevent: x\r\ndata: {}\n\nid: 7\u2028\u2029\u0085retry: 1\u0000";

#[test]
fn a_text_is_one_line_whatever_is_in_it() {
    // What is no ASCII need not be escaped.
    let said = "a\\rb\\nc\\r\\nevent: x\\r\\ndata: {}\\n\\nid: 7\u{2028}\u{2029}\u{85}retry: 1\\u0000";
    over_each_socket(Limits::default(), |socket| {
        let body = call("1", "repeat", &format!("{{\"text\":\"{HOSTILE}\"}}"), r#","progressToken":"t""#);
        let mut client = stream(socket, "repeat", &body);
        assert_eq!(
            client.chunk(),
            format!(
                "data: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{{\
                 \"progressToken\":\"t\",\"progress\":1,\"message\":\"{said}\"}}}}\n\n"
            )
        );
        assert_eq!(client.chunk(), format!("data: {}\n\n", crate::subject::text("1", said)));
        assert_eq!(client.chunk(), "");
    });
}

#[test]
fn json_over_several_lines_is_one_line() {
    over_each_socket(Limits::default(), |socket| {
        let pretty = "{\r\n\t\"a\" : [\n1,\r2 ]\n}";
        let fields = FIELDS.replace("Mcp-Name: echo", "Mcp-Name: raw").replace('\n', "\r\n");
        let body = call("1", "raw", pretty, "");
        let mut client = socket.client();
        client.send(format!("POST /mcp HTTP/1.1\r\n{fields}Content-Length: {}\r\n\r\n{body}", body.len()));
        let answer = client.answer();
        assert!(!answer.body.contains(['\r', '\n']), "{}", answer.body);
        assert!(answer.body.contains(r#""structuredContent":{   "a" : [ 1, 2 ] }"#), "{}", answer.body);
    });
}

#[test]
fn a_subscription_is_acknowledged_at_once_and_kept_alive_when_quiet() {
    let limits = Limits { keep_alive: Duration::from_millis(20), ..Limits::default() };
    over_each_socket(limits, |socket| {
        let mut client = stream(socket, "", &listen("1"));
        assert_eq!(
            client.chunk(),
            "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{\
             \"_meta\":{\"io.modelcontextprotocol/subscriptionId\":1},\
             \"notifications\":{\"toolsListChanged\":true}}}\n\n"
        );
        for _ in 0..3 {
            assert_eq!(client.chunk(), ": keepalive\n\n");
        }
        socket.hub.tools_changed();
        let event = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{\
                     \"_meta\":{\"io.modelcontextprotocol/subscriptionId\":1}}}\n\n";
        // A comment may have been written before it.
        let mut chunk = client.chunk();
        while chunk == ": keepalive\n\n" {
            chunk = client.chunk();
        }
        assert_eq!(chunk, event);
    });
}
