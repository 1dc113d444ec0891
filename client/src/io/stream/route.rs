//! Which request a line belongs to.

use snodo_core::Id;
use snodo_core::json::{self, Span};

use super::skipped::SkipReason;
use crate::machine::{Arrival, Notification};

const SUBSCRIPTION_ID: &[u8] = b"io.modelcontextprotocol/subscriptionId";

/// Whom a line is for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// The answer to the request with this id, whatever is wrong with it.
    Answer(Id),
    /// A report of progress for the request with this token.
    Progress(Id),
    /// A notification of the subscription with this id.
    Event { subscription: Id, is_acknowledgement: bool },
    /// The end of the subscription with this id.
    Cancelled(Id),
    /// A log message. It names no request.
    Log,
    /// Nobody.
    Skip(SkipReason),
}

impl Route {
    /// Reads a line as far as that needs. Time is linear in its bytes.
    pub(super) fn of(line: &[u8]) -> Self {
        match Arrival::parse(line) {
            Ok(Arrival::Response(response)) => response.id.map_or(Self::Skip(SkipReason::NoId), Self::Answer),
            Ok(Arrival::Notification(told)) => Self::of_notification(&told),
            Ok(Arrival::Request { .. }) => Self::Skip(SkipReason::Request),
            // Half a message is noise, as a crash or a second writer leaves it. What is whole and means nothing was the
            // server's answer, and there comes no better one.
            Err(unusable) => match unusable.id() {
                Some(id) if is_whole(line) => Self::Answer(id.clone()),
                _ => Self::Skip(SkipReason::NoMessage),
            },
        }
    }

    fn of_notification(told: &Notification<'_>) -> Self {
        let ids = Ids::read(told.params);
        let found = match &*told.method {
            "notifications/progress" => ids.progress_token.map(Self::Progress),
            "notifications/cancelled" => ids.request_id.map(Self::Cancelled),
            "notifications/message" => Some(Self::Log),
            method => ids.subscription.map(|subscription| Self::Event {
                subscription,
                is_acknowledgement: method == "notifications/subscriptions/acknowledged",
            }),
        };
        found.unwrap_or(Self::Skip(SkipReason::Notification))
    }
}

/// Whether it is one JSON value, by looser rules than a message's.
fn is_whole(line: &[u8]) -> bool {
    serde_json::from_slice::<serde::de::IgnoredAny>(line).is_ok()
}

/// The ids that parameters of notifications can have.
#[derive(Default)]
struct Ids {
    progress_token: Option<Id>,
    request_id: Option<Id>,
    subscription: Option<Id>,
}

impl Ids {
    fn read(params: &str) -> Self {
        let (mut token, mut request, mut subscription) = (Span::default(), Span::default(), Span::default());
        // It was read before, so it has no faults.
        let _ = json::parse(params, |r| {
            r.object(|r, name| {
                if name == b"_meta" && r.at_object() {
                    r.object(|r, name| {
                        let value = r.value()?;
                        if name == SUBSCRIPTION_ID {
                            subscription = value;
                        }
                        Ok(())
                    })?;
                    return Ok(());
                }
                let value = r.value()?;
                match name {
                    b"progressToken" => token = value,
                    b"requestId" => request = value,
                    _ => {}
                }
                Ok(())
            })
        });
        let id = |span: Span| span.is_given().then(|| serde_json::from_str(span.raw(params)).ok()).flatten();
        Self { progress_token: id(token), request_id: id(request), subscription: id(subscription) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_find_their_requests() {
        let id = |n: u64| Id::from(n);
        for (line, expected) in [
            (r#"{"jsonrpc":"2.0","id":7,"result":{}}"#, Route::Answer(id(7))),
            (r#"{"jsonrpc":"2.0","id":"7","result":{}}"#, Route::Answer(Id::from("7"))),
            (r#"{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"x"}}"#, Route::Answer(id(7))),
            (
                r#"{"jsonrpc":"2.0","id":7,"result":{},"error":{"code":1,"message":"x"}}"#,
                Route::Answer(id(7)),
            ),
            (r#"{"jsonrpc":"2.0","id":7,"result":{"a":1,"a":2}}"#, Route::Answer(id(7))),
            (
                r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}"#,
                Route::Skip(SkipReason::NoId),
            ),
            (r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#, Route::Skip(SkipReason::Request)),
            (
                r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1,"progressToken":"t"}}"#,
                Route::Progress(Id::from("t")),
            ),
            (
                r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}"#,
                Route::Skip(SkipReason::Notification),
            ),
            (
                r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"x"}}"#,
                Route::Cancelled(id(7)),
            ),
            (r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}}"#, Route::Log),
            (
                r#"{"jsonrpc":"2.0","method":"x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":7}}}"#,
                Route::Event { subscription: id(7), is_acknowledgement: false },
            ),
            (
                concat!(
                    r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","#,
                    r#""params":{"_meta":{"io.modelcontextprotocol/subscriptionId":7}}}"#
                ),
                Route::Event { subscription: id(7), is_acknowledgement: true },
            ),
            (
                r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
                Route::Skip(SkipReason::Notification),
            ),
            (r#"{"jsonrpc":"2.0","method":"x","params":{"_meta":7}}"#, Route::Skip(SkipReason::Notification)),
            ("Server v1 ready", Route::Skip(SkipReason::NoMessage)),
            (r#"{"level":"info","msg":"x"}"#, Route::Skip(SkipReason::NoMessage)),
            ("[1,2]", Route::Skip(SkipReason::NoMessage)),
            ("null", Route::Skip(SkipReason::NoMessage)),
            (r#"{"jsonrpc":"2.0","id":7,"resu"#, Route::Skip(SkipReason::NoMessage)),
            (r#"{"jsonrpc":"2.0","id":7,"result":{}}x"#, Route::Skip(SkipReason::NoMessage)),
            (r#"{"id":7,"result":{}}"#, Route::Answer(id(7))),
            (r#"{"jsonrpc":"2.0","i"#, Route::Skip(SkipReason::NoMessage)),
        ] {
            assert_eq!(Route::of(line.as_bytes()), expected, "{line}");
        }
        assert_eq!(Route::of(b"\x1b[32mready\x1b[0m \xff"), Route::Skip(SkipReason::NoMessage));
    }
}
