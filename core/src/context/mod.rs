//! What a handler sees of its call, and what it may say before it is done.

mod call;
mod outbox;
mod progress;
mod shared;

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::any::Any;
use core::fmt;
use core::net::SocketAddr;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use call::Call;
pub use progress::Written;

pub(crate) use outbox::{LogMessage, Notice, ProgressReport};
pub(crate) use shared::{Origin, Shared};

use crate::id::Id;
use crate::jsonrpc::{Capability, ClientCapabilities};
use crate::model::Level;

/// A handler's view of its call. Cheap to clone, and may go to other threads with the work.
///
/// None of its methods blocks. After the call is over, or cancelled, emitting does nothing.
#[derive(Clone)]
pub struct Context(Arc<Shared>);

impl Context {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self(shared)
    }

    /// Reports how far the work has come, out of `total` where that is known.
    ///
    /// Nothing happens unless the client asked for progress, and unless `progress` is greater than at the last
    /// report and a finite number. A report is on its way when this returns; awaiting the returned value waits until
    /// the transport has taken it, which keeps a fast handler from running ahead of a slow client. When many reports
    /// wait, the newest replaces the last one; [`Limits`](crate::Limits) says how many may wait, and how many a
    /// request may make at all.
    ///
    /// Spec: basic/patterns/progress.
    pub fn progress(&self, progress: f64, total: Option<f64>) -> Written {
        self.report(progress, total, None)
    }

    /// Like [`progress`](Context::progress), with a message for people. A message that is too long is cut.
    pub fn progress_message(
        &self,
        progress: f64,
        total: Option<f64>,
        message: impl Into<Box<str>>,
    ) -> Written {
        self.report(progress, total, Some(message.into()))
    }

    fn report(&self, progress: f64, total: Option<f64>, message: Option<Box<str>>) -> Written {
        Written::new(&self.0, self.0.progress(progress, total, message))
    }

    /// Sends a log message to the client, at or above the level it asked for.
    ///
    /// The client gets it only when the server was built with [`logging`](crate::ServerBuilder::logging) and the
    /// request names a level; the `log` crate gets it always, under the target `snodo::tool`. It must not hold
    /// secrets. Data that cannot be written as JSON, or is too large, is dropped and counted.
    ///
    /// Spec: server/utilities/logging (deprecated there; prefer the `log` crate or tracing).
    pub fn log(&self, level: Level, data: impl Serialize) {
        self.0.log(level, None, &data);
    }

    /// Like [`log`](Context::log), from a named logger.
    pub fn log_from(&self, logger: &str, level: Level, data: impl Serialize) {
        self.0.log(level, Some(logger), &data);
    }

    /// Whether the call was cancelled, or is over. The handler's future is dropped then, so this is for work that
    /// moved elsewhere: a thread, another task.
    #[must_use]
    pub fn cancelled(&self) -> bool {
        self.0.is_over()
    }

    /// What the host knows about the caller, when it is of this type.
    #[must_use]
    pub fn auth<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.0.call.auth()
    }

    /// A value that the host attached to the call.
    #[must_use]
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.0.call.extension()
    }

    /// The network address of the other end, when there is one.
    #[must_use]
    pub fn peer(&self) -> Option<SocketAddr> {
        self.0.call.peer()
    }

    /// The request's id.
    #[must_use]
    pub fn request_id(&self) -> &Id {
        &self.0.id
    }

    /// Whether the client asked for progress reports: work to compute them can be saved when not.
    #[must_use]
    pub fn wants_progress(&self) -> bool {
        self.0.token.is_some()
    }

    /// Whether the client has declared a capability for this request.
    #[must_use]
    pub fn client_has(&self, capability: Capability) -> bool {
        self.0.capabilities.has(capability)
    }

    /// All capabilities the client has declared for this request.
    #[must_use]
    pub fn client_capabilities(&self) -> ClientCapabilities {
        self.0.capabilities
    }

    /// The client's `Implementation` object, decoded, when it sent one of this shape. It is what the client says of
    /// itself: for display, not for decisions.
    #[must_use]
    pub fn client_info<T: DeserializeOwned>(&self) -> Option<T> {
        self.0.client_info().and_then(|json| serde_json::from_str(json).ok())
    }

    /// The request's `_meta` as the client wrote it: a JSON object's text.
    #[must_use]
    pub fn meta(&self) -> &str {
        &self.0.meta
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("request_id", &self.0.id)
            .field("cancelled", &self.cancelled())
            .finish_non_exhaustive()
    }
}
