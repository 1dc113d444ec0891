//! Extensions: declared by both sides, or not there.

mod wire;

use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;
use serde_json::{Map, Value, json};
use snodo::{
    Context, ErrorKind, Extension, ExtensionResult, Failure, Invocation, Json, Middleware, Next, NoArguments,
    Server, ServerBuilder, Tool,
};
use wire::exchange;

#[derive(Deserialize)]
struct Find {
    what: String,
}

fn extension() -> Extension {
    Extension::new("com.example/find")
        .settings(json!({ "depth": 2 }))
        .method("com.example/find", async |params: Find| Ok(Json(json!({ "found": params.what }))))
        .method("com.example/work", async |_: Find| {
            Ok(ExtensionResult::new(&json!({ "id": "w1" })).result_type("task"))
        })
        .method("com.example/nothing", async |_: Find| Ok(Json(json!({}))))
        .method("com.example/seen", async |_: Find, cx: Context| {
            Ok(Json(json!({ "settings": cx.client_extension("com.example/find") })))
        })
        .method("com.example/bad", async |_: Find| Ok(Json("no object")))
        .method("com.example/own", async |_: Find| Ok(Json(json!({ "resultType": "mine" }))))
        .method("com.example/fails", async |_: Find| Err::<Json<()>, _>(Failure::new("not today")))
}

fn server() -> Server {
    Server::builder("e", "1").extension(extension()).build().expect("the server is well defined")
}

/// A request of a client that declares `extensions`.
fn request(method: &str, members: &str, extensions: &str) -> String {
    let declared = format!(r#"clientCapabilities":{{"extensions":{extensions}}}"#);
    wire::request(method, members, "").replacen(r#"clientCapabilities":{}"#, &declared, 1)
}

const TAIL: &str = r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"e","version":"1"}}}}"#;
const DECLARED: &str = r#"{"com.example/find":{"v":1}}"#;

