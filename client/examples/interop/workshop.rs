//! One server three times, on the SDKs of others: `tests/interop/typescript/server.mjs` and
//! `tests/interop/python/server.py`.

use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use futures_lite::future::or;
use serde_json::json;
use snodo_client::{Client, ErrorKind, Event, Outcome};
use snodo_core::model::{
    CreateMessageResult, ElicitResult, InputRequest, InputResponse, ListRootsResult,
    ProgressNotificationParams, Root,
};

use crate::Fault;
use crate::calls::{at_once, builder, call, check_failure, text};
use crate::connection::Connector;
use crate::report::{Report, equal, equal_at};

/// What the server stands on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framework {
    TypeScript,
    Python,
    FastMcp,
}

pub(crate) async fn check(
    framework: Framework,
    connector: &Connector,
    report: &mut Report,
) -> Result<(), Fault> {
    let connection = connector.connect(builder()).await?;
    let client = &connection.client;
    report.check("says who it is and what it speaks", discovery(client)).await;
    // Before the list: over HTTP one of the servers wants an argument in a header field, which only the list tells.
    report.check("adds, in text and structured", addition(client)).await;
    report.check("lists tools, resources, templates and prompts", lists(client)).await;
    report.check("answers many calls at once", many_calls(client)).await;
    report.check("reports a tool's failure", check_failure(client, "fail", (), "it failed")).await;
    report.check("reports an unknown tool", unknown_tool(client, framework)).await;
    report.check("tells its progress, in order", progress(client)).await;
    report.check("reads text, bytes and templates", reading(client)).await;
    report.check("refuses an unknown resource", unknown_resource(client)).await;
    report.check("gives a prompt", prompt(client)).await;
    report.check("gets answers to a form, a model and roots", answered_by_handlers(client)).await;
    report.check("gets answers from the caller, round by round", answered_by_caller(client)).await;
    report.check("is told of a call that is dropped", cancellation(client)).await;
    report.check("is not waited for beyond the timeout", timeout(client)).await;
    if framework == Framework::FastMcp {
        report.check("refuses to tell of changes, at once", no_subscription(client)).await;
    } else {
        report.check("tells of changes that were asked for", subscription(client)).await;
    }
    connection.check_close(report).await;
    Ok(())
}

async fn discovery(client: &Client) -> Result<(), Fault> {
    let server = client.discover().await?;
    let info = server.server_info().ok_or("it does not say who it is")?;
    equal((&*info.name, &*info.version), ("workshop", "1.0"))?;
    equal(&*server.supported_versions, ["2026-07-28"])
}

async fn lists(client: &Client) -> Result<(), Fault> {
    let tools = client.list_tools().await?;
    for name in ["add", "fail", "count", "wait", "cancelled", "ask"] {
        equal(tools.iter().filter(|tool| tool.name == name).count(), 1)?;
    }
    let uris: Vec<_> = client.list_resources().await?.into_iter().map(|resource| resource.uri).collect();
    equal(uris, ["text:///note", "text:///bytes"])?;
    let templates: Vec<_> =
        client.list_resource_templates().await?.into_iter().map(|template| template.uri_template).collect();
    equal(templates, ["about:///{name}"])?;
    let prompts: Vec<_> = client.list_prompts().await?.into_iter().map(|prompt| prompt.name).collect();
    equal(prompts, ["introduce"])
}

