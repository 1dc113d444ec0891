//! The requests that all measurements use, and the servers that answer them.

use std::hint::black_box;
use std::pin::Pin;
use std::task::{Poll, Waker};

use serde::Deserialize;
use snodo::{Call, Context, Execution, Incoming, Outcome, Response, Server, Tool};

/// A call as clients send it: 281 bytes.
pub(crate) const CALL: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hello"},"#,
    r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
    r#""io.modelcontextprotocol/clientInfo":{"name":"bench","version":"0"},"#,
    r#""io.modelcontextprotocol/clientCapabilities":{}}}}"#
);

/// The first page of a listing.
pub(crate) const LIST: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"#,
    r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
    r#""io.modelcontextprotocol/clientInfo":{"name":"bench","version":"0"},"#,
    r#""io.modelcontextprotocol/clientCapabilities":{}}}}"#
);

#[derive(Deserialize)]
struct Echo {
    text: String,
}

/// A server whose `echo` takes no context, among `tools` tools.
pub(crate) fn server(tools: usize) -> Server {
    let more = (1..tools).map(|i| {
        Tool::new(format!("tool-{:05}", i * 7919 % 99991), async |args: Echo| Ok(args.text))
            .description("One of many")
    });
    Server::builder("greeter", "0.1.0")
        .tool(Tool::new("echo", async |args: Echo| Ok(args.text)))
        .tools(more)
        .build()
        .expect("the definitions are in order")
}

/// A server whose `echo` takes a context.
pub(crate) fn server_with_context() -> Server {
    Server::builder("greeter", "0.1.0")
        .tool(Tool::new("echo", async |args: Echo, _: Context| Ok(args.text)))
        .build()
        .expect("the definitions are in order")
}

pub(crate) fn execution(server: &Server, message: &str) -> Execution {
    let Incoming::Request(request) = Incoming::parse(black_box(message.as_bytes())) else {
        panic!("a request")
    };
    server.prepare(request, &Call::default()).expect("the request is in order").execute()
}

pub(crate) fn response(mut execution: Execution) -> Response {
    let mut cx = std::task::Context::from_waker(Waker::noop());
    match Future::poll(Pin::new(&mut execution), &mut cx) {
        Poll::Ready(Outcome::Response(response)) => response,
        other => panic!("ready at the first poll, with nothing to stream: {other:?}"),
    }
}
