//! Building a server: everything that can be wrong is found here.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use super::Server;
use super::catalogue::Catalogue;
use super::panics::{PanicPolicy, PanicReport};
use crate::define::Tool;
use crate::dialect::v2026_07_28::CacheHint;
use crate::error::{Error, ErrorKind};
use crate::limits::Limits;
use crate::model::{Icon, Implementation};

/// Who may share a cached answer.
///
/// Spec: server/utilities/caching, section "Cache Scope Field".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "complete: the schema's two values")]
pub enum CacheScope {
    /// Anyone: it is the same for all callers.
    Public,
    /// Only who asked, under the same authorization.
    Private,
}

/// Collects what a server offers. [`build`](ServerBuilder::build) checks it all at once.
#[must_use = "a builder does nothing until `build` is called"]
pub struct ServerBuilder {
    pub(super) info: Implementation,
    pub(super) instructions: Option<String>,
    pub(super) tools: Vec<Tool>,
    pub(super) offers_tools: bool,
    pub(super) any_tool_name: bool,
    pub(super) logging: bool,
    pub(super) limits: Limits,
    pub(super) panics: PanicPolicy,
    pub(super) discover_cache: CacheHint,
    pub(super) tools_cache: CacheHint,
}

impl ServerBuilder {
    pub(super) fn new(name: String, version: String) -> Self {
        Self {
            info: Implementation {
                name,
                version,
                title: None,
                description: None,
                website_url: None,
                icons: Vec::new(),
            },
            instructions: None,
            tools: Vec::new(),
            offers_tools: false,
            any_tool_name: false,
            logging: false,
            limits: Limits::default(),
            panics: PanicPolicy { contain: true, hook: None },
            discover_cache: CacheHint::default(),
            tools_cache: CacheHint::default(),
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
        self.offers_tools = true;
        self
    }

    /// Adds what `other` offers after what is here: definitions made elsewhere, in one bundle. Names, limits and
    /// settings of `other` do not count.
    pub fn merge(mut self, other: Self) -> Self {
        self.tools.extend(other.tools);
        self.offers_tools |= other.offers_tools;
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
    pub fn discover_cache(self, scope: CacheScope, ttl: Duration) -> Self {
        Self { discover_cache: hint(scope, ttl), ..self }
    }

    /// How long clients may keep a page of `tools/list`, and who may share it. Default: not at all, private.
    pub fn tools_cache(self, scope: CacheScope, ttl: Duration) -> Self {
        Self { tools_cache: hint(scope, ttl), ..self }
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
    /// long, of other characters or given twice; a schema that is no JSON object or not of an object's; an icon or
    /// website without an absolute URI; a `_meta` key that breaks the grammar. It is the developer's to mend.
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
        Catalogue::new(self).map(Server::new)
    }
}

fn hint(scope: CacheScope, ttl: Duration) -> CacheHint {
    // The largest integer that every JSON reader keeps whole: 285,000 years.
    const MAX_TTL_MS: u64 = (1 << 53) - 1;
    let ttl_ms = u64::try_from(ttl.as_millis()).map_or(MAX_TTL_MS, |ms| ms.min(MAX_TTL_MS));
    CacheHint { ttl_ms, public: scope == CacheScope::Public }
}

impl fmt::Debug for ServerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerBuilder")
            .field("name", &self.info.name)
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}
