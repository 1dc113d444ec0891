//! What a server offers, frozen: found by name, listed from text that was written once.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::builder::{Principal, ServerBuilder};
use super::discovery;
use super::extensions::Extensions;
use super::panics::PanicPolicy;
use super::resources::{Found, Resources};
use super::shelf::{Index, Shelf};
use crate::context::Call;
use crate::define::{
    Component, ComponentKind, MethodDefinition, Prompt, PromptDefinition, ToolDefinition, ToolSettings,
};
use crate::dialect::Need;
use crate::dialect::v2026_07_28::tail;
use crate::error::Error;
use crate::instrument::Instrument;
use crate::json::Writer;
use crate::jsonrpc::Rejection;
use crate::limits::Limits;
use crate::model::{CacheHint, ReadResult};
use crate::policy::{Action, Decision, Policy};
use crate::seal::Sealer;
use crate::subscription::{Source, Topics};
use crate::sync;

pub(crate) struct Catalogue {
    pub(super) name: String,
    pub(super) tools: Shelf<ToolDefinition>,
    /// Whether any tool has arguments that headers repeat.
    pub(super) mirrors: bool,
    pub(super) resources: Resources,
    pub(super) prompts: Shelf<PromptDefinition>,
    pub(super) methods: Shelf<MethodDefinition>,
    pub(super) extensions: Extensions,
    pub(super) completes: bool,
    pub(super) reading: CacheHint,
    /// The members of the `server/discover` result.
    pub(super) discovery: String,
    /// The end of each result: who the server is.
    pub(super) tail: String,
    pub(super) logging: bool,
    pub(super) limits: Limits,
    pub(super) panics: PanicPolicy,
    pub(super) sealer: Option<Arc<dyn Sealer>>,
    pub(super) principal: Option<Arc<Principal>>,
    pub(super) policy: Option<Arc<dyn Policy>>,
    pub(super) instrument: Option<Arc<dyn Instrument>>,
    pub(super) source: Option<Arc<dyn Source>>,
    /// What subscriptions can tell about: what the source supports, of what the server has.
    pub(super) topics: Topics,
}

/// Why a component may not be used.
pub(super) enum Denied {
    /// The answer is that of a component that does not exist.
    Concealed,
    Refused(Rejection),
}

impl Denied {
    /// The answer, where `unknown` makes that of a component that does not exist.
    pub(super) fn or(self, unknown: impl FnOnce() -> Rejection) -> Rejection {
        match self {
            Self::Concealed => unknown(),
            Self::Refused(refusal) => refusal,
        }
    }
}

impl Catalogue {
    pub(super) fn new(builder: ServerBuilder) -> Result<Self, Error> {
        let settings =
            ToolSettings { any_name: builder.any_tool_name, validator: builder.validator.as_deref() };
        let tools =
            builder.tools.into_iter().map(|tool| tool.define(settings)).collect::<Result<Vec<_>, _>>()?;
        let prompts = builder.prompts.into_iter().map(Prompt::define).collect::<Result<Vec<_>, _>>()?;
        let caches = builder.caches;
        let offers = builder.offers;
        let tools = Shelf::new(ComponentKind::Tool, tools, offers.tools, caches.tools)?;
        let prompts = Shelf::new(ComponentKind::Prompt, prompts, offers.prompts, caches.prompts)?;
        let resources = Resources::new(builder.resources, offers.resources, caches)?;
        let (extensions, methods) = Extensions::new(builder.extensions)?;
        let completes = resources.completes() || prompts.iter().any(|prompt| !prompt.completers.is_empty());
        let topics = builder.source.as_ref().map_or(Topics::NONE, Source::supports);
        let of = |offered: bool, topics: Topics| if offered { topics } else { Topics::NONE };
        let topics = topics
            & (of(tools.is_offered(), Topics::TOOLS_LIST)
                | of(prompts.is_offered(), Topics::PROMPTS_LIST)
                | of(resources.is_offered(), Topics::RESOURCES_LIST | Topics::RESOURCE_UPDATES));
        let capabilities = discovery::Capabilities {
            tools: tools.is_offered(),
            resources: resources.is_offered(),
            prompts: prompts.is_offered(),
            completions: completes,
            logging: builder.logging,
            topics,
        };
        let mirrors = tools.iter().any(|tool| !tool.mirrors.is_empty());
        Ok(Self {
            discovery: discovery::write(
                capabilities,
                &extensions,
                builder.instructions.as_deref(),
                caches.discover,
            ),
            tail: tail(&written(|w| builder.info.write(w))),
            name: builder.info.name,
            mirrors,
            tools,
            resources,
            prompts,
            methods,
            extensions,
            completes,
            reading: caches.read,
            logging: builder.logging,
            limits: builder.limits,
            panics: builder.panics,
            sealer: builder.sealer,
            principal: builder.principal,
            policy: builder.policy,
            instrument: builder.instrument,
            source: builder.source,
            topics,
        })
    }

