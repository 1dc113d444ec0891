//! Model Context Protocol over newline-framed streams: standard input and output, pipes, sockets.
//!
//! One message per line in each direction. [`serve`] is a whole program's main loop; [`Stdio`] has the settings
//! and serves any pair of byte streams.
//!
//! ```no_run
//! use snodo_core::{Server, Tool};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let server = Server::builder("greeter", "0.1.0")
//!         .tool(Tool::new("hello", async |_: serde_json::Value| Ok("Hello!".to_owned())))
//!         .build()?;
//!     snodo_stdio::serve(server)?;
//!     Ok(())
//! }
//! ```
//!
//! # What holds
//!
//! - Requests run concurrently; answers come in the order in which they are ready, each as one whole line.
//! - Output is pure ASCII: everything else is escaped, so no locale or device encoding can spoil it.
//! - `notifications/cancelled` stops a request, queued or running. No line for it is written from then on, and
//!   its id is free again.
//! - A line that is no message is answered or ignored as JSON-RPC says; the next line is served. A UTF-8 byte
//!   order mark at the start of a line, CRLF, blank lines and a last line without newline are all fine.
//! - Memory is bounded by the settings, whatever the peer does. When the [executor](snodo_executor::Executor)
//!   is full, reading pauses, and only cancellations in what was read ahead act.
//! - Subscriptions share the stream with everything else; each of their messages names its own. One that the server
//!   ends gets its result, then `notifications/cancelled`; one that its client cancels gets nothing more.
//! - At the end of the input, subscriptions are closed; admitted requests finish and are answered within the drain
//!   limit.
//! - A peer that stops reading ends the server after the write timeout.
//!
//! # Printing
//!
//! Standard output is the wire. [`serve`] therefore takes it for itself: while it runs, what a tool prints goes
//! to standard error. Print nothing before `serve` is called.

mod error;
mod process;
mod pump;
mod settings;

pub use error::Error;
pub use settings::{Stdio, WhenFull};

use snodo_core::Server;

/// The target of this crate's log records. They tell transitions at debug level, and never payloads.
const LOG: &str = "snodo::stdio";

/// Serves on the process's standard input and output, with the default settings, until the input ends or SIGINT
/// or SIGTERM arrives. Blocks; runs handlers on this thread.
///
/// The same as `Stdio::new(server).serve()`; see [`Stdio::serve`].
///
/// # Errors
///
/// See [`Stdio::serve`].
pub fn serve(server: Server) -> Result<(), Error> {
    Stdio::new(server).serve()
}
