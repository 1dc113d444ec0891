//! Which status goes with which answer.

use snodo::http::{Endpoint, Response};
use snodo::{Call, Context, Failure, NoArguments, Server, Tool, Unavailable};

use crate::exchange::{answer, parsed, whole};
use crate::subject::{POST, Subject};

/// An endpoint whose tools fail, each in its own way.
fn failing() -> Endpoint {
    async fn fail(failure: Failure) -> Result<(), Failure> {
        Err(failure)
    }
    let server = Server::builder("probe", "1.0.0")
        .tool(Tool::new("tool", |_: NoArguments| fail(Failure::new("no luck"))))
        .tool(Tool::new("internal", |_: NoArguments| fail(Failure::internal("secret"))))
        .tool(Tool::new("params", |_: NoArguments| fail(Failure::protocol(-32602, "not these"))))
        .tool(Tool::new("reason", |_: NoArguments| {
            fail(Failure::protocol(-32603, "mine").data(serde_json::json!({ "reason": "overloaded" })))
        }))
        .tool(Tool::new("capability", |_: NoArguments| fail(Failure::protocol(-32021, "reserved"))))
        .tool(Tool::new("policy", |_: NoArguments| fail(Failure::protocol(403, "not you"))))
        .tool(Tool::new("negative", |_: NoArguments| fail(Failure::protocol(-31999, "own"))))
        .tool(Tool::new("method", |_: NoArguments| fail(Failure::protocol(-32601, "reserved"))))
        .tool(Tool::new("header", |_: NoArguments| fail(Failure::protocol(-32020, "reserved"))))
        .tool(Tool::new("legacy", |_: NoArguments| fail(Failure::protocol(-32003, "reserved"))))
        .tool(Tool::new("panics", async |_: NoArguments| -> Result<(), Failure> { panic!("secret") }))
        .tool(Tool::new("hangs", async |_: NoArguments, _: Context| -> Result<(), Failure> {
            std::future::pending().await
        }))
        .build()
        .expect("the tools are sound");
    Endpoint::builder(server).build().expect("the defaults are sound")
}

fn call(tool: &str, arguments: &str) -> String {
    format!(
        "{POST}MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/call\nMcp-Name: {tool}\n\n\
         {{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\"arguments\":{arguments},\"_meta\":{{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{{}}}}}}}}"
    )
}

fn request(method: &str, params: &str) -> String {
    format!(
        "{POST}MCP-Protocol-Version: 2026-07-28\nMcp-Method: {method}\nMcp-Name: x\n\n\
         {{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"{method}\",\"params\":{{{params}\"_meta\":{{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{{}}}}}}}}"
    )
}

fn failed(text: &str) -> String {
    format!(
        "200\ncontent-type: application/json\n\n{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"resultType\":\"complete\",\"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}],\"isError\":true,\"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{{\"name\":\"probe\",\"version\":\"1.0.0\"}}}}}}}}"
    )
}

fn error(status: u16, error: &str) -> String {
    format!(
        "{status}\ncontent-type: application/json\n\n{{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{{{error}}}}}"
    )
}

#[test]
fn results_are_200_also_where_the_tool_failed() {
    let subject = Subject::new();
    assert_eq!(
        subject.answer(request("server/discover", "")),
        "200\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},\"ttlMs\":0,\"cacheScope\":\"private\",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"probe\",\"version\":\"1.0.0\"}}}}"
    );
    assert_eq!(answer(&failing(), call("tool", "{}").as_bytes()), failed("no luck"));
    assert_eq!(subject.answer(call("echo", "{}")), failed("Invalid arguments: /text is required"));
}

