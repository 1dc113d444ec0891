//! Demands for input, round by round.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use snodo_client::{Client, ClientBuilder, ErrorKind, Outcome};
use snodo_core::model::{ElicitResult, ListRootsResult, Root};

use crate::script::{Part, Script, Sent, now, result, text, try_now};

fn form(key: &str) -> String {
    format!(
        r#""{key}":{{"method":"elicitation/create","params":{{"message":"{key}?","requestedSchema":{{"type":"object","properties":{{"n":{{"type":"string"}}}}}}}}}}"#
    )
}

fn demand(requests: &[String], state: Option<&str>) -> Part {
    let mut members = vec![r#""resultType":"input_required""#.to_owned()];
    if !requests.is_empty() {
        members.push(format!(r#""inputRequests":{{{}}}"#, requests.join(",")));
    }
    members.extend(state.map(|state| format!(r#""requestState":"{state}""#)));
    result(&members.join(","))
}

/// Notes which forms it was asked, in order.
fn answering(asked: &Arc<Mutex<Vec<String>>>) -> ClientBuilder {
    let asked = Arc::clone(asked);
    Client::builder().on_form(move |question| {
        asked.lock().expect("no handler panics").push(question.message().to_owned());
        async {
            Ok::<_, Infallible>(ElicitResult::accept_with(&json!({ "n": "v" })).expect("it is an object"))
        }
    })
}

#[test]
fn state_goes_back_as_it_came_and_only_into_the_next_round() {
    let asked = Arc::default();
    let state = r#"a\u0000 b\"\u00e9==\n"#;
    let script = Script::new([demand(&[], Some(state)), demand(&[form("who")], None), text("done")]);
    let client = script.client_of(answering(&asked));
    let mut call = pin!(client.call_tool("x", json!({ "a": 1 })).into_future());
    assert!(try_now(&mut call).is_none(), "a round without questions is paced");
    script.clock.advance(Duration::from_millis(250));
    let outcome = try_now(&mut call).expect("it goes on").expect("it answers");
    assert_eq!(outcome.complete().expect("it is complete").blocks()[0].as_text(), Some("done"));
    let sent = script.sent();
    let params: Vec<_> = sent.iter().map(Sent::params).collect();
    let call = r#""name":"x","arguments":{"a":1}"#;
    assert_eq!(
        params,
        [
            call.to_owned(),
            format!("{call},\"requestState\":\"a\\u0000 b\\\"\u{e9}==\\n\""),
            format!(r#"{call},"inputResponses":{{"who":{{"action":"accept","content":{{"n":"v"}}}}}}"#),
        ]
    );
    assert_eq!(sent.iter().map(|sent| &*sent.id).collect::<Vec<_>>(), ["1", "2", "3"]);
}

#[test]
fn questions_are_answered_in_the_order_of_their_keys() {
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let script = Script::new([demand(&[form("b"), form("a"), form("c")], Some("s")), text("done")]);
    now(script.client_of(answering(&asked)).call_tool("x", ())).expect("it answers");
    assert_eq!(*asked.lock().unwrap(), ["a?", "b?", "c?"]);
    assert!(script.sent()[1].params().ends_with(r#""requestState":"s""#));
}

#[test]
fn all_questions_are_looked_at_before_the_first_is_answered() {
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let roots = r#""z":{"method":"roots/list"}"#.to_owned();
    let script = Script::new([demand(&[form("a"), roots], None)]);
    let error =
        now(script.client_of(answering(&asked)).call_tool("x", ())).expect_err("nobody tells the roots");
    assert_eq!((error.kind(), error.code()), (ErrorKind::Input, -32602));
    assert!(error.message().contains("roots/list"), "{error}");
    assert!(asked.lock().unwrap().is_empty());
}

#[test]
fn every_kind_of_question_has_a_handler() {
    let url = r#""u":{"method":"elicitation/create","params":{"mode":"url","message":"Go","url":"https://example.org/"}}"#;
    let model = r#""s":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":5}}"#;
    let roots = r#""r":{"method":"roots/list"}"#;
    let script = Script::new([demand(&[url.into(), model.into(), roots.into()], None), text("done")]);
    let builder = Client::builder()
        .on_url(|question| async move {
            assert_eq!(question.url(), "https://example.org/");
            Ok::<_, Infallible>(ElicitResult::decline())
        })
        .on_sampling(|_| async {
            Ok::<_, Infallible>(snodo_core::model::CreateMessageResult::new("m", "hello"))
        })
        .on_roots(|_| async { Ok::<_, Infallible>(ListRootsResult::new([Root::new("file:///a")])) });
    now(script.client_of(builder).call_tool("x", ())).expect("it answers");
    let sent = script.sent();
    assert!(
        sent[0].body.contains(r#"/clientCapabilities":{"elicitation":{"url":{}},"roots":{},"sampling":{}}"#),
        "{sent:?}"
    );
    assert_eq!(
        sent[1].params(),
        concat!(
            r#""name":"x","arguments":{},"inputResponses":{"r":{"roots":[{"uri":"file:///a"}]},"#,
            r#""s":{"role":"assistant","content":{"type":"text","text":"hello"},"model":"m"},"u":{"action":"decline"}}"#
        )
    );
}

#[test]
fn rounds_are_counted() {
    let asked = Arc::default();
    let script = Script::new((0..20).map(|_| demand(&[form("a")], None)));
    let error = now(script.client_of(answering(&asked)).call_tool("x", ())).expect_err("it never ends");
    assert_eq!((error.kind(), error.code()), (ErrorKind::Input, -32000));
    assert_eq!(error.data(), Some(r#"{"maxInputRounds":10}"#));
    assert_eq!(script.sent().len(), 11);
}

#[test]
fn without_handlers_the_demand_is_the_callers() {
    let script = Script::new([demand(&[form("a")], Some("s"))]);
    let outcome = now(script.client().call_tool("x", ())).expect("it answers");
    let Outcome::InputRequired(demand) = outcome else { panic!("it asks") };
    assert_eq!(demand.state_text(), Some("s"));
    assert!(demand.raw().starts_with(r#"{"resultType":"input_required""#));
}

#[test]
fn a_method_that_takes_no_input_cannot_demand_it() {
    let script = Script::new([demand(&[], Some("s"))]);
    let error = now(script.client().list_tools()).expect_err("lists ask nothing");
    assert_eq!(error.kind(), ErrorKind::Result);
    let script = Script::new([result(r#""resultType":"input_required""#)]);
    let error = now(script.client().call_tool("x", ())).expect_err("it demands nothing");
    assert_eq!(error.kind(), ErrorKind::Result);
    let unknown = r#""a":{"method":"no/such","params":{}}"#.to_owned();
    let script = Script::new([demand(&[unknown], None)]);
    let error = now(script.client().call_tool("x", ())).expect_err("the question is not known");
    assert!(error.kind() == ErrorKind::Result && error.raw_result().is_some());
}

#[test]
fn whoever_answers_may_take_longer_than_a_request() {
    use snodo_executor::Clock as _;

    for (minutes, ends) in [(5, true), (11, false)] {
        let script = Script::new([demand(&[form("a")], None), text("done")]);
        let clock = script.clock.clone();
        let builder = Client::builder().on_form(move |_| {
            let thinking = clock.sleep_until(clock.now() + Duration::from_secs(minutes * 60));
            async {
                thinking.await;
                Ok::<_, Infallible>(ElicitResult::cancel())
            }
        });
        let client = script.client_of(builder);
        let mut call = pin!(client.call_tool("x", ()).into_future());
        assert!(try_now(&mut call).is_none());
        script.clock.advance(Duration::from_secs(minutes * 60 - 61));
        assert!(try_now(&mut call).is_none(), "the request has its answer, and its time is not the person's");
        // The person has answered after five minutes; after ten the call as a whole is over.
        script.clock.advance(Duration::from_secs(if ends { 61 } else { 1 }));
        let ended = try_now(&mut call).expect("it ends");
        assert_eq!(ended.is_ok(), ends);
        if let Err(error) = ended {
            assert_eq!(error.data(), Some(r#"{"maxTotalTimeoutMs":600000}"#));
        }
    }
}
