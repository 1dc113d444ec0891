//! The client: a handle to one server.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use snodo_core::{Call, Server};
use snodo_executor::Clock;

use crate::builder::ClientBuilder;
use crate::cache::Kept;
use crate::error::Error;
use crate::input::Handlers;
use crate::known::Known;
use crate::machine::Profile;
use crate::target::Target;
use crate::transport::Transport;

/// A client of one server. Cloning it shares the connection; any number of tasks may call at once.
///
/// A call is sent when it is awaited, and dropping the future cancels it. When the last clone is dropped the connection
/// is closed in the background; [`close`](Self::close) does the same and tells how it went.
///
/// ```
/// use snodo_client::Client;
/// use snodo_core::{Server, Tool};
/// # #[derive(serde::Deserialize)] struct Echo { text: String }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> { futures_lite::future::block_on(async {
///
/// let server = Server::builder("echoes", "1.0.0")
///     .tool(Tool::new("echo", async |args: Echo| Ok(args.text)).input_schema(r#"{"type":"object"}"#))
///     .build()?;
/// let client = Client::direct(server);
///
/// let tools = client.list_tools().await?;
/// assert_eq!(tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(), ["echo"]);
///
/// let result = client.call_tool("echo", serde_json::json!({ "text": "hello" })).await?.complete()?;
/// assert_eq!(result.blocks().len(), 1);
/// assert_eq!(result.blocks()[0].as_text(), Some("hello"));
/// # Ok(()) }) }
/// ```
#[derive(Clone)]
pub struct Client {
    pub(crate) shared: Arc<Shared>,
}

pub(crate) struct Shared {
    pub(crate) transport: Box<dyn Transport>,
    pub(crate) profile: Profile,
    pub(crate) defaults: Defaults,
    pub(crate) handlers: Handlers,
    /// None for a client in process, which has no deadlines.
    pub(crate) clock: Option<Arc<dyn Clock>>,
    /// None unless results are to be kept.
    pub(crate) kept: Option<Kept>,
    pub(crate) known: Known,
    pub(crate) next_id: NextId,
}

/// Ids start with 1 and are never used twice.
pub(crate) struct NextId(AtomicU64);

impl NextId {
    pub(crate) fn new() -> Self {
        Self(AtomicU64::new(1))
    }

    pub(crate) fn take(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

/// What applies to a call that says nothing else.
#[derive(Debug, Clone)]
pub(crate) struct Defaults {
    pub(crate) timeout: Option<Duration>,
    pub(crate) total_timeout: Option<Duration>,
    pub(crate) max_pages: usize,
    pub(crate) max_rounds: u32,
}

impl Client {
    /// A client with settings of its own.
    pub fn builder() -> ClientBuilder {
        ClientBuilder::new()
    }

    /// A client of a server in this process: no transport, no timers.
    #[must_use]
    pub fn direct(server: Server) -> Self {
        ClientBuilder::new().build_direct(server, Call::new())
    }

    /// A client of a program to be started, or of a server at a URL, with the default settings.
    ///
    /// # Errors
    ///
    /// The caller's fault: the target is malformed. Or the program cannot be started. Whether a URL answers is seen at the
    /// first call.
    pub async fn connect(target: impl Into<Target>) -> Result<Self, Error> {
        ClientBuilder::new().connect(target).await
    }

    /// Ends the connection: calls on their way fail, and later ones do. Closing twice is closing once; a client in process
    /// has nothing to close and goes on.
    ///
    /// # Errors
    ///
    /// When the other side did not end as it should, such as a program that had to be killed.
    pub async fn close(&self) -> Result<(), Error> {
        self.shared.transport.close().await
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("defaults", &self.shared.defaults).finish_non_exhaustive()
    }
}