    /// Whether the server offers what a method needs.
    pub(super) fn offers(&self, need: Need) -> bool {
        match need {
            Need::Nothing => true,
            Need::Tools => self.tools.is_offered(),
            Need::Resources => self.resources.is_offered(),
            Need::Prompts => self.prompts.is_offered(),
            Need::Completions => self.completes,
            Need::Subscriptions => self.source.is_some(),
        }
    }

    /// The lists that differ from those of `new`.
    pub(super) fn changes(&self, new: &Self) -> Topics {
        let differs = |topic, one: &Index, other: &Index| {
            if one.listing().is_same(other.listing()) { Topics::NONE } else { topic }
        };
        differs(Topics::TOOLS_LIST, &self.tools, &new.tools)
            | differs(Topics::PROMPTS_LIST, &self.prompts, &new.prompts)
            | differs(Topics::RESOURCES_LIST, &self.resources.direct, &new.resources.direct)
            | differs(Topics::RESOURCES_LIST, &self.resources.templates, &new.resources.templates)
    }

    /// What a URI names. Matchers are their authors' code.
    pub(super) fn resource(&self, uri: &str) -> Result<Option<Found>, Rejection> {
        let asked = Component::new(ComponentKind::ResourceTemplate, "a matcher").at(uri);
        self.panics.run(|| asked, || self.resources.find(uri)).ok_or_else(Rejection::internal)
    }

    /// Whether a caller may use a component.
    #[inline]
    pub(super) fn admit(&self, component: &Component<'_>, call: &Call) -> Result<(), Denied> {
        match &self.policy {
            None => Ok(()),
            Some(policy) => self.ask(&**policy, component, call),
        }
    }

    fn ask(&self, policy: &dyn Policy, component: &Component<'_>, call: &Call) -> Result<(), Denied> {
        match self.panics.run(|| *component, || policy.decide(Action::Invoke, component, call)) {
            Some(Decision::Allow) => Ok(()),
            Some(Decision::Conceal) => Err(Denied::Concealed),
            Some(Decision::Refuse(refusal)) => Err(Denied::Refused(refusal.0)),
            None => Err(Denied::Refused(Rejection::internal())),
        }
    }

    /// How long what was read may be kept: by nobody else, where a policy decides who reads.
    pub(super) fn reading_hint(&self, result: &ReadResult) -> CacheHint {
        let hint = result.cache_hint().unwrap_or(self.reading);
        CacheHint { public: hint.public && self.policy.is_none(), ..hint }
    }

    /// Whether a caller sees a component in listings.
    pub(super) fn shows(&self, component: &Component<'_>, call: &Call) -> Result<bool, Rejection> {
        let Some(policy) = &self.policy else { return Ok(true) };
        let decision = self.panics.run(|| *component, || policy.decide(Action::Discover, component, call));
        decision.map(|decision| decision == Decision::Allow).ok_or_else(Rejection::internal)
    }
}

pub(super) fn written(write: impl FnOnce(&mut Writer<'_>)) -> String {
    let mut out = Vec::new();
    write(&mut Writer::new(&mut out));
    String::from_utf8(out).expect("each part came from a str")
}

impl Drop for Catalogue {
    /// What others have written may panic when it is dropped: one must not keep the rest, nor reach who drops us.
    fn drop(&mut self) {
        drop_contained(self.policy.take(), "policy");
        drop_contained(self.sealer.take(), "sealer");
        drop_contained(self.principal.take(), "principal function");
        drop_contained(self.instrument.take(), "instrument");
        drop_contained(self.source.take(), "subscription source");
        for extension in core::mem::take(&mut self.extensions) {
            drop_contained(extension, "extension");
        }
        drop_contained(self.panics.hook.take(), "panic hook");
    }
}

fn drop_contained<T>(value: T, what: &str) {
    if sync::contain(|| drop(value)).is_err() {
        log::error!("a {what} panicked while it was dropped");
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogue").field("name", &self.name).finish_non_exhaustive()
    }
}
