//! Every message is one line of UTF-8, whatever went in.

mod wire;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use snodo::model::JsonObject;
use snodo::{
    Content, Context, CreateMessage, ElicitResult, Failure, Icon, Json, Level, NoArguments, Outcome,
    SamplingMessage, Server, Tool, ToolResult, ToolResultContent, ToolUseContent,
};
use wire::{exchange, request, start};

/// Every way to break a line, in one text.
const BREAKS: &str = "a\nb\rc\r\nd\u{b}e\u{c}f\u{85}g\u{2028}h\u{2029}i\0j";
/// The same as JSON has it, when only what must be escaped is.
const ESCAPED: &str = "a\\nb\\rc\\r\\nd\\u000be\\ff\u{85}g\u{2028}h\u{2029}i\\u0000j";

/// JSON over several lines.
fn pretty() -> Box<RawValue> {
    RawValue::from_string("{\n\t\"a\": [\r\n1.0,\r2\n],\n\"b\\n\": \"\u{2028}\"\n}".into())
        .expect("it is JSON")
}

#[derive(Serialize)]
struct Report {
    raw: Box<RawValue>,
}

async fn say_it_all(_: NoArguments, cx: Context) -> Result<Json<Report>, Failure> {
    cx.log_from(BREAKS, Level::Info, Report { raw: pretty() });
    cx.log(Level::Info, BREAKS);
    drop(cx.progress_message(1.0, None, BREAKS));
    Ok(Json(Report { raw: pretty() }))
}

fn server() -> Server {
    Server::builder("o\n1", "1\r")
        .title(BREAKS)
        .description(BREAKS)
        .instructions(BREAKS)
        .icon(Icon::new("https://example.com/").mime_type(BREAKS).size(BREAKS))
        .logging()
        .tools([
            Tool::new("say_it_all", say_it_all)
                .title(BREAKS)
                .description(BREAKS)
                .input_schema(pretty())
                .output_schema(pretty())
                .meta("com.example/x", BREAKS),
            Tool::new("refuse", async |_: NoArguments| {
                Err::<(), _>(Failure::protocol(1, BREAKS).data(json!({ BREAKS: BREAKS })))
            }),
            Tool::new("fail", async |_: NoArguments| Err::<(), _>(Failure::new(BREAKS))),
            Tool::new("blocks", async |_: NoArguments| {
                Ok(ToolResult::new()
                    .content(Content::text(BREAKS).meta("com.example/x", BREAKS))
                    .content(Content::image([], BREAKS))
                    .content(snodo::ResourceContents::text("a:b", BREAKS).mime_type(BREAKS))
                    .content(snodo::ResourceLink::new("a:b", BREAKS).title(BREAKS).description(BREAKS)))
            }),
        ])
        .build()
        .expect("the tools are sound")
}

const INFO: &str = r#"{"name":"o\n1","title":"BREAKS","version":"1\r","description":"BREAKS","icons":[{"src":"https://example.com/","mimeType":"BREAKS","sizes":["BREAKS"]}]}"#;

fn expected(result: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete",{result},"_meta":{{"io.modelcontextprotocol/serverInfo":{INFO}}}}}}}"#
    )
    .replace("BREAKS", ESCAPED)
}

