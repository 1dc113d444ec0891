//! A result that demands input.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

use super::request::InputRequest;
use crate::json::Writer;
use crate::jsonrpc::ClientCapabilities;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::{BAD_META_KEY, Invalid};
use crate::model::meta::Meta;
use crate::model::result::read_meta;
use crate::model::serde_text::serde_as_json;

/// A result that is not complete: the client answers the questions and asks once more, with the answers and the state.
///
/// A handler that answers this tells the client by itself what to do, round by round. There has to be at least one
/// question or a state, or the answer is -32603.
///
/// ```
/// use snodo_core::{Form, FormElicitation, InputRequired, StringSchema};
///
/// let form = Form::new().required("name", StringSchema::new());
/// let result = InputRequired::new().ask("who", FormElicitation::new("Who shall be greeted?", form)).state("round 1");
/// # let _ = result;
/// ```
///
/// Spec: basic/patterns/mrtr, section "`InputRequiredResult`".
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct InputRequired {
    requests: Vec<(String, InputRequest)>,
    state: Option<String>,
    meta: Option<Box<Meta>>,
}

impl InputRequired {
    /// No question yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks a question; the client's answer comes under the same key. The last question of a key counts.
    pub fn ask(mut self, key: impl Into<String>, request: impl Into<InputRequest>) -> Self {
        let (key, request) = (key.into(), request.into());
        match self.requests.iter_mut().find(|(found, _)| *found == key) {
            Some((_, old)) => *old = request,
            None => self.requests.push((key, request)),
        }
        self
    }

    /// What the handler needs again in the next round: [`Context::state::<String>`](crate::Context::state) gives it
    /// back. It travels sealed through the client, so it needs the server's
    /// [`sealer`](crate::ServerBuilder::sealer), and a handler that takes a [`Context`](crate::Context); without them
    /// the answer is -32603.
    pub fn state(self, state: impl Into<String>) -> Self {
        Self { state: Some(state.into()), ..self }
    }

    /// A `_meta` member of the result. A key that breaks the grammar makes the answer -32603.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.get_or_insert_default().insert(key.into(), &value.into());
        self
    }

    /// The questions in order, each with its key.
    pub fn requests(&self) -> impl Iterator<Item = (&str, &InputRequest)> {
        self.requests.iter().map(|(key, request)| (key.as_str(), request))
    }

    /// What the client has to send back.
    #[must_use]
    pub fn state_text(&self) -> Option<&str> {
        self.state.as_deref()
    }

    /// What the client must have declared to be asked all this.
    pub(crate) fn needs(&self) -> ClientCapabilities {
        let mut needs = ClientCapabilities::default();
        self.requests.iter().for_each(|(_, request)| request.add_needs(&mut needs));
        needs
    }

    pub(crate) fn own_meta(&self) -> Option<&Meta> {
        self.meta.as_deref()
    }

    pub(crate) fn check(&self) -> Result<(), Invalid> {
        if self.requests.is_empty() && self.state.is_none() {
            return Err(Invalid("a demand for input has neither a question nor a state"));
        }
        if self.own_meta().is_some_and(|meta| meta.bad_key().is_some()) {
            return Err(BAD_META_KEY);
        }
        self.requests.iter().try_for_each(|(_, request)| request.check())
    }

    /// Writes the members after `resultType`, without the braces around.
    pub(crate) fn write_members(&self, w: &mut Writer<'_>) {
        let mut before = "\"inputRequests\":{";
        for (key, request) in &self.requests {
            w.literal(before).string(key).literal(":");
            request.write(w);
            before = ",";
        }
        if before == "," {
            w.literal("}");
        }
        if let Some(state) = &self.state {
            w.literal(if before == "," { ",\"requestState\":" } else { "\"requestState\":" }).string(state);
        }
    }
}

serde_as_json!(InputRequired => Self::write);

impl InputRequired {
    fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"resultType\":\"input_required\",");
        self.write_members(w);
        if let Some(meta) = self.own_meta() {
            meta.write(w);
        }
        w.literal("}");
    }
}

impl Decode for InputRequired {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        members.word("resultType", "input_required")?;
        let mut requests = Vec::new();
        if members.given("inputRequests").is_some() {
            for (key, request) in members.child("inputRequests")?.iter() {
                let request = InputRequest::decode(request);
                let request = request.map_err(|error| error.inside(key).inside("inputRequests"))?;
                requests.push((key.into(), request));
            }
        }
        let state = members.optional("requestState")?;
        if requests.is_empty() && state.is_none() {
            return Err(DecodeError::new("must have inputRequests or requestState"));
        }
        Ok(Self { requests, state, meta: read_meta(&members)? })
    }
}
