//! What lists show, and who shows it.

pub(super) mod implementation;
mod prompt;
mod resource;
pub(super) mod tool;

pub use implementation::Implementation;
pub use prompt::{Prompt, PromptArgument};
pub use resource::{Resource, ResourceTemplate};
pub use tool::Tool;
