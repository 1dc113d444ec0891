//! Streamable HTTP without HTTP: what a request's head and body mean, and what an answer's head and body are.
//!
//! ```text
//! Head ── check ──▶ Checked ── prepare(body) ──▶ Prepared ── execute ──▶ Execution ──▶ Outcome ──▶ Reply
//!           │                    │                                                                  │
//!           └──▶ Response        └──▶ Response                                  Response or EventStream
//! ```
//!
//! Any HTTP server can carry it: hand the head over as it was parsed, refuse or read the body, and write what comes
//! out. [`Endpoint::handle`] takes all steps at once.
//!
//! ```
//! use snodo_core::http::{Endpoint, Head, Reply};
//! use snodo_core::{Call, NoArguments, Server, Tool};
//!
//! let server = Server::builder("clock", "1.0.0")
//!     .tool(Tool::new("tick", async |_: NoArguments| Ok("tock")))
//!     .build()?;
//! let endpoint = Endpoint::builder(server).build()?;
//!
//! let head = Head::collect("POST", "/mcp", [
//!     ("Content-Type", &b"application/json"[..]),
//!     ("Accept", b"application/json, text/event-stream"),
//!     ("MCP-Protocol-Version", b"2026-07-28"),
//!     ("Mcp-Method", b"tools/call"),
//!     ("Mcp-Name", b"tick"),
//! ]);
//! let body = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tick","_meta":{
//!     "io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
//! let Reply::Response(response) = endpoint.handle(head, body, &Call::new()).wait() else { panic!() };
//! assert_eq!(response.status(), 200);
//! # Ok::<(), snodo_core::Error>(())
//! ```
//!
//! Spec: basic/transports/streamable-http.

mod cors;
mod endpoint;
mod exchange;
mod head;
mod hosts;
mod media_type;
mod param_fields;
mod reply;

pub use cors::{Cors, CorsHeaders};
pub use endpoint::{Checked, Endpoint, EndpointBuilder};
pub use exchange::Exchange;
pub use head::{FieldName, Head};
pub use param_fields::{ParamFields, encode_field, named_member};
pub use reply::{EventStream, KEEP_ALIVE, Reply, Response, encode_event};
