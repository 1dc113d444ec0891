//! The engine: a request in, a future out, and a response or a stream of frames from that.
//!
//! ```text
//! Request ── prepare ──▶ Prepared ── execute ──▶ Execution ── poll ──▶ Response
//!               │                                    │
//!               └──▶ Response (a refusal)            └── poll ──▶ StreamResponse ── poll_frame ──▶ Frame…
//! ```
//!
//! Each arrow consumes what stands before it.
//!
//! What few requests need is `#[inline(never)]` or `#[cold]`, here and in the modules that this one uses, so that the code
//! of every request stands together: see "Rare code stands apart" in `docs/architecture.md`.

mod builder;
mod catalogue;
mod cursor;
mod discovery;
mod execution;
mod extensions;
mod frame;
mod job;
mod listen;
mod listing;
mod panics;
mod prepare;
mod resources;
mod response;
mod rounds;
mod routes;
mod settle;
mod shelf;
mod stream;
mod target;
mod work;

use alloc::sync::Arc;
use core::fmt;

pub use builder::ServerBuilder;
pub use execution::{Execution, Outcome};
pub use frame::{AcknowledgedFrame, EventFrame, Frame, LogFrame, ProgressFrame};
pub use panics::PanicReport;
pub use prepare::Prepared;
pub use response::Response;
pub use stream::StreamResponse;

use crate::context::Call;
use crate::dialect::mirrored::MirroredHeaders;
use crate::jsonrpc::{Incoming, Rejection, Request};
use crate::sync::{self, Swap};
use catalogue::Catalogue;

/// A server: what it offers and who it is. Cheap to clone (one `Arc`), shared by any number of threads and channels.
///
/// It does nothing by itself. Hand it a message, get an [`Execution`] to poll; or give it to an adapter that moves
/// the bytes.
///
/// ```
/// use snodo_core::{Call, NoArguments, Outcome, Server, Tool};
///
/// let server = Server::builder("clock", "1.0.0")
///     .tool(Tool::new("tick", async |_: NoArguments| Ok("tock")))
///     .build()?;
///
/// let message = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tick","_meta":{
///     "io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
/// let execution = server.handle(message, &Call::new()).expect("a request is answered");
/// let Outcome::Response(response) = execution.wait() else { panic!("nothing to stream") };
///
/// let mut bytes = Vec::new();
/// response.encode(&mut bytes);
/// assert!(bytes.starts_with(br#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"tock"}]"#));
/// # Ok::<(), snodo_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Server(Arc<Swap<Catalogue>>);

impl Server {
    /// Starts a server of this name and version.
    pub fn builder(
        name: impl Into<alloc::string::String>,
        version: impl Into<alloc::string::String>,
    ) -> ServerBuilder {
        ServerBuilder::new(name.into(), version.into())
    }

    fn new(catalogue: Catalogue) -> Self {
        Self(Arc::new(Swap::new(Arc::new(catalogue))))
    }

    /// Takes one message: parses, prepares and executes. `None` when there is nothing to say: a notification, a
    /// response, something malformed that names no id.
    ///
    /// Refusals come as an execution that is ready at its first poll. A channel that has to react to
    /// `notifications/cancelled` uses [`Incoming::parse`] and [`prepare`](Server::prepare) itself.
    #[must_use]
    pub fn handle(&self, message: &[u8], call: &Call) -> Option<Execution> {
        match Incoming::parse(message) {
            Incoming::Request(request) => Some(match self.prepare(request, call) {
                Ok(prepared) => prepared.execute(),
                Err(response) => Execution::ready(response),
            }),
            Incoming::Refused(refusal) => Some(Execution::ready(refusal.into())),
            Incoming::Notification(_) | Incoming::Ignored(_) => None,
        }
    }

    /// Checks a request without running anything: its metadata, headers where it came with some, version, method, then
    /// the name of what is asked for, whether the policy admits the caller, and the client's capabilities.
    ///
    /// # Errors
    ///
    /// The refusal, ready to be sent: always the client's fault. Its code is that of the first check that fails, in
    /// the order above.
    pub fn prepare<'a>(&self, mut request: Request<'a>, call: &Call) -> Result<Prepared<'a>, Response> {
        self.prepare_with(&mut request, None, call)
    }

    /// Like [`prepare`](Server::prepare), for a request that came with header fields. Of the request only its id is taken:
    /// it is large to be moved around.
    pub(crate) fn prepare_with<'a, E: From<Rejection>>(
        &self,
        request: &mut Request<'a>,
        headers: Option<&MirroredHeaders<'_>>,
        call: &Call,
    ) -> Result<Prepared<'a>, E> {
        prepare::prepare(self.0.load(), request, headers, call)
    }

    /// Swaps what the server offers and is, under load: requests that were prepared before finish on the old
    /// definitions, later ones see the new. Clones of this server change with it. Lists that differ are announced to the
    /// subscriptions of the old [`source`](ServerBuilder::source), which the new server should have as well.
    pub fn replace(&self, new: &Self) {
        let new = new.0.load();
        let old = self.0.store(Arc::clone(&new));
        if let Some(source) = &old.source {
            let changes = old.changes(&new);
            if let Err(message) = sync::contain(|| source.lists_changed(changes)) {
                log::error!("a subscription source panicked: {message}");
            }
        }
        // The last reference drops handlers, which are not ours.
        if let Err(message) = sync::contain(|| drop(old)) {
            log::error!("a handler panicked while it was dropped: {message}");
        }
    }

    /// The server's name.
    #[must_use]
    pub fn name(&self) -> alloc::string::String {
        self.0.load().name.clone()
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let catalogue = self.0.load();
        f.debug_struct("Server")
            .field("name", &catalogue.name)
            .field("tools", &catalogue.tools.len())
            .field("prompts", &catalogue.prompts.len())
            .finish_non_exhaustive()
    }
}
