//! What servers answer.

pub(super) mod completion;
mod discover;
mod envelope;
mod list;
mod listen;
pub(super) mod prompt_result;
pub(super) mod read_result;
mod result_type;
mod server_result;
pub(super) mod tool_result;

pub use completion::{Completion, IntoCompletion};
pub use discover::DiscoverResult;
pub use list::{ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult};
pub use listen::SubscriptionsListenResult;
pub use prompt_result::{IntoPromptResult, PromptMessage, PromptResult};
pub use read_result::{IntoReadResult, ReadResult};
pub use server_result::ServerResult;
pub use tool_result::{IntoToolResult, Json, ToolResult};

pub(super) use envelope::read_meta;
