//! One message that came back, judged as far as the envelope goes.
//!
//! Spec: basic, sections "Responses" and "Notifications".

use std::borrow::Cow;
use std::fmt;

use snodo_core::Id;
use snodo_core::json::{self, Fault, Kind, Span};
use snodo_core::model::ErrorObject;

/// One message from a server. It borrows the message.
///
/// ```
/// use snodo_client::machine::{Answer, Arrival};
///
/// let message = br#"{"jsonrpc":"2.0","id":7,"result":{"content":[]}}"#;
/// let Arrival::Response(response) = Arrival::parse(message)? else { panic!("a response") };
/// assert_eq!(response.id, Some(7_u64.into()));
/// assert!(matches!(response.answer, Answer::Result(r#"{"content":[]}"#)));
///
/// assert!(Arrival::parse(b"Server v1 ready").is_err());
/// # Ok::<(), snodo_client::machine::Unusable>(())
/// ```
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "complete: JSON-RPC has no other message")]
pub enum Arrival<'a> {
    /// The answer to a request.
    Response(Response<'a>),
    /// Something that is told without being asked.
    Notification(Notification<'a>),
    /// Something that is asked. No server of this revision does that.
    Request {
        /// The method's name.
        method: Cow<'a, str>,
    },
}

/// The answer to a request.
#[derive(Debug)]
#[non_exhaustive]
pub struct Response<'a> {
    /// The request's id; none in an error about a request whose id could not be read.
    pub id: Option<Id>,
    /// What is answered.
    pub answer: Answer<'a>,
}

/// What is answered.
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "complete: JSON-RPC has no other answer")]
pub enum Answer<'a> {
    /// The result: the text of a JSON object.
    Result(&'a str),
    /// Why there is none.
    Error(ErrorObject),
}

/// Something that is told.
#[derive(Debug)]
#[non_exhaustive]
pub struct Notification<'a> {
    /// The method's name.
    pub method: Cow<'a, str>,
    /// What it tells: the text of a JSON object, `{}` when there is none.
    pub params: &'a str,
}

/// A message that means nothing: no JSON, no JSON-RPC, or both an answer and none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unusable {
    id: Option<Id>,
    why: &'static str,
}

impl Unusable {
    /// The id that stands in it: the request with this id will get no other answer.
    #[must_use]
    pub fn id(&self) -> Option<&Id> {
        self.id.as_ref()
    }
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.why)
    }
}

impl std::error::Error for Unusable {}

#[derive(Default)]
struct Envelope {
    jsonrpc: Span,
    id: Span,
    method: Span,
    params: Span,
    result: Span,
    error: Span,
}

impl<'a> Arrival<'a> {
    /// Reads one message: UTF-8, strict JSON within the bounds of [`json`], the envelope. A byte order mark before it is
    /// skipped, and unknown members are.
    ///
    /// # Errors
    ///
    /// The server's fault: the message means nothing. Whether it ends a request is told by its id.
    pub fn parse(message: &'a [u8]) -> Result<Self, Unusable> {
        let message = message.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(message);
        let (text, is_utf8) = match std::str::from_utf8(message) {
            Ok(text) => (text, true),
            Err(e) => (std::str::from_utf8(&message[..e.valid_up_to()]).unwrap_or_default(), false),
        };
        let mut envelope = Envelope::default();
        let mut is_object = false;
        let read = json::parse(text, |r| {
            is_object = r.at_object();
            if !is_object {
                return r.value();
            }
            r.object(|r, name| {
                let value = r.value()?;
                match name {
                    b"jsonrpc" => envelope.jsonrpc = value,
                    b"id" => envelope.id = value,
                    b"method" => envelope.method = value,
                    b"params" => envelope.params = value,
                    b"result" => envelope.result = value,
                    b"error" => envelope.error = value,
                    _ => {}
                }
                Ok(())
            })
        });
        let fault = if is_utf8 { read.err() } else { Some(Fault::Utf8) };
        let id = id(envelope.id, text);
        let unusable = |why| Err(Unusable { id: id.clone(), why });
        match fault {
            Some(Fault::Utf8) => return unusable("the message is not UTF-8"),
            Some(_) => return unusable("the message is not JSON, or beyond its bounds"),
            None if !is_object => return unusable("the message is not a JSON object"),
            None => {}
        }
        if envelope.jsonrpc.string(text).as_deref() != Some("2.0") {
            return unusable("the message is not JSON-RPC 2.0");
        }
        let answers = usize::from(envelope.result.is_given()) + usize::from(envelope.error.is_given());
        if envelope.method.is_given() {
            return match envelope.method.string(text) {
                Some(_) if answers > 0 => unusable("the message has both a method and an answer"),
                Some(method) if envelope.id.is_given() => Ok(Self::Request { method }),
                Some(method) => match envelope.params.kind() {
                    Kind::Missing => Ok(Self::Notification(Notification { method, params: "{}" })),
                    Kind::Object => {
                        Ok(Self::Notification(Notification { method, params: envelope.params.raw(text) }))
                    }
                    _ => unusable("the notification's params are not an object"),
                },
                None => unusable("the message's method is not a string"),
            };
        }
        if answers != 1 {
            return unusable("the response must have either a result or an error");
        }
        if envelope.result.is_given() {
            return match (envelope.result.kind(), id) {
                (Kind::Object, Some(id)) => Ok(Self::Response(Response {
                    id: Some(id),
                    answer: Answer::Result(envelope.result.raw(text)),
                })),
                (Kind::Object, None) => Err(Unusable { id: None, why: "the response has no id" }),
                (_, id) => Err(Unusable { id, why: "the result is not an object" }),
            };
        }
        let no_id = matches!(envelope.id.kind(), Kind::Missing | Kind::Null);
        match serde_json::from_str::<ErrorObject>(envelope.error.raw(text)) {
            Ok(error) if id.is_some() || no_id => {
                Ok(Self::Response(Response { id, answer: Answer::Error(error) }))
            }
            Ok(_) => unusable("the error's id is neither a string nor an integer"),
            Err(_) => unusable("the error is not an object with a code and a message"),
        }
    }
}

