//! Checking a request without carrying it out.

mod wire;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserialize;
use serde_json::{Value, json};
use snodo::{Call, Failure, Incoming, NoArguments, Prompt, PromptArgument, Resource, Server, Tool};
use wire::{exchange, request};

#[derive(Clone, Copy, Deserialize)]
struct Count {
    count: u8,
}

static CALLED: AtomicBool = AtomicBool::new(false);

/// Calls are noticed before there is a future.
fn counted(args: Count) -> impl Future<Output = Result<String, Failure>> + Send + 'static {
    CALLED.store(true, Ordering::Relaxed);
    async move { Ok(args.count.to_string()) }
}

fn server() -> Server {
    Server::builder("c", "1")
        .tool(Tool::new("count", counted))
        .tool(
            Tool::new("any", async |args: Value| Ok(args.to_string()))
                .input_schema(json!({ "required": ["a"] })),
        )
        .resource(Resource::template("n:///{count}", "n", counted_read))
        .prompt(Prompt::new("p", counted).argument(PromptArgument::optional("count")))
        .tool(Tool::with_state("panics", Arc::new(()), async |_: Arc<()>, _: NoArguments| Ok("fine")))
        .build()
        .expect("the server is well defined")
}

fn counted_read(args: Count) -> impl Future<Output = Result<String, Failure>> + Send + 'static {
    counted(args)
}

/// What checking a request answers; nothing when it is in order.
fn checked(server: &Server, message: &str) -> Option<String> {
    let Incoming::Request(request) = Incoming::parse(message.as_bytes()) else { panic!("it is a request") };
    let prepared = server.prepare(request, &Call::new()).expect("it is prepared");
    let refusal = prepared.check().err()?;
    let mut out = Vec::new();
    refusal.encode(&mut out);
    Some(String::from_utf8(out).expect("responses are UTF-8"))
}

#[test]
fn arguments_are_checked_and_nothing_is_called() {
    let server = server();
    let failed = |text: &str| {
        String::from(
            r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"TEXT"}],"isError":true,"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"c","version":"1"}}}}"#
        )
        .replace("TEXT", text)
    };
    let refused = |text: &str| {
        String::from(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"TEXT"}}"#)
            .replace("TEXT", text)
    };
    let tool = |name: &str, arguments: &str| {
        request(
            "tools/call",
            &String::from(r#""name":"NAME","arguments":ARGS,"#)
                .replace("NAME", name)
                .replace("ARGS", arguments),
            "",
        )
    };
    let cases = [
        (tool("count", r#"{"count":1}"#), None),
        (
            tool("count", r#"{"count":300}"#),
            Some(failed("Invalid arguments: /count must be an integer from 0 to 255")),
        ),
        (tool("any", r#"{"a":1}"#), None),
        (tool("any", "{}"), Some(failed("Invalid arguments: /a is required"))),
        (tool("panics", "{}"), None),
        (request("resources/read", r#""uri":"n:///7","#, ""), None),
        (
            request("prompts/get", r#""name":"p","arguments":{},"#, ""),
            Some(refused("Invalid arguments: /count is required")),
        ),
        (request("tools/list", "", ""), None),
    ];
    for (message, expected) in cases {
        assert_eq!(checked(&server, &message), expected, "{message}");
        if let Some(expected) = expected {
            assert_eq!(exchange(&server, &message), [expected], "executing it says the same");
        }
    }
    assert!(!CALLED.load(Ordering::Relaxed), "no handler was called");
}
