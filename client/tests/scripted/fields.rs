//! Arguments that are repeated in header fields.

use serde_json::json;
use snodo_client::{Client, ErrorKind};
use snodo_core::model::Tool;

use crate::script::{Script, Step, error, now, result, say, text};

const REGION: &str = r#"{"name":"q","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}"#;

fn tool(json: &str) -> Tool {
    serde_json::from_str(json).expect("it is a tool")
}

fn listing(tools: &str) -> Vec<Step> {
    result(&format!(r#""tools":[{tools}]"#))
}

#[test]
fn a_definition_has_them_in_the_first_request() {
    let script = Script::new([text("x")]).with_headers();
    now(script.client().call_tool(&tool(REGION), json!({ "region": "eu" }))).expect("it answers");
    assert_eq!(script.methods(), ["tools/call"]);
    let sent = &script.sent()[0];
    assert_eq!(sent.header("Mcp-Param-Region"), Some("eu"));
    assert_eq!(sent.header("Mcp-Name"), Some("q"));
    assert_eq!(sent.header("Mcp-Method"), Some("tools/call"));
    assert_eq!(sent.header("MCP-Protocol-Version"), Some("2026-07-28"));
}

#[test]
fn by_name_they_are_found_once_when_the_server_misses_them() {
    let script = Script::new([error(-32020), listing(REGION), text("x"), text("x")]).with_headers();
    let client = script.client();
    now(client.call_tool("q", json!({ "region": "eu" }))).expect("it answers");
    assert_eq!(script.methods(), ["tools/call", "tools/list", "tools/call"]);
    let sent = script.sent();
    assert_eq!((sent[0].header("Mcp-Param-Region"), sent[2].header("Mcp-Param-Region")), (None, Some("eu")));
    assert_eq!(sent[2].params(), r#""name":"q","arguments":{"region":"eu"}"#);
    assert_ne!(sent[0].id, sent[2].id);
    // From then on they are known.
    now(client.call_tool("q", json!({ "region": "us" }))).expect("it answers");
    assert_eq!(script.sent()[3].header("Mcp-Param-Region"), Some("us"));
}

#[test]
fn the_second_refusal_is_the_answer() {
    let script = Script::new([error(-32020), listing(REGION), error(-32020), text("x")]).with_headers();
    let refused = now(script.client().call_tool("q", json!({ "region": "eu" }))).expect_err("it is refused");
    assert_eq!((refused.kind(), refused.code()), (ErrorKind::Protocol, -32020));
    assert_eq!(script.methods(), ["tools/call", "tools/list", "tools/call"], "and no fourth");
}

#[test]
fn without_annotations_there_is_no_second_try() {
    for tools in ["", r#"{"name":"q","inputSchema":{"type":"object"}}"#] {
        let script = Script::new([error(-32020), listing(tools), text("x")]).with_headers();
        assert_eq!(now(script.client().call_tool("q", ())).expect_err("it is refused").code(), -32020);
        assert_eq!(script.methods(), ["tools/call", "tools/list"]);
    }
    let script = Script::new([error(-32020), text("x")]);
    assert_eq!(now(script.client().call_tool("q", ())).expect_err("it is refused").code(), -32020);
    assert_eq!(script.methods(), ["tools/call"], "no fields travel");
}

#[test]
fn a_listing_is_looked_through_to_its_end() {
    let first = result(r#""tools":[],"nextCursor":"2""#);
    let script = Script::new([error(-32020), first, listing(REGION), text("x")]).with_headers();
    now(script.client().call_tool("q", json!({ "region": "eu" }))).expect("it answers");
    assert_eq!(script.methods(), ["tools/call", "tools/list", "tools/list", "tools/call"]);
}

#[test]
fn one_time_is_over_all_three() {
    let script = Script::new([error(-32020), vec![Step::Hang]]).with_headers();
    let client = script.client();
    let call =
        client.call_tool("q", json!({ "region": "eu" })).total_timeout(std::time::Duration::from_millis(700));
    let mut call = std::pin::pin!(call.into_future());
    assert!(crate::script::try_now(&mut call).is_none());
    script.clock.advance(std::time::Duration::from_millis(700));
    let error = crate::script::try_now(&mut call).expect("its time is over").expect_err("the listing hangs");
    assert_eq!(error.data(), Some(r#"{"maxTotalTimeoutMs":700}"#));
}

#[test]
fn a_tool_with_broken_annotations_cannot_be_called_by_its_definition() {
    let bad =
        tool(r#"{"name":"bad","inputSchema":{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}}"#);
    let script = Script::new([]).with_headers();
    let error = now(script.client().call_tool(&bad, ())).expect_err("it is refused");
    assert_eq!(error.kind(), ErrorKind::Usage);
    assert!(error.message().contains("\"bad\"") && script.sent().is_empty(), "{error}");
    let script = Script::new([text("x")]);
    now(script.client_of(Client::builder()).call_tool(&bad, ())).expect("no fields travel");
}

#[test]
fn only_annotated_primitives_are_repeated() {
    let schema = r#"{"name":"q","inputSchema":{"properties":{"s":{"type":"string","x-mcp-header":"S"},"n":{"type":"integer","x-mcp-header":"N"}}}}"#;
    let script =
        Script::new([vec![say(r#"{"jsonrpc":"2.0","id":$ID,"result":{"content":[]}}"#)]]).with_headers();
    now(script.client().call_tool(&tool(schema), json!({ "s": "\u{4e16} ", "n": 42, "other": "x" })))
        .expect("it answers");
    let sent = &script.sent()[0];
    assert_eq!(sent.header("Mcp-Param-S"), Some("=?base64?5LiWIA==?="));
    assert_eq!(sent.header("Mcp-Param-N"), Some("42"));
    assert_eq!(sent.headers.len(), 5);
}
