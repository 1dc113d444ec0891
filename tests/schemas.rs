//! Schemas from Rust types: in the form that clients in the field take, which is without references and nulls.
#![cfg(feature = "schemars")]

mod wire;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use snodo::{Json, NoArguments, Server, Tool};
use wire::{exchange, request};

/// A trip that somebody plans.
#[derive(Deserialize, Serialize, JsonSchema)]
struct Trip {
    /// Where it starts.
    from: Place,
    /// Where it ends.
    to: Place,
    /// Places in between.
    #[serde(default)]
    via: Vec<Place>,
    mode: Mode,
    /// How many travel.
    #[schemars(range(min = 1, max = 9))]
    people: u8,
    note: Option<String>,
    budget: Option<Money>,
    class: Option<Class>,
    #[serde(default)]
    labels: BTreeMap<String, bool>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Place {
    /// A town.
    town: String,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Money {
    amount: f64,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Train,
    Bus,
}

#[derive(Deserialize, Serialize, JsonSchema)]
enum Class {
    /// The better one.
    First,
    Second,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Folder {
    name: String,
    inside: Vec<Folder>,
}

/// The one definition that a server of this tool lists.
fn listed(tool: Tool) -> String {
    let server = Server::builder("s", "1").tool(tool).build().expect("it is sound");
    let [answer] = exchange(&server, &request("tools/list", "", "")).try_into().expect("there is one answer");
    let (_, rest) = answer.split_once(r#""tools":["#).expect("it is a listing");
    rest.split_once(r#"],"ttlMs""#).expect("hints follow").0.into()
}

#[test]
fn a_type_becomes_one_plain_schema() {
    let tool = Tool::typed("plan", async |_: Trip| Ok(()));
    let place = r#"{"properties":{"town":{"description":"A town.","type":"string"}},"required":["town"],"type":"object"}"#;
    let with_description =
        |description: &str| place.replacen('{', &format!(r#"{{"description":"{description}","#), 1);
    let expected = [
        r#"{"name":"plan","inputSchema":{"description":"A trip that somebody plans.","properties":{"#,
        r#""budget":{"properties":{"amount":{"type":"number"}},"required":["amount"],"type":"object"},"#,
        r#""class":{"oneOf":[{"enum":["Second"],"type":"string"},{"const":"First","description":"The better one.","type":"string"}]},"#,
        &format!(r#""from":{},"#, with_description("Where it starts.")),
        r#""labels":{"additionalProperties":{"type":"boolean"},"default":{},"type":"object"},"#,
        r#""mode":{"enum":["train","bus"],"type":"string"},"#,
        r#""note":{"type":"string"},"#,
        r#""people":{"description":"How many travel.","maximum":9,"minimum":1,"type":"integer"},"#,
        &format!(r#""to":{},"#, with_description("Where it ends.")),
        &format!(
            r#""via":{{"default":[],"description":"Places in between.","items":{place},"type":"array"}}"#
        ),
        r#"},"required":["from","to","mode","people"],"type":"object"}}"#,
    ];
    assert_eq!(listed(tool), expected.concat());
}

#[test]
fn a_type_that_holds_itself_keeps_its_reference() {
    let definition = listed(Tool::typed("tidy", async |_: Folder| Ok(())));
    let value: serde_json::Value = serde_json::from_str(&definition).expect("it is JSON");
    let schema = &value["inputSchema"];
    assert_eq!(schema["type"], "object");
    let reference = schema["properties"]["inside"]["items"]["$ref"].as_str().expect("it cannot be inlined");
    let target =
        schema.pointer(reference.strip_prefix('#').expect("it is local")).expect("it leads somewhere");
    assert_eq!(target["properties"]["name"]["type"], "string");
}

#[test]
fn no_arguments_are_an_object_without_members() {
    let expected = r#"{"name":"now","inputSchema":{"additionalProperties":false,"type":"object"}}"#;
    assert_eq!(listed(Tool::typed("now", async |_: NoArguments| Ok(()))), expected);
}

#[test]
fn an_output_schema_is_that_of_what_is_written() {
    let tool = Tool::new("price", async |_: NoArguments| Ok(Json(Money { amount: 1.5 })))
        .output_schema_of::<Money>();
    let expected = r#"{"name":"price","inputSchema":{"type":"object"},"outputSchema":{"properties":{"amount":{"type":"number"}},"required":["amount"],"type":"object"}}"#;
    assert_eq!(listed(tool.clone()), expected);
    let server = Server::builder("s", "1").tool(tool).build().unwrap();
    let expected = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"{\"amount\":1.5}"}],"structuredContent":{"amount":1.5},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}}"#;
    assert_eq!(exchange(&server, &request("tools/call", r#""name":"price","#, "")), [expected]);
}

#[test]
fn a_typed_tool_takes_what_its_schema_says() {
    let tool = Tool::typed("plan", async |trip: Trip| Ok(format!("{} by {}", trip.to.town, trip.people)));
    let server = Server::builder("s", "1").tool(tool).build().unwrap();
    let plan =
        r#""name":"plan","arguments":{"from":{"town":"A"},"to":{"town":"B"},"mode":"train","people":2},"#;
    let expected = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"B by 2"}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}}"#;
    assert_eq!(exchange(&server, &request("tools/call", plan, "")), [expected]);
}

#[test]
fn a_derived_schema_can_be_replaced() {
    let tool = Tool::typed("plan", async |_: Trip| Ok(())).input_schema("{}");
    assert_eq!(listed(tool), r#"{"name":"plan","inputSchema":{"type":"object"}}"#);
}
