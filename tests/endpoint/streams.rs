//! Server-sent events: only where there is something to say before the answer, and nothing in a text can end a line.

use serde::Deserialize;
use serde_json::value::RawValue;
use snodo::http::{Endpoint, EventStream, KEEP_ALIVE, encode_event};
use snodo::{Call, Context, Failure, Json, Level, NoArguments, Server, Tool, ToolResult};

use crate::exchange::{answer, next_event, parsed, rendered};
use crate::subject::POST;

#[derive(Deserialize)]
struct Text {
    text: String,
}

/// JSON over several lines, as a person or a pretty-printer writes it.
const PRETTY: &str = "{\r\n\t\"a\" : [\n1,\r2 ]\n}";

fn pretty() -> Box<RawValue> {
    RawValue::from_string(PRETTY.into()).expect("it is JSON")
}

fn server(logging: bool) -> Endpoint {
    let server = Server::builder("probe", "1.0.0")
        .tool(Tool::new("quiet", async |_: NoArguments| Ok("done")))
        .tool(Tool::new("report", async |_: NoArguments, cx: Context| {
            cx.progress(1.0, Some(3.0)).await;
            drop(cx.progress(2.5, None));
            drop(cx.progress_message(3.0, Some(3.0), "all"));
            Ok("done")
        }))
        .tool(Tool::new("log", async |_: NoArguments, cx: Context| {
            cx.log(Level::Info, "first");
            cx.log_from("db", Level::Error, serde_json::json!({ "n": 1 }));
            Ok("done")
        }))
        .tool(Tool::new("repeat", async |args: Text, cx: Context| {
            drop(cx.progress_message(1.0, None, args.text.as_str()));
            cx.log_from(&args.text, Level::Info, &args.text);
            Ok(args.text)
        }))
        .tool(Tool::new("pretty", async |_: NoArguments, cx: Context| {
            cx.log(Level::Info, pretty());
            Ok(Json(pretty()))
        }))
        .tool(Tool::new("fail", async |_: NoArguments, cx: Context| -> Result<(), Failure> {
            drop(cx.progress(1.0, None));
            Err(Failure::protocol(-32602, "too late"))
        }))
        .tool(Tool::new("panics", async |_: NoArguments, cx: Context| -> Result<ToolResult, Failure> {
            drop(cx.progress(1.0, None));
            panic!("secret")
        }));
    let server = if logging { server.logging() } else { server };
    Endpoint::builder(server.build().expect("the tools are sound")).build().expect("the defaults are sound")
}

/// A call; `meta` are further members of `_meta`, each with a comma before it.
fn call(tool: &str, arguments: &str, meta: &str) -> String {
    format!(
        "{POST}MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/call\nMcp-Name: {tool}\n\n\
         {{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\"arguments\":{arguments},\"_meta\":{{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{{}}{meta}}}}}}}"
    )
}

const TOKEN: &str = r#","progressToken":"t""#;
const DEBUG: &str = r#","io.modelcontextprotocol/logLevel":"debug""#;

const STREAM: &str =
    "200\ncontent-type: text/event-stream\ncache-control: no-cache\nx-accel-buffering: no\n\n";
const DONE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"done"}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"probe","version":"1.0.0"}}}}"#;

fn json(body: &str) -> String {
    format!("200\ncontent-type: application/json\n\n{body}")
}

