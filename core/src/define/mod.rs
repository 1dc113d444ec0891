//! Definitions: what a server offers, as its author writes it down.

mod about;
mod arguments;
mod completion;
mod component;
#[cfg(feature = "schemars")]
mod derived;
mod extension;
mod handler;
mod into_result;
mod method;
mod middleware;
mod mirrors;
mod outline;
mod prompt;
mod resource;
mod schema;
mod tool;

pub use arguments::NoArguments;
pub use completion::CompletionRequest;
pub use component::{Component, ComponentKind};
pub use extension::Extension;
pub use handler::{Handler, StateHandler, ToolHandler};
pub use into_result::IntoResult;
pub use method::ExtensionResult;
pub use middleware::{Invocation, Middleware, Next};
pub use prompt::{Prompt, PromptArgument};
pub use resource::Resource;
pub use schema::IntoSchema;
pub use tool::Tool;

pub(crate) use arguments::{BadArguments, Input};
pub(crate) use completion::Completers;
pub(crate) use extension::ExtensionDefinition;
pub(crate) use handler::{Erased, Running};
pub(crate) use method::MethodDefinition;
pub(crate) use middleware::AroundAny;
pub(crate) use mirrors::Mirrors;
pub(crate) use prompt::PromptDefinition;
pub(crate) use resource::{Finder, ResourceDefinition};
pub(crate) use tool::{ToolDefinition, ToolSettings};
