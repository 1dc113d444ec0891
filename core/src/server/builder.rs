//! Building a server: everything that can be wrong is found here.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use super::Server;
use super::catalogue::Catalogue;
use super::panics::{PanicPolicy, PanicReport};
use crate::context::Call;
use crate::define::{Extension, Prompt, Resource, Tool};
use crate::error::{Error, ErrorKind};
use crate::instrument::Instrument;
use crate::limits::Limits;
use crate::model::{CacheHint, CacheScope, Icon, Implementation};
use crate::policy::Policy;
use crate::seal::Sealer;
use crate::subscription::Source;
use crate::validator::Validator;

/// Collects what a server offers. [`build`](ServerBuilder::build) checks it all at once.
#[must_use = "a builder does nothing until `build` is called"]
pub struct ServerBuilder {
    pub(super) info: Implementation,
    pub(super) instructions: Option<String>,
    pub(super) tools: Vec<Tool>,
    pub(super) resources: Vec<Resource>,
    pub(super) prompts: Vec<Prompt>,
    pub(super) offers: Offers,
    pub(super) any_tool_name: bool,
    pub(super) logging: bool,
    pub(super) limits: Limits,
    pub(super) panics: PanicPolicy,
    pub(super) caches: Caches,
    pub(super) validator: Option<Box<dyn Validator>>,
    pub(super) sealer: Option<Arc<dyn Sealer>>,
    pub(super) principal: Option<Arc<Principal>>,
    pub(super) policy: Option<Arc<dyn Policy>>,
    pub(super) instrument: Option<Arc<dyn Instrument>>,
    pub(super) extensions: Vec<Extension>,
    pub(super) source: Option<Arc<dyn Source>>,
}

/// Names who calls, for what is bound to them.
pub(super) type Principal = dyn Fn(&Call) -> Option<String> + Send + Sync;

/// What a server offers even while it has none of it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Offers {
    pub(super) tools: bool,
    pub(super) resources: bool,
    pub(super) prompts: bool,
}

/// How long each answer may be kept.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Caches {
    pub(super) discover: CacheHint,
    pub(super) tools: CacheHint,
    pub(super) prompts: CacheHint,
    /// Of `resources/list`.
    pub(super) resources: CacheHint,
    pub(super) templates: CacheHint,
    /// Of `resources/read`, where a result says nothing else.
    pub(super) read: CacheHint,
}

impl Caches {
    fn any_public(self) -> bool {
        [self.discover, self.tools, self.prompts, self.resources, self.templates, self.read]
            .iter()
            .any(|hint| hint.public)
    }
}

impl ServerBuilder {
    pub(super) fn new(name: String, version: String) -> Self {
        Self {
            info: Implementation::new(name, version),
            instructions: None,
            tools: Vec::new(),
            resources: Vec::new(),
            prompts: Vec::new(),
            offers: Offers::default(),
            any_tool_name: false,
            logging: false,
            limits: Limits::default(),
            panics: PanicPolicy { contain: true, hook: None },
            caches: Caches::default(),
            validator: None,
            sealer: None,
            principal: None,
            policy: None,
            instrument: None,
            extensions: Vec::new(),
            source: None,
        }
    }

