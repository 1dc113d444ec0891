//! Asking to be told of changes.

use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::meta::RequestMetaObject;

/// The client wants to be told of changes.
///
/// Spec: schema, `SubscriptionsListenRequestParams`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SubscriptionsListenRequestParams {
    /// What every request says.
    #[serde(rename = "_meta")]
    pub meta: RequestMetaObject,
    /// Of which changes.
    pub notifications: SubscriptionFilter,
}

/// Of which changes a client is told.
///
/// Spec: schema, `SubscriptionFilter`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SubscriptionFilter {
    /// Of the list of tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools_list_changed: Option<bool>,
    /// Of the list of prompts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompts_list_changed: Option<bool>,
    /// Of the list of resources.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources_list_changed: Option<bool>,
    /// Of the resources at these URIs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_subscriptions: Option<Vec<String>>,
}

impl SubscriptionsListenRequestParams {
    /// Asks to be told of these changes.
    pub fn new(meta: RequestMetaObject, notifications: SubscriptionFilter) -> Self {
        Self { meta, notifications }
    }
}
