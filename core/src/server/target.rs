//! Whom a request goes to.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;

use super::catalogue::Catalogue;
use super::resources::Place;
use crate::define::{Completers, Component};

/// The component that carries a request out, by its place on its shelf.
#[derive(Debug)]
pub(super) enum Target {
    Tool(u32),
    Prompt(u32),
    /// A method of an extension.
    Method(u32),
    Read(Arc<Reading>),
    Complete(Box<Completing>),
}

/// A resource that is read.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) place: Place,
    pub(super) uri: Box<str>,
    /// The request comes with what earlier rounds brought, so that its answer must not be cached: that is not part of a
    /// cache's key. Spec: server/utilities/caching, section "Cache Key".
    pub(super) is_retry: bool,
}

/// An argument that is completed.
#[derive(Debug)]
pub(super) struct Completing {
    pub(super) of: Completed,
    pub(super) argument: String,
}

/// Whose argument it is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Completed {
    Prompt(u32),
    Template(u32),
}

impl Target {
    #[inline]
    pub(super) fn component<'a>(&'a self, catalogue: &'a Catalogue) -> Component<'a> {
        match self {
            Self::Tool(place) => catalogue.tools.component(*place),
            Self::Prompt(place) => catalogue.prompts.component(*place),
            Self::Method(place) => catalogue.methods.component(*place),
            Self::Read(reading) => catalogue.resources.component(reading.place).at(&reading.uri),
            Self::Complete(completing) => match completing.of {
                Completed::Prompt(place) => catalogue.prompts.component(place),
                Completed::Template(place) => catalogue.resources.templates.component(place),
            },
        }
    }
}

impl Completed {
    pub(super) fn completers(self, catalogue: &Catalogue) -> &Completers {
        match self {
            Self::Prompt(place) => &catalogue.prompts.at(place).completers,
            Self::Template(place) => &catalogue.resources.templates.at(place).completers,
        }
    }
}
