//! Asking for suggestions.

use alloc::collections::BTreeMap;
use alloc::string::String;
use serde::{Deserialize, Serialize};

use super::meta::RequestMetaObject;

/// Suggestions for an argument's value are asked for.
///
/// Spec: schema, `CompleteRequestParams`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CompleteRequestParams {
    /// What every request says.
    #[serde(rename = "_meta")]
    pub meta: RequestMetaObject,
    /// Whose argument it is.
    #[serde(rename = "ref")]
    pub reference: CompletionReference,
    /// The argument, and what is typed so far.
    pub argument: CompletionArgument,
    /// What is known besides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<CompletionContext>,
}

/// Whose argument is completed.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "type")]
#[non_exhaustive]
pub enum CompletionReference {
    /// A prompt's.
    #[serde(rename = "ref/prompt")]
    Prompt {
        /// The prompt's name.
        name: String,
        /// Its title.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
    },
    /// A resource template's.
    #[serde(rename = "ref/resource")]
    Resource {
        /// The template's text.
        uri: String,
    },
}

/// An argument, and what is typed so far.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CompletionArgument {
    /// The argument's name.
    pub name: String,
    /// What is typed so far.
    pub value: String,
}

/// What is known when suggestions are asked for.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CompletionContext {
    /// Other arguments whose values are settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<BTreeMap<String, String>>,
}

impl CompleteRequestParams {
    /// Asks for values of the argument `name` that go on from `value`.
    pub fn new(
        meta: RequestMetaObject,
        reference: CompletionReference,
        name: impl Into<String>,
        value: impl Into<String>,
    ) -> Self {
        let argument = CompletionArgument { name: name.into(), value: value.into() };
        Self { meta, reference, argument, context: None }
    }
}
