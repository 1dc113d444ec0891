//! Authorization: what a caller does not see, what it may not use, and what a fault of the policy does.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use snodo::http::{Endpoint, Head, Reply};
use snodo::{
    Action, CacheScope, Call, Capability, CompletionRequest, Component, Decision, ErrorKind, Hub, Limits,
    NoArguments, Outcome, Prompt, PromptArgument, ReadResult, Resource, ResourceContents, Server,
    ServerBuilder, Tool, Variables,
};

/// Who asks. A guest is told nothing of what is secret, and may not use what is locked.
#[derive(Clone, Copy, PartialEq)]
enum Caller {
    Admin,
    Guest,
}

fn by_caller(_: Action, component: &Component<'_>, call: &Call) -> Decision {
    let is_named =
        |word: &str| component.name.contains(word) || component.uri.is_some_and(|u| u.contains(word));
    match call.auth::<Caller>() {
        Some(Caller::Admin) => Decision::Allow,
        _ if is_named("secret") => Decision::Conceal,
        _ if is_named("locked") => Decision::refuse(-7, "Members only"),
        _ => Decision::Allow,
    }
}

fn tool(name: &str) -> Tool {
    Tool::new(name, async |_: NoArguments| Ok("done"))
}

fn resource(uri: &str) -> Resource {
    Resource::new(uri, "r", async |_: NoArguments| Ok("text"))
}

fn template(template: &str) -> Resource {
    Resource::template(template, "t", async |_: Variables| Ok("text"))
        .complete("x", async |_: CompletionRequest| Ok(["value"]))
}

fn prompt(name: &str) -> Prompt {
    Prompt::new(name, async |_: NoArguments| Ok("text"))
        .argument(PromptArgument::optional("a"))
        .complete("a", async |_: CompletionRequest| Ok(["value"]))
}

fn builder() -> ServerBuilder {
    Server::builder("p", "1")
        .limits(Limits::default().page_size(2))
        .tools([tool("a"), tool("secret_b"), tool("c"), tool("locked_d"), tool("e")])
        .resources([
            resource("r:a"),
            resource("r:secret"),
            resource("r:locked"),
            resource("r:d"),
            resource("r:e"),
        ])
        .resources([template("t:///{x}"), template("u:///secret/{x}"), template("v:///locked/{x}")])
        .prompts([prompt("a"), prompt("secret_b"), prompt("locked_c"), prompt("d")])
        .source(Hub::new())
}

fn server() -> Server {
    builder().policy(by_caller).build().expect("it is sound")
}

/// A request with id 1. `members` are those of its params but for `_meta`, each with a comma after it.
fn request(method: &str, members: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{members}"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    )
}

fn ask(server: &Server, caller: Caller, message: &str) -> Vec<String> {
    let encoded = |encode: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = Vec::new();
        encode(&mut bytes);
        String::from_utf8(bytes).expect("messages are UTF-8")
    };
    match server.handle(message.as_bytes(), &Call::new().with_auth(caller)).expect("it has an id").wait() {
        Outcome::Response(response) => vec![encoded(&|out| response.encode(out))],
        // The acknowledgement: what follows comes when something changes.
        Outcome::Stream(mut stream) => {
            stream.wait_frame().into_iter().map(|frame| encoded(&|out| frame.encode(out))).collect()
        }
    }
}

