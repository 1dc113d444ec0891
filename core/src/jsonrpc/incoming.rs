//! A message, judged as far as the envelope goes.

use alloc::borrow::Cow;
use alloc::format;

use super::envelope::{self, Envelope, Params};
use super::members::Members;
use super::rejection::Rejection;
use crate::id::{Id, MAX_ID_BYTES};
use crate::json::{Fault, Kind};

/// One message from a peer.
///
/// ```
/// use snodo_core::Incoming;
///
/// let Incoming::Request(request) = Incoming::parse(br#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#) else {
///     panic!("a request");
/// };
/// assert_eq!(request.method(), "tools/list");
/// assert_eq!(request.id().to_string(), "7");
///
/// let Incoming::Refused(why) = Incoming::parse(b"not json") else { panic!("refused") };
/// assert_eq!(why.code(), -32700);
/// ```
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "complete: JSON-RPC has no other outcome")]
pub enum Incoming<'a> {
    /// To be answered.
    Request(Request<'a>),
    /// Not to be answered.
    Notification(Notification<'a>),
    /// A response, or something malformed that names no id: nothing is said on a channel without a status line;
    /// HTTP answers 400 with this reason.
    Ignored(Rejection),
    /// To be answered with this error.
    Refused(Rejection),
}

/// A request whose envelope is in order. It borrows the message.
#[derive(Debug)]
pub struct Request<'a> {
    pub(crate) text: &'a str,
    pub(crate) id: Id,
    pub(crate) method: Cow<'a, str>,
    pub(crate) params: Params,
}

/// A notification whose envelope is in order. It borrows the message.
#[derive(Debug)]
pub struct Notification<'a> {
    text: &'a str,
    method: Cow<'a, str>,
    params: Params,
}

/// What a well-formed `notifications/cancelled` asks for.
///
/// Spec: basic/patterns/cancellation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cancelled<'a> {
    /// The request to stop.
    pub id: Id,
    /// Why, in the client's words.
    pub reason: Option<Cow<'a, str>>,
}

impl<'a> Incoming<'a> {
    /// Reads one message: UTF-8, strict JSON within its bounds, the envelope. A byte order mark before it is skipped.
    ///
    /// The bounds: less than 1 GiB, nesting of 128 from the message's first bracket, integer literals of 64 digits, ids of
    /// 256 bytes.
    /// Members given twice, lone surrogates and trailing bytes are refused at every level. Costs grow as n log n in
    /// the members of one object and linearly in everything else; at most 8 members an object need no allocation.
    #[must_use]
    pub fn parse(message: &'a [u8]) -> Self {
        let message = message.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(message);
        let (text, is_utf8) = match core::str::from_utf8(message) {
            Ok(text) => (text, true),
            // The readable part may hold the id.
            Err(e) => (core::str::from_utf8(&message[..e.valid_up_to()]).unwrap_or_default(), false),
        };
        let mut envelope = Envelope::default();
        let read = envelope::read(text, &mut envelope);
        match if is_utf8 { read } else { Err(Fault::Utf8) } {
            Ok(()) => judge(text, &envelope),
            Err(fault) => {
                let refusal = Rejection::parse_error(format!("Parse error: {fault}"));
                Self::Refused(match Id::read(envelope.id(), text) {
                    Some(id) => refusal.with_id(id),
                    None => refusal,
                })
            }
        }
    }
}

fn judge<'a>(text: &'a str, envelope: &Envelope) -> Incoming<'a> {
    if !envelope.message.is_given() {
        return Incoming::Refused(Rejection::invalid_request(if text.trim_ascii_start().starts_with('[') {
            "Invalid request: batches are not part of the protocol, send one message at a time"
        } else {
            "Invalid request: a message is a JSON object"
        }));
    }
    if envelope.answers && !envelope.method().is_given() {
        return Incoming::Ignored(Rejection::invalid_request("Invalid request: a server takes no responses"));
    }
    let id = match envelope.id().kind() {
        Kind::Missing => None,
        _ => match Id::read(envelope.id(), text) {
            Some(id) => Some(id),
            None => {
                return Incoming::Refused(Rejection::invalid_request(format!(
                    "Invalid request: id must be a string of at most {MAX_ID_BYTES} bytes or an integer of 64 bits"
                )));
            }
        },
    };
    let method = match method(text, envelope) {
        Ok(method) => method,
        Err(refusal) => {
            return match id {
                Some(id) => Incoming::Refused(refusal.with_id(id)),
                None => Incoming::Ignored(refusal),
            };
        }
    };
    let params = envelope.members;
    match id {
        Some(id) => Incoming::Request(Request { text, id, method, params }),
        None => Incoming::Notification(Notification { text, method, params }),
    }
}

/// The method, when the rest of the envelope is in order too.
fn method<'a>(text: &'a str, envelope: &Envelope) -> Result<Cow<'a, str>, Rejection> {
    if envelope.jsonrpc().string(text).as_deref() != Some("2.0") {
        return Err(Rejection::invalid_request("Invalid request: jsonrpc must be \"2.0\""));
    }
    let Some(method) = envelope.method().string(text) else {
        return Err(Rejection::invalid_request("Invalid request: method must be a string"));
    };
    if envelope.answers {
        return Err(Rejection::invalid_request(
            "Invalid request: a message has a method or an answer, not both",
        ));
    }
    if !matches!(envelope.params().kind(), Kind::Missing | Kind::Object) {
        return Err(Rejection::invalid_params("Invalid params: params must be an object"));
    }
    Ok(method)
}

impl Request<'_> {
    /// The id, to be echoed.
    #[must_use]
    pub fn id(&self) -> &Id {
        &self.id
    }

    /// The method's name.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// The id, of which another is left.
    pub(crate) fn take_id(&mut self) -> Id {
        core::mem::replace(&mut self.id, Id::from(0_i64))
    }
}

impl<'a> Notification<'a> {
    /// The method's name.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// What to cancel, when this is a well-formed `notifications/cancelled`.
    #[must_use]
    pub fn cancelled(&self) -> Option<Cancelled<'a>> {
        if self.method != "notifications/cancelled" {
            return None;
        }
        let params = Members::of(self.params.whole, self.text);
        if !matches!(params.kind(b"reason"), Kind::Missing | Kind::String) {
            return None;
        }
        let (id, text) = params.place(b"requestId");
        Some(Cancelled { id: Id::read(id, text)?, reason: params.string(b"reason") })
    }
}
