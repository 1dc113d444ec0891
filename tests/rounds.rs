//! Several rounds of one request with a sealer: what handlers keep, and who may bring it back.

#[expect(dead_code, reason = "the requests here declare capabilities")]
mod wire;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use snodo::{
    Binding, Call, CompletionRequest, Context, Failure, Form, FormElicitation, InputRequired, NoArguments,
    Outcome, Prompt, PromptArgument, Resource, Sealer, Server, ServerBuilder, StringSchema, Tool, Variables,
};
use wire::exchange;

/// Whoever can read can forge this one, but it binds as a sealer has to: a token is whom it is for, and the payload.
struct Toy;

impl Toy {
    fn head(binding: &Binding<'_>) -> String {
        let params: Value = serde_json::from_str(binding.params).expect("params are an object");
        let of = |member: &str| params.get(member).map(ToString::to_string).unwrap_or_default();
        let who = binding.principal.unwrap_or("anybody");
        format!("{who} {} {}{} {} ", binding.method, of("name"), of("uri"), of("arguments"))
    }
}

impl Sealer for Toy {
    fn seal(&self, payload: &str, binding: &Binding<'_>) -> Option<String> {
        (!payload.contains("too long")).then(|| Self::head(binding) + payload)
    }

    fn open(&self, token: &str, binding: &Binding<'_>) -> Option<String> {
        token.strip_prefix(&Self::head(binding)).map(Into::into)
    }
}

#[derive(Deserialize)]
struct Who {
    name: String,
}

async fn ask(cx: &Context) -> Result<String, Failure> {
    let form = FormElicitation::new("Who?", Form::new().required("name", StringSchema::new()));
    match cx.input("who", form).await?.accepted::<Who>() {
        Some(who) => Ok(who?.name),
        None => Ok("nobody".into()),
    }
}

/// Counts its rounds, in what it keeps.
async fn count(_: Value, cx: Context) -> Result<String, Failure> {
    let rounds = cx.state::<u32>().unwrap_or(0) + 1;
    cx.keep(&"forgotten")?;
    cx.keep(&rounds)?;
    Ok(format!("{} in round {rounds}", ask(&cx).await?))
}

/// Two questions, one after the other, with something kept at the second.
async fn twice(_: NoArguments, cx: Context) -> Result<String, Failure> {
    let name = ask(&cx).await?;
    cx.keep(&(1, &name))?;
    let form = FormElicitation::new("And then?", Form::new().optional("more", StringSchema::new()));
    let more = cx.input("more", form).await?;
    Ok(format!("{name} {:?} {:?}", more.action(), cx.state::<(u8, String)>()))
}

/// Comes back by itself: there is nothing to answer.
async fn again(_: NoArguments, cx: Context) -> Result<String, Failure> {
    match cx.state::<String>() {
        None => Err(Failure::input_required(InputRequired::new().state("a\0 b\"é==\n"))),
        Some(state) => Ok(state),
    }
}

struct Unwritable;

impl Serialize for Unwritable {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("secret"))
    }
}

fn builder() -> ServerBuilder {
    Server::builder("r", "1")
        .tool(Tool::new("count", count))
        .tool(Tool::new("other", count))
        .tool(Tool::new("twice", twice))
        .tool(Tool::new("again", again))
        .tool(Tool::new("unwritable", async |_: NoArguments, cx: Context| {
            cx.keep(&Unwritable)?;
            ask(&cx).await
        }))
        .tool(Tool::new("too_long", async |_: NoArguments, cx: Context| {
            cx.keep(&"too long")?;
            ask(&cx).await
        }))
        .tool(Tool::new("kept_in_vain", async |_: NoArguments, cx: Context| {
            cx.keep(&1)?;
            Ok(format!("{:?}", cx.state::<u8>()))
        }))
        .resource(Resource::template("r:///{x}", "r", async |variables: Variables, cx: Context| {
            let seen = cx.state::<bool>();
            cx.keep(&true)?;
            Ok(format!("{} {:?} {seen:?}", ask(&cx).await?, variables.get("x")))
        }))
        .prompt(
            Prompt::new("p", async |_: NoArguments, cx: Context| {
                let seen = cx.state::<bool>();
                cx.keep(&true)?;
                Ok(format!("{} {seen:?}", ask(&cx).await?))
            })
            .argument(PromptArgument::optional("a"))
            .complete("a", async |_: CompletionRequest, cx: Context| {
                cx.keep(&1)?;
                Ok(["never"])
            }),
        )
}

fn server() -> Server {
    builder().sealer(Toy).build().expect("it is sound")
}

fn request(method: &str, members: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{members},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{"elicitation":{{}}}}}}}}}}"#
    )
}

/// What is said to a message: one response.
fn answer(server: &Server, message: &str, call: &Call) -> String {
    let outcome = server.handle(message.as_bytes(), call).map(snodo::Execution::wait);
    let Some(Outcome::Response(response)) = outcome else { panic!("there is no other answer") };
    let mut bytes = Vec::new();
    response.encode(&mut bytes);
    String::from_utf8(bytes).expect("messages are UTF-8")
}

