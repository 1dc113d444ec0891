//! That a subscription has ended.

use crate::id::Id;
use crate::json::Writer;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::meta::Meta;
use crate::model::result::envelope::{read_complete, write_complete};
use crate::model::serde_text::serde_as_json;

/// The answer to `subscriptions/listen`: the subscription has ended, as the server meant it to.
///
/// Spec: basic/patterns/subscriptions.
#[derive(Debug, Clone)]
pub struct SubscriptionsListenResult {
    subscription: Id,
    /// All `_meta` members, the subscription's id among them.
    meta: Meta,
}

impl SubscriptionsListenResult {
    /// Which subscription: the id of the request that made it.
    #[must_use]
    pub fn subscription(&self) -> &Id {
        &self.subscription
    }

    /// The result's `_meta` members.
    #[must_use]
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    fn write(&self, w: &mut Writer<'_>) {
        write_complete(|w| self.meta.write_alone(w), None, w);
    }
}

serde_as_json!(SubscriptionsListenResult => Self::write);

impl Decode for SubscriptionsListenResult {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = read_complete(raw)?;
        let meta: Meta = members.required("_meta")?;
        let subscription = meta.subscription().map_err(|error| error.inside("_meta"))?;
        let missing = || DecodeError::member(Meta::SUBSCRIPTION, "is required").inside("_meta");
        Ok(Self { subscription: subscription.ok_or_else(missing)?, meta })
    }
}
