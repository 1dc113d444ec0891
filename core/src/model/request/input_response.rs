//! Answers to what a server has asked.

use alloc::boxed::Box;

use crate::json::Writer;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::input::{CreateMessageResult, ElicitResult, ListRootsResult};
use crate::model::serde_text::serde_as_json;

/// The answer to one question of a server's.
///
/// Spec: schema, `InputResponse`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum InputResponse {
    /// What the person did.
    Elicitation(ElicitResult),
    /// What the model said.
    Sampling(Box<CreateMessageResult>),
    /// The client's roots.
    Roots(ListRootsResult),
}

impl InputResponse {
    fn write(&self, w: &mut Writer<'_>) {
        match self {
            Self::Elicitation(result) => result.write(w),
            Self::Sampling(result) => result.write(w),
            Self::Roots(result) => result.write(w),
        }
    }
}

serde_as_json!(InputResponse => Self::write);

impl Decode for InputResponse {
    /// No member names the kind; each has one that no other has.
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        let has = |name| members.get(name).is_some();
        if has("action") {
            Decode::decode(raw).map(Self::Elicitation)
        } else if has("roots") {
            Decode::decode(raw).map(Self::Roots)
        } else if has("model") {
            Decode::decode(raw).map(|result| Self::Sampling(Box::new(result)))
        } else {
            Err(DecodeError::new("must have one of action, roots and model"))
        }
    }
}

impl From<ElicitResult> for InputResponse {
    fn from(result: ElicitResult) -> Self {
        Self::Elicitation(result)
    }
}

impl From<CreateMessageResult> for InputResponse {
    fn from(result: CreateMessageResult) -> Self {
        Self::Sampling(Box::new(result))
    }
}

impl From<ListRootsResult> for InputResponse {
    fn from(result: ListRootsResult) -> Self {
        Self::Roots(result)
    }
}
