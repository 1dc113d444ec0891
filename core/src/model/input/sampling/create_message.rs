//! Asking the client's model.

use alloc::string::String;
use alloc::vec::Vec;

use super::content::SamplingContent;
use super::conversation;
use super::message::SamplingMessage;
use super::preferences::ModelPreferences;
use super::result::CreateMessageResult;
use crate::json::Writer;
use crate::jsonrpc::{Capability, ClientCapabilities};
use crate::model::array::{write_array, write_strings};
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::definition::tool::Tool;
use crate::model::input::request::Ask;
use crate::model::invalid::Invalid;
use crate::model::json_object::JsonObject;
use crate::model::serde_text::serde_as_json;

/// Asks the client's model to go on with a conversation. The protocol has deprecated it.
///
/// ```
/// use snodo_core::{CreateMessage, SamplingMessage};
///
/// let request = CreateMessage::new(100)
///     .system_prompt("You are a helpful assistant.")
///     .message(SamplingMessage::user("What is the capital of France?"));
/// # let _ = request;
/// ```
///
/// Spec: client/sampling, section "Creating Messages".
#[derive(Debug, Clone)]
#[must_use]
#[non_exhaustive]
pub struct CreateMessage {
    /// The conversation so far.
    pub messages: Vec<SamplingMessage>,
    /// How many tokens the answer may have.
    pub max_tokens: u64,
    /// What the model is told first.
    pub system_prompt: Option<String>,
    /// Which model would be best.
    pub preferences: Option<ModelPreferences>,
    /// What the client shall show the model besides.
    pub include_context: Option<IncludeContext>,
    /// How much the answer is left to chance, in the model's own terms.
    pub temperature: Option<f64>,
    /// Texts that end the answer.
    pub stop_sequences: Vec<String>,
    /// What only some models or their providers know.
    pub metadata: Option<JsonObject>,
    /// Tools that the model may call.
    pub tools: Option<Vec<Tool>>,
    /// Whether the model may, must or must not call tools.
    pub tool_choice: Option<ToolChoice>,
}

/// What the client shall show its model besides the messages.
///
/// Spec: client/sampling, section "Context Inclusion".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "complete: the schema's three values")]
pub enum IncludeContext {
    /// Nothing, as when it is not said.
    None,
    /// What this server has told. The protocol has deprecated it.
    ThisServer,
    /// What all the client's servers have told. The protocol has deprecated it.
    AllServers,
}

/// Whether the model may, must or must not call tools.
///
/// Spec: client/sampling, section "Tool Choice Modes".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolChoice {
    /// It may.
    Auto,
    /// It has to call one at least.
    Required,
    /// It must not.
    None,
    /// Nothing is said: it may.
    Unsaid,
}

impl IncludeContext {
    const NAMES: [(&str, Self); 3] =
        [("none", Self::None), ("thisServer", Self::ThisServer), ("allServers", Self::AllServers)];
}

impl ToolChoice {
    const NAMES: [(&str, Self); 3] =
        [("auto", Self::Auto), ("required", Self::Required), ("none", Self::None)];
}

impl CreateMessage {
    /// A completion of at most `max_tokens` tokens.
    pub fn new(max_tokens: u64) -> Self {
        Self {
            messages: Vec::new(),
            max_tokens,
            system_prompt: None,
            preferences: None,
            include_context: None,
            temperature: None,
            stop_sequences: Vec::new(),
            metadata: None,
            tools: None,
            tool_choice: None,
        }
    }

    /// Adds a message. A call of a tool has to be answered by the next message, and a message with results of tools
    /// holds nothing else, or the answer is -32603.
    pub fn message(mut self, message: SamplingMessage) -> Self {
        self.messages.push(message);
        self
    }

    /// What the model is told first. The client may change it.
    pub fn system_prompt(self, text: impl Into<String>) -> Self {
        Self { system_prompt: Some(text.into()), ..self }
    }

    /// Which model would be best.
    pub fn model_preferences(self, preferences: ModelPreferences) -> Self {
        Self { preferences: Some(preferences), ..self }
    }

    /// What the client shall show the model besides. All but [`None`](IncludeContext::None) goes to clients only that
    /// have declared [`Capability::SamplingContext`].
    pub fn include_context(self, context: IncludeContext) -> Self {
        Self { include_context: Some(context), ..self }
    }

    /// How much the answer is left to chance, in the model's own terms. One that is infinite or NaN makes the answer
    /// -32603.
    pub fn temperature(self, temperature: f64) -> Self {
        Self { temperature: Some(temperature), ..self }
    }

    /// A text that ends the answer. May be given several times.
    pub fn stop_sequence(mut self, text: impl Into<String>) -> Self {
        self.stop_sequences.push(text.into());
        self
    }

