//! What requests for lists, tools, prompts and resources ask.

use alloc::collections::BTreeMap;
use alloc::string::String;
use serde::{Deserialize, Serialize};

use super::input_response::InputResponse;
use super::meta::RequestMetaObject;
use crate::model::json_object::JsonObject;

/// A request that asks nothing in particular.
///
/// Spec: schema, `RequestParams`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RequestParams {
    /// What every request says.
    #[serde(rename = "_meta")]
    pub meta: RequestMetaObject,
}

/// A page of a list is asked for.
///
/// Spec: schema, `PaginatedRequestParams`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PaginatedRequestParams {
    /// What every request says.
    #[serde(rename = "_meta")]
    pub meta: RequestMetaObject,
    /// Where the page starts, as the page before has said; none for the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// A tool is called.
///
/// Spec: schema, `CallToolRequestParams`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CallToolRequestParams {
    /// What every request says.
    #[serde(rename = "_meta")]
    pub meta: RequestMetaObject,
    /// The tool.
    pub name: String,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<JsonObject>,
    /// Answers to what the server has asked in between, by the keys of the questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_responses: Option<BTreeMap<String, InputResponse>>,
    /// What the server has given along with its questions, unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_state: Option<String>,
}

/// A prompt is asked for.
///
/// Spec: schema, `GetPromptRequestParams`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GetPromptRequestParams {
    /// What every request says.
    #[serde(rename = "_meta")]
    pub meta: RequestMetaObject,
    /// The prompt.
    pub name: String,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<BTreeMap<String, String>>,
    /// Answers to what the server has asked in between, by the keys of the questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_responses: Option<BTreeMap<String, InputResponse>>,
    /// What the server has given along with its questions, unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_state: Option<String>,
}

/// A resource is read.
///
/// Spec: schema, `ReadResourceRequestParams`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ReadResourceRequestParams {
    /// What every request says.
    #[serde(rename = "_meta")]
    pub meta: RequestMetaObject,
    /// The resource.
    pub uri: String,
    /// Answers to what the server has asked in between, by the keys of the questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_responses: Option<BTreeMap<String, InputResponse>>,
    /// What the server has given along with its questions, unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_state: Option<String>,
}

impl RequestParams {
    /// Asks.
    pub fn new(meta: RequestMetaObject) -> Self {
        Self { meta }
    }
}

impl PaginatedRequestParams {
    /// Asks for the first page.
    pub fn new(meta: RequestMetaObject) -> Self {
        Self { meta, cursor: None }
    }
}

impl CallToolRequestParams {
    /// Calls a tool without arguments.
    pub fn new(meta: RequestMetaObject, name: impl Into<String>) -> Self {
        Self { meta, name: name.into(), arguments: None, input_responses: None, request_state: None }
    }
}

impl GetPromptRequestParams {
    /// Asks for a prompt without arguments.
    pub fn new(meta: RequestMetaObject, name: impl Into<String>) -> Self {
        Self { meta, name: name.into(), arguments: None, input_responses: None, request_state: None }
    }
}

impl ReadResourceRequestParams {
    /// Asks for a resource.
    pub fn new(meta: RequestMetaObject, uri: impl Into<String>) -> Self {
        Self { meta, uri: uri.into(), input_responses: None, request_state: None }
    }
}
