//! The HTTP/1.1 listener for Model Context Protocol servers.
//!
//! [`serve`] is a whole program's main loop. [`Http`] has the settings and makes a [`Listener`], which runs wherever
//! it is polled.
//!
//! ```
//! use std::io::{Read, Write};
//! use std::net::TcpStream;
//! use std::thread;
//!
//! use snodo_core::{NoArguments, Server, Tool};
//! use snodo_http::Http;
//!
//! let server = Server::builder("clock", "1.0.0")
//!     .tool(Tool::new("tick", async |_: NoArguments| Ok("tock")))
//!     .build()?;
//! let listener = Http::from(server).bind_local(0)?;
//! let (address, handle) = (listener.address(), listener.handle());
//! assert_eq!(listener.url(), format!("http://{address}/mcp"));
//!
//! let client = thread::spawn(move || -> std::io::Result<String> {
//!     let mut stream = TcpStream::connect(address)?;
//!     stream.write_all(
//!         b"POST /mcp HTTP/1.1\r\n\
//!           Host: localhost\r\n\
//!           Connection: close\r\n\
//!           Content-Type: application/json\r\n\
//!           Accept: application/json, text/event-stream\r\n\
//!           MCP-Protocol-Version: 2026-07-28\r\n\
//!           Mcp-Method: tools/call\r\n\
//!           Mcp-Name: tick\r\n\
//!           Content-Length: 184\r\n\
//!           \r\n\
//!           {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"tick\",\"_meta\":{\
//!           \"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\
//!           \"io.modelcontextprotocol/clientCapabilities\":{}}}}",
//!     )?;
//!     let mut answer = String::new();
//!     stream.read_to_string(&mut answer)?;
//!     handle.shutdown();
//!     Ok(answer)
//! });
//!
//! listener.serve()?;
//! let answer = client.join().expect("the client does not panic")?;
//! assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"));
//! assert!(answer.contains("\"text\":\"tock\""));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What holds
//!
//! - A connection carries one request after the other; pipelined ones are answered in their order, and answers that
//!   are ready together leave in one write. HTTP/1.0 is answered and closed.
//! - What the head alone refuses is answered before a byte of the body is read. Then the sending side is closed and
//!   what still arrives is dropped for up to two seconds, so that the peer gets to read why.
//! - A [gate](Http::gate), where there is one, sees every head that is in order, and lets in or refuses.
//! - An answer is plain JSON, or becomes an event stream as soon as the handler has something to say before it is
//!   done. From then on its status is 200, and failures are its last event.
//! - A subscription is an event stream that stays open: acknowledged at once, without a deadline, kept alive by comments
//!   while it is quiet. When the listener ends, its result is its last event.
//! - A peer that closes its connection, or its sending side alone, while its request runs cancels it. What is done at
//!   its first poll is still answered. Behind as many pipelined bytes as are [read ahead](Limits::read_ahead) it is
//!   noticed with the answer.
//! - Every connection is bounded in time and memory, whatever its peer does, and none waits for another.
//! - With the feature `tls`, connections can be encrypted. What holds above holds inside.
//! - When the [executor](snodo_executor::Executor) is full, a request is refused with 503 at once.
//! - There are no sessions. Nothing is resumed.
//!
//! # What it does not do
//!
//! - Authentication of its own: a [gate](Http::gate) brings it.
//! - HTTP/2, upgrades, content codings, static files.
//! - Blocking handlers: one that blocks its thread holds up what runs there, on a single [thread](Http::threads) every
//!   connection.

mod accept;
mod connection;
mod date;
mod error;
mod gate;
mod handle;
mod listener;
mod peers;
mod settings;
mod shared;
mod shutdown;
#[cfg(unix)]
mod signals;
#[cfg(feature = "tls")]
mod tls;
mod workers;

pub use error::Error;
pub use gate::{Gate, GateHead, Refusal};
pub use handle::Handle;
pub use listener::Listener;
#[cfg(feature = "tls")]
pub use rustls;
pub use settings::Http;
pub use snodo_http1::server::Limits;
#[cfg(feature = "tls")]
pub use tls::Tls;

use std::net::ToSocketAddrs;

use snodo_core::Server;

/// The target of this crate's log records. They tell transitions at debug level, and never payloads.
const LOG: &str = "snodo::http";

/// Serves at `/mcp` on an address, with the default settings, until SIGINT or SIGTERM arrives. Blocks; runs handlers
/// on this thread.
///
/// The same as `Http::from(server).bind(address)?.serve()`; see [`Http::bind`] and [`Listener::serve`].
///
/// ```no_run
/// use snodo_core::{NoArguments, Server, Tool};
///
/// let server = Server::builder("greeter", "0.1.0")
///     .tool(Tool::new("hello", async |_: NoArguments| Ok("Hello!")))
///     .build()?;
/// snodo_http::serve(server, "127.0.0.1:8080")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When the address cannot be [bound](Error::is_bind) or the signals cannot be [taken over](Error::is_process).
pub fn serve(server: Server, address: impl ToSocketAddrs) -> Result<(), Error> {
    Http::from(server).bind(address)?.serve()
}
