//! What is answered: three ends, and everything that is none of them.

use snodo_client::{ErrorKind, Outcome};
use snodo_core::model::JsonObject;

use crate::script::{Part, Script, Step, error, now, result, say, text};

fn call(part: Part) -> Result<Outcome<JsonObject>, snodo_client::Error> {
    now(Script::new([part]).client().request("tools/call", serde_json::json!({ "name": "x" })))
}

#[test]
fn a_result_is_given_as_it_came() {
    let sent = r#""content":[{"type":"text","text":"hi","more":1.50}],"x":{"y":[null]},"isError":true"#;
    let script = Script::new([result(sent)]);
    let outcome = now(script.client().call_tool("x", ())).expect("a failure of the tool is a result");
    let Outcome::Complete(reply) = outcome else { panic!("it is complete") };
    assert!(reply.failed());
    assert_eq!(reply.raw(), format!("{{{sent}}}"));
    let raw: serde_json::Value = reply.raw_as().expect("it is JSON");
    assert_eq!(raw["x"]["y"][0], serde_json::Value::Null);
}

#[test]
fn an_error_is_the_servers_word() {
    for (code, kind) in [
        (-32700, ErrorKind::JsonRpc),
        (-32600, ErrorKind::JsonRpc),
        (-32601, ErrorKind::Protocol),
        (-32602, ErrorKind::Protocol),
        (-32603, ErrorKind::Execution),
        (-32000, ErrorKind::Protocol),
        (-32001, ErrorKind::Protocol),
        (42, ErrorKind::Protocol),
    ] {
        let error = call(error(code)).expect_err("it is an error");
        assert_eq!((error.kind(), error.code(), error.message()), (kind, code, "no"));
        assert!(error.is_answer() && !error.is_timeout());
    }
    let no_id = r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"unreadable","data":[1]}}"#;
    let error = call(vec![Step::SayWith(400, no_id.to_owned())]).expect_err("it is an error");
    assert_eq!((error.code(), error.data(), error.http_status()), (-32600, Some("[1]"), Some(400)));
    assert_eq!(error.to_string(), "tools/call: the server answered -32600: unreadable (HTTP 400)");
}

#[test]
fn what_is_no_response_is_a_fault_of_the_connection() {
    for message in [
        "<html>no</html>",
        "[]",
        "{}",
        r#"{"jsonrpc":"2.0","id":999,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":"$ID","result":{}}"#,
        r#"{"jsonrpc":"2.0","id":$ID,"result":{},"error":{"code":1,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":$ID}"#,
        r#"{"jsonrpc":"2.0","id":$ID,"result":{"a":1,"a":2}}"#,
        r#"{"jsonrpc":"1.0","id":$ID,"result":{}}"#,
        r#"{"jsonrpc":"2.0","result":{}}"#,
    ] {
        let error = call(vec![say(message)]).expect_err("it is no response");
        assert_eq!((error.kind(), error.code()), (ErrorKind::Connection, -32000), "{message}");
        assert_eq!((error.method(), error.id()), (Some("tools/call"), Some(1)), "{message}");
    }
}

#[test]
fn an_end_without_a_response_is_told_at_once() {
    let progress =
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}"#;
    let error = call(vec![say(progress)]).expect_err("it ended");
    assert_eq!(error.to_string(), "tools/call: the connection ended before the response");
    assert_eq!((error.code(), error.id()), (-32000, Some(1)));
    let error = call(vec![say(progress), Step::Break("reset by the peer")]).expect_err("it broke");
    assert_eq!(error.message(), "reset by the peer");
}

#[test]
fn what_is_told_besides_does_not_disturb() {
    let part = [
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"other","progress":1}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":"x"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/own"}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":$ID,"result":{"content":[]}}"#,
    ];
    let outcome = call(part.into_iter().map(say).collect()).expect("it answers");
    assert!(matches!(outcome, Outcome::Complete(_)));
}

#[test]
fn only_progress_of_the_call_is_told() {
    use std::sync::{Arc, Mutex};
    let part = [
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1,"total":2,"message":"half"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"1","progress":9}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":9}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#,
    ];
    let script = Script::new([part.into_iter().map(say).collect()]);
    let told = Arc::new(Mutex::new(Vec::new()));
    let tell = Arc::clone(&told);
    let call = script.client().call_tool("x", ());
    now(call.on_progress(move |p| tell.lock().unwrap().push((p.progress, p.total, p.message))))
        .expect("it answers");
    assert_eq!(*told.lock().unwrap(), [(1.0, Some(2.0), Some("half".to_owned()))]);
    assert!(script.sent()[0].body.contains(r#""progressToken":1"#));
}

#[test]
fn a_result_of_another_form_is_an_error_that_keeps_it() {
    let weird = r#"{"resultType":"weird","x":1}"#;
    let error = call(result(r#""resultType":"weird","x":1"#)).expect_err("the type is not known");
    assert_eq!((error.kind(), error.code(), error.raw_result()), (ErrorKind::Result, -32000, Some(weird)));
    let script = Script::new([result(r#""content":"none""#)]);
    let error = now(script.client().call_tool("x", ())).expect_err("it has not the form");
    assert_eq!((error.kind(), error.raw_result()), (ErrorKind::Result, Some(r#"{"content":"none"}"#)));
    assert_eq!(error.method(), Some("tools/call"));
}

#[test]
fn results_of_earlier_revisions_are_complete() {
    let outcome = now(Script::new([text("x")]).client().call_tool("x", ()));
    assert!(outcome.is_ok());
    let script =
        Script::new([result(r#""content":[]"#), result(r#""contents":[],"ttlMs":-1,"cacheScope":"x""#)]);
    let client = script.client();
    assert!(now(client.call_tool("x", ())).is_ok_and(|outcome| outcome.complete().is_ok()));
    assert!(now(client.read_resource("a:b")).is_ok_and(|outcome| outcome.complete().is_ok()));
}

#[test]
fn a_challenge_comes_with_the_error() {
    let refused = r#"{"jsonrpc":"2.0","id":$ID,"error":{"code":-32001,"message":"who?"}}"#;
    let error = call(vec![Step::SayWith(401, refused.to_owned())]).expect_err("it is refused");
    assert_eq!((error.challenge(), error.http_status()), (Some("Bearer"), Some(401)));
}