async fn addition(client: &Client) -> Result<(), Fault> {
    let result = call(client, "add", json!({ "a": 2, "b": 40 })).await?;
    equal(text(&result)?, "42")?;
    equal(result.structured_json(), Some(r#"{"result":42}"#))
}

async fn many_calls(client: &Client) -> Result<(), Fault> {
    let calls = (0..50).map(|n| client.call_tool("add", json!({ "a": n, "b": 1000 })).into_future());
    for (n, outcome) in at_once(calls).await.into_iter().enumerate() {
        equal(text(&*outcome?.complete()?)?, (n + 1000).to_string())?;
    }
    Ok(())
}

/// The protocol demands an error; the frameworks in Python give a result that failed.
async fn unknown_tool(client: &Client, framework: Framework) -> Result<(), Fault> {
    if framework != Framework::TypeScript {
        return check_failure(client, "nothing", (), "Unknown tool").await;
    }
    let Err(error) = client.call_tool("nothing", ()).await else { return Err("it has a result".into()) };
    equal((error.kind(), error.code()), (ErrorKind::Protocol, -32602))
}

async fn progress(client: &Client) -> Result<(), Fault> {
    let told = Arc::new(Mutex::new(Vec::new()));
    let listener = {
        let told = Arc::clone(&told);
        move |report: ProgressNotificationParams| {
            told.lock().unwrap_or_else(PoisonError::into_inner).push((
                report.progress,
                report.total,
                report.message,
            ));
        }
    };
    let result = client.call_tool("count", json!({ "steps": 5 })).on_progress(listener).await?.complete()?;
    equal(text(&result)?, "counted to 5")?;
    let expected: Vec<_> =
        (1..=5).map(|step| (f64::from(step), Some(5.0), Some(format!("step {step}")))).collect();
    equal(&*told.lock().unwrap_or_else(PoisonError::into_inner), &expected)
}

async fn reading(client: &Client) -> Result<(), Fault> {
    let note = client.read_resource("text:///note").await?.complete()?;
    equal_at(note.raw(), "/contents/0/text", &json!("a note"))?;
    equal_at(note.raw(), "/contents/0/mimeType", &json!("text/plain"))?;
    let bytes = client.read_resource("text:///bytes").await?.complete()?;
    equal_at(bytes.raw(), "/contents/0/blob", &json!("AAEC"))?;
    let about = client.read_resource("about:///rust").await?.complete()?;
    equal_at(about.raw(), "/contents/0/text", &json!("about rust"))
}

async fn unknown_resource(client: &Client) -> Result<(), Fault> {
    let Err(error) = client.read_resource("text:///nothing").await else {
        return Err("it has a result".into());
    };
    equal((error.kind(), error.code()), (ErrorKind::Protocol, -32602))
}

async fn prompt(client: &Client) -> Result<(), Fault> {
    let prompt = client.get_prompt("introduce", json!({ "name": "Ada" })).await?.complete()?;
    let content = json!({ "type": "text", "text": "Introduce Ada." });
    equal_at(prompt.raw(), "/messages", &json!([{ "role": "user", "content": content }]))
}

async fn answered_by_handlers(client: &Client) -> Result<(), Fault> {
    let result = call(client, "ask", ()).await?;
    equal(text(&result)?, "Hello, Ada! Nothing to say. file:///workspace")
}

async fn answered_by_caller(client: &Client) -> Result<(), Fault> {
    let outcome = client.call_tool("ask", ()).answer_yourself().await?;
    let Outcome::InputRequired(demand) = outcome else { return Err("it asks nothing".into()) };
    let mut asked: Vec<_> = demand.requests().map(|(key, question)| (key, question.method())).collect();
    asked.sort_unstable();
    let expected =
        [("model", "sampling/createMessage"), ("roots", "roots/list"), ("who", "elicitation/create")];
    equal(asked, expected)?;
    for (_, question) in demand.requests() {
        if let InputRequest::Form(form) = question {
            equal(form.message(), "Who are you?")?;
        }
    }
    let name = ElicitResult::accept_with(&json!({ "name": "Bob" }))?;
    let answers = [
        ("who", InputResponse::from(name)),
        ("model", CreateMessageResult::new("no-model", "Well.").into()),
        ("roots", ListRootsResult::new([Root::new("file:///elsewhere")]).into()),
    ];
    let result = client.call_tool("ask", ()).answer(&demand, answers).await?.complete()?;
    equal(text(&result)?, "Hello, Bob! Well. file:///elsewhere")
}

/// The server says when it has begun, and after that whether it was told.
async fn cancellation(client: &Client) -> Result<(), Fault> {
    let begun = Arc::new(AtomicBool::new(false));
    let listener = {
        let begun = Arc::clone(&begun);
        move |_| begun.store(true, Ordering::Relaxed)
    };
    let call_of_wait = client.call_tool("wait", ()).on_progress(listener).into_future();
    // The listener is called where the call is polled, which is just before this is.
    let has_begun =
        poll_fn(|_| if begun.load(Ordering::Relaxed) { Poll::Ready(Ok(())) } else { Poll::Pending });
    or(async { call_of_wait.await.map(drop) }, has_begun).await?;
    equal(text(&*call(client, "cancelled", ()).await?)?, "a call was cancelled")
}

async fn timeout(client: &Client) -> Result<(), Fault> {
    let Err(error) = client.call_tool("wait", ()).timeout(Duration::from_millis(200)).await else {
        return Err("it has a result".into());
    };
    equal((error.is_timeout(), error.data()), (true, Some(r#"{"timeoutMs":200}"#)))?;
    addition(client).await
}

async fn subscription(client: &Client) -> Result<(), Fault> {
    let mut changes = client.listen().tools_list_changed().resource("text:///note").await?;
    equal(changes.accepted().tools_list_changed, Some(true))?;
    equal(changes.accepted().prompts_list_changed.unwrap_or(false), false)?;
    for _ in 0..2 {
        call(client, "change", ()).await?;
        let mut events = [changes.next().await, changes.next().await];
        events.sort_by_key(|event| matches!(event, Some(Event::ResourceUpdated { .. })));
        let updated = Event::ResourceUpdated { uri: "text:///note".to_owned() };
        equal(events, [Some(Event::ToolsListChanged), Some(updated)])?;
    }
    drop(changes);
    addition(client).await
}

async fn no_subscription(client: &Client) -> Result<(), Fault> {
    let Err(error) = client.listen().tools_list_changed().await else { return Err("it listens".into()) };
    equal((error.kind(), error.code()), (ErrorKind::Protocol, -32601))
}
