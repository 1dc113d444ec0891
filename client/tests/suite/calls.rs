//! Calling tools, getting prompts, reading resources, completing, discovering, and any other method.

use std::sync::{Arc, Mutex};

use serde_json::json;
use snodo_client::{Client, ErrorKind, Outcome};
use snodo_core::model::{CompletionReference, JsonObject, Level};

use crate::targets::over_all;

#[test]
fn a_tool_is_called_by_its_name_or_its_definition() {
    over_all(Client::builder, async |client| {
        let result = client.call_tool("echo", json!({ "text": "hello" })).await.expect("it answers");
        let Outcome::Complete(result) = result else { panic!("it asks nothing") };
        assert_eq!(result.blocks().len(), 1);
        assert_eq!(result.blocks()[0].as_text(), Some("hello"));
        assert!(!result.failed());
        assert!(result.raw().contains(r#""content":[{"type":"text","text":"hello"}]"#), "{}", result.raw());

        let tools = client.list_tools().await.expect("it lists");
        let region = tools.iter().find(|tool| tool.name == "region").expect("it is listed");
        let result = client.call_tool(region, json!({ "region": "h\u{f6}me" })).await.expect("it answers");
        assert_eq!(result.complete().expect("it asks nothing").blocks()[0].as_text(), Some("h\u{f6}me"));
    });
}

#[test]
fn a_tool_called_by_its_name_gets_the_header_fields_that_it_wants() {
    over_all(Client::builder, async |client| {
        let result = client.call_tool("region", json!({ "region": "eu" })).await.expect("it answers");
        assert_eq!(result.complete().expect("it asks nothing").blocks()[0].as_text(), Some("eu"));
    });
}

#[test]
fn a_failure_that_the_tool_reports_is_a_result() {
    over_all(Client::builder, async |client| {
        let result =
            client.call_tool("fail", ()).await.expect("it answers").complete().expect("it asks nothing");
        assert!(result.failed());
        assert_eq!(result.blocks()[0].as_text(), Some("it went wrong"));
    });
}

#[test]
fn an_error_keeps_its_code_message_and_data() {
    over_all(Client::builder, async |client| {
        let error = client.call_tool("refuse", ()).await.expect_err("it is refused");
        assert_eq!((error.kind(), error.code(), error.message()), (ErrorKind::Protocol, 42, "refused"));
        assert_eq!(error.data(), Some(r#"{"why":"rules"}"#));
        assert!(error.is_answer());
        assert_eq!(error.method(), Some("tools/call"));

        let error = client.request("no/such", ()).await.expect_err("there is none");
        assert_eq!((error.kind(), error.code()), (ErrorKind::Protocol, -32601));
        let error = client.call_tool("no_such", ()).await.expect_err("there is none");
        assert_eq!((error.kind(), error.code()), (ErrorKind::Protocol, -32602));
    });
}

#[test]
fn progress_and_log_messages_are_told_before_the_result() {
    over_all(Client::builder, async |client| {
        let told = Arc::new(Mutex::new(Vec::new()));
        let (progress, log) = (Arc::clone(&told), Arc::clone(&told));
        let call = client
            .call_tool("count", json!({ "steps": 3 }))
            .on_progress(move |p| progress.lock().unwrap().push(format!("{}/{:?}", p.progress, p.total)))
            .on_log(Level::Info, move |message| log.lock().unwrap().push(message.data.get().to_owned()));
        let result = call.await.expect("it answers").complete().expect("it asks nothing");
        assert_eq!(result.blocks()[0].as_text(), Some("counted"));
        let told = told.lock().unwrap();
        let expected =
            ["1/Some(3.0)", "\"step 1\"", "2/Some(3.0)", "\"step 2\"", "3/Some(3.0)", "\"step 3\""];
        assert_eq!(*told, expected);
    });
}

#[test]
fn progress_is_passed_over_by_who_does_not_ask_for_it() {
    over_all(Client::builder, async |client| {
        let call = client.call_tool("count", json!({ "steps": 2 })).meta("progressToken", "mine");
        let result = call.await.expect("it answers").complete().expect("it asks nothing");
        assert_eq!(result.blocks()[0].as_text(), Some("counted"));
    });
}

#[test]
fn prompts_resources_completions_and_what_the_server_is() {
    over_all(Client::builder, async |client| {
        let prompt = client.get_prompt("introduce", json!({ "name": "Ada" })).await.expect("it answers");
        let prompt = prompt.complete().expect("it asks nothing");
        assert_eq!(prompt.messages()[0].content().as_text(), Some("Introduce Ada."));

        let read =
            client.read_resource("text:///a").await.expect("it answers").complete().expect("it asks nothing");
        assert_eq!(read.parts()[0].as_text(), Some("the text of a"));
        let read = client
            .read_resource("note:///tea")
            .await
            .expect("it answers")
            .complete()
            .expect("it asks nothing");
        assert_eq!(read.parts()[0].as_text(), Some("a note about tea"));
        let error = client.read_resource("text:///none").await.expect_err("there is none");
        assert_eq!(error.data(), Some(r#"{"uri":"text:///none"}"#));

        let reference = CompletionReference::Prompt { name: "introduce".into(), title: None };
        let completion =
            client.complete(reference, "name", "A").settled([("style", "short")]).await.expect("it answers");
        assert_eq!(completion.values(), ["Ada", "Alan"]);

        let server = client.discover().await.expect("it answers");
        assert_eq!(server.supported_versions, ["2026-07-28"]);
        assert_eq!(server.instructions.as_deref(), Some("for tests"));
        assert_eq!(server.server_info().map(|info| info.name).as_deref(), Some("fixture"));
    });
}

#[test]
fn any_method_can_be_called_but_one() {
    over_all(Client::builder, async |client| {
        let outcome = client.request("tools/list", json!({})).await.expect("it answers");
        let raw: JsonObject = outcome.complete().expect("it asks nothing").into_inner();
        assert!(
            raw.get().starts_with(r#"{"resultType":"complete","tools":[{"name":"echo""#),
            "{}",
            raw.get()
        );

        let error = client
            .request("subscriptions/listen", json!({ "notifications": {} }))
            .await
            .expect_err("no stream");
        assert_eq!((error.kind(), error.code()), (ErrorKind::Usage, -32602));
        assert!(error.message().contains("Client::listen"), "{error}");
    });
}

#[test]
fn many_calls_run_at_once() {
    over_all(Client::builder, async |client| {
        let waiting = client.call_tool("wait", ()).timeout(None).into_future();
        let calls: Vec<_> = (0..100)
            .map(|n| client.call_tool("echo", json!({ "text": n.to_string() })).into_future())
            .collect();
        for (n, call) in calls.into_iter().enumerate() {
            let result = call.await.expect("it answers").complete().expect("it asks nothing");
            assert_eq!(result.blocks()[0].as_text(), Some(&*n.to_string()));
        }
        drop(waiting);
    });
}