#[test]
fn a_call_that_says_nothing_on_its_way_is_answered_with_json() {
    let endpoint = server(true);
    let silent = server(false);
    for (endpoint, request) in [
        (&endpoint, call("quiet", "{}", "")),
        (&endpoint, call("quiet", "{}", &format!("{TOKEN}{DEBUG}"))),
        // No token, no level, a level too high, and a server that does not log.
        (&endpoint, call("report", "{}", "")),
        (&endpoint, call("report", "{}", DEBUG)),
        (&endpoint, call("log", "{}", "")),
        (&endpoint, call("log", "{}", TOKEN)),
        (&endpoint, call("log", "{}", r#","io.modelcontextprotocol/logLevel":"critical""#)),
        (&silent, call("log", "{}", DEBUG)),
    ] {
        assert_eq!(answer(endpoint, request.as_bytes()), json(DONE), "{request}");
    }
}

#[test]
fn progress_makes_a_stream_that_ends_with_the_answer() {
    for (token, echoed) in [("\"t\"", "\"t\""), ("7", "7"), ("18446744073709551615", "18446744073709551615")]
    {
        let request = call("report", "{}", &format!(",\"progressToken\":{token}"));
        let progress = format!(
            "data: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{{\"progressToken\":{echoed},\"progress\":"
        );
        assert_eq!(
            answer(&server(false), request.as_bytes()),
            format!(
                "{STREAM}{progress}1,\"total\":3}}}}\n\n{progress}2.5}}}}\n\n{progress}3,\"total\":3,\"message\":\"all\"}}}}\n\ndata: {DONE}\n\n"
            )
        );
    }
}

#[test]
fn log_messages_at_the_level_that_was_asked_for_make_a_stream() {
    let endpoint = server(true);
    let first = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"first\"}}\n\n";
    let second = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"error\",\"logger\":\"db\",\"data\":{\"n\":1}}}\n\n";
    for (level, events) in
        [("debug", [first, second].concat()), ("info", [first, second].concat()), ("notice", second.into())]
    {
        let request = call("log", "{}", &format!(r#","io.modelcontextprotocol/logLevel":"{level}""#));
        assert_eq!(answer(&endpoint, request.as_bytes()), format!("{STREAM}{events}data: {DONE}\n\n"));
    }
}

#[test]
fn no_text_ends_a_line_or_starts_a_field() {
    let request = call(
        "repeat",
        r#"{"text":"a\rb\nc\r\nevent: x\r\ndata: {}\n\n\u2028\u2029\u0085: y\u0000"}"#,
        &format!(",\"progressToken\":\"\\nid: 1\\r\u{2028}\"{DEBUG}"),
    );
    let text = "\"a\\rb\\nc\\r\\nevent: x\\r\\ndata: {}\\n\\n\u{2028}\u{2029}\u{85}: y\\u0000\"";
    let expected = format!(
        "{STREAM}\
         data: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{{\"progressToken\":\"\\nid: 1\\r\u{2028}\",\"progress\":1,\"message\":{text}}}}}\n\n\
         data: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{{\"level\":\"info\",\"logger\":{text},\"data\":{text}}}}}\n\n\
         data: {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"resultType\":\"complete\",\"content\":[{{\"type\":\"text\",\"text\":{text}}}],\"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{{\"name\":\"probe\",\"version\":\"1.0.0\"}}}}}}}}\n\n"
    );
    assert_eq!(answer(&server(true), request.as_bytes()), expected);
}

#[test]
fn json_that_was_written_over_several_lines_becomes_one() {
    let request = call("pretty", "{}", DEBUG);
    let structured = "{   \"a\" : [ 1, 2 ] }";
    // The text block is a string, so it keeps the line breaks, escaped.
    let text = r#""{\r\n\t\"a\" : [\n1,\r2 ]\n}""#;
    let expected = format!(
        "{STREAM}\
         data: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{{\"level\":\"info\",\"data\":{structured}}}}}\n\n\
         data: {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"resultType\":\"complete\",\"content\":[{{\"type\":\"text\",\"text\":{text}}}],\"structuredContent\":{structured},\"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{{\"name\":\"probe\",\"version\":\"1.0.0\"}}}}}}}}\n\n"
    );
    assert_eq!(answer(&server(true), request.as_bytes()), expected);
}

#[test]
fn after_a_stream_began_errors_are_events() {
    let endpoint = server(false);
    let progress = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"t\",\"progress\":1}}\n\n";
    for (tool, error) in [
        ("fail", r#"{"code":-32602,"message":"too late"}"#),
        ("panics", r#"{"code":-32603,"message":"Internal error"}"#),
    ] {
        assert_eq!(
            answer(&endpoint, call(tool, "{}", TOKEN).as_bytes()),
            format!("{STREAM}{progress}data: {{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{error}}}\n\n"),
            "{tool}"
        );
    }
}

#[test]
fn any_execution_can_be_a_stream_from_the_start() {
    let endpoint = server(false);
    let discover = call("x", "{}", "").replace("tools/call", "server/discover");
    for (request, answer) in [
        (call("quiet", "{}", ""), DONE),
        (
            discover,
            r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"probe","version":"1.0.0"}}}}"#,
        ),
    ] {
        let (head, body) = parsed(request.as_bytes());
        let execution = endpoint.check(head).unwrap().prepare(body, &Call::new()).unwrap().execute();
        let stream = EventStream::from(execution.into_stream());
        assert_eq!(rendered(snodo::http::Reply::Stream(stream)), format!("{STREAM}data: {answer}\n\n"));
    }
}

#[test]
fn events_are_appended_and_the_end_stays_the_end() {
    let endpoint = server(false);
    let request = call("quiet", "{}", "");
    let (head, body) = parsed(request.as_bytes());
    let execution = endpoint.check(head).unwrap().prepare(body, &Call::new()).unwrap().execute();
    let mut stream = EventStream::from(execution.into_stream());
    let mut out = b": keepalive\n\n".to_vec();
    assert_eq!(KEEP_ALIVE, out);
    assert!(stream.wait_event(&mut out));
    assert_eq!(String::from_utf8(out).unwrap(), format!(": keepalive\n\ndata: {DONE}\n\n"));
    assert_eq!(next_event(&mut stream), None);
    assert_eq!(next_event(&mut stream), None);
}

#[test]
fn a_frame_of_the_engine_is_the_same_event() {
    let endpoint = server(false);
    let request = call("report", "{}", TOKEN);
    let (head, body) = parsed(request.as_bytes());
    let execution = endpoint.check(head).unwrap().prepare(body, &Call::new()).unwrap().execute();
    let mut frames = execution.into_stream();
    let mut out = Vec::new();
    encode_event(&frames.wait_frame().unwrap(), &mut out);
    assert_eq!(
        out,
        b"data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"t\",\"progress\":1,\"total\":3}}\n\n"
    );
}
