//! A server whose schemas are checked whole, by `snodo-jsonschema`.

mod wire;

use serde::Deserialize;
use serde_json::{Value, json};
use snodo::{ErrorKind, Failure, Json, Server, Tool, ToolResult};
use snodo_jsonschema::JsonSchema;
use wire::{exchange, request};

#[derive(Deserialize)]
struct Count {
    count: u8,
}

fn server() -> Server {
    let input = json!({
        "properties": { "count": { "type": "integer", "maximum": 9 } },
        "required": ["count"],
        "additionalProperties": false
    });
    let output = json!({ "type": "object", "properties": { "n": { "minimum": 5 } }, "required": ["n"] });
    Server::builder("v", "1")
        .validator(JsonSchema::new())
        .tool(Tool::new("typed", async |args: Count| Ok(args.count.to_string())).input_schema(input.clone()))
        .tool(Tool::new("any", async |args: Value| Ok(args["count"].to_string())).input_schema(input))
        .tool(
            Tool::new("checked", async |args: Count| match args.count {
                0 => Err(Failure::new("nothing to count")),
                1 => Ok(ToolResult::error("not one").with_structured(&json!({ "n": 1 }))),
                n => Ok(ToolResult::structured(&json!({ "n": n }))),
            })
            .output_schema(output),
        )
        .build()
        .expect("the server is well defined")
}

#[track_caller]
fn says(tool: &str, arguments: &str, expected: &str) {
    let message = request("tools/call", &format!(r#""name":"{tool}","arguments":{arguments},"#), "");
    assert_eq!(exchange(&server(), &message), [format!(r#"{{"jsonrpc":"2.0","id":1,{expected}}}"#)]);
}

fn result(members: &str) -> String {
    format!(
        r#""result":{{"resultType":"complete",{members},"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"v","version":"1"}}}}}}"#
    )
}

fn text(text: &str) -> String {
    result(&format!(r#""content":[{{"type":"text","text":"{text}"}}]"#))
}

fn failed(text: &str) -> String {
    result(&format!(r#""content":[{{"type":"text","text":"{text}"}}],"isError":true"#))
}

#[test]
fn arguments_are_checked_by_the_whole_schema_typed_ones_too() {
    for tool in ["typed", "any"] {
        says(tool, r#"{"count":9}"#, &text("9"));
        says(tool, r#"{"count":10}"#, &failed("Invalid arguments: /count must be at most 9"));
        says(tool, r#"{"count":"secret"}"#, &failed("Invalid arguments: /count must be an integer"));
        says(tool, "{}", &failed("Invalid arguments: /count is required"));
        says(tool, r#"{"count":1,"more":"secret"}"#, &failed("Invalid arguments: /more is not allowed"));
    }
}

#[test]
fn results_are_checked_and_failures_pass_as_they_are() {
    says(
        "checked",
        r#"{"count":5}"#,
        &result(r#""content":[{"type":"text","text":"{\"n\":5}"}],"structuredContent":{"n":5}"#),
    );
    says("checked", r#"{"count":4}"#, r#""error":{"code":-32603,"message":"Internal error"}"#);
    says("checked", r#"{"count":0}"#, &failed("nothing to count"));
    says(
        "checked",
        r#"{"count":1}"#,
        &result(r#""content":[{"type":"text","text":"not one"}],"structuredContent":{"n":1},"isError":true"#),
    );
}

#[test]
fn a_schema_that_cannot_be_used_is_refused_at_build_by_the_tool_s_name() {
    for schema in [
        json!({ "properties": { "a": { "$ref": "https://example.com/schema" } } }),
        json!({ "properties": { "a": { "$ref": "#/$defs/missing" } } }),
        json!({ "properties": { "a": { "pattern": "(" } } }),
        json!({ "$schema": "http://json-schema.org/draft-04/schema#" }),
    ] {
        let tool = Tool::new("odd", async |_: Value| Ok(Json(1))).input_schema(schema);
        let refused = Server::builder("v", "1").validator(JsonSchema::new()).tool(tool).build();
        let error = refused.expect_err("it is refused");
        assert_eq!(error.kind(), ErrorKind::Schema);
        assert!(error.to_string().starts_with(r#"tool "odd": input schema: "#), "{error}");
    }
}
