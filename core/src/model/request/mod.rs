//! What clients ask.

mod completion;
mod input_response;
mod meta;
mod params;
mod subscription;

pub use completion::{CompleteRequestParams, CompletionArgument, CompletionContext, CompletionReference};
pub use input_response::InputResponse;
pub use meta::RequestMetaObject;
pub use params::{
    CallToolRequestParams, GetPromptRequestParams, PaginatedRequestParams, ReadResourceRequestParams,
    RequestParams,
};
pub use subscription::{SubscriptionFilter, SubscriptionsListenRequestParams};
