//! Definitions: what a server offers, as its author writes it down.

mod arguments;
#[cfg(feature = "schemars")]
mod derived;
mod failure;
mod handler;
mod mirrors;
mod outline;
mod schema;
mod tool;

pub use arguments::NoArguments;
pub use failure::Failure;
pub use handler::{Handler, StateHandler, ToolHandler};
pub use schema::IntoSchema;
pub use tool::Tool;

pub(crate) use arguments::BadArguments;
pub(crate) use failure::Kind as FailureKind;
pub(crate) use handler::Running;
pub(crate) use tool::Definition;