#[test]
fn errors_of_handlers_have_the_status_of_their_code() {
    let endpoint = failing();
    for (tool, expected) in [
        ("internal", error(200, r#""code":-32603,"message":"Internal error""#)),
        ("panics", error(200, r#""code":-32603,"message":"Internal error""#)),
        ("params", error(400, r#""code":-32602,"message":"not these""#)),
        // A handler is not the host: what it says about load is its own affair.
        ("reason", error(200, r#""code":-32603,"message":"mine","data":{"reason":"overloaded"}"#)),
        ("capability", error(200, r#""code":-32603,"message":"reserved""#)),
        ("policy", error(200, r#""code":403,"message":"not you""#)),
        ("negative", error(200, r#""code":-31999,"message":"own""#)),
        ("method", error(200, r#""code":-32603,"message":"reserved""#)),
        ("header", error(200, r#""code":-32603,"message":"reserved""#)),
        ("legacy", error(200, r#""code":-32603,"message":"reserved""#)),
    ] {
        assert_eq!(answer(&endpoint, call(tool, "{}").as_bytes()), expected, "{tool}");
    }
}

#[test]
fn what_is_not_there_is_404_and_bad_parameters_are_400() {
    let subject = Subject::new();
    let not_found = error(404, r#""code":-32601,"message":"Method not found""#);
    for method in [
        "no/such",
        "ping",
        "logging/setLevel",
        "tasks/get",
        "resources/list",
        "subscriptions/listen",
        "Tools/List",
        "",
    ] {
        assert_eq!(subject.answer(request(method, "")), not_found, "{method}");
    }
    let tools = Server::builder("probe", "1.0.0").build().unwrap();
    let none = Endpoint::builder(tools).build().unwrap();
    assert_eq!(answer(&none, request("tools/list", "").as_bytes()), not_found);

    assert_eq!(
        subject.answer(call("unknown", "{}")),
        error(400, r#""code":-32602,"message":"Unknown tool: unknown""#)
    );
    assert_eq!(
        subject.answer(call("echo", "[]")),
        error(400, r#""code":-32602,"message":"Invalid params: arguments must be an object""#)
    );
    assert_eq!(
        subject.answer(request("tools/list", r#""cursor":"x","#)),
        error(400, r#""code":-32602,"message":"Invalid cursor""#)
    );
    assert_eq!(
        subject.answer(request("sampling/createMessage", "")),
        error(
            400,
            r#""code":-32600,"message":"Invalid request: this method is asked by servers, inside a result""#
        )
    );
    assert_eq!(
        subject.answer(call("rooted", "{}")),
        error(
            400,
            r#""code":-32021,"message":"The client has not declared a capability that this needs","data":{"requiredCapabilities":{"roots":{}}}"#
        )
    );
    assert_eq!(subject.calls(), 0);
}

#[test]
fn what_cannot_be_carried_out_now_is_503_or_504() {
    let endpoint = failing();
    let request = call("hangs", "{}");
    for (why, status, fields, error) in [
        (
            Unavailable::Overloaded,
            503,
            "retry-after: 1\n",
            r#""code":-32603,"message":"The server is busy: try again later","data":{"reason":"overloaded"}"#,
        ),
        (
            Unavailable::ShuttingDown,
            503,
            "retry-after: 1\n",
            r#""code":-32603,"message":"The server is shutting down","data":{"reason":"shutting_down"}"#,
        ),
        (
            Unavailable::Timeout,
            504,
            "",
            r#""code":-32603,"message":"The request took too long","data":{"reason":"timeout"}"#,
        ),
    ] {
        let head = format!("{status}\ncontent-type: application/json\n{fields}\n");
        let unread = format!("{head}{{\"jsonrpc\":\"2.0\",\"error\":{{{error}}}}}");
        assert_eq!(whole(&Response::unavailable(why)), unread);

        let (fields, body) = parsed(request.as_bytes());
        let prepared = endpoint.check(fields).unwrap().prepare(body, &Call::new()).unwrap();
        let given_up = format!("{head}{{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{{{error}}}}}");
        let refused = snodo::Response::unavailable(prepared.id().clone(), why);
        assert_eq!(whole(&refused.into()), given_up);
        assert_eq!(whole(&prepared.execute().abandon(why).into()), given_up);
    }
}

#[test]
fn session_headers_are_ignored_and_never_sent() {
    let subject = Subject::new();
    let plain = call("echo", r#"{"text":"hi"}"#);
    let with_session = plain.replacen("MCP-", "Mcp-Session-Id: x\nLast-Event-ID: 7\nMCP-", 1);
    let said = subject.answer(&plain);
    assert_eq!(said, crate::subject::SAID_HI);
    assert_eq!(subject.answer(with_session), said);
}
