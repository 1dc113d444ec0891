//! The engine of snodo: Model Context Protocol messages in, responses out, and nothing else.
//!
//! A [`Server`] is a value. [`Server::prepare`] checks a request that it only borrows, [`Prepared::execute`] makes an
//! [`Execution`], a future that owns all it needs, and polling that gives a [`Response`] — or a [`StreamResponse`] as
//! soon as the handler has something to say before it is done. No socket, clock, thread or runtime is reachable from
//! here: the crate is `no_std` but for one file with a mutex, a map and panic containment. Adapters move the bytes.
//!
//! **The contract:** nothing runs unless you poll, and dropping what you poll cancels it.
//!
//! # In scope
//!
//! Protocol revision 2026-07-28, server side: `server/discover`, `tools/list`, `tools/call`, progress, log messages,
//! cancellation; strict JSON and JSON-RPC; newline framing ([`lines`]); the rules of Streamable HTTP ([`http`]).
//!
//! # Out of scope
//!
//! Moving bytes, deadlines, queues and threads: see the adapters `snodo-stdio` and `snodo-executor`.
//!
//! # Errors, by whose fault they are
//!
//! - [`Error`]: the caller of this library, while building. Nothing was built.
//! - [`Rejection`]: the peer, or the moment. It is answered; everything else goes on.
//! - [`Failure`]: what a handler returns instead of a result. The handler's author chooses what the peer sees.
//!
//! Panics of handlers are contained and answered with -32603; see [`ServerBuilder::contain_panics`].

#![no_std]
extern crate alloc;

mod context;
mod define;
mod dialect;
mod error;
pub mod http;
mod id;
pub mod json;
mod jsonrpc;
mod limits;
pub mod lines;
mod model;
mod seal;
mod server;
mod sync;
mod validator;

pub use context::{Call, Context, Written};
pub use define::{Failure, Handler, IntoSchema, NoArguments, StateHandler, Tool, ToolHandler};
pub use error::{Error, ErrorKind};
pub use id::{Id, MAX_ID_BYTES};
pub use jsonrpc::{
    Cancelled, Capability, ClientCapabilities, Incoming, Notification, Rejection, Request, Unavailable, code,
};
pub use limits::Limits;
pub use model::{
    Annotations, Content, Icon, IntoToolResult, Json, Level, ResourceContents, ResourceLink, Role, Theme,
    ToolAnnotations, ToolResult,
};
pub use seal::{Binding, Sealer};
pub use server::{
    CacheScope, Execution, Frame, LogFrame, Outcome, PanicReport, Prepared, ProgressFrame, Response, Server,
    ServerBuilder, StreamResponse,
};
pub use validator::{CompiledSchema, Validator};