fn call(tool: &str, meta: &str) -> String {
    request("tools/call", &format!(r#""name":"{tool}","#), meta)
}

#[test]
fn definitions_and_descriptions() {
    let schema = "{\"type\":\"object\",\"a\":[1.0,2],\"b\\n\":\"\u{2028}\"}";
    let output = "{\"a\":[1.0,2],\"b\\n\":\"\u{2028}\"}";
    let listing = exchange(&server(), &request("tools/list", "", ""));
    let tool = format!(
        r#"{{"name":"say_it_all","title":"BREAKS","description":"BREAKS","inputSchema":{schema},"outputSchema":{output},"_meta":{{"com.example/x":"BREAKS"}}}}"#
    );
    let plain = |name: &str| format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}}}"#);
    let tools = [tool, plain("refuse"), plain("fail"), plain("blocks")].join(",");
    assert_eq!(listing, [expected(&format!(r#""tools":[{tools}],"ttlMs":0,"cacheScope":"private""#))]);

    let discovery = r#""supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"logging":{}},"instructions":"BREAKS","ttlMs":0,"cacheScope":"private""#;
    assert_eq!(exchange(&server(), &request("server/discover", "", "")), [expected(discovery)]);
}

#[test]
fn notifications_and_structured_content() {
    let meta = r#","progressToken":"a\nb","io.modelcontextprotocol/logLevel":"debug""#;
    let raw = "{\"raw\":{  \"a\": [  1.0, 2 ], \"b\\n\": \"\u{2028}\" }}";
    let as_text =
        "{\\\"raw\\\":{\\n\\t\\\"a\\\": [\\r\\n1.0,\\r2\\n],\\n\\\"b\\\\n\\\": \\\"\u{2028}\\\"\\n}}";
    let messages = [
        format!(r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","logger":"BREAKS","data":{raw}}}}}"#),
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"BREAKS"}}"#.into(),
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"a\nb","progress":1,"message":"BREAKS"}}"#.into(),
        expected(&format!(r#""content":[{{"type":"text","text":"{as_text}"}}],"structuredContent":{raw}"#)),
    ];
    assert_eq!(
        exchange(&server(), &call("say_it_all", meta)),
        messages.map(|text| text.replace("BREAKS", ESCAPED))
    );
}

/// Calls a tool and gets its result in a conversation with the client's model.
async fn ask_model(_: NoArguments, cx: Context) -> Result<&'static str, Failure> {
    let object = JsonObject::new(&pretty())?;
    let question = CreateMessage::new(1)
        .message(SamplingMessage::user(BREAKS))
        .message(SamplingMessage::assistant(ToolUseContent::new(BREAKS, "t", object.clone())))
        .message(SamplingMessage::user(ToolResultContent::new(BREAKS).structured(&pretty())))
        .system_prompt(BREAKS)
        .metadata(object);
    let _ = cx.input(BREAKS, question).await?;
    Ok("done")
}

#[test]
fn questions() {
    let server =
        Server::builder("o", "1").tool(Tool::new("ask_model", ask_model)).build().expect("it is sound");
    let able = r#"clientCapabilities":{"sampling":{"tools":{}}}"#;
    let call = call("ask_model", "").replacen(r#"clientCapabilities":{}"#, able, 1);
    let object = "{\"a\":[1.0,2],\"b\\n\":\"\u{2028}\"}";
    let spaced = "{  \"a\": [  1.0, 2 ], \"b\\n\": \"\u{2028}\" }";
    let messages = format!(
        r#"{{"role":"user","content":{{"type":"text","text":"BREAKS"}}}},{{"role":"assistant","content":{{"type":"tool_use","id":"BREAKS","name":"t","input":{object}}}}},{{"role":"user","content":{{"type":"tool_result","toolUseId":"BREAKS","content":[],"structuredContent":{spaced}}}}}"#
    );
    let demand = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"input_required","inputRequests":{{"BREAKS":{{"method":"sampling/createMessage","params":{{"messages":[{messages}],"systemPrompt":"BREAKS","maxTokens":1,"metadata":{object}}}}}}},"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"o","version":"1"}}}}}}}}"#
    );
    assert_eq!(exchange(&server, &call), [demand.replace("BREAKS", ESCAPED)]);
}

#[test]
fn answers_to_questions() {
    let answer = ElicitResult::accept_with(&pretty()).expect("it is an object");
    let object = "{\"a\":[1.0,2],\"b\\n\":\"\u{2028}\"}";
    assert_eq!(answer.content(), Some(object));
    let expected = format!(r#"{{"action":"accept","content":{object}}}"#);
    assert_eq!(serde_json::to_string(&answer).expect("it is JSON"), expected);
}

#[test]
fn failures() {
    let refused =
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"BREAKS","data":{"BREAKS":"BREAKS"}}}"#;
    assert_eq!(exchange(&server(), &call("refuse", "")), [refused.replace("BREAKS", ESCAPED)]);
    let failed = expected(r#""content":[{"type":"text","text":"BREAKS"}],"isError":true"#);
    assert_eq!(exchange(&server(), &call("fail", "")), [failed]);
}

#[test]
fn blocks() {
    let content = r#""content":[{"type":"text","text":"BREAKS","_meta":{"com.example/x":"BREAKS"}},{"type":"image","data":"","mimeType":"BREAKS"},{"type":"resource","resource":{"uri":"a:b","mimeType":"BREAKS","text":"BREAKS"}},{"type":"resource_link","uri":"a:b","name":"BREAKS","title":"BREAKS","description":"BREAKS"}]"#;
    assert_eq!(exchange(&server(), &call("blocks", "")), [expected(content)]);
}

#[test]
fn what_the_client_named_is_echoed_in_one_line() {
    for message in [
        "{\n\"jsonrpc\":\n\"2.0\",\n\"id\":\n\"a\\nb\",\n\"method\":\n\"x\"\n}".into(),
        request("tools/call", r#""name":"a\r\nb","#, ""),
        request("server/discover", "", r#","io.modelcontextprotocol/protocolVersio\u006e":"x\ny""#),
        call("fail", "").replacen(r#"":1,"#, r#"":"\n\r","#, 1),
    ] {
        let answers = exchange(&server(), &message);
        assert_eq!(answers.len(), 1);
        assert!(!answers[0].contains(['\n', '\r']), "{}", answers[0]);
    }
}

#[test]
fn a_client_decodes_the_identical_text() {
    let [answer] = exchange(&server(), &call("fail", "")).try_into().unwrap();
    let decoded: Value = serde_json::from_str(&answer).expect("answers are JSON");
    assert_eq!(decoded["result"]["content"][0]["text"], BREAKS);
}

#[test]
fn encoding_appends_to_what_is_there() {
    let outcome = start(&server(), &call("refuse", "")).expect("it is answered").wait();
    let Outcome::Response(response) = outcome else { panic!("it says nothing before") };
    let mut kept = b"kept\n".to_vec();
    response.encode(&mut kept);
    assert!(kept.starts_with(b"kept\n{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":"));
    let once = kept.len();
    response.encode(&mut kept);
    assert_eq!(kept[5..once], kept[once..], "and can be done again");
}
