//! Questions to the person.

use alloc::string::String;

use super::elicit_result::{ElicitAction, ElicitResult};
use super::form::Form;
use super::request::Ask;
use crate::json::Writer;
use crate::jsonrpc::{Capability, ClientCapabilities};
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::Invalid;
use crate::model::serde_text::serde_as_json;
use crate::model::uri;

/// A form for the person to fill in.
///
/// It must not ask for passwords, keys or other secrets: what is filled in passes through the client. Send the person
/// to a page of your own for these, see [`UrlElicitation`].
///
/// ```
/// use snodo_core::{Form, FormElicitation, StringSchema};
///
/// let form = Form::new().required("name", StringSchema::new().title("Your name"));
/// let request = FormElicitation::new("Who shall be greeted?", form);
/// # let _ = request;
/// ```
///
/// Spec: client/elicitation, section "Form Mode Elicitation Requests".
#[derive(Debug, Clone)]
#[must_use]
pub struct FormElicitation {
    message: String,
    form: Form,
    /// Other programs may leave it out, and get it back as it came.
    names_mode: bool,
}

impl FormElicitation {
    /// Asks with `message`, for people.
    pub fn new(message: impl Into<String>, form: Form) -> Self {
        Self { message: message.into(), form, names_mode: true }
    }

    /// Why it is asked, for people.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What is to be filled in.
    pub fn form(&self) -> &Form {
        &self.form
    }

    pub(super) fn add_needs(needs: &mut ClientCapabilities) {
        needs.add(Capability::ElicitationForm);
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        self.form.check()
    }

    pub(super) fn write_params(&self, w: &mut Writer<'_>) {
        w.literal(if self.names_mode { "{\"mode\":\"form\",\"message\":" } else { "{\"message\":" });
        w.string(&self.message).literal(",\"requestedSchema\":");
        self.form.write(w);
        w.literal("}");
    }
}

impl Ask for FormElicitation {
    type Answer = ElicitResult;

    fn decode(&self, answer: &str) -> Result<ElicitResult, DecodeError> {
        let result = ElicitResult::from_text(answer)?;
        if result.action() == ElicitAction::Accept {
            let filled_in = self.form.accept(result.content().unwrap_or("{}"));
            filled_in.map_err(|error| error.inside("content"))?;
        }
        Ok(result)
    }
}

serde_as_json!(FormElicitation => Self::write_params, UrlElicitation => Self::write_params);

impl Decode for FormElicitation {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        let names_mode = members.given("mode").is_some();
        if names_mode {
            members.word("mode", "form")?;
        }
        Ok(Self {
            message: members.required("message")?,
            form: members.required("requestedSchema")?,
            names_mode,
        })
    }
}

/// A page for the person to visit: for secrets, payments and permissions of others, which must not pass through the
/// client.
///
/// That the person accepts says only that the page may be opened. Whether it was, and what happened there, the page's
/// own server knows. It must also see to it that who visits the page is who was asked, and the URL must hold neither
/// secrets nor anything about the person.
///
/// Spec: client/elicitation, section "URL Mode Elicitation Requests".
#[derive(Debug, Clone)]
#[must_use]
pub struct UrlElicitation {
    message: String,
    url: String,
}

impl UrlElicitation {
    /// Asks with `message`, for people, to open `url`. One that is not `https:` or `http:`, names no host, or holds a
    /// user name or password makes the answer -32603.
    pub fn new(message: impl Into<String>, url: impl Into<String>) -> Self {
        Self { message: message.into(), url: url.into() }
    }

    /// Why it is asked, for people.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The page.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    pub(super) fn add_needs(needs: &mut ClientCapabilities) {
        needs.add(Capability::ElicitationUrl);
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        if uri::is_web_page(&self.url) {
            return Ok(());
        }
        Err(Invalid("the URL of an elicitation is none of a web page, or has a user name"))
    }

    pub(super) fn write_params(&self, w: &mut Writer<'_>) {
        w.literal("{\"mode\":\"url\",\"message\":").string(&self.message);
        w.literal(",\"url\":").string(&self.url).literal("}");
    }
}

impl Ask for UrlElicitation {
    type Answer = ElicitResult;

    fn decode(&self, answer: &str) -> Result<ElicitResult, DecodeError> {
        ElicitResult::from_text(answer)
    }
}

impl Decode for UrlElicitation {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        members.word("mode", "url")?;
        Ok(Self { message: members.required("message")?, url: members.required("url")? })
    }
}
