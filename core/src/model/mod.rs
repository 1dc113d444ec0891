//! What the protocol's messages are made of.
//!
//! The types have the names of the protocol's schema, but for those that a server's handlers use most: a
//! `CallToolResult` is a [`ToolResult`], a `GetPromptResult` a [`PromptResult`], a `ReadResourceResult` a
//! [`ReadResult`], a `CompleteResult` a [`Completion`]; a block of content is [`Content`] or, in a conversation with a
//! client's model, [`SamplingContent`].
//!
//! All of them implement serde's traits, for `serde_json` only. Members that are not known are skipped, so that a
//! program goes on with peers of later revisions. What a peer sends is checked for its form and no further: URIs may
//! lead anywhere, and hints may lie.
//!
//! ```
//! use snodo_core::model::{CallTool, JsonRpcRequest, JsonRpcResultResponse, Method, ServerResult};
//!
//! let text = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"Hi"}]}}"#;
//! let response: JsonRpcResultResponse<<CallTool as Method>::Result> = serde_json::from_str(text)?;
//! let ServerResult::Complete(result) = response.result else { panic!("more input is required") };
//! assert_eq!(result.blocks()[0].as_text(), Some("Hi"));
//! # Ok::<(), serde_json::Error>(())
//! ```

mod array;
mod cache;
mod capabilities;
mod content;
mod decode;
mod decode_error;
mod definition;
mod input;
mod invalid;
mod json_object;
mod level;
mod message;
mod meta;
mod notification;
mod request;
mod result;
mod serde_text;
mod uri;

#[cfg(test)]
mod tests;

pub use cache::CacheScope;
pub use capabilities::{
    ClientCapabilities, ElicitationCapability, ListCapability, ResourcesCapability, SamplingCapability,
    ServerCapabilities,
};
pub use content::{
    Annotations, Content, ContentKind, Icon, ResourceContents, ResourceLink, Role, Theme, ToolAnnotations,
};
pub use decode_error::DecodeError;
pub use definition::{Implementation, Prompt, PromptArgument, Resource, ResourceTemplate, Tool};
pub use input::{
    Ask, BooleanSchema, CreateMessage, CreateMessageResult, ElicitAction, ElicitResult, Form,
    FormElicitation, IncludeContext, InputRequest, InputRequired, ListRoots, ListRootsResult,
    ModelPreferences, MultiSelectEnumSchema, NumberSchema, PrimitiveSchema, Root, SamplingContent,
    SamplingMessage, SingleSelectEnumSchema, StringFormat, StringSchema, ToolChoice, ToolResultContent,
    ToolUseContent, UrlElicitation,
};
pub use json_object::JsonObject;
pub use level::Level;
pub use message::{
    CallTool, Cancelled, Complete, Discover, ErrorObject, GetPrompt, JsonRpcErrorResponse,
    JsonRpcNotification, JsonRpcRequest, JsonRpcResultResponse, ListPrompts, ListResourceTemplates,
    ListResources, ListTools, LoggingMessage, Method, MissingCapabilities, NotificationMethod, Progress,
    PromptListChanged, ReadResource, ResourceListChanged, ResourceUpdated, SubscriptionsAcknowledged,
    SubscriptionsListen, ToolListChanged, UnsupportedVersion,
};
pub use meta::Meta;
pub use notification::{
    CancelledNotificationParams, LoggingMessageNotificationParams, NotificationParams,
    ProgressNotificationParams, ResourceUpdatedNotificationParams,
    SubscriptionsAcknowledgedNotificationParams,
};
pub use request::{
    CallToolRequestParams, CompleteRequestParams, CompletionArgument, CompletionContext, CompletionReference,
    GetPromptRequestParams, InputResponse, PaginatedRequestParams, ReadResourceRequestParams,
    RequestMetaObject, RequestParams, SubscriptionFilter, SubscriptionsListenRequestParams,
};
pub use result::{
    Completion, DiscoverResult, IntoCompletion, IntoPromptResult, IntoReadResult, IntoToolResult, Json,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PromptMessage,
    PromptResult, ReadResult, ServerResult, SubscriptionsListenResult, ToolResult,
};

pub(crate) use cache::CacheHint;
pub(crate) use content::icon::write_icons;
pub(crate) use invalid::Invalid;
pub(crate) use uri::is_absolute as is_absolute_uri;
