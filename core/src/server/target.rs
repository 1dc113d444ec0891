//! Whom a request goes to.

use alloc::boxed::Box;
use alloc::string::String;

use super::catalogue::Catalogue;
use crate::define::Component;

/// The component that carries a request out, by its place on its shelf.
#[derive(Debug, Clone)]
pub(super) enum Target {
    Tool(u32),
    Resource {
        place: u32,
        uri: Box<str>,
        /// The request comes with what earlier rounds brought.
        is_retry: bool,
    },
    Template {
        place: u32,
        uri: Box<str>,
        /// The request comes with what earlier rounds brought.
        is_retry: bool,
    },
    Prompt(u32),
    /// A method of an extension.
    Method(u32),
    /// Completes an argument of a prompt.
    PromptArgument {
        place: u32,
        argument: String,
    },
    /// Completes a variable of a template.
    TemplateVariable {
        place: u32,
        variable: String,
    },
}

impl Target {
    /// The method of requests that may ask for input.
    pub(super) fn method(&self) -> &'static str {
        match self {
            Self::Tool(_) => "tools/call",
            Self::Resource { .. } | Self::Template { .. } => "resources/read",
            Self::Prompt(_) => "prompts/get",
            Self::PromptArgument { .. } | Self::TemplateVariable { .. } => "completion/complete",
            Self::Method(_) => "",
        }
    }

    #[inline]
    /// Whether it is a read that must not be cached: `inputResponses` and `requestState` are not part of the key. Spec:
    /// server/utilities/caching, section "Cache Key".
    pub(super) fn is_retried_read(&self) -> bool {
        matches!(self, Self::Resource { is_retry: true, .. } | Self::Template { is_retry: true, .. })
    }

    pub(super) fn component<'a>(&'a self, catalogue: &'a Catalogue) -> Component<'a> {
        match self {
            Self::Tool(place) => catalogue.tools.component(*place),
            Self::Resource { place, uri, .. } => catalogue.resources.direct.component(*place).at(uri),
            Self::Template { place, uri, .. } => catalogue.resources.templates.component(*place).at(uri),
            Self::Prompt(place) | Self::PromptArgument { place, .. } => catalogue.prompts.component(*place),
            Self::Method(place) => catalogue.methods.component(*place),
            Self::TemplateVariable { place, .. } => catalogue.resources.templates.component(*place),
        }
    }
}
