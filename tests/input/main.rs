//! Input over several rounds: how many answers may come, which of them count, and what is kept.

mod answers;
mod keeping;
mod reading;
mod sealing;
mod waiting;
#[path = "../wire/mod.rs"]
mod wire;

use snodo::{Binding, Context, Failure, Form, FormElicitation, Sealer, Server, StringSchema};
use wire::exchange;

/// What everybody is asked.
fn question() -> FormElicitation {
    FormElicitation::new("?", Form::new().required("v", StringSchema::new()))
}

/// What was filled in under a key.
async fn ask(cx: &Context, key: &str) -> Result<String, Failure> {
    Ok(cx.input(key, question()).await?.content().unwrap_or("nothing").into())
}

/// Seals so that everybody can read it and do the same.
struct Readable;

impl Sealer for Readable {
    fn seal(&self, payload: &str, binding: &Binding<'_>) -> Option<String> {
        Some(format!("{}!{payload}", binding.method))
    }

    fn open(&self, token: &str, binding: &Binding<'_>) -> Option<String> {
        Some(token.strip_prefix(binding.method)?.strip_prefix('!')?.into())
    }
}

/// A request of a client that can be asked. `members` of its `params` have a comma after each.
fn request(method: &str, members: &str) -> String {
    let able = r#"clientCapabilities":{"elicitation":{}}"#;
    wire::request(method, members, "").replacen(r#"clientCapabilities":{}"#, able, 1)
}

/// A call of a tool; `members` are those of its `params` besides the name.
fn call(tool: &str, members: &str) -> String {
    request("tools/call", &format!(r#""name":"{tool}",{members}"#))
}

/// A question of [`question`] as clients get it.
const ASKED: &str = r#"{"method":"elicitation/create","params":{"mode":"form","message":"?","requestedSchema":{"type":"object","properties":{"v":{"type":"string"}},"required":["v"]}}}"#;

/// The answer `v`.
fn accepted(v: &str) -> String {
    format!(r#"{{"action":"accept","content":{{"v":"{v}"}}}}"#)
}

/// The result with these members, of a server that is named `i`.
fn result(members: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{{members},"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"i","version":"1"}}}}}}}}"#
    )
}

/// The result of a tool that says `text`, which is JSON without the quotes around.
fn said(text: &str) -> String {
    result(&format!(r#""resultType":"complete","content":[{{"type":"text","text":"{text}"}}]"#))
}

/// The demand for an answer under `key`, with `state` after it.
fn asked(key: &str, state: &str) -> String {
    result(&format!(r#""resultType":"input_required","inputRequests":{{"{key}":{ASKED}}}{state}"#))
}

fn error(code: i64, message: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"{message}"}}}}"#)
}

fn internal() -> String {
    error(-32603, "Internal error")
}

#[track_caller]
fn answers(server: &Server, request: &str, expected: &str) {
    assert_eq!(exchange(server, request), [expected]);
}
