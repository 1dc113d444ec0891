//! Cursors, against the list they walk.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use snodo_core::{Call, Execution, Limits, NoArguments, Outcome, Server, Tool};

const NAMES: [&str; 7] = ["a", "b", "c", "a.b", "tools", "x-1", "last"];

static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let tools = NAMES.map(|name| Tool::new(name, async |_: NoArguments| Ok("done")));
    let builder = Server::builder("paging", "1").tools(tools).limits(Limits::default().page_size(2));
    builder.build().expect("the server is well defined")
});

/// A made-up cursor is refused, or continues behind a tool that exists; following what the server gives from there
/// ends, and shows every tool behind that place once.
///
/// # Panics
///
/// When one of this does not hold.
pub fn paging(data: &[u8]) {
    let text = String::from_utf8_lossy(data).into_owned();
    // As it is, and as what a cursor of ours looks like on the outside.
    for cursor in [text, URL_SAFE_NO_PAD.encode(data)] {
        match list(Some(&cursor)) {
            Err(code) => assert_eq!(code, -32602),
            Ok(page) => follow(page),
        }
    }
}

fn follow(first: Page) {
    let mut seen = first.names.clone();
    let mut next = first.next;
    for _ in 0..NAMES.len() {
        let Some(cursor) = next else { break };
        let page = list(Some(&cursor)).expect("a cursor of the server's own is good");
        assert!(!page.names.is_empty(), "a page that was promised is not empty");
        seen.extend(page.names);
        next = page.next;
    }
    assert_eq!(next, None, "pages end");
    assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), seen.len(), "no tool comes twice");
    assert!(NAMES.ends_with(&seen.iter().map(String::as_str).collect::<Vec<_>>()), "they come in order");
}

struct Page {
    names: Vec<String>,
    next: Option<String>,
}

fn list(cursor: Option<&str>) -> Result<Page, i64> {
    let request = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/list",
        "params": { "cursor": cursor, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {}
        } }
    });
    let execution = SERVER.handle(request.to_string().as_bytes(), &Call::new());
    let Some(Outcome::Response(response)) = execution.map(Execution::wait) else {
        panic!("a listing is answered at once")
    };
    let mut out = Vec::new();
    response.encode(&mut out);
    let answer: Value = serde_json::from_slice(&out).expect("answers are JSON");
    if let Some(code) = answer["error"]["code"].as_i64() {
        return Err(code);
    }
    let tools = answer["result"]["tools"].as_array().expect("a result has tools");
    let names =
        tools.iter().map(|tool| tool["name"].as_str().expect("a tool has a name").to_owned()).collect();
    Ok(Page { names, next: answer["result"]["nextCursor"].as_str().map(Into::into) })
}