const META: &str = r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"r","version":"1"}}"#;
const WHO: &str = r#""inputRequests":{"who":{"method":"elicitation/create","params":{"mode":"form","message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}}}"#;
const ADA: &str = r#""inputResponses":{"who":{"action":"accept","content":{"name":"Ada"}}}"#;
const INTERNAL: &str = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}"#;
const INVALID: &str =
    r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid or expired requestState"}}"#;

fn demanded(members: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"input_required",{members},{META}}}}}"#)
}

fn completed(members: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete",{members},{META}}}}}"#)
}

fn text(text: &str) -> String {
    completed(&format!(r#""content":[{{"type":"text","text":"{text}"}}]"#))
}

#[track_caller]
fn told(members: &str, expected: &str) {
    assert_eq!(answer(&server(), &request("tools/call", members), &Call::new()), expected);
}

#[test]
fn what_is_kept_comes_back() {
    let state =
        |n: u32| format!(r#""requestState":"anybody tools/call \"count\" {{\"a\":1}} {{\"state\":{n}}}""#);
    let count = r#""name":"count","arguments":{"a":1}"#;
    told(count, &demanded(&format!("{WHO},{}", state(1))));
    // Nothing was answered, so it is asked again, and counts on.
    told(&format!("{count},{}", state(1)), &demanded(&format!("{WHO},{}", state(2))));
    told(&format!("{count},{ADA},{}", state(2)), &text("Ada in round 3"));
    told(&format!("{count},{ADA}"), &text("Ada in round 1"));
}

#[test]
fn answers_and_what_is_kept_travel_together() {
    let more = r#""inputRequests":{"more":{"method":"elicitation/create","params":{"mode":"form","message":"And then?","requestedSchema":{"type":"object","properties":{"more":{"type":"string"}}}}}}"#;
    let state = r#""requestState":"anybody tools/call \"twice\"  {\"answers\":{\"who\":{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}},\"state\":[1,\"Ada\"]}""#;
    told(&format!(r#""name":"twice",{ADA}"#), &demanded(&format!("{more},{state}")));
    let answer = r#""inputResponses":{"more":{"action":"decline"}}"#;
    told(&format!(r#""name":"twice",{answer},{state}"#), &text(r#"Ada Decline Some((1, \"Ada\"))"#));
}

#[test]
fn a_round_may_end_with_a_state_alone() {
    let state = r#""requestState":"anybody tools/call \"again\"  {\"state\":\"a\\u0000 b\\\"é==\\n\"}""#;
    told(r#""name":"again""#, &demanded(state));
    told(&format!(r#""name":"again",{state}"#), &text(r#"a\u0000 b\"é==\n"#));
}

#[test]
fn resources_and_prompts_keep_as_well() {
    let server = server();
    let state = r#""requestState":"anybody resources/read \"r:///7\"  {\"state\":true}""#;
    let call = Call::new();
    let read =
        |more: &str| answer(&server, &request("resources/read", &format!(r#""uri":"r:///7"{more}"#)), &call);
    assert_eq!(read(""), demanded(&format!("{WHO},{state}")));
    let contents = r#""contents":[{"uri":"r:///7","text":"Ada Some(\"7\") Some(true)"}],"ttlMs":0,"cacheScope":"private""#;
    assert_eq!(read(&format!(",{ADA},{state}")), completed(contents));

    let state = r#""requestState":"anybody prompts/get \"p\"  {\"state\":true}""#;
    let get = |more: &str| answer(&server, &request("prompts/get", &format!(r#""name":"p"{more}"#)), &call);
    assert_eq!(get(""), demanded(&format!("{WHO},{state}")));
    let messages = r#""messages":[{"role":"user","content":{"type":"text","text":"Ada Some(true)"}}]"#;
    assert_eq!(get(&format!(",{ADA},{state}")), completed(messages));
}

#[test]
fn a_completed_call_keeps_nothing() {
    told(r#""name":"kept_in_vain""#, &text("None"));
}

#[test]
fn one_text_for_every_state_that_is_not_taken() {
    let of = |token: &str| format!(r#""requestState":"{token}""#);
    let count = |token: &str| format!(r#""name":"count","arguments":{{"a":1}},{ADA},{}"#, of(token));
    for token in [
        "",
        "x",
        // Of another principal, method, tool, and with other arguments.
        r#"ada tools/call \"count\" {\"a\":1} {\"state\":1}"#,
        r#"anybody prompts/get \"count\" {\"a\":1} {\"state\":1}"#,
        r#"anybody tools/call \"other\" {\"a\":1} {\"state\":1}"#,
        r#"anybody tools/call \"count\" {\"a\":2} {\"state\":1}"#,
        r#"anybody tools/call \"count\"  {\"state\":1}"#,
        // Unsealed.
        r#"{\"state\":1}"#,
        r#"{\"answers\":{}}"#,
        // Sealed by somebody who seals something else.
        r#"anybody tools/call \"count\" {\"a\":1} "#,
        r#"anybody tools/call \"count\" {\"a\":1} []"#,
        r#"anybody tools/call \"count\" {\"a\":1} {\"more\":1}"#,
        r#"anybody tools/call \"count\" {\"a\":1} {\"state\":1"#,
    ] {
        told(&count(token), INVALID);
    }
    told(&count(r#"anybody tools/call \"count\" {\"a\":1} {\"state\":1}"#), &text("Ada in round 2"));
    let long =
        format!(r#"anybody tools/call \"count\" {{\"a\":1}} {{\"state\":\"{}\"}}"#, "x".repeat(65_536));
    told(&count(&long), INVALID);
}

#[test]
fn a_tool_that_has_no_rounds_does_not_open_states() {
    let server = Server::builder("r", "1")
        .tool(Tool::new("plain", async |_: NoArguments| Ok("done")))
        .sealer(Toy)
        .build()
        .expect("it is sound");
    let message = request("tools/call", r#""name":"plain","requestState":"forged""#);
    assert_eq!(answer(&server, &message, &Call::new()), text("done"));
}

#[test]
fn a_state_is_its_principals() {
    let server = builder()
        .sealer(Toy)
        .principal(|call| call.auth::<&'static str>().map(|name| (*name).into()))
        .build()
        .expect("it is sound");
    let ask = |who: Option<&'static str>, members: &str| {
        let call = who.map_or_else(Call::new, |who| Call::new().with_auth(who));
        answer(&server, &request("tools/call", members), &call)
    };
    let state = r#""requestState":"ada tools/call \"count\"  {\"state\":1}""#;
    assert_eq!(ask(Some("ada"), r#""name":"count""#), demanded(&format!("{WHO},{state}")));
    let retry = format!(r#""name":"count",{ADA},{state}"#);
    assert_eq!(ask(Some("ada"), &retry), text("Ada in round 2"));
    assert_eq!(ask(Some("bob"), &retry), INVALID);
    assert_eq!(ask(None, &retry), INVALID);
}

#[test]
fn what_cannot_be_kept_is_the_servers_fault() {
    told(r#""name":"unwritable""#, INTERNAL);
    told(r#""name":"too_long""#, INTERNAL);
    let complete = r#""ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""}"#;
    assert_eq!(answer(&server(), &request("completion/complete", complete), &Call::new()), INTERNAL);
    let unsealed = builder().build().expect("it is sound");
    assert_eq!(answer(&unsealed, &request("tools/call", r#""name":"count""#), &Call::new()), INTERNAL);
    assert_eq!(answer(&unsealed, &request("tools/call", r#""name":"again""#), &Call::new()), INTERNAL);
}

/// Breaks, whatever it is asked.
struct Broken;

impl Sealer for Broken {
    fn seal(&self, _: &str, _: &Binding<'_>) -> Option<String> {
        panic!("secret: while sealing")
    }

    fn open(&self, _: &str, _: &Binding<'_>) -> Option<String> {
        panic!("secret: while opening")
    }
}

#[test]
fn a_panic_of_the_sealer_is_an_internal_error() {
    let server = builder().sealer(Broken).build().expect("it is sound");
    assert_eq!(answer(&server, &request("tools/call", r#""name":"count""#), &Call::new()), INTERNAL);
    let opened = request("tools/call", r#""name":"count","requestState":"x""#);
    assert_eq!(answer(&server, &opened, &Call::new()), INTERNAL);
    let server =
        builder().sealer(Toy).principal(|_| panic!("secret: while naming")).build().expect("it is sound");
    assert_eq!(answer(&server, &request("tools/call", r#""name":"count""#), &Call::new()), INTERNAL);
}

#[test]
fn an_answer_of_many_kilobytes_travels_unsealed_to_the_next_round() {
    let tool = Tool::new("twice", async |_: NoArguments, cx: Context| {
        let form = || Form::new().required("v", StringSchema::new());
        let one = cx.input("one", FormElicitation::new("?", form())).await?;
        drop(cx.input("other", FormElicitation::new("?", form())).await?);
        Ok(one.content().unwrap_or_default().len().to_string())
    });
    let server = Server::builder("r", "1").tool(tool).build().expect("it is sound");
    let call = |members: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"twice",{members}"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{"elicitation":{{}}}}}}}}}}"#
        )
    };
    let answer = |text: &str| format!(r#"{{"action":"accept","content":{{"v":"{text}"}}}}"#);
    let long = "x".repeat(60_000);
    let state = format!(r#"{{"answers":{{"one":{}}}}}"#, answer(&long)).replace('"', "\\\"");
    let asked = |state: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"input_required","inputRequests":{{"other":{{"method":"elicitation/create","params":{{"mode":"form","message":"?","requestedSchema":{{"type":"object","properties":{{"v":{{"type":"string"}}}},"required":["v"]}}}}}}}},"requestState":"{state}","_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"r","version":"1"}}}}}}}}"#
        )
    };
    let first = call(&format!(r#""inputResponses":{{"one":{}}},"#, answer(&long)));
    assert_eq!(exchange(&server, &first), [asked(&state)]);
    let too_long = call(&format!(r#""inputResponses":{{"one":{}}},"#, answer(&"x".repeat(66_000))));
    assert_eq!(
        exchange(&server, &too_long),
        [r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}"#]
    );
}
