//! The methods that a client calls.

use core::fmt;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::model::request::{
    CallToolRequestParams, CompleteRequestParams, GetPromptRequestParams, PaginatedRequestParams,
    ReadResourceRequestParams, RequestParams, SubscriptionsListenRequestParams,
};
use crate::model::result::{
    Completion, DiscoverResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PromptResult, ReadResult, ServerResult, SubscriptionsListenResult, ToolResult,
};

/// A method that a client calls: its name, what it takes, and what it gives.
///
/// The types that implement it have no values: they stand for the method in [`JsonRpcRequest`](super::JsonRpcRequest).
pub trait Method: fmt::Debug + Clone {
    /// The name in the message.
    const NAME: &'static str;
    /// What it takes.
    type Params: fmt::Debug + Clone + Serialize + DeserializeOwned;
    /// What it gives.
    type Result: fmt::Debug + Clone + Serialize + DeserializeOwned;
}

macro_rules! methods {
    ($($method:ident, $name:literal, $params:ty, $result:ty;)*) => {$(
        #[doc = concat!("`", $name, "`")]
        #[derive(Debug, Clone, Copy)]
        #[expect(clippy::exhaustive_enums, reason = "it stands for the method and has no values")]
        pub enum $method {}

        impl Method for $method {
            const NAME: &'static str = $name;
            type Params = $params;
            type Result = $result;
        }
    )*};
}
methods! {
    Discover, "server/discover", RequestParams, DiscoverResult;
    ListTools, "tools/list", PaginatedRequestParams, ListToolsResult;
    CallTool, "tools/call", CallToolRequestParams, ServerResult<ToolResult>;
    ListPrompts, "prompts/list", PaginatedRequestParams, ListPromptsResult;
    GetPrompt, "prompts/get", GetPromptRequestParams, ServerResult<PromptResult>;
    ListResources, "resources/list", PaginatedRequestParams, ListResourcesResult;
    ListResourceTemplates, "resources/templates/list", PaginatedRequestParams, ListResourceTemplatesResult;
    ReadResource, "resources/read", ReadResourceRequestParams, ServerResult<ReadResult>;
    Complete, "completion/complete", CompleteRequestParams, Completion;
    SubscriptionsListen, "subscriptions/listen", SubscriptionsListenRequestParams, SubscriptionsListenResult;
}
