//! The settings of a client.

use std::error::Error as StdError;
use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use snodo_core::model::{
    ClientCapabilities, CreateMessage, CreateMessageResult, ElicitResult, FormElicitation, Implementation,
    ListRoots, ListRootsResult, UrlElicitation,
};
use snodo_core::{Call as ServerCall, Server, Validator};
use snodo_executor::{Clock, SystemClock};

use crate::cache::{Cache, Kept};
use crate::client::{Client, Defaults, NextId, Shared};
use crate::error::Error;
use crate::input::Handlers;
use crate::io::direct::Direct;
use crate::known::Known;
use crate::machine::{PROTOCOL_VERSION, Profile};
use crate::negotiation;
use crate::target::{Kind, Target};
use crate::transport::Transport;

/// The settings of a client; ends with [`connect`](Self::connect), [`direct`](Self::direct) or
/// [`transport`](Self::transport).
///
/// | setting | default |
/// |---|---|
/// | [`timeout`](Self::timeout), for each request | 30 s |
/// | [`total_timeout`](Self::total_timeout), for a call with all its rounds and pages | 600 s |
/// | [`probe_timeout`](Self::probe_timeout), when [asked](Self::probe) | 10 s |
/// | [`max_pages`](Self::max_pages) of a list | 1,000 |
/// | [`max_input_rounds`](Self::max_input_rounds) of a call | 10 |
#[must_use]
pub struct ClientBuilder {
    info: Implementation,
    capabilities: ClientCapabilities,
    protocol: Option<String>,
    defaults: Defaults,
    handlers: Handlers,
    clock: Arc<dyn Clock>,
    cache: Option<Cache>,
    validator: Option<Arc<dyn Validator>>,
    probes: bool,
    probe_timeout: Duration,
}

impl ClientBuilder {
    pub(crate) fn new() -> Self {
        Self {
            info: Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
            capabilities: ClientCapabilities::default(),
            protocol: None,
            defaults: Defaults {
                timeout: Some(Duration::from_secs(30)),
                total_timeout: Some(Duration::from_secs(600)),
                max_pages: 1000,
                max_rounds: 10,
            },
            handlers: Handlers::default(),
            clock: Arc::new(SystemClock),
            cache: None,
            validator: None,
            probes: false,
            probe_timeout: Duration::from_secs(10),
        }
    }

    /// Who the client says it is with every request. Default: this crate's name and version.
    pub fn client_info(self, info: Implementation) -> Self {
        Self { info, ..self }
    }

    /// What the client says it can do, besides what the handlers for questions add. Default: nothing.
    pub fn capabilities(self, capabilities: ClientCapabilities) -> Self {
        Self { capabilities, ..self }
    }

    /// The protocol revision. Default, and the only one so far: `2026-07-28`; another one is refused when the client is
    /// made.
    pub fn protocol(self, version: impl Into<String>) -> Self {
        Self { protocol: Some(version.into()), ..self }
    }

