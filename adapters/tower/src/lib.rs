//! Model Context Protocol servers inside axum, hyper and any other host of [`tower_service::Service`]s.
//!
//! [`Mcp`] is the service. The host routes requests to it, and keeps its own TLS, authentication and middleware.
//!
//! ```
//! use snodo_core::{NoArguments, Server, Tool};
//! use snodo_executor::{Executor, spawn_fn};
//! use snodo_tower::Mcp;
//!
//! let server = Server::builder("clock", "1.0.0")
//!     .tool(Tool::new("tick", async |_: NoArguments| Ok("tock")))
//!     .build()?;
//! let executor = Executor::new(spawn_fn(|task| drop(tokio::spawn(task))));
//! let app: axum::Router = axum::Router::new().route_service("/mcp", Mcp::new(server, executor));
//! # drop(app);
//! # Ok::<(), snodo_core::Error>(())
//! ```
//!
//! # What holds
//!
//! - Each request is judged by the rules of the [endpoint](snodo_core::http::Endpoint): what its head alone refuses is
//!   answered before a byte of the body is read. So a client that sent `Expect: 100-continue` gets the refusal instead,
//!   where the host waits with its `100` until the body is read.
//! - Whatever is routed here is for the endpoint: its own path is not looked at. So it can be mounted anywhere, nested
//!   or not.
//! - The authority of an absolute target, and of HTTP/2, is what `Host` says. HTTP/1.1 without either is refused.
//! - A body is bounded by the [endpoint](snodo_core::http::EndpointBuilder::max_body), whether its length is declared or
//!   not, and [in time](McpBuilder::body_timeout). One that grows too large is not read on.
//! - An answer is plain JSON, or becomes an event stream as soon as the handler has something to say before it is
//!   done. From then on its status is 200, and failures are its last event.
//! - A subscription is an event stream that stays open: acknowledged at once, without a deadline, kept alive by
//!   comments while it is quiet. [`Handle::shutdown`] ends it with its result as the last event.
//! - Dropping the [future of the answer](ResponseFuture), or the [body of a stream](Body), cancels the call or closes
//!   the subscription. Hosts do so when they see that the peer is gone.
//! - For hosts that see it only when a write fails there is the [probe](McpBuilder::probe): a call that takes longer
//!   becomes a stream, in which comments are written until it is done.
//! - When the [executor](snodo_executor::Executor) is full, a request is refused with 503 at once.
//! - Identity comes from the request's [extensions](McpBuilder::auth), as the host has verified it, and never from its
//!   header fields.
//! - Panics of handlers are contained by the engine, unless the server lets them through.
//!
//! # What it does not do
//!
//! - HTTP itself: connections and their number, framing, the deadlines of heads and of writing, TLS. A client that does
//!   not read its stream keeps it, at bounded memory, until the host closes the connection.
//! - Authentication and CORS: there is middleware for both. A body must not have been read before it gets here.
//! - A runtime: the executor brings one, and a clock. This crate starts no thread and no task of its own.
//! - Routing a cancellation to another request: every request is a scope of its own, and ends with its connection.
//!
//! # Memory
//!
//! A request whose body is being read holds at most the longest body, and for a moment twice as much while it grows;
//! how many there are is bounded by the host's connections. After that its message is what the
//! [executor](snodo_executor::ExecutorBuilder) counts. A stream keeps at most 64 frames, one that is held back, and a
//! piece of 16 KiB and a frame; streams are bounded by [`max_streams`](McpBuilder::max_streams) and
//! [`max_subscriptions`](McpBuilder::max_subscriptions).
//!
//! # This, or a listener
//!
//! Mount this where there is a web application already, or where TLS, HTTP/2, authentication or other middleware is
//! wanted in the same process. Where MCP is all there is to serve, on loopback or behind a proxy, the listener of
//! `snodo-http` needs no framework and no runtime, and bounds connections, heads and writes itself.
//! Both answer with the same messages and the same statuses.

mod answer;
mod body;
mod error;
mod events;
mod exchange;
mod head;
mod known;
mod probe;
mod reading;
mod service;
mod settings;
mod shared;
mod shutdown;
mod timer;

pub use body::Body;
pub use error::SettingsError;
pub use service::{Mcp, ResponseFuture};
pub use settings::McpBuilder;
pub use shutdown::Handle;
