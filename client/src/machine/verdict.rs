//! What a result is: complete, a demand for input, or neither.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use snodo_core::json::{self, Span};
use snodo_core::model::InputRequired;

use crate::error::Error;

/// What a result is.
///
/// Spec: basic, section "Result Responses"; basic/patterns/mrtr.
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "a result is the end or it is not")]
pub enum Verdict {
    /// It is what was asked for.
    Complete,
    /// The server demands input first.
    InputRequired(Box<InputRequired>),
}

/// The methods that a server may answer by a demand for input.
const ASKING: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

impl Verdict {
    /// Judges the result of a request of this method, the text of a JSON object. A result without `resultType` is
    /// complete, as servers of earlier revisions have it.
    ///
    /// # Errors
    ///
    /// The server's fault: the type is not known, the demand for input is malformed, or the method knows none.
    pub fn of(method: &str, result: &str) -> Result<Self, Error> {
        let mut kind = Span::default();
        let read = json::parse(result, |r| {
            r.object(|r, name| {
                let value = r.value()?;
                if name == b"resultType" {
                    kind = value;
                }
                Ok(())
            })
        });
        if read.is_err() {
            return Err(Error::result("the result is not JSON", result));
        }
        let kind = match kind.is_given() {
            false => Some(Cow::Borrowed("complete")),
            true => kind.string(result),
        };
        match kind.as_deref() {
            Some("complete") => Ok(Self::Complete),
            Some("input_required") if ASKING.contains(&method) || !is_standard(method) => {
                decode(result).map(|demand| Self::InputRequired(Box::new(demand)))
            }
            Some("input_required") => {
                Err(Error::result("the server demands input for a method that takes none", result))
            }
            _ => Err(Error::result("the result is of a type that this client does not know", result)),
        }
    }
}

/// Whether the protocol itself says what answers the method, and no extension does.
fn is_standard(method: &str) -> bool {
    matches!(
        method,
        "server/discover"
            | "tools/list"
            | "resources/list"
            | "resources/templates/list"
            | "prompts/list"
            | "completion/complete"
    )
}

/// Reads a result into its type.
///
/// # Errors
///
/// The server's fault: the result has not the form that it should have; the error names the place.
pub(crate) fn decode<T: DeserializeOwned>(result: &str) -> Result<T, Error> {
    serde_json::from_str(result).map_err(|error| {
        Error::result(format!("the result has not the form that it should have: {error}"), result)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_told_by_their_type() {
        let of =
            |method: &str, result: &str| Verdict::of(method, result).map(|v| matches!(v, Verdict::Complete));
        assert!(of("tools/call", r#"{"content":[]}"#).is_ok_and(|complete| complete));
        assert!(of("tools/list", r#"{"resultType":"complete"}"#).is_ok_and(|complete| complete));
        let demand = r#"{"resultType":"input_required","requestState":"s"}"#;
        assert!(of("tools/call", demand).is_ok_and(|complete| !complete));
        assert!(of("x/own", demand).is_ok_and(|complete| !complete));
        for (method, result) in [
            ("tools/list", demand),
            ("tools/call", r#"{"resultType":"task","id":"7"}"#),
            ("tools/call", r#"{"resultType":7}"#),
            ("tools/call", r#"{"resultType":"input_required"}"#),
            ("tools/call", r#"{"resultType":"input_required","inputRequests":{"a":{"method":"no/such"}}}"#),
        ] {
            let error = of(method, result).expect_err("it is refused");
            assert_eq!((error.kind(), error.raw_result()), (crate::ErrorKind::Result, Some(result)));
        }
    }
}
