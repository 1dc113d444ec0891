//! What a handler learns of its call: from the host, and from the message.

mod wire;

use std::collections::BTreeMap;
use std::net::SocketAddr;

use serde::Deserialize;
use serde_json::Value;
use snodo::{Call, Capability, Context, Execution, Failure, NoArguments, Outcome, Server, Tool};
use wire::{exchange, request, start};

#[derive(Debug)]
struct User(String);

struct Tenant(u32);

struct Other;

async fn host(_: NoArguments, cx: Context) -> Result<String, Failure> {
    Ok(format!(
        "{:?} {} {:?} {} {:?}",
        cx.auth::<User>().map(|user| &user.0),
        cx.auth::<Tenant>().is_some(),
        cx.extension::<Tenant>().map(|tenant| tenant.0),
        cx.extension::<Other>().is_some(),
        cx.peer(),
    ))
}

#[derive(Deserialize)]
struct Client {
    name: String,
    version: String,
    #[serde(default)]
    title: String,
}

async fn client(_: NoArguments, cx: Context) -> Result<String, Failure> {
    let known = cx
        .client_info::<Client>()
        .map(|client| format!("{}/{}/{}", client.name, client.version, client.title));
    let other_shape = cx.client_info::<BTreeMap<String, u8>>().is_some();
    Ok(format!("{} {known:?} {other_shape}", cx.client_info::<Value>().is_some()))
}

async fn capabilities(_: NoArguments, cx: Context) -> Result<String, Failure> {
    let has: Vec<_> = [
        Capability::ElicitationForm,
        Capability::ElicitationUrl,
        Capability::Sampling,
        Capability::SamplingTools,
        Capability::SamplingContext,
        Capability::Roots,
    ]
    .into_iter()
    .filter(|capability| cx.client_has(*capability))
    .map(|capability| format!("{capability:?}"))
    .collect();
    assert_eq!(format!("{:?}", cx.client_capabilities()), format!("{{{}}}", has.join(", ")));
    Ok(has.join(" "))
}

fn server() -> Server {
    Server::builder("c", "1")
        .tools([
            Tool::new("host", host),
            Tool::new("client", client),
            Tool::new("capabilities", capabilities),
            Tool::new("id", async |_: NoArguments, cx: Context| Ok(format!("{} {cx:?}", cx.request_id()))),
            Tool::new("meta", async |_: NoArguments, cx: Context| Ok(String::from(cx.meta()))),
            Tool::new("wants_progress", async |_: NoArguments, cx: Context| {
                Ok(cx.wants_progress().to_string())
            }),
            Tool::new("cancelled", async |_: NoArguments, cx: Context| Ok(cx.cancelled().to_string())),
        ])
        .build()
        .expect("the tools are sound")
}

