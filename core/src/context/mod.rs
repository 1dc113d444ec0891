//! What a handler sees of its call, and what it may say before it is done.

mod call;
mod input;
mod outbox;
mod progress;
mod rounds;
mod shared;
mod trace;

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::any::Any;
use core::fmt;
use core::net::SocketAddr;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use call::Call;
pub use input::Input;
pub use progress::Written;
pub use trace::TraceContext;

pub(crate) use outbox::{LogMessage, Notice, ProgressReport};
pub(crate) use rounds::{Asked, Earlier, Sealing};
pub(crate) use shared::{Origin, Shared};

use crate::failure::Failure;
use crate::id::Id;
use crate::jsonrpc::{Capability, ClientCapabilities, Members, client_extension};
use crate::model::{Ask, Level};

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

    /// Like [`log`](Context::log), from a named logger; the name is cut at 256 bytes.
    pub fn log_from(&self, logger: &str, level: Level, data: impl Serialize) {
        self.0.log(level, Some(logger), &data);
    }

    /// Asks the client something: a form, a URL to visit, a completion of its model, its root directories. The key
    /// names the question and has to be another for each question of a request.
    ///
    /// Awaiting an answer that is not there yet **ends this run of the handler**: the client gets `input_required` with
    /// all questions asked so far, answers them and sends the request again, and the handler runs again from the top
    /// with the answers present. So what stands before the first `input` has to be repeatable, and side effects belong
    /// after the last one. To ask several things at once, call this several times before awaiting the first.
    ///
    /// Answers of earlier rounds travel through the client in `requestState`; without a
    /// [`sealer`](crate::ServerBuilder::sealer) it could change them, as it may answer anything in the first place.
    /// They are checked in every round: one that does not fit its question is answered with -32602.
    ///
    /// A question that needs a capability which the client has not declared is answered with -32021: ask
    /// [`client_has`](Context::client_has) first where the handler can do without, or refuse such clients up front with
    /// `requires`: over HTTP, an error after a progress report comes as the last event of a stream with status 200.
    ///
    /// ```
    /// # use serde::Deserialize;
    /// use snodo_core::{Context, Form, FormElicitation, NoArguments, StringSchema, Tool};
    ///
    /// #[derive(Deserialize)]
    /// struct Who {
    ///     name: String,
    /// }
    ///
    /// let tool = Tool::new("greet", async |_: NoArguments, cx: Context| {
    ///     let form = Form::new().required("name", StringSchema::new());
    ///     let answer = cx.input("who", FormElicitation::new("Who are you?", form)).await?;
    ///     match answer.accepted::<Who>() {
    ///         Some(who) => Ok(format!("Hello, {}!", who?.name)),
    ///         None => Ok("Hello, stranger!".into()),
    ///     }
    /// });
    /// # let _ = tool;
    /// ```
    ///
    /// Spec: basic/patterns/mrtr.
    pub fn input<A: Ask>(&self, key: impl Into<Box<str>>, ask: A) -> Input<A::Answer> {
        Input::new(&self.0, key.into(), ask)
    }

    /// Keeps a value for the next round: it travels in the sealed `requestState`, and [`state`](Context::state) gives
    /// it back in every later round. The last value kept counts. The client can read it, and cannot change it.
    ///
    /// # Errors
    ///
    /// The server has no [`sealer`](crate::ServerBuilder::sealer), the value cannot be written as JSON, or this kind
    /// of request has no rounds: the handler's author's fault, answered with -32603.
    pub fn keep(&self, value: &impl Serialize) -> Result<(), Failure> {
        self.0.keep(value)
    }

    /// What an earlier round of this request has [kept](Context::keep), when it is of this shape.
    #[must_use]
    pub fn state<T: DeserializeOwned>(&self) -> Option<T> {
        self.0.earlier.state.as_deref().and_then(|json| serde_json::from_str(json).ok())
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

    /// The client's settings of an extension that it declares: the text of a JSON object.
    #[must_use]
    pub fn client_extension(&self, id: &str) -> Option<&str> {
        let meta = Members::of_text(&self.0.meta);
        client_extension(meta.object(b"io.modelcontextprotocol/clientCapabilities"), id)
    }

    /// The trace that the client says this request belongs to: for correlation, not for decisions.
    ///
    /// Spec: basic, section "OpenTelemetry trace context".
    #[must_use]
    pub fn trace(&self) -> Option<TraceContext<'_>> {
        TraceContext::read(&self.0.meta)
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
