//! Methods that an extension adds to the protocol.

use alloc::string::String;
use alloc::sync::Arc;
use serde::Serialize;

use super::handler::Erased;
use super::into_result::IntoResult;
use crate::json::{self, Writer};
use crate::model::{Invalid, Json};

/// What a method of an extension answers: the members of its result besides those that every result has.
///
/// [`Json`] is the short form: `Ok(Json(value))` with a value that is written as an object.
#[derive(Debug, Clone)]
#[must_use]
pub struct ExtensionResult {
    /// The text of a JSON object, unless the value could not be written.
    object: Option<String>,
    result_type: Option<String>,
}

impl ExtensionResult {
    /// The members of a value. One that is not written as an object, or has a `resultType` or `_meta` of its own, makes
    /// the answer -32603.
    pub fn new(members: &impl Serialize) -> Self {
        Self { object: serde_json::to_string(members).ok(), result_type: None }
    }

    /// A `resultType` that the extension defines, in place of `complete`.
    pub fn result_type(self, result_type: impl Into<String>) -> Self {
        Self { result_type: Some(result_type.into()), ..self }
    }

    pub(crate) fn check(&self) -> Result<(), Invalid> {
        if matches!(self.kind(), "" | "input_required") {
            return Err(Invalid("its result type is none that an extension may define"));
        }
        let object = self.object.as_deref().ok_or(Invalid("the result cannot be written as JSON"))?;
        let mut fits = object.starts_with('{');
        let read = json::parse(object, |r| {
            if !r.at_object() {
                return r.value();
            }
            r.object(|r, key| {
                fits &= key != b"resultType" && key != b"_meta";
                r.value().map(drop)
            })
        });
        match read {
            Ok(_) if fits => Ok(()),
            _ => Err(Invalid("the result is no object, or has a resultType or _meta of its own")),
        }
    }

    /// The `resultType`.
    pub(crate) fn kind(&self) -> &str {
        self.result_type.as_deref().unwrap_or("complete")
    }

    /// Writes the members, each with a comma before it.
    pub(crate) fn write_members(&self, w: &mut Writer<'_>) {
        let object = self.object.as_deref().unwrap_or("{}");
        let members = object[1..object.len() - 1].trim();
        if !members.is_empty() {
            w.literal(",").raw(members);
        }
    }
}

impl IntoResult<Self> for ExtensionResult {
    fn into_result(self) -> Self {
        self
    }
}

impl<T: Serialize> IntoResult<ExtensionResult> for Json<T> {
    fn into_result(self) -> ExtensionResult {
        ExtensionResult::new(&self.0)
    }
}

/// A method as the engine keeps it.
pub(crate) struct MethodDefinition {
    pub(crate) name: String,
    /// The id of the extension it belongs to.
    pub(crate) extension: Arc<str>,
    /// The member of `params` that `Mcp-Name` repeats.
    pub(crate) mirrored_name: Option<String>,
    pub(crate) handler: Arc<dyn Erased<ExtensionResult>>,
}
