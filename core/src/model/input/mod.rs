//! What a server may ask a client for in the middle of a request, and what the client answers.
//!
//! Spec: basic/patterns/mrtr.

mod elicit_result;
mod elicitation;
mod form;
mod request;
mod required;
mod roots;
mod sampling;

#[cfg(test)]
mod tests;

pub use elicit_result::{ElicitAction, ElicitResult};
pub use elicitation::{FormElicitation, UrlElicitation};
pub use form::{
    BooleanSchema, Form, MultiSelectEnumSchema, NumberSchema, PrimitiveSchema, SingleSelectEnumSchema,
    StringFormat, StringSchema,
};
pub use request::{Ask, InputRequest};
pub use required::InputRequired;
pub use roots::{ListRoots, ListRootsResult, Root};
pub use sampling::{
    CreateMessage, CreateMessageResult, IncludeContext, ModelPreferences, SamplingContent, SamplingMessage,
    ToolChoice, ToolResultContent, ToolUseContent,
};
