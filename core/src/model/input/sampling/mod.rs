//! Completions by the client's model. The protocol has deprecated them.

mod content;
mod conversation;
mod create_message;
mod message;
mod preferences;
mod result;
mod tool_content;

pub use content::SamplingContent;
pub use create_message::{CreateMessage, IncludeContext, ToolChoice};
pub use message::SamplingMessage;
pub use preferences::ModelPreferences;
pub use result::CreateMessageResult;
pub use tool_content::{ToolResultContent, ToolUseContent};
