use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Deserialize;
use serde_json::{Map, json};

use super::super::*;
use crate::model::Role;
use crate::model::decode::Decode;
use crate::model::tests::written;

/// What is said about an answer.
fn said(ask: impl Into<InputRequest>, answer: &str) -> String {
    ask.into().decode(answer).expect_err(answer).to_string()
}

#[test]
fn what_a_person_does_is_read() {
    let ask = FormElicitation::new("", Form::new().optional("age", NumberSchema::integer()));
    let result =
        ask.decode(r#"{ "action": "accept", "content": { "age": 30 }, "new": 1 }"#).expect("it fits");
    assert_eq!(result.action(), ElicitAction::Accept);
    assert_eq!(result.content(), Some(r#"{"age":30}"#));
    let cancelled = ask.decode(r#"{"action":"cancel"}"#).expect("it fits");
    assert_eq!((cancelled.action(), cancelled.content()), (ElicitAction::Cancel, None));
    let visited = UrlElicitation::new("", "https://a").decode(r#"{"action":"accept"}"#).expect("it fits");
    assert_eq!(visited.action(), ElicitAction::Accept);
}

#[test]
fn what_was_filled_in_becomes_a_value() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Person {
        age: Option<u8>,
    }
    let age = |answer: &str| {
        let result = ElicitResult::from_text(answer).expect("it is an answer");
        result.accepted::<Person>().map(|person| person.map_err(|error| error.to_string()))
    };
    assert_eq!(age(r#"{"action":"accept","content":{"age":30}}"#), Some(Ok(Person { age: Some(30) })));
    assert_eq!(age(r#"{"action":"accept"}"#), Some(Ok(Person { age: None })));
    assert_eq!(age(r#"{"action":"decline"}"#), None);
    assert_eq!(
        age(r#"{"action":"accept","content":{"age":"a secret"}}"#),
        Some(Err("/content/age does not decode to the type that the server reads it as".into()))
    );
}

#[test]
fn answers_of_another_form_are_refused_without_repeating_them() {
    let form = || FormElicitation::new("", Form::new());
    let model = || CreateMessage::new(1);
    for (said, expected) in [
        (said(form(), "7"), "the value must be an object"),
        (said(form(), "{}"), "/action is required"),
        (said(form(), r#"{"action":"secret"}"#), "/action must be accept, decline or cancel"),
        (said(form(), r#"{"action":7}"#), "/action must be accept, decline or cancel"),
        (said(form(), r#"{"action":"accept","content":[7]}"#), "/content must be an object"),
        (said(ListRoots::new(), "{}"), "/roots is required"),
        (said(ListRoots::new(), r#"{"roots":[{"name":"a"}]}"#), "/roots/0/uri is required"),
        (
            said(ListRoots::new(), r#"{"roots":[{"uri":"https://secret"}]}"#),
            "/roots/0/uri must be a URI that starts with file://",
        ),
        (said(model(), r#"{"role":"assistant","model":"m"}"#), "/content is required"),
        (said(model(), r#"{"role":"secret","model":"m","content":[]}"#), "/role must be user or assistant"),
        (said(model(), r#"{"role":"user","content":[]}"#), "/model is required"),
        (
            said(model(), r#"{"role":"user","model":"m","content":[{"type":"text","text":7}]}"#),
            "/content/0/text must be a string",
        ),
        (
            said(
                model(),
                r#"{"role":"user","model":"m","content":{"type":"image","data":"AQ","mimeType":"a"}}"#,
            ),
            "/content/data must be standard Base64 with padding",
        ),
        (
            said(model(), r#"{"role":"user","model":"m","content":{"type":"tool_use","id":"1","name":"f"}}"#),
            "/content/input is required",
        ),
    ] {
        assert_eq!(said, expected);
    }
}

#[test]
fn roots_are_read() {
    let answer = r#"{"roots":[{"uri":"file:///a","name":"A","_meta":{"k":[1, 2]}},{"uri":"file:///b"}]}"#;
    let result = ListRoots::new().decode(answer).expect("it fits");
    let roots: Vec<_> = result.roots().iter().map(|root| (root.uri(), root.name())).collect();
    assert_eq!(roots, [("file:///a", Some("A")), ("file:///b", None)]);
    assert_eq!(
        written(|w| result.write(w)),
        r#"{"roots":[{"uri":"file:///a","name":"A","_meta":{"k":[1,2]}},{"uri":"file:///b"}]}"#
    );
}

#[test]
fn what_the_model_said_is_read() {
    let answer = concat!(
        r#"{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"f","input":{"a":1}},"#,
        r#"{"type":"text","text":"So"},{"type":"hologram","depth":[3]}],"model":"m","stopReason":"toolUse"}"#,
    );
    let result = CreateMessage::new(1).decode(answer).expect("it fits");
    assert_eq!((result.role(), result.model()), (Role::Assistant, "m"));
    assert_eq!((result.text(), result.stop_reason()), (Some("So"), Some("toolUse")));
    let SamplingContent::ToolUse(call) = &result.blocks()[0] else { panic!("it is no call: {result:?}") };
    assert_eq!((call.id(), call.name(), call.input().get()), ("1", "f", r#"{"a":1}"#));
    assert_eq!(written(|w| result.write(w)), answer);
}

#[test]
fn answers_are_written() {
    let accepted = ElicitResult::accept_with(&json!({ "a": "b\n" })).expect("it is an object");
    for (result, expected) in [
        (accepted, r#"{"action":"accept","content":{"a":"b\n"}}"#),
        (ElicitResult::accept(), r#"{"action":"accept"}"#),
        (ElicitResult::decline(), r#"{"action":"decline"}"#),
        (ElicitResult::cancel(), r#"{"action":"cancel"}"#),
    ] {
        assert_eq!(written(|w| result.write(w)), expected);
    }
    assert!(ElicitResult::accept_with(&7).is_err());
    let call = ToolUseContent::new("1", "f", Map::new());
    let result = CreateMessageResult::new("m", "Hm.").content(call).stopped("toolUse").meta("k", 1);
    assert_eq!(
        written(|w| result.write(w)),
        concat!(
            r#"{"role":"assistant","content":[{"type":"text","text":"Hm."},"#,
            r#"{"type":"tool_use","id":"1","name":"f","input":{}}],"model":"m","stopReason":"toolUse","_meta":{"k":1}}"#,
        )
    );
    let roots = ListRootsResult::new([Root::new("file:///a").named("A")]);
    assert_eq!(written(|w| roots.write(w)), r#"{"roots":[{"uri":"file:///a","name":"A"}]}"#);
}