fn call(tool: &str) -> String {
    request("tools/call", &format!(r#""name":"{tool}","#), "")
}

/// The text that an answer consists of, as JSON has it between the quotes.
fn text(answer: &str) -> &str {
    let (_, rest) =
        answer.split_once(r#""content":[{"type":"text","text":""#).unwrap_or_else(|| panic!("{answer}"));
    rest.split_once(r#""}],"_meta""#).unwrap_or_else(|| panic!("{answer}")).0
}

#[track_caller]
fn says(message: &str, expected: &str) {
    let [answer] = exchange(&server(), message).try_into().expect("there is one answer");
    assert_eq!(text(&answer), expected);
}

/// What the tool says when the host knows this much.
fn said_to_host(call_: &Call) -> String {
    let execution: Execution = server().handle(call("host").as_bytes(), call_).expect("it is answered");
    let Outcome::Response(response) = execution.wait() else { panic!("it says nothing before") };
    let mut bytes = Vec::new();
    response.encode(&mut bytes);
    text(&String::from_utf8(bytes).expect("messages are UTF-8")).into()
}

#[test]
fn what_the_host_knows_is_found_by_its_type() {
    assert_eq!(said_to_host(&Call::new()), "None false None false None");
    let peer: SocketAddr = "[::1]:4711".parse().unwrap();
    let full = Call::new().with_auth(User("ada".into())).with_extension(Tenant(1)).with_peer(peer);
    assert_eq!(said_to_host(&full), r#"Some(\"ada\") false Some(1) false Some([::1]:4711)"#);
    let second = full.clone().with_extension(Tenant(2)).with_extension(Other).with_auth(Tenant(3));
    assert_eq!(said_to_host(&second), "None true Some(2) true Some([::1]:4711)");
    assert_eq!(
        said_to_host(&full),
        r#"Some(\"ada\") false Some(1) false Some([::1]:4711)"#,
        "a clone is apart"
    );
}

#[test]
fn what_the_host_knows_is_not_shown() {
    let shown =
        format!("{:?}", Call::new().with_auth(User("secret".into())).with_extension(User("secret".into())));
    assert!(!shown.contains("secret"), "{shown}");
}

#[test]
fn who_the_client_says_it_is() {
    says(&call("client"), "false None false");
    let info = |info: &str| {
        request(
            "tools/call",
            r#""name":"client","#,
            &format!(r#","io.modelcontextprotocol/clientInfo":{info}"#),
        )
    };
    says(&info(r#"{"name":"n","version":"2"}"#), r#"true Some(\"n/2/\") false"#);
    says(
        &info(r#"{ "version" : "\u0032" , "x" : {} , "title" : "T" , "name" : "n" }"#),
        r#"true Some(\"n/2/T\") false"#,
    );
    says(&info(r#"{"name":"n","version":"2","title":7}"#), "true None false");
}

#[test]
fn what_the_client_can_do_counts_for_this_request() {
    let with = |capabilities: &str| {
        call("capabilities").replace(
            r#""io.modelcontextprotocol/clientCapabilities":{}"#,
            &format!(r#""io.modelcontextprotocol/clientCapabilities":{capabilities}"#),
        )
    };
    for (capabilities, has) in [
        ("{}", ""),
        (r#"{"elicitation":{}}"#, "ElicitationForm"),
        (r#"{"elicitation":{"url":{}}}"#, "ElicitationUrl"),
        (r#"{"elicitation":{"url":{},"form":{}}}"#, "ElicitationForm ElicitationUrl"),
        (r#"{"sampling":{}}"#, "Sampling"),
        (r#"{"sampling":{"tools":{}}}"#, "Sampling SamplingTools"),
        (r#"{"sampling":{"context":{}}}"#, "Sampling SamplingContext"),
        (r#"{"roots":{},"extensions":{"com.example/x":{"roots":1}}}"#, "Roots"),
        (r#"{"experimental":{"sampling":{}},"Roots":{}}"#, ""),
    ] {
        says(&with(capabilities), has);
    }
}

#[test]
fn the_request_s_metadata_is_its_text() {
    let message = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta": { "io.modelcontextprotocol/protocolVersion" :"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"traceparent":"00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01","n":1.50 } ,"name":"meta"}}"#;
    says(
        message,
        r#"{ \"io.modelcontextprotocol/protocolVersion\" :\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{},\"traceparent\":\"00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01\",\"n\":1.50 }"#,
    );
}

#[test]
fn whether_progress_is_wanted() {
    says(&call("wants_progress"), "false");
    for token in ["0", r#""""#, "-1", r#""t""#] {
        let meta = format!(r#","progressToken":{token}"#);
        says(&request("tools/call", r#""name":"wants_progress","#, &meta), "true");
    }
    // A member of this name elsewhere asks for nothing.
    says(
        &request(
            "tools/call",
            r#""name":"wants_progress","progressToken":1,"#,
            r#","x":{"progressToken":1}"#,
        ),
        "false",
    );
}

#[test]
fn the_id_is_the_client_s() {
    says(&call("id"), "1 Context { request_id: 1, cancelled: false, .. }");
    let named = call("id").replacen(r#""id":1"#, r#""id":"\u0061""#, 1);
    says(&named, r#"\"\\u0061\" Context { request_id: \"\\u0061\", cancelled: false, .. }"#);
}

#[test]
fn a_call_at_work_is_not_cancelled() {
    says(&call("cancelled"), "false");
}

#[test]
fn the_message_may_go_before_the_handler_runs() {
    let server = server();
    let execution = {
        let message = call("meta");
        start(&server, &message).expect("it is answered")
    };
    assert!(matches!(execution.wait(), Outcome::Response(_)));
}
