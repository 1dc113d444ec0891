//! One question of a server's.

use alloc::boxed::Box;
use alloc::string::String;

use super::elicitation::{FormElicitation, UrlElicitation};
use super::roots::ListRoots;
use super::sampling::CreateMessage;
use crate::json::Writer;
use crate::jsonrpc::ClientCapabilities;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::Invalid;
use crate::model::request::InputResponse;
use crate::model::serde_text::serde_as_json;

/// A question whose answer has a type.
///
/// Spec: basic/patterns/mrtr.
pub trait Ask: Into<InputRequest> {
    /// What the client answers.
    type Answer;

    /// Reads the answer from its JSON text.
    ///
    /// # Errors
    ///
    /// The client's fault: the answer is not of the form, or does not fit what was asked. The error names the place
    /// and the rule, never the value.
    fn decode(&self, answer: &str) -> Result<Self::Answer, DecodeError>;
}

/// A question of any kind, as it stands in a result that demands input.
///
/// Spec: schema, `InputRequest`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum InputRequest {
    /// A form for the person to fill in: `elicitation/create`.
    Form(FormElicitation),
    /// A page for the person to visit: `elicitation/create`.
    Url(UrlElicitation),
    /// A completion by the client's model: `sampling/createMessage`.
    Sampling(Box<CreateMessage>),
    /// The client's root directories: `roots/list`.
    Roots(ListRoots),
}

impl InputRequest {
    /// The method that is asked for.
    #[must_use]
    pub fn method(&self) -> &'static str {
        match self {
            Self::Form(_) | Self::Url(_) => "elicitation/create",
            Self::Sampling(_) => "sampling/createMessage",
            Self::Roots(_) => "roots/list",
        }
    }

    /// Adds what the client must have declared to be asked this.
    pub(crate) fn add_needs(&self, needs: &mut ClientCapabilities) {
        match self {
            Self::Form(_) => FormElicitation::add_needs(needs),
            Self::Url(_) => UrlElicitation::add_needs(needs),
            Self::Sampling(request) => request.add_needs(needs),
            Self::Roots(_) => ListRoots::add_needs(needs),
        }
    }

    pub(crate) fn check(&self) -> Result<(), Invalid> {
        match self {
            Self::Form(request) => request.check(),
            Self::Url(request) => request.check(),
            Self::Sampling(request) => request.check(),
            Self::Roots(request) => request.check(),
        }
    }

    /// Writes `{"method":…,"params":…}`.
    pub(crate) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"method\":\"").literal(self.method()).literal("\"");
        match self {
            Self::Form(request) => request.write_params(w.literal(",\"params\":")),
            Self::Url(request) => request.write_params(w.literal(",\"params\":")),
            Self::Sampling(request) => request.write_params(w.literal(",\"params\":")),
            Self::Roots(request) => request.write_params(w),
        }
        w.literal("}");
    }
}

impl Ask for InputRequest {
    type Answer = InputResponse;

    fn decode(&self, answer: &str) -> Result<InputResponse, DecodeError> {
        match self {
            Self::Form(request) => request.decode(answer).map(Into::into),
            Self::Url(request) => request.decode(answer).map(Into::into),
            Self::Sampling(request) => request.decode(answer).map(Into::into),
            Self::Roots(request) => request.decode(answer).map(Into::into),
        }
    }
}

serde_as_json!(InputRequest => Self::write);

impl Decode for InputRequest {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        let method = members.required::<String>("method")?;
        match method.as_str() {
            "elicitation/create" => {
                let params = members.child("params")?;
                match params.optional::<String>("mode")?.as_deref() {
                    None | Some("form") => members.required("params").map(Self::Form),
                    Some("url") => members.required("params").map(Self::Url),
                    Some(_) => Err(DecodeError::member("mode", "must be form or url").inside("params")),
                }
            }
            "sampling/createMessage" => members.required("params").map(|p| Self::Sampling(Box::new(p))),
            "roots/list" => members.or_default("params").map(Self::Roots),
            _ => Err(DecodeError::member("method", "must be a method that a server may ask for")),
        }
    }
}

impl From<FormElicitation> for InputRequest {
    fn from(request: FormElicitation) -> Self {
        Self::Form(request)
    }
}

impl From<UrlElicitation> for InputRequest {
    fn from(request: UrlElicitation) -> Self {
        Self::Url(request)
    }
}

impl From<CreateMessage> for InputRequest {
    fn from(request: CreateMessage) -> Self {
        Self::Sampling(Box::new(request))
    }
}

impl From<ListRoots> for InputRequest {
    fn from(request: ListRoots) -> Self {
        Self::Roots(request)
    }
}
