//! What measurements are compared with.

use std::hint::black_box;

/// What the same exchange costs when nothing is checked: a typed parse that borrows, and the answer written into a
/// buffer that is kept.
pub(crate) fn floor(message: &str, out: &mut Vec<u8>) {
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
    use serde::{Deserialize, Serialize};

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
