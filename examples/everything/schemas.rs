//! Tools whose input schema is the point.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;
use snodo::Tool;

/// Keywords that a server must hand on as they are. The validator knows them, too: arguments that do not fit are
/// refused before the handler runs.
const CONTACT_SCHEMA: &str = r##"{
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
        }
    },
    "properties": {
        "name": { "type": "string" },
        "address": { "$ref": "#/$defs/address" },
        "contactMethod": { "type": "string", "enum": ["phone", "email"] },
        "phone": { "type": "string" },
        "email": { "type": "string" }
    },
    "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
    "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
    "then": { "required": ["phone"] },
    "else": { "required": ["email"] },
    "additionalProperties": false
}"##;

#[derive(Deserialize, JsonSchema)]
struct Query {
    /// Where to run it. HTTP clients say it in `Mcp-Param-Region` as well, for routers that read no bodies.
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: Option<String>,
}

pub(crate) fn tools() -> [Tool; 2] {
    [
        // `Box<RawValue>` is the arguments' text as the client wrote it, which only the schema restricts.
        Tool::new("json_schema_2020_12_tool", async |arguments: Box<RawValue>| {
            Ok(format!("Received {arguments}"))
        })
        .description("Take a contact, described with keywords of JSON Schema 2020-12")
        .input_schema(CONTACT_SCHEMA),
        Tool::typed("test_x_mcp_header", async |query: Query| {
            Ok(format!("Ran in {}.", query.region.as_deref().unwrap_or("no particular region")))
        })
        .description("Take an argument that HTTP clients repeat in a header"),
    ]
}
