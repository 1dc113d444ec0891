//! Whole messages, and what each method takes and gives.

mod error_object;
mod method;
mod notification_method;
mod parts;
mod request;
mod response;

pub use error_object::{ErrorObject, MissingCapabilities, UnsupportedVersion};
pub use method::{
    CallTool, Complete, Discover, GetPrompt, ListPrompts, ListResourceTemplates, ListResources, ListTools,
    Method, ReadResource, SubscriptionsListen,
};
pub use notification_method::{
    Cancelled, LoggingMessage, NotificationMethod, Progress, PromptListChanged, ResourceListChanged,
    ResourceUpdated, SubscriptionsAcknowledged, ToolListChanged,
};
pub use request::{JsonRpcNotification, JsonRpcRequest};
pub use response::{JsonRpcErrorResponse, JsonRpcResultResponse};
