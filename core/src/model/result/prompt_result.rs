//! What a prompt answers.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

use crate::json::Writer;
use crate::model::array::write_array;
use crate::model::content::annotations::Role;
use crate::model::content::block::Content;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::{BAD_META_KEY, Invalid};
use crate::model::meta::Meta;
use crate::model::result::envelope::{read_complete, read_meta, write_complete};
use crate::model::serde_text::serde_as_json;

/// A prompt's answer: messages for the model, and perhaps a description of them.
///
/// Most handlers return something simpler, see [`IntoPromptResult`].
///
/// ```
/// use snodo_core::{PromptMessage, PromptResult};
///
/// let result = PromptResult::new()
///     .description("A code review")
///     .message(PromptMessage::user("Please review this code."))
///     .message(PromptMessage::assistant("Which parts worry you?"));
/// # let _ = result;
/// ```
///
/// Spec: server/prompts, section "Getting a Prompt".
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct PromptResult {
    description: Option<String>,
    messages: Vec<PromptMessage>,
    meta: Option<Box<Meta>>,
}

/// A message of a prompt: who says it, and one block of content.
///
/// Spec: server/prompts, section "`PromptMessage`".
#[derive(Debug, Clone)]
#[must_use]
pub struct PromptMessage {
    role: Role,
    content: Content,
}

impl PromptMessage {
    /// Said by the person.
    pub fn user(content: impl Into<Content>) -> Self {
        Self { role: Role::User, content: content.into() }
    }

    /// Said by the model.
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self { role: Role::Assistant, content: content.into() }
    }

    /// Who says it.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// What is said.
    pub fn content(&self) -> &Content {
        &self.content
    }

    pub(crate) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"role\":").literal(self.role.json()).literal(",\"content\":");
        self.content.write(w, None);
        w.literal("}");
    }
}

impl PromptResult {
    /// No message yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a message.
    pub fn message(mut self, message: PromptMessage) -> Self {
        self.messages.push(message);
        self
    }

    /// What the messages are about, for people.
    pub fn description(self, description: impl Into<String>) -> Self {
        Self { description: Some(description.into()), ..self }
    }

    /// A `_meta` member of the result. A key that breaks the grammar makes the answer -32603.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.get_or_insert_default().insert(key.into(), &value.into());
        self
    }

    /// What the messages are about.
    #[must_use]
    pub fn summary(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// The messages.
    pub fn messages(&self) -> &[PromptMessage] {
        &self.messages
    }

    pub(crate) fn own_meta(&self) -> Option<&Meta> {
        self.meta.as_deref()
    }

    pub(crate) fn check(&self) -> Result<(), Invalid> {
        if self.own_meta().is_some_and(|meta| meta.bad_key().is_some()) {
            return Err(BAD_META_KEY);
        }
        self.messages.iter().try_for_each(|message| message.content.check())
    }

    /// Writes the members, without the braces around.
    pub(crate) fn write_members(&self, w: &mut Writer<'_>) {
        if let Some(description) = &self.description {
            w.literal("\"description\":").string(description).literal(",");
        }
        write_array(&self.messages, w.literal("\"messages\":"), PromptMessage::write);
    }
}

serde_as_json!(
    PromptMessage => Self::write,
    PromptResult => |result, w| write_complete(|w| result.write_members(w), result.own_meta(), w),
);

impl Decode for PromptMessage {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        Ok(Self { role: members.required("role")?, content: members.required("content")? })
    }
}

impl Decode for PromptResult {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = read_complete(raw)?;
        Ok(Self {
            description: members.optional("description")?,
            messages: members.required("messages")?,
            meta: read_meta(&members)?,
        })
    }
}

/// What a prompt's handler may return as its success.
///
/// | type | becomes |
/// |---|---|
/// | `String`, `&'static str` | one message of the person's, a text |
/// | [`PromptMessage`], `Vec<PromptMessage>` | those messages |
/// | [`PromptResult`] | itself |
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prompt result",
    note = "return a `String`, a `PromptMessage`, a `Vec<PromptMessage>`, or a `PromptResult`"
)]
pub trait IntoPromptResult {
    /// Makes it a result.
    fn into_prompt_result(self) -> PromptResult;
}

impl IntoPromptResult for PromptResult {
    fn into_prompt_result(self) -> PromptResult {
        self
    }
}

impl IntoPromptResult for PromptMessage {
    fn into_prompt_result(self) -> PromptResult {
        PromptResult::new().message(self)
    }
}

impl IntoPromptResult for Vec<PromptMessage> {
    fn into_prompt_result(self) -> PromptResult {
        PromptResult { messages: self, ..PromptResult::new() }
    }
}

impl IntoPromptResult for String {
    fn into_prompt_result(self) -> PromptResult {
        PromptMessage::user(self).into_prompt_result()
    }
}

impl IntoPromptResult for &'static str {
    fn into_prompt_result(self) -> PromptResult {
        PromptMessage::user(self).into_prompt_result()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::written;
    use crate::model::{ResourceContents, ResourceLink};

    fn members(result: &PromptResult) -> String {
        written(|w| result.write_members(w))
    }

    #[test]
    fn a_text_is_one_message_of_the_persons() {
        let expected = r#""messages":[{"role":"user","content":{"type":"text","text":"say \"hi\""}}]"#;
        assert_eq!(members(&"say \"hi\"".into_prompt_result()), expected);
        assert_eq!(members(&String::from("say \"hi\"").into_prompt_result()), expected);
        assert_eq!(members(&PromptResult::new()), r#""messages":[]"#);
    }

    #[test]
    fn messages_hold_every_kind_of_content() {
        let messages = Vec::from([
            PromptMessage::assistant(Content::image([1, 2, 3], "image/png")),
            PromptMessage::user(Content::audio([0xff], "audio/wav")),
            PromptMessage::user(ResourceLink::new("file:///a", "a")),
            PromptMessage::user(ResourceContents::text("file:///b", "b")),
        ]);
        assert_eq!(
            members(&messages.into_prompt_result().description("Four kinds")),
            concat!(
                r#""description":"Four kinds","messages":["#,
                r#"{"role":"assistant","content":{"type":"image","data":"AQID","mimeType":"image/png"}},"#,
                r#"{"role":"user","content":{"type":"audio","data":"/w==","mimeType":"audio/wav"}},"#,
                r#"{"role":"user","content":{"type":"resource_link","uri":"file:///a","name":"a"}},"#,
                r#"{"role":"user","content":{"type":"resource","resource":{"uri":"file:///b","text":"b"}}}]"#,
            )
        );
    }

    #[test]
    fn what_cannot_be_sent_is_found() {
        assert_eq!(PromptResult::new().meta("com.example/ok", 1).check(), Ok(()));
        assert_eq!(PromptResult::new().meta("a b", 1).check(), Err(BAD_META_KEY));
        let relative = PromptMessage::user(ResourceLink::new("a", "a")).into_prompt_result();
        assert!(relative.check().is_err());
    }
}
