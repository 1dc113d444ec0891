//! What a policy conceals does not exist over HTTP either: no header tells the two apart.

mod wire;

use snodo::http::{Endpoint, Head, Reply};
use snodo::{Action, Call, Capability, Component, Decision, Extension, Json, NoArguments, Server, Tool};
use wire::{exchange, request};

const MIRRORED: &str = r#"{"properties":{"region":{"type":"string","x-mcp-header":"Region"}}}"#;

#[derive(serde::Deserialize)]
struct Anything {}

/// Two of each, one of which nobody sees.
fn server() -> Server {
    let tool = |name| Tool::new(name, async |_: Anything| Ok("done")).input_schema(MIRRORED);
    let extension = Extension::new("com.example/e")
        .named_method("com.example/hidden", "what", async |_: Anything| Ok(Json(())))
        .named_method("com.example/shown", "what", async |_: NoArguments| Ok(Json(())));
    Server::builder("c", "1")
        .tool(tool("hidden").requires(Capability::Roots))
        .tool(tool("shown"))
        .extension(extension)
        .policy(|_: Action, component: &Component<'_>, _: &Call| match component.name {
            "hidden" | "com.example/hidden" => Decision::Conceal,
            _ => Decision::Allow,
        })
        .build()
        .expect("the server is well defined")
}

/// The status and body of the answer to a request with these fields besides those that every request has.
fn answer(method: &str, fields: &[(&str, &[u8])], body: &str) -> (u16, String) {
    let endpoint = Endpoint::builder(server()).build().expect("the endpoint is well defined");
    let mut headers: Vec<(&str, &[u8])> = vec![
        ("content-type", b"application/json"),
        ("accept", b"application/json, text/event-stream"),
        ("mcp-protocol-version", b"2026-07-28"),
        ("mcp-method", method.as_bytes()),
    ];
    headers.extend(fields);
    let head = Head::collect("POST", "/mcp", headers);
    let Reply::Response(response) = endpoint.handle(head, body.as_bytes(), &Call::new()).wait() else {
        panic!("nothing is streamed here")
    };
    let mut bytes = Vec::new();
    response.encode_body(&mut bytes);
    (response.status(), String::from_utf8(bytes).expect("bodies are UTF-8"))
}

fn error(status: u16, code: i64, message: &str) -> (u16, String) {
    (status, format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"{message}"}}}}"#))
}

/// Fields that agree with the body, and such that do not.
const REGIONS: [&[(&str, &[u8])]; 5] = [
    &[("mcp-param-region", b"eu")],
    &[],
    &[("mcp-param-region", b"us")],
    &[("mcp-param-region", b"eu"), ("mcp-param-region", b"eu")],
    &[("mcp-param-region", b"=?base64?%?=")],
];

#[test]
fn a_concealed_tool_answers_as_one_that_is_not_there_whatever_its_headers_say() {
    let call = |name: &str, region: &[(&str, &[u8])]| {
        let members = format!(r#""name":"{name}","arguments":{{"region":"eu"}},"#);
        let fields = [&[("mcp-name", name.as_bytes())], region].concat();
        answer("tools/call", &fields, &request("tools/call", &members, ""))
    };
    for region in REGIONS {
        assert_eq!(call("hidden", region), error(400, -32602, "Unknown tool: hidden"));
        assert_eq!(call("absent", region), error(400, -32602, "Unknown tool: absent"));
    }
    assert_eq!(call("shown", REGIONS[0]).0, 200);
    let missing = "Header mismatch: the Mcp-Param-Region header is required";
    assert_eq!(call("shown", REGIONS[1]), error(400, -32020, missing));
}

#[test]
fn a_concealed_method_answers_as_one_that_is_not_there_whatever_its_headers_say() {
    let names: [&[(&str, &[u8])]; 5] = [
        &[("mcp-name", b"x")],
        &[],
        &[("mcp-name", b"y")],
        &[("mcp-name", b"x"), ("mcp-name", b"x")],
        &[("mcp-name", b"=?base64?%?=")],
    ];
    let declared = r#"clientCapabilities":{"extensions":{"com.example/e":{}}}"#;
    let call = |method: &str, name: &[(&str, &[u8])], declares: bool| {
        let bare = request(method, r#""what":"x","#, "");
        let body = if declares { bare.replacen(r#"clientCapabilities":{}"#, declared, 1) } else { bare };
        answer(method, name, &body)
    };
    for name in names {
        for declares in [true, false] {
            for method in ["com.example/hidden", "com.example/absent"] {
                let unknown = error(404, -32601, "Method not found");
                assert_eq!(call(method, name, declares), unknown, "{method}");
            }
        }
    }
    let missing = "Header mismatch: the Mcp-Name header is required";
    assert_eq!(call("com.example/shown", names[1], true), error(400, -32020, missing));
}

#[test]
fn without_headers_there_is_nothing_to_tell_apart() {
    let call = |name: &str| exchange(&server(), &request("tools/call", &format!(r#""name":"{name}","#), ""));
    assert_eq!(call("hidden"), [error(0, -32602, "Unknown tool: hidden").1]);
    assert_eq!(call("absent"), [error(0, -32602, "Unknown tool: absent").1]);
}
