//! Building a server: what is wrong with a definition is found here, and said with the tool and the place.

mod wire;

use serde_json::json;
use serde_json::value::RawValue;
use snodo::{Error, ErrorKind, Icon, NoArguments, Server, ServerBuilder, Tool};
use wire::{exchange, request};

fn tool(name: &str) -> Tool {
    Tool::new(name, async |_: NoArguments| Ok(()))
}

fn builder() -> ServerBuilder {
    Server::builder("b", "1")
}

fn refusal(builder: ServerBuilder) -> (ErrorKind, String) {
    let error: Error = builder.build().expect_err("it is wrong");
    (error.kind(), error.to_string())
}

/// The one definition that a server of this tool lists.
fn listed(tool: Tool) -> String {
    let server = builder().tool(tool).build().expect("it is sound");
    let [answer] = exchange(&server, &request("tools/list", "", "")).try_into().expect("there is one answer");
    let (_, rest) = answer.split_once(r#""tools":["#).expect("it is a listing");
    rest.split_once(r#"],"ttlMs""#).expect("hints follow").0.into()
}

fn discovered(builder: ServerBuilder) -> String {
    let [answer] = exchange(&builder.build().expect("it is sound"), &request("server/discover", "", ""))
        .try_into()
        .expect("there is one answer");
    answer
}

#[test]
fn a_server_has_a_name_and_a_version() {
    for empty in [Server::builder("", "1"), Server::builder("b", "")] {
        assert_eq!(refusal(empty), (ErrorKind::Name, "a server needs a name and a version".into()));
    }
}

#[test]
fn tools_have_names_that_hosts_take() {
    for good in ["a", "getUser", "DATA_EXPORT_v2", "admin.tools.list", "-", &"n".repeat(128)] {
        assert!(builder().tool(tool(good)).build().is_ok(), "{good}");
    }
    for (bad, shown) in [
        ("", r#""""#),
        ("a b", r#""a b""#),
        ("a,b", r#""a,b""#),
        ("a/b", r#""a/b""#),
        ("ä", r#""ä""#),
        ("a\n", r#""a\n""#),
    ] {
        let expected =
            format!("tool {shown}: a tool's name has 1 to 128 of the characters A-Z a-z 0-9 _ - .");
        assert_eq!(refusal(builder().tool(tool(bad))), (ErrorKind::Name, expected));
    }
    assert_eq!(refusal(builder().tool(tool(&"n".repeat(129)))).0, ErrorKind::Name);
}

#[test]
fn a_setting_lets_tools_have_any_name() {
    for good in ["a b", "ä/ö", "\n", &"n".repeat(256)] {
        assert!(builder().any_tool_name().tool(tool(good)).build().is_ok(), "{good:?}");
    }
    assert_eq!(
        refusal(builder().any_tool_name().tool(tool(""))),
        (ErrorKind::Name, r#"tool "": a tool's name has 1 to 256 bytes"#.into())
    );
    assert_eq!(refusal(builder().any_tool_name().tool(tool(&"n".repeat(257)))).0, ErrorKind::Name);
}

#[test]
fn two_tools_have_two_names() {
    let expected = (ErrorKind::Duplicate, r#"there is a second tool "a""#.into());
    assert_eq!(refusal(builder().tools([tool("a"), tool("b"), tool("a")])), expected);
    assert_eq!(refusal(builder().tool(tool("a")).merge(builder().tool(tool("a")))), expected);
    assert!(builder().tools([tool("a"), tool("A")]).build().is_ok());
}

#[test]
fn an_input_schema_is_a_json_object_for_objects() {
    for (schema, problem) in [
        ("", "it is not JSON: the text is not valid JSON"),
        ("{", "it is not JSON: the text is not valid JSON"),
        ("{} {}", "it is not JSON: something follows the JSON value"),
        (r#"{"a":1,"a":2}"#, "it is not JSON: an object has two members of the same name"),
        ("null", "it is not an object"),
        ("true", "it is not an object"),
        (r#"["object"]"#, "it is not an object"),
        (r#"{"type":"array"}"#, r#"its root type is not "object"; arguments always are an object"#),
        (r#"{"type":["object","null"]}"#, r#"its root type is not "object"; arguments always are an object"#),
        (r#"{"type":null}"#, r#"its member "type" is of the wrong kind"#),
        (r#"{"type":"object","required":null}"#, r#"its member "required" is of the wrong kind"#),
        (r#"{"type":"object","properties":[]}"#, r#"its member "properties" is of the wrong kind"#),
        (r#"{"type":"object","$defs":7}"#, r#"its member "$defs" is of the wrong kind"#),
    ] {
        let expected = (ErrorKind::Schema, format!(r#"tool "t": input schema: {problem}"#));
        assert_eq!(refusal(builder().tool(tool("t").input_schema(schema))), expected, "{schema}");
    }
}

#[test]
fn an_output_schema_is_a_json_object() {
    for (schema, problem) in [
        ("x", "it is not JSON: the text is not valid JSON"),
        ("[]", "it is not an object"),
        (r#"{"required":{}}"#, r#"its member "required" is of the wrong kind"#),
    ] {
        let expected = (ErrorKind::Schema, format!(r#"tool "t": output schema: {problem}"#));
        assert_eq!(refusal(builder().tool(tool("t").output_schema(schema))), expected, "{schema}");
    }
    let expected = r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":{}}"#;
    assert_eq!(listed(tool("t").output_schema("{}")), expected, "nothing is added to it");
}

#[test]
fn a_schema_nested_too_deep_is_refused() {
    let nested = |levels| format!("{}1{}", r#"{"not":"#.repeat(levels), "}".repeat(levels));
    assert!(builder().tool(tool("t").input_schema(nested(128))).build().is_ok());
    let problem = r#"tool "t": input schema: it is not JSON: nesting is deeper than 128 levels"#;
    assert_eq!(
        refusal(builder().tool(tool("t").input_schema(nested(129)))),
        (ErrorKind::Schema, problem.into())
    );
}

#[test]
fn a_schema_is_listed_as_it_was_written_without_its_white_space() {
    let written = "{ \"type\" : \"object\",\r\n\t\"z\": 1.50, \"a\": \"\\u0041 b\", \"big\": 123456789012345678901234567890 }";
    let expected = r#"{"name":"t","inputSchema":{"type":"object","z":1.50,"a":"\u0041 b","big":123456789012345678901234567890}}"#;
    assert_eq!(listed(tool("t").input_schema(written)), expected);
    assert_eq!(listed(tool("t").input_schema(String::from(written))), expected);
    let raw = RawValue::from_string(written.into()).expect("it is JSON");
    assert_eq!(listed(tool("t").input_schema(raw)), expected);
}

#[test]
fn a_schema_without_a_type_is_given_that_of_arguments() {
    for (schema, expected) in [
        ("{}", r#"{"type":"object"}"#),
        (r#"{"required":["a"]}"#, r#"{"type":"object","required":["a"]}"#),
        (
            r#"{"allOf":[{"if":{},"then":{"type":"null"}}],"properties":{"type":{}}}"#,
            r#"{"type":"object","allOf":[{"if":{},"then":{"type":"null"}}],"properties":{"type":{}}}"#,
        ),
    ] {
        assert_eq!(
            listed(tool("t").input_schema(schema)),
            format!(r#"{{"name":"t","inputSchema":{expected}}}"#)
        );
    }
    let value = json!({ "properties": { "a": { "type": "integer" } } });
    let expected = r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"integer"}}}}"#;
    assert_eq!(listed(tool("t").input_schema(value)), expected);
}

#[test]
fn icons_and_websites_have_absolute_uris() {
    for bad in ["", "icon.png", "/icon.png", "//example.com/icon.png", "https:", "https://exa mple.com/"] {
        let of_tool = (ErrorKind::Uri, r#"tool "t": an icon's src is not an absolute URI"#.into());
        assert_eq!(refusal(builder().tool(tool("t").icon(Icon::new(bad)))), of_tool, "{bad}");
        let of_server = (ErrorKind::Uri, "an icon's src of the server is not an absolute URI".into());
        assert_eq!(refusal(builder().icon(Icon::new(bad))), of_server, "{bad}");
        let website = (ErrorKind::Uri, format!("the website URL {bad:?} is not an absolute URI"));
        assert_eq!(refusal(builder().website_url(bad)), website, "{bad}");
    }
    for good in ["https://example.com/icon.png", "data:image/png;base64,AAAA", "http://localhost:1/"] {
        assert!(
            builder()
                .icon(Icon::new(good))
                .website_url(good)
                .tool(tool("t").icon(Icon::new(good)))
                .build()
                .is_ok()
        );
    }
}

#[test]
fn meta_keys_follow_the_grammar() {
    for bad in ["-a", "a-", "a b", "ä", "1x.y/z", "a..b/c", "/a", "a/b/c", "a-.b/c"] {
        let expected = (ErrorKind::Meta, format!(r#"tool "t": _meta key {bad:?} breaks the grammar"#));
        assert_eq!(refusal(builder().tool(tool("t").meta(bad, 1))), expected);
    }
    let good = tool("t").meta("a", 1).meta("com.example/", 2).meta("x-1.y/z_1.a-b", 3).meta("a", json!([4]));
    let expected = r#"{"name":"t","inputSchema":{"type":"object"},"_meta":{"a":[4],"com.example/":2,"x-1.y/z_1.a-b":3}}"#;
    assert_eq!(listed(good), expected);
}

#[test]
fn the_first_mistake_is_the_one_that_is_named() {
    let (_, text) = refusal(builder().tools([tool("a"), tool("b c"), tool("d").input_schema("[]")]));
    assert!(text.starts_with(r#"tool "b c":"#), "{text}");
}

#[test]
fn a_merged_bundle_adds_its_tools_and_nothing_else() {
    let bundle = Server::builder("other", "9").instructions("no").logging().tools([tool("c"), tool("d")]);
    let server = builder().tool(tool("a")).merge(bundle).tool(tool("e")).build().unwrap();
    let [answer] = exchange(&server, &request("tools/list", "", "")).try_into().unwrap();
    let expected = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"c","inputSchema":{"type":"object"}},{"name":"d","inputSchema":{"type":"object"}},{"name":"e","inputSchema":{"type":"object"}}],"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"b","version":"1"}}}}"#;
    assert_eq!(answer, expected);
    assert_eq!(server.name(), "b");
}

#[test]
fn an_empty_bundle_still_offers_tools() {
    let expected = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"b","version":"1"}}}}"#;
    assert_eq!(discovered(builder().merge(builder().tools([]))), expected);
    let expected = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"b","version":"1"}}}}"#;
    assert_eq!(discovered(builder().merge(builder())), expected);
}

#[test]
fn all_that_a_server_says_of_itself() {
    let full = builder()
        .title("The \"B\"")
        .description("First\nsecond")
        .website_url("https://example.com/b")
        .icon(Icon::new("https://example.com/b.png").mime_type("image/png").size("any"))
        .instructions("Ask.\u{2028}Then listen.");
    let expected = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{},\"instructions\":\"Ask.\u{2028}Then listen.\",\"ttlMs\":0,\"cacheScope\":\"private\",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"b\",\"title\":\"The \\\"B\\\"\",\"version\":\"1\",\"description\":\"First\\nsecond\",\"websiteUrl\":\"https://example.com/b\",\"icons\":[{\"src\":\"https://example.com/b.png\",\"mimeType\":\"image/png\",\"sizes\":[\"any\"]}]}}}}";
    assert_eq!(discovered(full), expected);
}
