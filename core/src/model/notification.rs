//! What notifications tell.

use alloc::boxed::Box;
use alloc::string::String;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::level::Level;
use super::meta::Meta;
use super::request::SubscriptionFilter;
use crate::id::Id;

/// A notification that tells nothing but that it is one, such as that a list has changed.
///
/// Spec: schema, `NotificationParams`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct NotificationParams {
    /// Its `_meta` members; in a subscription its [id](Meta::subscription) is among them.
    #[serde(rename = "_meta", default, skip_serializing_if = "Meta::is_empty")]
    pub meta: Meta,
}

/// A request is not to go on.
///
/// Spec: basic/patterns/cancellation.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CancelledNotificationParams {
    /// The request.
    pub request_id: Id,
    /// Why, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Its `_meta` members.
    #[serde(rename = "_meta", default, skip_serializing_if = "Meta::is_empty")]
    pub meta: Meta,
}

/// How far a request has come.
///
/// Spec: basic/patterns/progress.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ProgressNotificationParams {
    /// The token that the request has given.
    pub progress_token: Id,
    /// How far it has come; it grows from one notification to the next.
    #[serde(serialize_with = "number")]
    pub progress: f64,
    /// How far it has to come, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "optional_number")]
    pub total: Option<f64>,
    /// What is being done, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Its `_meta` members.
    #[serde(rename = "_meta", default, skip_serializing_if = "Meta::is_empty")]
    pub meta: Meta,
}

/// A log message. The protocol has deprecated it.
///
/// Spec: server/utilities/logging.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LoggingMessageNotificationParams {
    /// How severe it is.
    pub level: Level,
    /// Who says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logger: Option<String>,
    /// What is said: any JSON.
    pub data: Box<RawValue>,
    /// Its `_meta` members.
    #[serde(rename = "_meta", default, skip_serializing_if = "Meta::is_empty")]
    pub meta: Meta,
}

/// A resource has changed.
///
/// Spec: schema, `ResourceUpdatedNotificationParams`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ResourceUpdatedNotificationParams {
    /// The resource, which may be a part of one that was subscribed to.
    pub uri: String,
    /// Its `_meta` members; in a subscription its [id](Meta::subscription) is among them.
    #[serde(rename = "_meta", default, skip_serializing_if = "Meta::is_empty")]
    pub meta: Meta,
}

/// A subscription has begun.
///
/// Spec: basic/patterns/subscriptions.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SubscriptionsAcknowledgedNotificationParams {
    /// Of which changes the client will be told: what it asked for, or less.
    pub notifications: SubscriptionFilter,
    /// Its `_meta` members, among them the subscription's [id](Meta::subscription).
    #[serde(rename = "_meta", default, skip_serializing_if = "Meta::is_empty")]
    pub meta: Meta,
}

impl CancelledNotificationParams {
    /// The request of this id is not to go on.
    pub fn new(request_id: Id) -> Self {
        Self { request_id, reason: None, meta: Meta::default() }
    }
}

/// A number as the protocol's other writer has it: whole ones without a fraction.
fn number<S: Serializer>(n: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    super::serde_text::serialize(serializer, |w| {
        w.float(*n);
    })
}

fn optional_number<S: Serializer>(n: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match n {
        Some(n) => number(n, serializer),
        None => serializer.serialize_none(),
    }
}
