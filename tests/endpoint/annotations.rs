//! `x-mcp-header` annotations are checked when the server is built.

use snodo::{ErrorKind, NoArguments, Server, Tool};

fn built(schema: &str) -> Result<(), (ErrorKind, String)> {
    let tool = Tool::new("t", async |_: NoArguments| Ok(())).input_schema(schema);
    match Server::builder("probe", "1.0.0").tool(tool).build() {
        Ok(_) => Ok(()),
        Err(error) => Err((error.kind(), error.to_string())),
    }
}

#[test]
fn broken_annotations_are_refused_by_name() {
    let name = |shown: &str| format!("{shown} must be a header field name");
    let primitive = |shown: &str| format!("{shown} needs a property of type string, integer or boolean");
    let unreachable =
        |shown: &str| format!("{shown} is not reachable from the root through properties alone");
    let cases = [
        (r#"{"properties":{"a":{"type":"string","x-mcp-header":""}}}"#, name(r#""""#)),
        (r#"{"properties":{"a":{"type":"string","x-mcp-header":"a b"}}}"#, name(r#""a b""#)),
        (r#"{"properties":{"a":{"type":"string","x-mcp-header":"a:b"}}}"#, name(r#""a:b""#)),
        (r#"{"properties":{"a":{"type":"string","x-mcp-header":"a\r\nb"}}}"#, name(r#""a\r\nb""#)),
        (r#"{"properties":{"a":{"type":"string","x-mcp-header":"\u0000"}}}"#, name(r#""\0""#)),
        ("{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"é\"}}}", name("\"é\"")),
        (r#"{"properties":{"a":{"type":"string","x-mcp-header":7}}}"#, "must be a string".into()),
        (r#"{"properties":{"a":{"type":"string","x-mcp-header":null}}}"#, "must be a string".into()),
        (r#"{"properties":{"a":{"type":"string","x-mcp-header":["A"]}}}"#, "must be a string".into()),
        (r#"{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}"#, primitive(r#""A""#)),
        (r#"{"properties":{"a":{"type":"object","x-mcp-header":"A"}}}"#, primitive(r#""A""#)),
        (r#"{"properties":{"a":{"type":"array","x-mcp-header":"A"}}}"#, primitive(r#""A""#)),
        (r#"{"properties":{"a":{"type":"null","x-mcp-header":"A"}}}"#, primitive(r#""A""#)),
        (r#"{"properties":{"a":{"type":["string"],"x-mcp-header":"A"}}}"#, primitive(r#""A""#)),
        (r#"{"properties":{"a":{"type":["string","null"],"x-mcp-header":"A"}}}"#, primitive(r#""A""#)),
        (r#"{"properties":{"a":{"x-mcp-header":"A"}}}"#, primitive(r#""A""#)),
        (r#"{"properties":{"a":{"enum":["x"],"x-mcp-header":"A"}}}"#, primitive(r#""A""#)),
        (r#"{"type":"object","x-mcp-header":"A"}"#, primitive(r#""A""#)),
        (
            r#"{"properties":{"a":{"type":"string","x-mcp-header":"Zone"},"b":{"properties":{"c":{"type":"string","x-mcp-header":"zONE"}}}}}"#,
            r#""zONE" is given twice"#.into(),
        ),
        (r#"{"properties":{"a":{"items":{"type":"string","x-mcp-header":"A"}}}}"#, unreachable(r#""A""#)),
        (
            r#"{"properties":{"a":{"prefixItems":[{"type":"string","x-mcp-header":"A"}]}}}"#,
            unreachable(r#""A""#),
        ),
        (r#"{"allOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]}"#, unreachable(r#""A""#)),
        (r#"{"oneOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]}"#, unreachable(r#""A""#)),
        (
            r#"{"properties":{"a":{"anyOf":[{"type":"string","x-mcp-header":"A"},{"type":"null"}]}}}"#,
            unreachable(r#""A""#),
        ),
        (r#"{"not":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}"#, unreachable(r#""A""#)),
        (r#"{"if":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}"#, unreachable(r#""A""#)),
        (r#"{"then":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}"#, unreachable(r#""A""#)),
        (r#"{"else":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}"#, unreachable(r#""A""#)),
        (
            r##"{"$defs":{"z":{"type":"string","x-mcp-header":"A"}},"properties":{"a":{"$ref":"#/$defs/z"}}}"##,
            unreachable(r#""A""#),
        ),
        (r#"{"$defs":{"const":{"type":"string","x-mcp-header":"A"}}}"#, unreachable(r#""A""#)),
        (r#"{"additionalProperties":{"type":"string","x-mcp-header":"A"}}"#, unreachable(r#""A""#)),
        (r#"{"patternProperties":{"^a":{"type":"string","x-mcp-header":"A"}}}"#, unreachable(r#""A""#)),
        (
            r#"{"dependentSchemas":{"b":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}}"#,
            unreachable(r#""A""#),
        ),
    ];
    for (schema, problem) in cases {
        assert_eq!(
            built(schema),
            Err((ErrorKind::Schema, format!("tool \"t\": input schema: x-mcp-header {problem}"))),
            "{schema}"
        );
    }
}

#[test]
fn sound_annotations_and_what_only_looks_like_one_are_taken() {
    for schema in [
        r#"{"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"x-mcp-header":"B","type":"integer"},"c":{"type":"boolean","x-mcp-header":"C"}}}"#,
        r#"{"properties":{"a":{"type":"string","x-mcp-header":"!#$%&'*+-.^_`|~aZ09"}}}"#,
        r#"{"properties":{"a":{"properties":{"b":{"properties":{"c":{"type":"string","x-mcp-header":"A"}}}}}}}"#,
        // An argument of that name.
        r#"{"properties":{"x-mcp-header":{"type":"string"}}}"#,
        r#"{"properties":{"properties":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}}"#,
        // Definitions of that name.
        r#"{"$defs":{"x-mcp-header":{"type":"string"}}}"#,
        r#"{"definitions":{"x-mcp-header":{"type":"string"}}}"#,
        r#"{"patternProperties":{"x-mcp-header":{"type":"string"}}}"#,
        r#"{"dependentSchemas":{"x-mcp-header":{"required":["a"]}}}"#,
        // Data.
        r#"{"properties":{"a":{"const":{"x-mcp-header":7}}}}"#,
        r#"{"default":{"x-mcp-header":7},"examples":[{"x-mcp-header":7}]}"#,
        r#"{"properties":{"a":{"enum":[{"x-mcp-header":7}]}}}"#,
    ] {
        assert_eq!(built(schema), Ok(()), "{schema}");
    }
}
