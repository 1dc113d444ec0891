//! Structured content by the tool's output schema, where a validator is given.

use std::sync::Arc;

use snodo_client::{Client, ErrorKind};
use snodo_core::model::Tool;
use snodo_core::{CompiledSchema, Validator};

use crate::script::{Part, Script, now, result};

/// Takes values with `"ok":true` in them, and schemas with a type.
struct Picky;

impl Validator for Picky {
    fn compile(&self, schema: &str) -> Result<Arc<dyn CompiledSchema>, String> {
        if schema.contains("\"type\"") { Ok(Arc::new(Self)) } else { Err("it has no type".into()) }
    }
}

impl CompiledSchema for Picky {
    fn fault(&self, value: &str) -> Option<String> {
        (!value.contains("\"ok\":true")).then(|| "/ok must be true".into())
    }
}

const TOOL: &str = r#"{"name":"q","inputSchema":{},"outputSchema":{"type":"object"}}"#;

fn tool() -> Tool {
    serde_json::from_str(TOOL).expect("it is a tool")
}

fn structured(json: &str) -> Part {
    result(&format!(r#""content":[],"structuredContent":{json}"#))
}

fn picky() -> snodo_client::ClientBuilder {
    Client::builder().validator(Picky)
}

#[test]
fn a_result_that_does_not_fit_is_an_error_that_keeps_it() {
    let script = Script::new([structured(r#"{"ok":true}"#), structured("{}"), result(r#""content":[]"#)]);
    let client = script.client_of(picky());
    assert!(now(client.call_tool(&tool(), ())).is_ok());
    let error = now(client.call_tool(&tool(), ())).expect_err("it does not fit");
    assert_eq!(error.kind(), ErrorKind::Result);
    assert!(error.message().ends_with("/ok must be true"), "{error}");
    assert_eq!(error.raw_result(), Some(r#"{"content":[],"structuredContent":{}}"#));
    let error = now(client.call_tool(&tool(), ())).expect_err("it is missing");
    assert!(error.message().ends_with("structuredContent is missing"), "{error}");
}

#[test]
fn failures_and_other_tools_are_not_checked() {
    let failed = result(r#""content":[],"isError":true"#);
    let script = Script::new([failed, structured("{}"), structured("{}")]);
    let client = script.client_of(picky());
    assert!(now(client.call_tool(&tool(), ())).is_ok());
    assert!(now(client.call_tool("q", ())).is_ok(), "its schema is not known");
    assert!(now(script.client().call_tool(&tool(), ())).is_ok(), "there is no validator");
}

#[test]
fn a_tool_that_was_listed_is_checked_by_its_name() {
    let script = Script::new([result(&format!(r#""tools":[{TOOL}]"#)), structured("{}")]);
    let client = script.client_of(picky());
    now(client.list_tools()).expect("it lists");
    assert_eq!(now(client.call_tool("q", ())).expect_err("it does not fit").kind(), ErrorKind::Result);
}

#[test]
fn a_schema_that_cannot_be_used_is_told_before_anything_is_sent() {
    let tool: Tool =
        serde_json::from_str(r#"{"name":"q","inputSchema":{},"outputSchema":{}}"#).expect("it is a tool");
    let script = Script::new([]);
    let error = now(script.client_of(picky()).call_tool(&tool, ())).expect_err("it has no type");
    assert_eq!(error.kind(), ErrorKind::Usage);
    assert!(error.message().contains("\"q\"") && script.sent().is_empty(), "{error}");
}
