//! The kinds of notifications.

use core::fmt;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::model::notification::{
    CancelledNotificationParams, LoggingMessageNotificationParams, NotificationParams,
    ProgressNotificationParams, ResourceUpdatedNotificationParams,
    SubscriptionsAcknowledgedNotificationParams,
};

/// A kind of notification: its method's name, and what it tells.
///
/// The types that implement it have no values: they stand for the kind in
/// [`JsonRpcNotification`](super::JsonRpcNotification).
pub trait NotificationMethod: fmt::Debug + Clone {
    /// The name in the message.
    const NAME: &'static str;
    /// What it tells.
    type Params: fmt::Debug + Clone + Serialize + DeserializeOwned;

    /// Whether `params` are left out of the message.
    fn says_nothing(params: &Self::Params) -> bool {
        let _ = params;
        false
    }
}

macro_rules! kinds {
    ($($kind:ident, $name:literal, $params:ty $(, $says_nothing:expr)?;)*) => {$(
        #[doc = concat!("`", $name, "`")]
        #[derive(Debug, Clone, Copy)]
        #[expect(clippy::exhaustive_enums, reason = "it stands for the kind and has no values")]
        pub enum $kind {}

        impl NotificationMethod for $kind {
            const NAME: &'static str = $name;
            type Params = $params;
            $(
                fn says_nothing(params: &Self::Params) -> bool {
                    $says_nothing(params)
                }
            )?
        }
    )*};
}
kinds! {
    Cancelled, "notifications/cancelled", CancelledNotificationParams;
    Progress, "notifications/progress", ProgressNotificationParams;
    LoggingMessage, "notifications/message", LoggingMessageNotificationParams;
    ResourceUpdated, "notifications/resources/updated", ResourceUpdatedNotificationParams;
    SubscriptionsAcknowledged, "notifications/subscriptions/acknowledged", SubscriptionsAcknowledgedNotificationParams;
    ToolListChanged, "notifications/tools/list_changed", Option<NotificationParams>, Option::is_none;
    PromptListChanged, "notifications/prompts/list_changed", Option<NotificationParams>, Option::is_none;
    ResourceListChanged, "notifications/resources/list_changed", Option<NotificationParams>, Option::is_none;
}
