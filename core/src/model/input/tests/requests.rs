use alloc::string::String;

use serde_json::{Map, Value, json};

use super::super::*;
use super::{is_invalid, needs, sent};
use crate::model::tests::written;
use crate::model::{Content, Icon, ResourceLink, Tool};

fn object() -> Map<String, Value> {
    Map::from_iter([(String::from("type"), json!("object"))])
}

#[test]
fn a_form_is_asked_for() {
    let form = Form::new().required("name", StringSchema::new()).optional("news", BooleanSchema::new());
    let request = FormElicitation::new("Who are \"you\"?", form);
    assert_eq!(needs(request.clone()), r#"{"elicitation":{"form":{}}}"#);
    assert_eq!(
        sent(request),
        concat!(
            r#"{"method":"elicitation/create","params":{"mode":"form","message":"Who are \"you\"?","#,
            r#""requestedSchema":{"type":"object","properties":{"name":{"type":"string"},"#,
            r#""news":{"type":"boolean"}},"required":["name"]}}}"#,
        )
    );
    assert_eq!(
        sent(FormElicitation::new("Sure?", Form::new())),
        concat!(
            r#"{"method":"elicitation/create","params":{"mode":"form","message":"Sure?","#,
            r#""requestedSchema":{"type":"object","properties":{}}}}"#,
        )
    );
}

#[test]
fn a_page_is_asked_to_be_visited() {
    let request = UrlElicitation::new("Your key, please.", "https://example.com/key?x=1#y");
    assert_eq!(needs(request.clone()), r#"{"elicitation":{"url":{}}}"#);
    assert_eq!(
        sent(request),
        concat!(
            r#"{"method":"elicitation/create","params":{"mode":"url","message":"Your key, please.","#,
            r#""url":"https://example.com/key?x=1#y"}}"#,
        )
    );
    for url in ["https://user@example.com/", "file:///a", "example.com", ""] {
        assert!(is_invalid(UrlElicitation::new("", url)), "{url}");
    }
}

#[test]
fn the_model_is_asked() {
    let request = CreateMessage::new(100).message(SamplingMessage::user("Capital of France?"));
    assert_eq!(needs(request.clone()), r#"{"sampling":{}}"#);
    assert_eq!(
        sent(request),
        concat!(
            r#"{"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":"#,
            r#"{"type":"text","text":"Capital of France?"}}],"maxTokens":100}}"#,
        )
    );
}

#[test]
fn the_model_is_asked_with_everything() {
    let input = Map::from_iter([(String::from("city"), json!("Paris"))]);
    let request = CreateMessage::new(9)
        .message(SamplingMessage::user("Weather?").content(Content::image([1], "image/png")).meta("k", 1))
        .message(SamplingMessage::assistant(ToolUseContent::new("1", "weather", input)))
        .message(SamplingMessage::user(
            ToolResultContent::new("1").content("18 °C").structured(&json!({ "t": 18 })).is_error(false),
        ))
        .model_preferences(
            ModelPreferences::new().hint("small").hint("medium").cost(0.3).speed(2.0).intelligence(f64::NAN),
        )
        .system_prompt("Be brief.")
        .include_context(IncludeContext::ThisServer)
        .temperature(0.5)
        .stop_sequence("\n")
        .metadata(Map::from_iter([(String::from("seed"), json!(7))]))
        .tool(Tool::new("weather", object()).description("Of a city"))
        .tool_choice(ToolChoice::Required);
    assert_eq!(needs(request.clone()), r#"{"sampling":{"tools":{},"context":{}}}"#);
    assert_eq!(
        sent(request),
        concat!(
            r#"{"method":"sampling/createMessage","params":{"messages":["#,
            r#"{"role":"user","content":[{"type":"text","text":"Weather?"},"#,
            r#"{"type":"image","data":"AQ==","mimeType":"image/png"}],"_meta":{"k":1}},"#,
            r#"{"role":"assistant","content":{"type":"tool_use","id":"1","name":"weather","input":{"city":"Paris"}}},"#,
            r#"{"role":"user","content":{"type":"tool_result","toolUseId":"1","content":["#,
            r#"{"type":"text","text":"18 °C"}],"structuredContent":{"t":18},"isError":false}}],"#,
            r#""modelPreferences":{"hints":[{"name":"small"},{"name":"medium"}],"costPriority":0.3,"speedPriority":1},"#,
            r#""systemPrompt":"Be brief.","includeContext":"thisServer","temperature":0.5,"maxTokens":9,"#,
            r#""stopSequences":["\n"],"metadata":{"seed":7},"#,
            r#""tools":[{"name":"weather","description":"Of a city","inputSchema":{"type":"object"}}],"#,
            r#""toolChoice":{"mode":"required"}}}"#,
        )
    );
}

#[test]
fn what_the_model_cannot_be_asked_is_found() {
    let ask = |message| CreateMessage::new(1).message(message);
    let link = ResourceLink::new("file:///a", "a");
    assert!(is_invalid(ask(SamplingMessage::user(link))));
    assert!(is_invalid(ask(SamplingMessage::user("a").meta("a b", 1))));
    assert!(is_invalid(ask(SamplingMessage::assistant(ToolUseContent::new("1", "f", Map::new())))));
    assert!(is_invalid(CreateMessage::new(1).temperature(f64::INFINITY)));
    let icon = Tool::new("f", object()).icon(Icon::new("a.png"));
    assert!(is_invalid(CreateMessage::new(1).tool(icon)));
    assert!(!is_invalid(ask(SamplingMessage::user("a"))));
}

#[test]
fn roots_are_asked_for() {
    assert_eq!(needs(ListRoots::new()), r#"{"roots":{}}"#);
    assert_eq!(sent(ListRoots::new()), r#"{"method":"roots/list"}"#);
}

#[test]
fn a_result_holds_questions_and_a_state() {
    let members = |result: &InputRequired| written(|w| result.write_members(w));
    let roots = InputRequired::new().ask("a\"b", UrlElicitation::new("", "")).ask("a\"b", ListRoots::new());
    assert_eq!(roots.check(), Ok(()));
    assert_eq!(members(&roots), r#""inputRequests":{"a\"b":{"method":"roots/list"}}"#);
    let both = roots.ask("c", CreateMessage::new(1)).state("s\n");
    assert_eq!(
        members(&both),
        concat!(
            r#""inputRequests":{"a\"b":{"method":"roots/list"},"c":{"method":"sampling/createMessage","#,
            r#""params":{"messages":[],"maxTokens":1}}},"requestState":"s\n""#,
        )
    );
    assert_eq!(members(&InputRequired::new().state("")), r#""requestState":"""#);
    assert_eq!(InputRequired::new().state("").check(), Ok(()));
    assert!(InputRequired::new().check().is_err());
    assert!(InputRequired::new().state("").meta("a b", 1).check().is_err());
    assert!(InputRequired::new().ask("u", UrlElicitation::new("", "a")).check().is_err());
}
