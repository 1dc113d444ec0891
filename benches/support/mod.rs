//! The request that all measurements use, the servers that answer it, and the floor they are compared with.

use serde::{Deserialize, Serialize};
use snodo::{Call, Context, Execution, Incoming, Outcome, Response, Server, Tool};
use std::hint::black_box;
use std::pin::Pin;
use std::task::{Poll, Waker};

/// A call as clients send it: 281 bytes.
pub const CALL: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hello"},"#,
    r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
    r#""io.modelcontextprotocol/clientInfo":{"name":"bench","version":"0"},"#,
    r#""io.modelcontextprotocol/clientCapabilities":{}}}}"#
);

/// The first page of a listing.
pub const LIST: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"#,
    r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
    r#""io.modelcontextprotocol/clientInfo":{"name":"bench","version":"0"},"#,
    r#""io.modelcontextprotocol/clientCapabilities":{}}}}"#
);

/// The answer to [`CALL`].
pub const ANSWER: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"hello"}],"#,
    r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"greeter","version":"0.1.0"}}}}"#
);

#[derive(Deserialize)]
pub struct Echo {
    pub text: String,
}

/// A server whose `echo` takes no context, among `tools` tools.
pub fn server(tools: usize) -> Server {
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
pub fn server_with_context() -> Server {
    Server::builder("greeter", "0.1.0")
        .tool(Tool::new("echo", async |args: Echo, _: Context| Ok(args.text)))
        .build()
        .expect("the definitions are in order")
}

pub fn execution(server: &Server, message: &str) -> Execution {
    let Incoming::Request(request) = Incoming::parse(black_box(message.as_bytes())) else {
        panic!("a request")
    };
    server.prepare(request, &Call::default()).expect("the request is in order").execute()
}

pub fn response(mut execution: Execution) -> Response {
    let mut cx = std::task::Context::from_waker(Waker::noop());
    match Future::poll(Pin::new(&mut execution), &mut cx) {
        Poll::Ready(Outcome::Response(response)) => response,
        other => panic!("ready at the first poll, with nothing to stream: {other:?}"),
    }
}

/// From the bytes of a message to the bytes of its answer.
pub fn answer(server: &Server, message: &str, out: &mut Vec<u8>) {
    out.clear();
    response(execution(server, message)).encode(out);
    black_box(out);
}

/// What the same exchange costs when nothing is checked: a typed parse that borrows, and the answer written into a
/// buffer that is kept.
pub fn floor(message: &str, out: &mut Vec<u8>) {
    out.clear();
    let request: wire::Request<'_> = serde_json::from_str(black_box(message)).expect("valid");
    black_box((request.jsonrpc, request.method, request.params.name));
    black_box((
        request.params.meta.version,
        request.params.meta.client.name,
        request.params.meta.client.version,
    ));
    black_box(request.params.meta.capabilities.elicitation);
    serde_json::to_writer(&mut *out, &wire::reply(request.id, request.params.arguments.text))
        .expect("writable");
    black_box(out);
}

mod wire {
    use super::{Deserialize, Serialize};

    #[derive(Deserialize)]
    pub(super) struct Request<'a> {
        pub(super) jsonrpc: &'a str,
        pub(super) id: u64,
        pub(super) method: &'a str,
        #[serde(borrow)]
        pub(super) params: Params<'a>,
    }

    #[derive(Deserialize)]
    pub(super) struct Params<'a> {
        pub(super) name: &'a str,
        #[serde(borrow)]
        pub(super) arguments: Arguments<'a>,
        #[serde(borrow, rename = "_meta")]
        pub(super) meta: Meta<'a>,
    }

    #[derive(Deserialize)]
    pub(super) struct Arguments<'a> {
        pub(super) text: &'a str,
    }

    #[derive(Deserialize)]
    pub(super) struct Meta<'a> {
        #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
        pub(super) version: &'a str,
        #[serde(borrow, rename = "io.modelcontextprotocol/clientInfo")]
        pub(super) client: Info<'a>,
        #[serde(borrow, rename = "io.modelcontextprotocol/clientCapabilities")]
        pub(super) capabilities: Capabilities<'a>,
    }

    #[derive(Deserialize)]
    pub(super) struct Capabilities<'a> {
        #[serde(borrow)]
        pub(super) elicitation: Option<&'a serde_json::value::RawValue>,
    }

    #[derive(Deserialize, Serialize)]
    pub(super) struct Info<'a> {
        pub(super) name: &'a str,
        pub(super) version: &'a str,
    }

    #[derive(Serialize)]
    pub(super) struct Reply<'a> {
        jsonrpc: &'a str,
        id: u64,
        result: Result<'a>,
    }

    #[derive(Serialize)]
    struct Result<'a> {
        #[serde(rename = "resultType")]
        result_type: &'a str,
        content: [Block<'a>; 1],
        #[serde(rename = "_meta")]
        meta: ServerMeta<'a>,
    }

    #[derive(Serialize)]
    struct Block<'a> {
        r#type: &'a str,
        text: &'a str,
    }

    #[derive(Serialize)]
    struct ServerMeta<'a> {
        #[serde(rename = "io.modelcontextprotocol/serverInfo")]
        info: Info<'a>,
    }

    pub(super) fn reply(id: u64, text: &str) -> Reply<'_> {
        Reply {
            jsonrpc: "2.0",
            id,
            result: Result {
                result_type: "complete",
                content: [Block { r#type: "text", text }],
                meta: ServerMeta { info: Info { name: "greeter", version: "0.1.0" } },
            },
        }
    }
}