#[track_caller]
fn refused(caller: Caller, method: &str, members: &str, error: &str) {
    let answers = ask(&server(), caller, &request(method, members));
    assert_eq!(answers, [format!(r#"{{"jsonrpc":"2.0","id":1,"error":{error}}}"#)]);
}

#[track_caller]
fn served(caller: Caller, method: &str, members: &str) {
    let [answer] = ask(&server(), caller, &request(method, members)).try_into().expect("there is one");
    assert!(answer.starts_with(r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","#), "{answer}");
}

const TAIL: &str = r#""ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"p","version":"1"}}}}"#;

#[track_caller]
fn listed(caller: Caller, method: &str, cursor: &str, expected: &str) {
    let answers = ask(&server(), caller, &request(method, cursor));
    let start = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","#;
    assert_eq!(answers, [format!("{start}{expected},{TAIL}")]);
}

#[test]
fn what_a_caller_may_not_see_is_left_out_before_pages_are_cut() {
    let first = r#""tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"c","inputSchema":{"type":"object"}}],"nextCursor":"MjAyNi0wNy0yOCB0b29scy9saXN0IGM""#;
    listed(Caller::Guest, "tools/list", "", first);
    let second = r#""tools":[{"name":"e","inputSchema":{"type":"object"}}]"#;
    listed(Caller::Guest, "tools/list", r#""cursor":"MjAyNi0wNy0yOCB0b29scy9saXN0IGM","#, second);
    let all = r#""tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"secret_b","inputSchema":{"type":"object"}}],"nextCursor":"MjAyNi0wNy0yOCB0b29scy9saXN0IHNlY3JldF9i""#;
    listed(Caller::Admin, "tools/list", "", all);

    let first = r#""resources":[{"uri":"r:a","name":"r"},{"uri":"r:d","name":"r"}],"nextCursor":"MjAyNi0wNy0yOCByZXNvdXJjZXMvbGlzdCByOmQ""#;
    listed(Caller::Guest, "resources/list", "", first);
    let only = r#""resourceTemplates":[{"uriTemplate":"t:///{x}","name":"t"}]"#;
    listed(Caller::Guest, "resources/templates/list", "", only);
}

#[test]
fn a_last_page_does_not_tell_that_something_hidden_follows() {
    let all =
        r#""prompts":[{"name":"a","arguments":[{"name":"a"}]},{"name":"d","arguments":[{"name":"a"}]}]"#;
    listed(Caller::Guest, "prompts/list", "", all);
}

#[test]
fn a_made_up_cursor_does_not_tell_what_is_hidden_from_what_is_not_there() {
    let expired =
        r#"{"code":-32602,"message":"Expired cursor: the list has changed, start from its first page"}"#;
    // After `secret_b`, `locked_d` and `nosuch`.
    for cursor in [
        "MjAyNi0wNy0yOCB0b29scy9saXN0IHNlY3JldF9i",
        "MjAyNi0wNy0yOCB0b29scy9saXN0IGxvY2tlZF9k",
        "MjAyNi0wNy0yOCB0b29scy9saXN0IG5vc3VjaA",
    ] {
        refused(Caller::Guest, "tools/list", &format!(r#""cursor":"{cursor}","#), expired);
    }
}

/// For each kind of component: how one is asked for, and the answer when there is none. `NAME` stands for its name.
const KINDS: [(&str, &str, [&str; 3], &str); 6] = [
    (
        "tools/call",
        r#""name":"NAME","#,
        ["secret_b", "locked_d", "none"],
        r#"{"code":-32602,"message":"Unknown tool: NAME"}"#,
    ),
    (
        "prompts/get",
        r#""name":"NAME","#,
        ["secret_b", "locked_c", "none"],
        r#"{"code":-32602,"message":"Unknown prompt: NAME"}"#,
    ),
    (
        "resources/read",
        r#""uri":"NAME","#,
        ["r:secret", "r:locked", "r:none"],
        r#"{"code":-32602,"message":"Resource not found","data":{"uri":"NAME"}}"#,
    ),
    (
        "resources/read",
        r#""uri":"NAME","#,
        ["u:///secret/1", "v:///locked/1", "w:///1"],
        r#"{"code":-32602,"message":"Resource not found","data":{"uri":"NAME"}}"#,
    ),
    (
        "completion/complete",
        r#""ref":{"type":"ref/prompt","name":"NAME"},"argument":{"name":"a","value":""},"#,
        ["secret_b", "locked_c", "none"],
        r#"{"code":-32602,"message":"Unknown prompt: NAME"}"#,
    ),
    (
        "completion/complete",
        r#""ref":{"type":"ref/resource","uri":"NAME"},"argument":{"name":"x","value":""},"#,
        ["u:///secret/{x}", "v:///locked/{x}", "w:///{x}"],
        r#"{"code":-32602,"message":"Unknown resource template: NAME"}"#,
    ),
];

#[test]
fn what_is_concealed_is_answered_as_what_is_not_there() {
    for (method, members, [secret, _, none], unknown) in KINDS {
        served(Caller::Admin, method, &members.replace("NAME", secret));
        for name in [secret, none] {
            refused(Caller::Guest, method, &members.replace("NAME", name), &unknown.replace("NAME", name));
        }
    }
}

#[test]
fn a_refusal_is_the_policys_own() {
    for (method, members, [_, locked, _], _) in KINDS {
        served(Caller::Admin, method, &members.replace("NAME", locked));
        let members = members.replace("NAME", locked);
        refused(Caller::Guest, method, &members, r#"{"code":-7,"message":"Members only"}"#);
    }
}

#[test]
fn a_resource_of_a_template_is_judged_by_its_uri_too() {
    served(Caller::Guest, "resources/read", r#""uri":"t:///1","#);
    let error = r#"{"code":-32602,"message":"Resource not found","data":{"uri":"t:///secret"}}"#;
    refused(Caller::Guest, "resources/read", r#""uri":"t:///secret","#, error);
}

#[test]
fn nothing_is_looked_at_before_the_policy_has_allowed_it() {
    let server = Server::builder("p", "1")
        .tool(tool("secret").requires(Capability::Roots))
        .policy(by_caller)
        .build()
        .expect("it is sound");
    let message = request("tools/call", r#""name":"secret","arguments":7,"inputResponses":7,"#);
    let unknown = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool: secret"}}"#;
    assert_eq!(ask(&server, Caller::Guest, &message), [unknown]);
}

#[test]
fn subscriptions_take_only_what_may_be_read() {
    let listen = |uris: &str| {
        format!(r#""notifications":{{"toolsListChanged":true,"resourceSubscriptions":[{uris}]}},"#)
    };
    let acknowledged = |filter: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":1}},"notifications":{filter}}}}}"#
        )
    };
    let message = request("subscriptions/listen", &listen(r#""r:a","r:secret","u:///secret/1","t:///1""#));
    for (caller, filter) in [
        (Caller::Guest, r#"{"toolsListChanged":true,"resourceSubscriptions":["r:a","t:///1"]}"#),
        (
            Caller::Admin,
            r#"{"toolsListChanged":true,"resourceSubscriptions":["r:a","r:secret","u:///secret/1","t:///1"]}"#,
        ),
    ] {
        assert_eq!(ask(&server(), caller, &message), [acknowledged(filter)]);
    }
    let error = r#"{"code":-7,"message":"Members only"}"#;
    refused(Caller::Guest, "subscriptions/listen", &listen(r#""r:a","v:///locked/1""#), error);
}

#[test]
fn the_policy_is_told_what_is_asked_for() {
    type Seen = Arc<Mutex<Vec<String>>>;
    let seen = Seen::default();
    let notes = Arc::clone(&seen);
    let server = builder()
        .policy(move |action: Action, component: &Component<'_>, _: &Call| {
            let note = format!("{action:?} {component} {:?}", component.uri);
            notes.lock().unwrap_or_else(PoisonError::into_inner).push(note);
            Decision::Allow
        })
        .build()
        .expect("it is sound");
    let seen = |method: &str, members: &str| {
        ask(&server, Caller::Guest, &request(method, members));
        std::mem::take(&mut *seen.lock().unwrap_or_else(PoisonError::into_inner))
    };
    assert_eq!(seen("server/discover", ""), [""; 0]);
    assert_eq!(seen("tools/call", r#""name":"a","#), [r#"Invoke tool "a" None"#]);
    assert_eq!(seen("tools/call", r#""name":"none","#), [""; 0]);
    assert_eq!(seen("prompts/get", r#""name":"a","#), [r#"Invoke prompt "a" None"#]);
    assert_eq!(seen("resources/read", r#""uri":"r:a","#), [r#"Invoke resource "r:a" Some("r:a")"#]);
    let template = r#"Invoke resource template "t:///{x}" Some("t:///1")"#;
    assert_eq!(seen("resources/read", r#""uri":"t:///1","#), [template]);
    let listen = r#""notifications":{"resourceSubscriptions":["t:///1"]},"#;
    assert_eq!(seen("subscriptions/listen", listen), [template]);
    let complete = r#""ref":{"type":"ref/resource","uri":"t:///{x}"},"argument":{"name":"x","value":""},"#;
    assert_eq!(seen("completion/complete", complete), [r#"Invoke resource template "t:///{x}" None"#]);
    // One more than the page holds: whether another page follows.
    let listed =
        [r#"Discover tool "a" None"#, r#"Discover tool "secret_b" None"#, r#"Discover tool "c" None"#];
    assert_eq!(seen("tools/list", ""), listed);
}

#[test]
fn a_panic_of_the_policy_allows_nothing() {
    let server = builder()
        .policy(|_: Action, _: &Component<'_>, _: &Call| -> Decision { panic!("secret: while judging") })
        .build()
        .expect("it is sound");
    let internal = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}"#;
    let listen = ("subscriptions/listen", r#""notifications":{"resourceSubscriptions":["r:a"]},"#);
    let asked = KINDS.map(|(method, members, ..)| (method, members));
    let names = ["a", "a", "r:a", "t:///1", "a", "t:///{x}"];
    for ((method, members), name) in
        asked.into_iter().zip(names).chain([(listen, ""), (("tools/list", ""), "")])
    {
        let message = request(method, &members.replace("NAME", name));
        assert_eq!(ask(&server, Caller::Admin, &message), [internal], "{message}");
    }
}

#[test]
fn the_protocols_own_codes_are_not_the_policys_to_choose() {
    for (code, sent) in [
        (-32_700, -32_603),
        (-32_021, -32_603),
        (-32_003, -32_603),
        (-32_000, -32_603),
        (-32_602, -32_602),
        (-31_999, -31_999),
        (403, 403),
    ] {
        let server = builder()
            .policy(move |_: Action, _: &Component<'_>, _: &Call| Decision::refuse(code, "No"))
            .build()
            .expect("it is sound");
        let expected = format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":{sent},"message":"No"}}}}"#);
        assert_eq!(ask(&server, Caller::Guest, &request("tools/call", r#""name":"a","#)), [expected]);
    }
}

#[test]
fn over_http_a_refusal_is_a_message_like_any_other() {
    let endpoint = Endpoint::builder(server()).build().expect("it is sound");
    let fields: [(&str, &[u8]); 5] = [
        ("content-type", b"application/json"),
        ("accept", b"application/json, text/event-stream"),
        ("mcp-protocol-version", b"2026-07-28"),
        ("mcp-method", b"tools/call"),
        ("mcp-name", b"locked_d"),
    ];
    let body = request("tools/call", r#""name":"locked_d","#);
    let reply = endpoint.handle(Head::collect("POST", "/mcp", fields), body.as_bytes(), &Call::new()).wait();
    let Reply::Response(response) = reply else { panic!("it streams nothing") };
    let mut bytes = Vec::new();
    response.encode_body(&mut bytes);
    assert_eq!(response.status(), 200);
    assert_eq!(bytes, br#"{"jsonrpc":"2.0","id":1,"error":{"code":-7,"message":"Members only"}}"#);
}

#[test]
fn nothing_that_a_policy_decides_is_kept_for_others() {
    let hour = Duration::from_secs(3600);
    let public: [fn(ServerBuilder, Duration) -> ServerBuilder; 5] = [
        |b, ttl| b.discover_cache(CacheScope::Public, ttl),
        |b, ttl| b.tools_cache(CacheScope::Public, ttl),
        |b, ttl| b.prompts_cache(CacheScope::Public, ttl),
        |b, ttl| b.resources_cache(CacheScope::Public, ttl),
        |b, ttl| b.read_cache(CacheScope::Public, ttl),
    ];
    for set in public {
        assert!(set(builder(), hour).build().is_ok());
        let error = set(builder().policy(by_caller), hour).build().expect_err("others would see it");
        assert_eq!(error.kind(), ErrorKind::Cache);
    }
    assert!(builder().policy(by_caller).tools_cache(CacheScope::Private, hour).build().is_ok());

    let read = Resource::new("r:public", "r", async |_: NoArguments| {
        let contents = ResourceContents::text("r:public", "text");
        Ok(ReadResult::new().contents(contents).cache(CacheScope::Public, Duration::from_secs(60)))
    });
    let server = builder().resource(read).policy(by_caller).build().expect("it is sound");
    let expected = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","contents":[{"uri":"r:public","text":"text"}],"ttlMs":60000,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"p","version":"1"}}}}"#;
    assert_eq!(ask(&server, Caller::Guest, &request("resources/read", r#""uri":"r:public","#)), [expected]);
}
