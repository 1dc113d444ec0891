//! The messages of a subscription besides its events.
//!
//! Spec: basic/patterns/subscriptions, sections "Acknowledgment" and "Graceful Closure"; basic/patterns/cancellation.

use super::filter::Filter;
use crate::id::Id;
use crate::json::Writer;

/// The key in `_meta` that every message of a subscription carries.
pub(super) const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

/// Writes the acknowledgement: the first message of a subscription.
pub(crate) fn write_acknowledgement(subscription: &Id, accepted: &Filter, w: &mut Writer<'_>) {
    w.literal("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{");
    w.literal("\"_meta\":{");
    write_meta_member(subscription, w);
    w.literal("},\"notifications\":");
    accepted.write(w);
    w.literal("}}");
}

/// Writes what is special in the result that ends a subscription: its member of `_meta`, with a comma after it. The
/// server's own member follows.
pub(crate) fn write_completion_meta(subscription: &Id, w: &mut Writer<'_>) {
    write_meta_member(subscription, w);
    w.literal(",");
}

/// Writes what follows the result on channels that all subscriptions share: clients of such a channel take it for
/// the end of the subscription's messages.
pub(crate) fn write_cancelled(subscription: &Id, w: &mut Writer<'_>) {
    w.literal("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":");
    subscription.write(w);
    w.literal("}}");
}

fn write_meta_member(subscription: &Id, w: &mut Writer<'_>) {
    w.literal("\"").literal(SUBSCRIPTION_ID).literal("\":");
    subscription.write(w);
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;

    fn written(write: impl FnOnce(&mut Writer<'_>)) -> String {
        let mut out = Vec::new();
        write(&mut Writer::new(&mut out));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_acknowledgement_names_what_was_accepted() {
        for (json, expected) in [
            (
                r#"{"resourceSubscriptions":["file:///project/config.json"],"toolsListChanged":true}"#,
                r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"a"},"notifications":{"toolsListChanged":true,"resourceSubscriptions":["file:///project/config.json"]}}}"#,
            ),
            (
                "{}",
                r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"a"},"notifications":{}}}"#,
            ),
        ] {
            let accepted = Filter::parse(json).unwrap();
            assert_eq!(written(|w| write_acknowledgement(&Id::from("a"), &accepted, w)), expected);
        }
    }

    #[test]
    fn the_end_names_the_subscription() {
        let id = Id::from(9_i64);
        assert_eq!(
            written(|w| write_completion_meta(&id, w)),
            r#""io.modelcontextprotocol/subscriptionId":9,"#
        );
        assert_eq!(
            written(|w| write_cancelled(&id, w)),
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}"#
        );
    }
}
