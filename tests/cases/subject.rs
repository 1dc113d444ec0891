//! The server under test, which counts what it carries out.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;
use serde_json::value::RawValue;
use snodo::{Context, Failure, Hub, Json, NoArguments, Server, Tool};

#[derive(Deserialize)]
struct Text {
    text: String,
}

/// How many calls were carried out.
#[derive(Clone, Default)]
pub(crate) struct Calls(Arc<AtomicUsize>);

impl Calls {
    fn note(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    /// Since the last look.
    pub(crate) fn take(&self) -> usize {
        self.0.swap(0, Ordering::SeqCst)
    }
}

async fn echo(calls: Arc<Calls>, args: Text) -> Result<String, Failure> {
    calls.note();
    Ok(args.text)
}

async fn boom(calls: Arc<Calls>, _: NoArguments) -> Result<String, Failure> {
    calls.note();
    panic!("the secret of the host")
}

/// Says the text on its way, and again at the end.
async fn repeat(args: Text, cx: Context) -> Result<String, Failure> {
    cx.progress_message(1.0, None, args.text.as_str()).await;
    Ok(args.text)
}

async fn hang(_: NoArguments, cx: Context) -> Result<(), Failure> {
    cx.progress(1.0, None).await;
    std::future::pending().await
}

pub(crate) fn server(calls: &Calls, hub: &Hub) -> Server {
    Server::builder("t", "1")
        .tool(Tool::with_state("echo", calls.clone(), echo))
        .tool(Tool::with_state("boom", calls.clone(), boom))
        .tool(Tool::new("repeat", repeat))
        .tool(Tool::new("hang", hang))
        .tool(Tool::new("raw", async |args: Box<RawValue>| Ok(Json(args))))
        .source(hub.clone())
        .build()
        .expect("each definition is sound")
}

/// A call of a tool. `meta` are further members of `_meta`, each with a comma before it.
pub(crate) fn call(id: &str, tool: &str, arguments: &str, meta: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\
         \"arguments\":{arguments},\"_meta\":{{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\
         \"io.modelcontextprotocol/clientInfo\":{{\"name\":\"qa\",\"version\":\"1.0.0\"}},\
         \"io.modelcontextprotocol/clientCapabilities\":{{}}{meta}}}}}}}"
    )
}

pub(crate) fn echo_hi(id: &str) -> String {
    call(id, "echo", r#"{"text":"hi"}"#, "")
}

pub(crate) fn listen(id: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"subscriptions/listen\",\"params\":{{\
         \"notifications\":{{\"toolsListChanged\":true}},\"_meta\":{{\
         \"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\
         \"io.modelcontextprotocol/clientCapabilities\":{{}}}}}}}}"
    )
}

/// What answers a call with one text, which is JSON's.
pub(crate) fn text(id: &str, text: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"resultType\":\"complete\",\
         \"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}],\
         \"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{{\"name\":\"t\",\"version\":\"1\"}}}}}}}}"
    )
}

/// An error; `id` with its comma, `more` with one before it.
pub(crate) fn error(id: &str, code: i32, message: &str, more: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",{id}\"error\":{{\"code\":{code},\"message\":\"{message}\"{more}}}}}")
}