    /// A title for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.info.title = Some(title.into());
        self
    }

    /// What the server is, for people.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.info.description = Some(description.into());
        self
    }

    /// Where to read more: an absolute URI.
    pub fn website_url(mut self, url: impl Into<String>) -> Self {
        self.info.website_url = Some(url.into());
        self
    }

    /// An icon of the server. May be given several times.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.info.icons.push(icon);
        self
    }

    /// How to use the server, for the model. Clients get it with `server/discover`.
    pub fn instructions(self, text: impl Into<String>) -> Self {
        Self { instructions: Some(text.into()), ..self }
    }

    /// Adds a tool. Listings keep the order of these calls.
    pub fn tool(mut self, tool: Tool) -> Self {
        self.tools.push(tool);
        self
    }

    /// Adds tools in order. Even an empty collection declares the `tools` capability: for catalogues that may be
    /// [replaced](Server::replace) later.
    pub fn tools(mut self, tools: impl IntoIterator<Item = Tool>) -> Self {
        self.tools.extend(tools);
        self.offers.tools = true;
        self
    }

    /// Adds a resource or a template of resources. Listings keep the order of these calls.
    pub fn resource(mut self, resource: Resource) -> Self {
        self.resources.push(resource);
        self
    }

    /// Adds resources in order. Even an empty collection declares the `resources` capability.
    pub fn resources(mut self, resources: impl IntoIterator<Item = Resource>) -> Self {
        self.resources.extend(resources);
        self.offers.resources = true;
        self
    }

    /// Adds a prompt. Listings keep the order of these calls.
    pub fn prompt(mut self, prompt: Prompt) -> Self {
        self.prompts.push(prompt);
        self
    }

    /// Adds prompts in order. Even an empty collection declares the `prompts` capability.
    pub fn prompts(mut self, prompts: impl IntoIterator<Item = Prompt>) -> Self {
        self.prompts.extend(prompts);
        self.offers.prompts = true;
        self
    }

    /// Adds what `other` offers after what is here: definitions made elsewhere, in one bundle. Names, limits and
    /// settings of `other` do not count.
    pub fn merge(mut self, other: Self) -> Self {
        self.tools.extend(other.tools);
        self.resources.extend(other.resources);
        self.prompts.extend(other.prompts);
        self.extensions.extend(other.extensions);
        self.offers.tools |= other.offers.tools;
        self.offers.resources |= other.offers.resources;
        self.offers.prompts |= other.offers.prompts;
        self
    }

    /// Lets tools have any name of 1 to 256 bytes. Many hosts refuse names outside `A–Z a–z 0–9 _ - .`, some drop
    /// every tool of a server that has one.
    pub fn any_tool_name(self) -> Self {
        Self { any_tool_name: true, ..self }
    }

    /// Declares the `logging` capability, so that [`Context::log`](crate::Context::log) reaches clients. The
    /// protocol has deprecated it. Off by default.
    pub fn logging(self) -> Self {
        Self { logging: true, ..self }
    }

    /// Bounds on what handlers may emit, and the page size.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// How long clients may keep the answer to `server/discover`, and who may share it. Default: not at all, private.
    pub fn discover_cache(mut self, scope: CacheScope, ttl: Duration) -> Self {
        self.caches.discover = CacheHint::new(scope, ttl);
        self
    }

    /// How long clients may keep a page of `tools/list`, and who may share it. Default: not at all, private.
    pub fn tools_cache(mut self, scope: CacheScope, ttl: Duration) -> Self {
        self.caches.tools = CacheHint::new(scope, ttl);
        self
    }

    /// How long clients may keep a page of `prompts/list`, and who may share it. Default: not at all, private.
    pub fn prompts_cache(mut self, scope: CacheScope, ttl: Duration) -> Self {
        self.caches.prompts = CacheHint::new(scope, ttl);
        self
    }

    /// How long clients may keep a page of `resources/list` and `resources/templates/list`, and who may share it.
    /// Default: not at all, private.
    pub fn resources_cache(mut self, scope: CacheScope, ttl: Duration) -> Self {
        self.caches.resources = CacheHint::new(scope, ttl);
        self.caches.templates = CacheHint::new(scope, ttl);
        self
    }

    /// How long clients may keep what they read, and who may share it, where a
    /// [`ReadResult`](crate::ReadResult) does not say so itself. Default: not at all, private.
    pub fn read_cache(mut self, scope: CacheScope, ttl: Duration) -> Self {
        self.caches.read = CacheHint::new(scope, ttl);
        self
    }

    /// Checks arguments and structured content by their whole schemas. Without one, typed arguments are checked by
    /// their type, and the rest in outline; see [`Tool::input_schema`](crate::Tool::input_schema).
    pub fn validator(mut self, validator: impl Validator + 'static) -> Self {
        self.validator = Some(Box::new(validator));
        self
    }

    /// Protects what travels through clients in `requestState`: needed for [`Context::keep`](crate::Context::keep),
    /// and for servers that act on earlier rounds' answers without checking them again.
    ///
    /// With one, each request to a handler that takes a [`Context`](crate::Context) keeps a copy of its parameters
    /// while it runs: what is sealed is bound to them.
    pub fn sealer(mut self, sealer: impl Sealer) -> Self {
        self.sealer = Some(Arc::new(sealer));
        self
    }

    /// Names who calls, so that nobody else can use what was sealed for them. Without it everybody is anonymous, and
    /// a token is good in anybody's hands.
    pub fn principal(mut self, name: impl Fn(&Call) -> Option<String> + Send + Sync + 'static) -> Self {
        self.principal = Some(Arc::new(name));
        self
    }

    /// Where the events of `subscriptions/listen` come from: a [`Hub`](crate::Hub), or a source of your own. What it
    /// supports, of what the server has, is declared as `listChanged` and `subscribe`. Without one the method does not
    /// exist.
    pub fn source(mut self, source: impl Source) -> Self {
        self.source = Some(Arc::new(source));
        self
    }

    /// Adds an extension of the protocol.
    pub fn extension(mut self, extension: Extension) -> Self {
        self.extensions.push(extension);
        self
    }

    /// Is told when requests start and end.
    pub fn instrument(mut self, instrument: impl Instrument) -> Self {
        self.instrument = Some(Arc::new(instrument));
        self
    }

    /// Decides who may see and use what. With a policy, answers are never cached publicly: building a server that
    /// declares a public cache is refused.
    pub fn policy(mut self, policy: impl Policy) -> Self {
        self.policy = Some(Arc::new(policy));
        self
    }

    /// Called with the details when a handler panics; the client gets -32603 without them. It runs where the handler
    /// ran, so it should be quick.
    pub fn on_panic(mut self, hook: impl Fn(&PanicReport<'_>) + Send + Sync + 'static) -> Self {
        self.panics.hook = Some(Arc::new(hook));
        self
    }

    /// Whether panics of handlers are contained. By default one is answered with -32603, and everything else goes
    /// on; `false` lets it through to whoever polls the execution. A program built with `panic = "abort"` ends
    /// either way.
    pub fn contain_panics(mut self, contain: bool) -> Self {
        self.panics.contain = contain;
        self
    }

    /// Checks and freezes the server.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, by name: an empty server name or version; a tool's name that is empty, too
    /// long, of other characters or given twice; a schema that is no JSON object or not of an object's; a URI that is
    /// not absolute, or has more than 1,400 bytes; a URI template outside the subset, or two that can match one URI; a `_meta` key that breaks the
    /// grammar; a public cache beside a policy. It is the developer's to mend.
    pub fn build(self) -> Result<Server, Error> {
        if self.info.name.is_empty() || self.info.version.is_empty() {
            return Err(Error::new(ErrorKind::Name, "a server needs a name and a version"));
        }
        if !self.info.icons.iter().all(Icon::has_absolute_src) {
            return Err(Error::new(ErrorKind::Uri, "an icon's src of the server is not an absolute URI"));
        }
        if let Some(url) = self.info.website_url.as_deref().filter(|url| !crate::model::is_absolute_uri(url))
        {
            return Err(Error::new(
                ErrorKind::Uri,
                format!("the website URL {url:?} is not an absolute URI"),
            ));
        }
        if self.policy.is_some() && self.caches.any_public() {
            let problem =
                "a public cache would hand one caller's answers to others: a server with a policy has none";
            return Err(Error::new(ErrorKind::Cache, problem));
        }
        Catalogue::new(self).map(Server::new)
    }
}

impl fmt::Debug for ServerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerBuilder")
            .field("name", &self.info.name)
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}