    /// What only some models or their providers know.
    pub fn metadata(self, metadata: impl Into<JsonObject>) -> Self {
        Self { metadata: Some(metadata.into()), ..self }
    }

    /// A tool that the model may call, for this request only. May be given several times. It goes to clients only that
    /// have declared [`Capability::SamplingTools`].
    pub fn tool(mut self, tool: Tool) -> Self {
        self.tools.get_or_insert_default().push(tool);
        self
    }

    /// Whether the model may, must or must not call tools. It goes to clients only that have declared
    /// [`Capability::SamplingTools`].
    pub fn tool_choice(self, choice: ToolChoice) -> Self {
        Self { tool_choice: Some(choice), ..self }
    }

    pub(crate) fn add_needs(&self, needs: &mut ClientCapabilities) {
        needs.add(Capability::Sampling);
        let calls_tools = |block: &SamplingContent| !matches!(block, SamplingContent::Content(_));
        if self.tools.is_some()
            || self.tool_choice.is_some()
            || self.messages.iter().flat_map(SamplingMessage::blocks).any(calls_tools)
        {
            needs.add(Capability::SamplingTools);
        }
        if matches!(self.include_context, Some(IncludeContext::ThisServer | IncludeContext::AllServers)) {
            needs.add(Capability::SamplingContext);
        }
    }

    pub(crate) fn check(&self) -> Result<(), Invalid> {
        if self.temperature.is_some_and(|temperature| !temperature.is_finite()) {
            return Err(Invalid("a temperature is infinite or no number"));
        }
        self.messages.iter().try_for_each(SamplingMessage::check)?;
        self.tools.iter().flatten().try_for_each(Tool::check)?;
        conversation::check(&self.messages)
    }

    pub(crate) fn write_params(&self, w: &mut Writer<'_>) {
        write_array(&self.messages, w.literal("{\"messages\":"), SamplingMessage::write);
        if let Some(preferences) = &self.preferences {
            preferences.write(w.literal(",\"modelPreferences\":"));
        }
        if let Some(text) = &self.system_prompt {
            w.literal(",\"systemPrompt\":").string(text);
        }
        if let Some(context) = self.include_context {
            w.literal(",\"includeContext\":").string(IncludeContext::NAMES[context as usize].0);
        }
        if let Some(temperature) = self.temperature {
            w.literal(",\"temperature\":").float(temperature);
        }
        w.literal(",\"maxTokens\":").unsigned(self.max_tokens);
        if !self.stop_sequences.is_empty() {
            write_strings(&self.stop_sequences, w.literal(",\"stopSequences\":"));
        }
        if let Some(metadata) = &self.metadata {
            metadata.write(w.literal(",\"metadata\":"));
        }
        if let Some(tools) = &self.tools {
            write_array(tools, w.literal(",\"tools\":"), Tool::write);
        }
        if let Some(choice) = self.tool_choice {
            match ToolChoice::NAMES.get(choice as usize) {
                Some((name, _)) => w.literal(",\"toolChoice\":{\"mode\":").string(name).literal("}"),
                None => w.literal(",\"toolChoice\":{}"),
            };
        }
        w.literal("}");
    }
}

impl Ask for CreateMessage {
    type Answer = CreateMessageResult;

    fn decode(&self, answer: &str) -> Result<CreateMessageResult, DecodeError> {
        CreateMessageResult::from_text(answer)
    }
}

serde_as_json!(CreateMessage => Self::write_params);

impl Decode for CreateMessage {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        Ok(Self {
            messages: members.required("messages")?,
            max_tokens: members.required("maxTokens")?,
            system_prompt: members.optional("systemPrompt")?,
            preferences: members.optional("modelPreferences")?,
            include_context: members.optional("includeContext")?,
            temperature: members.optional("temperature")?,
            stop_sequences: members.or_default("stopSequences")?,
            metadata: members.optional("metadata")?,
            tools: members.optional("tools")?,
            tool_choice: members.optional("toolChoice")?,
        })
    }
}

impl Decode for IncludeContext {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let find = |word: &str| Self::NAMES.iter().find(|(name, _)| *name == word).map(|(_, found)| *found);
        raw.word(find, "must be none, thisServer or allServers")
    }
}

impl Decode for ToolChoice {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        let Some(mode) = members.given("mode") else { return Ok(Self::Unsaid) };
        let find = |word: &str| Self::NAMES.iter().find(|(name, _)| *name == word).map(|(_, found)| *found);
        let choice = mode.word(find, "must be auto, required or none");
        choice.map_err(|error| error.inside("mode"))
    }
}
