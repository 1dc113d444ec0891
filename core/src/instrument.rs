//! Watching requests from outside: what came in, how it ended, and how long that took. Never what was said.

use alloc::boxed::Box;
use core::fmt;

use crate::context::TraceContext;
use crate::define::Component;
use crate::id::Id;
use crate::sync;

/// Is told when requests start and end. See [`ServerBuilder::instrument`](crate::ServerBuilder::instrument).
///
/// The engine has no clock: a [`Span`] measures by itself between its creation and its end. Both run where the request
/// runs, so they must be quick and must not block. A panic in either changes nothing for the request. `snodo-instrument`
/// has sinks for the `log` and `tracing` crates.
///
/// ```
/// # extern crate alloc;
/// use core::sync::atomic::{AtomicU64, Ordering};
/// use snodo_core::{End, Facts, Instrument, Span};
///
/// static FAILED: AtomicU64 = AtomicU64::new(0);
///
/// struct Failures;
///
/// impl Instrument for Failures {
///     fn start(&self, _: &Facts<'_>) -> Option<Box<dyn Span>> {
///         Some(Box::new(|end: End| {
///             if matches!(end, End::Error { .. }) {
///                 FAILED.fetch_add(1, Ordering::Relaxed);
///             }
///         }))
///     }
/// }
/// ```
pub trait Instrument: Send + Sync + 'static {
    /// A request was taken up, or is about to be refused. `None` when its end does not matter.
    fn start(&self, facts: &Facts<'_>) -> Option<Box<dyn Span>>;
}

/// One request that is being watched. Closures `FnOnce(End)` are spans.
pub trait Span: Send + 'static {
    /// It is over.
    fn end(self: Box<Self>, end: End);
}

impl<F: FnOnce(End) + Send + 'static> Span for F {
    fn end(self: Box<Self>, end: End) {
        self(end);
    }
}

/// What is known of a request when it starts: nothing of its arguments.
#[derive(Debug)]
#[non_exhaustive]
pub struct Facts<'a> {
    /// Its method, when the protocol or an extension of the server has it; `unknown` otherwise.
    pub method: &'a str,
    /// Its id.
    pub id: &'a Id,
    /// The protocol revision it is served by.
    pub protocol_version: &'a str,
    /// Whom it goes to; `None` for listings, discovery, and what was refused before.
    pub component: Option<Component<'a>>,
    /// The trace that the client says it belongs to.
    pub trace: Option<TraceContext<'a>>,
}

/// How a request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// With a result.
    Completed,
    /// With a tool's result that says that the tool failed.
    ToolError,
    /// With questions to the client, who is to send it again.
    InputRequired,
    /// With a JSON-RPC error.
    Error {
        /// Its code.
        code: i64,
    },
    /// Without an answer: it was cancelled, or its client is gone, or the host gave up on it and answered by itself.
    Cancelled,
}

/// A span until its end is known; without one, nothing.
#[derive(Default)]
pub(crate) struct Watched(Option<Box<dyn Span>>);

impl Watched {
    pub(crate) fn start(instrument: &dyn Instrument, facts: &Facts<'_>) -> Self {
        Self(sync::contain(|| instrument.start(facts)).unwrap_or_else(|_| {
            log::error!("an instrument panicked");
            None
        }))
    }

    pub(crate) fn end(&mut self, end: End) {
        if let Some(span) = self.0.take()
            && sync::contain(|| span.end(end)).is_err()
        {
            log::error!("an instrument panicked");
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.end(End::Cancelled);
    }
}

impl fmt::Debug for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Watched").field(&self.0.is_some()).finish()
    }
}
