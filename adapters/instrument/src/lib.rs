//! Where requests of a snodo server are written down: when each ended, how, and how long it took. Never what was said.
//!
//! ```
//! use snodo_core::Server;
//! use snodo_instrument::LogRequests;
//!
//! let server = Server::builder("notes", "1.0.0").instrument(LogRequests::new()).build()?;
//! # let _ = server;
//! # Ok::<(), snodo_core::Error>(())
//! ```
//!
//! # In scope
//!
//! [`LogRequests`] for the `log` crate; `TraceRequests`, behind the feature `tracing`, for the `tracing` crate.
//!
//! # Out of scope
//!
//! Metrics and their export: implement [`Instrument`](snodo_core::Instrument), which is two methods.

mod log_requests;
#[cfg(feature = "tracing")]
mod trace_requests;

pub use log_requests::LogRequests;
#[cfg(feature = "tracing")]
pub use trace_requests::TraceRequests;

use snodo_core::End;

/// How a request ended, in a word that tools can filter by.
fn outcome(end: End) -> &'static str {
    match end {
        End::Completed => "completed",
        End::ToolError => "tool_error",
        End::InputRequired => "input_required",
        End::Error { .. } => "error",
        End::Cancelled => "cancelled",
        _ => "ended",
    }
}
