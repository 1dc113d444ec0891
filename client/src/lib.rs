//! A client for Model Context Protocol servers.
//!
//! A [`Client`] is a handle to one server: in this process, a program that it starts, a URL, or anything that implements
//! [`Transport`]. The same calls work over all of them.
//!
//! ```no_run
//! use snodo_client::{Client, Command};
//! use serde_json::json;
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let client = Client::connect("http://127.0.0.1:4000/mcp").await?; // or:
//! let client = Client::connect(Command::new("weather-server").arg("--units=metric")).await?;
//!
//! for tool in client.list_tools().await? {
//!     println!("{}: {}", tool.name, tool.description.unwrap_or_default());
//! }
//! let result = client.call_tool("forecast", json!({ "city": "Oslo" })).await?.complete()?;
//! for block in result.blocks() {
//!     println!("{}", block.as_text().unwrap_or("(no text)"));
//! }
//! client.close().await?;
//! # Ok(()) }
//! ```
//!
//! # What holds
//!
//! - **A call is a value until it is awaited.** Options are methods of the [`Call`]; dropping its future cancels it on the
//!   server too: the connection is closed, or `notifications/cancelled` is written.
//! - **There are three ends**: [`Outcome::Complete`], [`Outcome::InputRequired`], and an [`Error`] whose
//!   [`kind`](Error::kind) says whether it is the server's word or this client's own finding.
//! - **Results are typed, and the text that came is at hand**: see [`Reply::raw`].
//! - **Everything is bounded**: each request and each call in time, each message, page, round and queue in size. The
//!   defaults stand at the settings that change them.
//! - **Nothing is left behind.** The last handle that is dropped closes sockets, and ends a program by closing its input,
//!   then by SIGTERM and SIGKILL to its process group.
//!
//! It runs under any executor. Sockets, pipes and timers are those of async-io, which has a thread of its own where
//! nobody drives it; connections that calls share are read by one more thread, unless the host gives a runtime.
//!
//! # In scope
//!
//! Protocol revision 2026-07-28: tools, resources, prompts, completion, progress, log messages, questions, subscriptions,
//! caching of results, extensions' methods by [`Client::request`].
//!
//! # Out of scope
//!
//! Revisions with a handshake: a server that speaks no other is told by [`ClientBuilder::probe`]. Authorization flows: a
//! token is a header or a [provider's](Http::tokens), and the server's challenge stands in the
//! [error](Error::challenge).
//!
//! # For other hosts
//!
//! [`machine`] has the parts that know the protocol and touch nothing else.

#![forbid(unsafe_code)]

mod builder;
mod cache;
mod call;
mod client;
mod error;
mod exchange;
mod input;
mod io;
mod known;
pub mod machine;
mod negotiation;
mod operations;
mod reply;
mod subscription;
mod target;
mod transport;

pub use builder::ClientBuilder;
pub use cache::Cache;
pub use call::{Call, CallFuture};
pub use client::Client;
pub use error::{CONNECTION_CLOSED, Error, ErrorKind, REQUEST_TIMEOUT};
#[cfg(unix)]
pub use io::child::{ChildTransport, Command, Ended, EndedBy, Stderr};
pub use io::http::{Http, TokenFuture, TokenProvider};
pub use io::stream::{SkipReason, Skipped, StreamSettings, StreamStats, StreamTransport};
pub use operations::{Listed, Output, Page, ToolRef};
pub use reply::{Outcome, Reply};
pub use subscription::{End, Event, Subscription};
pub use target::Target;
pub use transport::{Arrivals, Arrived, Transport, TransportFuture};

/// The guide's code, so that `cargo test` runs it.
#[cfg(all(doctest, unix))]
#[doc = include_str!("../../docs/client.md")]
mod guide {}