    /// How long each request may take. Default: 30 s; `None` for ever.
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.defaults.timeout = timeout.into();
        self
    }

    /// How long a call may take with all its rounds and pages. Default: 600 s; `None` for ever.
    pub fn total_timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.defaults.total_timeout = timeout.into();
        self
    }

    /// How many pages a list may have. Default: 1,000.
    pub fn max_pages(mut self, pages: usize) -> Self {
        self.defaults.max_pages = pages;
        self
    }

    /// How often a server may demand input within one call. Default: 10.
    pub fn max_input_rounds(mut self, rounds: u32) -> Self {
        self.defaults.max_rounds = rounds;
        self
    }

    /// Who puts forms to the person. Declares the capability; without it, servers do not ask.
    ///
    /// Handlers of all kinds: their answers are checked against the question. Their time counts as the call's, and a
    /// failure ends it with -32603. Dropping the call drops them.
    ///
    /// Spec: client/elicitation.
    pub fn on_form<E, F, Fut>(mut self, answer: F) -> Self
    where
        E: Into<Box<dyn StdError + Send + Sync>>,
        F: Fn(FormElicitation) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ElicitResult, E>> + Send + 'static,
    {
        self.handlers.form(answer);
        self
    }

    /// Who sends the person to pages. Declares the capability.
    ///
    /// Spec: client/elicitation, section "URL Mode".
    pub fn on_url<E, F, Fut>(mut self, answer: F) -> Self
    where
        E: Into<Box<dyn StdError + Send + Sync>>,
        F: Fn(UrlElicitation) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ElicitResult, E>> + Send + 'static,
    {
        self.handlers.url(answer);
        self
    }

    /// Who asks the client's model. Declares the capability; that it takes tools or context is declared with
    /// [`capabilities`](Self::capabilities).
    ///
    /// Spec: client/sampling.
    pub fn on_sampling<E, F, Fut>(mut self, answer: F) -> Self
    where
        E: Into<Box<dyn StdError + Send + Sync>>,
        F: Fn(CreateMessage) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<CreateMessageResult, E>> + Send + 'static,
    {
        self.handlers.sampling(answer);
        self
    }

    /// Who tells the roots. Declares the capability.
    ///
    /// Spec: client/roots.
    pub fn on_roots<E, F, Fut>(mut self, answer: F) -> Self
    where
        E: Into<Box<dyn StdError + Send + Sync>>,
        F: Fn(ListRoots) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ListRootsResult, E>> + Send + 'static,
    {
        self.handlers.roots(answer);
        self
    }

    /// Keeps results for as long as the server allows it. Default: nothing is kept. A client in process keeps nothing.
    ///
    /// Spec: server/utilities/caching.
    pub fn cache(self, cache: Cache) -> Self {
        Self { cache: Some(cache), ..self }
    }

    /// Checks the structured content of tools' results by their output schemas: of tools that are called by their
    /// definition, and of those by name that were listed before. `snodo-jsonschema` has a validator. Default: none.
    ///
    /// A result that does not fit is an error of the kind [`Result`](crate::ErrorKind::Result).
    pub fn validator(self, validator: impl Validator + 'static) -> Self {
        Self { validator: Some(Arc::new(validator)), ..self }
    }

    /// Asks the server which protocol revisions it speaks when the client [connects](Self::connect), and fails there
    /// when it is none of this client's. Default: no; the first call finds out.
    ///
    /// Spec: server/discover.
    pub fn probe(self) -> Self {
        Self { probes: true, ..self }
    }

    /// How long the server may take to answer [that](Self::probe); a program has to start within it. Default: 10 s.
    pub fn probe_timeout(self, timeout: Duration) -> Self {
        Self { probe_timeout: timeout, ..self }
    }

    /// Where time comes from. Default: the machine's clock.
    pub fn clock(self, clock: impl Clock) -> Self {
        Self { clock: Arc::new(clock), ..self }
    }

    /// A client of a server in this process.
    ///
    /// # Errors
    ///
    /// The caller's fault: the protocol revision is not spoken.
    pub fn direct(self, server: Server) -> Result<Client, Error> {
        self.direct_as(server, ServerCall::new())
    }

    /// A client of a server in this process, whose requests come with this: who calls, and what handlers should find.
    ///
    /// # Errors
    ///
    /// As [`direct`](Self::direct).
    pub fn direct_as(self, server: Server, call: ServerCall) -> Result<Client, Error> {
        self.check()?;
        Ok(self.build_direct(server, call))
    }

    /// The default settings are sound.
    pub(crate) fn build_direct(self, server: Server, call: ServerCall) -> Client {
        self.build(Box::new(Direct::new(server, call)), false)
    }

    /// A client over a transport of the caller's.
    ///
    /// # Errors
    ///
    /// The caller's fault: the protocol revision is not spoken.
    pub fn transport(self, transport: impl Transport) -> Result<Client, Error> {
        self.check()?;
        Ok(self.build(Box::new(transport), true))
    }

    /// A client of a program to be started, or of a server at a URL.
    ///
    /// # Errors
    ///
    /// The caller's fault: the protocol revision is not spoken here, or the target is malformed. Or the program cannot be
    /// started, or the server does not speak the revision, where that is [asked](Self::probe).
    pub async fn connect(self, target: impl Into<Target>) -> Result<Client, Error> {
        self.check()?;
        let probe_timeout = self.probes.then_some(self.probe_timeout);
        let client = match target.into().0 {
            Kind::Transport(transport) => self.build(transport, true),
            #[cfg(unix)]
            Kind::Command(command) => self.build(Box::new(command.start()?), true),
            Kind::Failed(error) => return Err(error),
        };
        if let Some(timeout) = probe_timeout {
            negotiation::probe(&client, timeout).await?;
        }
        Ok(client)
    }

    fn check(&self) -> Result<(), Error> {
        match &self.protocol {
            Some(version) if version != PROTOCOL_VERSION => {
                let requested = serde_json::to_string(version).unwrap_or_default();
                let message = format!("this client speaks {PROTOCOL_VERSION} and no other protocol revision");
                let data = format!("{{\"requested\":{requested},\"supported\":[\"{PROTOCOL_VERSION}\"]}}");
                Err(Error::usage(message).with_data(&data))
            }
            _ => Ok(()),
        }
    }

    fn build(mut self, transport: Box<dyn Transport>, is_timed: bool) -> Client {
        self.handlers.declare(&mut self.capabilities);
        let profile = Profile::new(&self.info, &self.capabilities);
        let shared = Shared {
            transport,
            profile,
            defaults: self.defaults,
            handlers: self.handlers,
            clock: is_timed.then_some(self.clock),
            kept: self.cache.map(Kept::new),
            known: Known::new(self.validator),
            next_id: NextId::new(),
        };
        Client { shared: Arc::new(shared) }
    }
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("info", &self.info)
            .field("defaults", &self.defaults)
            .field("handlers", &self.handlers)
            .finish_non_exhaustive()
    }
}