#[track_caller]
fn result(method: &str, expected: &str) {
    let answers = exchange(&server(), &request(method, r#""what":"x","#, DECLARED));
    assert_eq!(answers, [format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{{expected},{TAIL}"#)]);
}

#[track_caller]
fn error(method: &str, members: &str, extensions: &str, expected: &str) {
    let answers = exchange(&server(), &request(method, members, extensions));
    assert_eq!(answers, [format!(r#"{{"jsonrpc":"2.0","id":1,"error":{expected}}}"#)]);
}

#[test]
fn a_method_of_an_extension_that_both_sides_have_is_served() {
    result("com.example/find", r#""resultType":"complete","found":"x""#);
    result("com.example/work", r#""resultType":"task","id":"w1""#);
    result("com.example/nothing", r#""resultType":"complete""#);
    result("com.example/seen", r#""resultType":"complete","settings":"{\"v\":1}""#);
}

#[test]
fn a_method_may_repeat_a_parameter_in_the_name_header() {
    let extension =
        Extension::new("com.example/find").named_method("com.example/get", "what", async |params: Find| {
            Ok(Json(json!({ "got": params.what })))
        });
    let server = Server::builder("e", "1").extension(extension).build().expect("the server is well defined");
    let endpoint = snodo::http::Endpoint::builder(server).build().expect("the endpoint is well defined");
    let status = |what: &str, name: Option<&'static [u8]>| {
        let mut headers: Vec<(&str, &[u8])> = vec![
            ("host", b"localhost"),
            ("content-type", b"application/json"),
            ("accept", b"application/json, text/event-stream"),
            ("mcp-protocol-version", b"2026-07-28"),
            ("mcp-method", b"com.example/get"),
        ];
        headers.extend(name.map(|name| ("mcp-name", name)));
        let head = snodo::http::Head::collect("POST", "/mcp", headers);
        let body = request("com.example/get", &format!(r#""what":"{what}","#), DECLARED);
        match endpoint.handle(head, body.as_bytes(), &snodo::Call::new()).wait() {
            snodo::http::Reply::Response(response) => {
                let mut out = Vec::new();
                response.encode_body(&mut out);
                (response.status(), String::from_utf8(out).expect("bodies are UTF-8"))
            }
            _ => panic!("nothing is streamed here"),
        }
    };
    let refused = |problem| {
        (
            400,
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32020,"message":"Header mismatch: {problem}"}}}}"#
            ),
        )
    };
    let got = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","got":"x",{TAIL}"#);
    assert_eq!(status("x", Some(b"x")), (200, got.clone()));
    assert_eq!(status("x", Some(b"=?base64?eA==?=")), (200, got));
    assert_eq!(status("x", Some(b"y")), refused("the Mcp-Name header and the body disagree"));
    assert_eq!(status("x", None), refused("the Mcp-Name header is required"));
}

#[test]
fn a_client_that_has_not_declared_it_is_refused_with_what_is_missing() {
    let missing = r#"{"code":-32021,"message":"The client has not declared an extension that this needs","data":{"requiredCapabilities":{"extensions":{"com.example/find":{}}}}}"#;
    error("com.example/find", r#""what":"x","#, "{}", missing);
    error("com.example/find", r#""what":"x","#, r#"{"com.example/other":{}}"#, missing);
}

#[test]
fn a_method_that_the_server_lacks_is_unknown() {
    error("com.example/lost", "", DECLARED, r#"{"code":-32601,"message":"Method not found"}"#);
    let bare = Server::builder("e", "1").build().expect("the server is well defined");
    assert_eq!(
        exchange(&bare, &request("com.example/find", r#""what":"x","#, DECLARED)),
        [r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#]
    );
}

#[test]
fn parameters_and_results_that_do_not_fit_are_told_apart() {
    error(
        "com.example/find",
        "",
        DECLARED,
        r#"{"code":-32602,"message":"Invalid arguments: /what is required"}"#,
    );
    let internal = r#"{"code":-32603,"message":"Internal error"}"#;
    error("com.example/bad", r#""what":"x","#, DECLARED, internal);
    error("com.example/own", r#""what":"x","#, DECLARED, internal);
    error("com.example/fails", r#""what":"x","#, DECLARED, r#"{"code":-32603,"message":"not today"}"#);
}

/// Nothing but what it names.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Strict {
    what: String,
}

/// One whose methods are particular about what they take and give.
fn particular() -> Server {
    let result = |kind: &'static str| {
        move |_: NoArguments| ready(Ok(ExtensionResult::new(&json!({})).result_type(kind)))
    };
    let extension = Extension::new("com.example/find")
        .method("com.example/none", async |_: NoArguments| Ok(Json(json!({ "none": true }))))
        .method("com.example/strict", async |params: Strict| Ok(Json(json!({ "found": params.what }))))
        .method("com.example/all", async |params: Map<String, Value>| Ok(Json(json!({ "all": params }))))
        .method("com.example/asks", result("input_required"))
        .method("com.example/untyped", result(""))
        .method("com.example/typed", result("task"));
    Server::builder("e", "1").extension(extension).build().expect("the server is well defined")
}

#[test]
fn the_members_that_every_request_has_are_no_parameters() {
    for (method, members, expected) in [
        ("com.example/none", "", r#""none":true"#),
        ("com.example/strict", r#""what":"x","#, r#""found":"x""#),
        ("com.example/all", r#""a":[1.50],"b":"\u00e9","#, r#""all":{"a":[1.5],"b":"é"}"#),
        ("com.example/all", "", r#""all":{}"#),
    ] {
        let answers = exchange(&particular(), &request(method, members, DECLARED));
        let expected =
            format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete",{expected},{TAIL}"#);
        assert_eq!(answers, [expected], "{method}");
    }
    for (method, members, problem) in [
        ("com.example/none", r#""what":"x","#, "/what is not known"),
        ("com.example/strict", r#""what":"x","why":1,"#, "/why is not known"),
        ("com.example/strict", "", "/what is required"),
    ] {
        let answers = exchange(&particular(), &request(method, members, DECLARED));
        let expected = format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32602,"message":"Invalid arguments: {problem}"}}}}"#
        );
        assert_eq!(answers, [expected], "{method}");
    }
}

#[test]
fn a_method_has_no_rounds_and_its_results_have_a_type() {
    let internal = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}"#;
    let task = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"task",{TAIL}"#);
    for (method, expected) in
        [("com.example/asks", internal), ("com.example/untyped", internal), ("com.example/typed", &task)]
    {
        assert_eq!(exchange(&particular(), &request(method, "", DECLARED)), [expected], "{method}");
    }
}

#[test]
fn discovery_shows_its_settings() {
    let server = Server::builder("e", "1")
        .extension(extension())
        .extension(Extension::new("org.example/two"))
        .tool(Tool::new("t", async |_: NoArguments| Ok("done")))
        .build()
        .expect("the server is well defined");
    let shown = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"extensions":{"com.example/find":{"depth":2},"org.example/two":{}}},"ttlMs":0,"cacheScope":"private","#;
    assert_eq!(exchange(&server, &request("server/discover", "", "{}")), [format!("{shown}{TAIL}")]);
}

#[test]
fn what_cannot_be_told_apart_is_refused_at_build() {
    let kind = |extensions: Vec<Extension>| {
        let builder = extensions.into_iter().fold(Server::builder("e", "1"), ServerBuilder::extension);
        builder.build().expect_err("it is refused").kind()
    };
    let method =
        |id: &'static str, name| Extension::new(id).method(name, async |_: Find| Ok(Json(json!({}))));
    assert_eq!(kind(vec![Extension::new("noprefix")]), ErrorKind::Name);
    assert_eq!(kind(vec![Extension::new("a.b/c"), Extension::new("a.b/c")]), ErrorKind::Duplicate);
    assert_eq!(kind(vec![method("a.b/c", "tools/call")]), ErrorKind::Duplicate);
    assert_eq!(kind(vec![method("a.b/c", "notifications/progress")]), ErrorKind::Duplicate);
    assert_eq!(kind(vec![method("a.b/c", "x"), method("a.b/d", "x")]), ErrorKind::Duplicate);
    assert_eq!(kind(vec![Extension::new("a.b/c").settings(json!([]))]), ErrorKind::Schema);
}

/// Counts, and lets through.
struct Counted(Arc<AtomicUsize>);

impl Middleware for Counted {
    fn around<T: Send + 'static>(
        &self,
        _: &Invocation<'_>,
        next: Next<T>,
    ) -> impl Future<Output = Result<T, Failure>> + Send + 'static {
        self.0.fetch_add(1, Ordering::Relaxed);
        next
    }
}

#[test]
fn what_is_done_around_requests_is_done_only_for_clients_that_declare_it() {
    let count = Arc::new(AtomicUsize::new(0));
    let server = Server::builder("e", "1")
        .extension(extension().around(Counted(Arc::clone(&count))))
        .tool(Tool::new("t", async |_: NoArguments| Ok("done")))
        .build()
        .expect("the server is well defined");
    let done = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","content":[{{"type":"text","text":"done"}}],{TAIL}"#
    );
    for (extensions, counted) in [("{}", 0), (DECLARED, 1)] {
        assert_eq!(exchange(&server, &request("tools/call", r#""name":"t","#, extensions)), [done.as_str()]);
        assert_eq!(count.load(Ordering::Relaxed), counted);
    }
    exchange(&server, &request("com.example/find", r#""what":"x","#, DECLARED));
    assert_eq!(count.load(Ordering::Relaxed), 2);
}

/// Breaks where it may do harm.
struct Broken;

impl Middleware for Broken {
    fn around<T: Send + 'static>(
        &self,
        _: &Invocation<'_>,
        _: Next<T>,
    ) -> impl Future<Output = Result<T, Failure>> + Send + 'static {
        panic!("around");
        #[expect(unreachable_code, reason = "it names the future's type")]
        std::future::pending()
    }
}

#[test]
fn a_panic_around_a_request_is_an_internal_error() {
    let server = Server::builder("e", "1")
        .extension(Extension::new("com.example/find").around(Broken))
        .tool(Tool::new("t", async |_: NoArguments| Ok("done")))
        .build()
        .expect("the server is well defined");
    assert_eq!(
        exchange(&server, &request("tools/call", r#""name":"t","#, DECLARED)),
        [r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}"#]
    );
}