fn id(span: Span, text: &str) -> Option<Id> {
    matches!(span.kind(), Kind::Number | Kind::String)
        .then(|| serde_json::from_str(span.raw(text)).ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(message: &[u8]) -> (Option<Id>, &'static str) {
        let unusable = Arrival::parse(message).expect_err("it means nothing");
        (unusable.id, unusable.why)
    }

    #[test]
    fn answers_are_told_from_notifications() {
        let parse = |message: &'static str| Arrival::parse(message.as_bytes()).expect("it is a message");
        let Arrival::Response(Response { id, answer: Answer::Error(error) }) =
            parse(r#"{"jsonrpc":"2.0","id":"a","error":{"code":42,"message":"no","data":{"x":1.50}}}"#)
        else {
            panic!("an error")
        };
        assert_eq!(id.map(|id| id.to_string()).as_deref(), Some("\"a\""));
        assert_eq!((error.code, &*error.message), (42, "no"));
        assert_eq!(error.data.as_ref().map(|data| data.get()), Some(r#"{"x":1.50}"#));

        for no_id in ["", r#""id":null,"#] {
            let message = format!(r#"{{"jsonrpc":"2.0",{no_id}"error":{{"code":-32700,"message":"?"}}}}"#);
            let Arrival::Response(response) = Arrival::parse(message.as_bytes()).expect("it is an error")
            else {
                panic!("a response")
            };
            assert_eq!(response.id, None);
        }

        let Arrival::Notification(told) = parse(
            "\u{feff}{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":{\"a\":[1]},\"more\":0}",
        ) else {
            panic!("a notification")
        };
        assert_eq!((&*told.method, told.params), ("notifications/x", r#"{"a":[1]}"#));
        let Arrival::Notification(told) = parse(r#"{"jsonrpc":"2.0","method":"n"}"#) else { panic!() };
        assert_eq!(told.params, "{}");
        assert!(
            matches!(parse(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#), Arrival::Request { method } if method == "ping")
        );
    }

    #[test]
    fn what_means_nothing_says_why_and_whose_it_was() {
        let seven = || Some(Id::from(7_u64));
        for (message, id, expected) in [
            ("Server v1 ready", None, "the message is not JSON, or beyond its bounds"),
            ("[1,2]", None, "the message is not a JSON object"),
            ("null", None, "the message is not a JSON object"),
            (r#"{"level":"info","msg":"x"}"#, None, "the message is not JSON-RPC 2.0"),
            (
                r#"{"jsonrpc":"2.0","id":7,"result":{"a":1,"a":2}}"#,
                seven(),
                "the message is not JSON, or beyond its bounds",
            ),
            (
                r#"{"jsonrpc":"2.0","id":7,"result":{}}{"#,
                seven(),
                "the message is not JSON, or beyond its bounds",
            ),
            (r#"{"id":7,"result":{}}"#, seven(), "the message is not JSON-RPC 2.0"),
            (r#"{"jsonrpc":"2.0","id":7}"#, seven(), "the response must have either a result or an error"),
            (
                r#"{"jsonrpc":"2.0","id":7,"result":{},"error":{"code":1,"message":"x"}}"#,
                seven(),
                "the response must have either a result or an error",
            ),
            (r#"{"jsonrpc":"2.0","id":7,"result":[]}"#, seven(), "the result is not an object"),
            (r#"{"jsonrpc":"2.0","result":{}}"#, None, "the response has no id"),
            (r#"{"jsonrpc":"2.0","id":null,"result":{}}"#, None, "the response has no id"),
            (
                r#"{"jsonrpc":"2.0","id":1.5,"error":{"code":1,"message":"x"}}"#,
                None,
                "the error's id is neither a string nor an integer",
            ),
            (
                r#"{"jsonrpc":"2.0","id":7,"error":{"code":"1","message":"x"}}"#,
                seven(),
                "the error is not an object with a code and a message",
            ),
            (
                r#"{"jsonrpc":"2.0","id":7,"method":"m","result":{}}"#,
                seven(),
                "the message has both a method and an answer",
            ),
            (r#"{"jsonrpc":"2.0","method":7}"#, None, "the message's method is not a string"),
            (
                r#"{"jsonrpc":"2.0","method":"n","params":[]}"#,
                None,
                "the notification's params are not an object",
            ),
        ] {
            assert_eq!(why(message.as_bytes()), (id, expected), "{message}");
        }
        assert_eq!(
            why(b"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"a\":\"\xff\"}}"),
            (seven(), "the message is not UTF-8")
        );
    }
}
