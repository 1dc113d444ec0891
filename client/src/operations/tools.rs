//! Tools: calling one by its name or its definition.
//!
//! Spec: server/tools.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use snodo_core::CompiledSchema;
use snodo_core::http::ParamFields;
use snodo_core::model::{JsonObject, Tool, ToolResult};

use super::listing::next_page;
use super::{object, request};
use crate::call::Call;
use crate::client::Client;
use crate::error::Error;
use crate::exchange::Running;
use crate::machine::Request;
use crate::reply::Outcome;

/// A tool to be called: its name, or its definition from a list.
///
/// Over HTTP a definition tells which arguments are to be repeated in header fields, so that the first request has them.
/// By name, the client knows that when it has listed the tools before, or finds out when the server misses them.
#[derive(Debug, Clone)]
pub struct ToolRef {
    name: String,
    fields: Option<Result<Arc<ParamFields>, String>>,
    output_schema: Option<JsonObject>,
}

impl From<&str> for ToolRef {
    fn from(name: &str) -> Self {
        name.to_owned().into()
    }
}

impl From<String> for ToolRef {
    fn from(name: String) -> Self {
        Self { name, fields: None, output_schema: None }
    }
}

impl From<&Tool> for ToolRef {
    fn from(tool: &Tool) -> Self {
        let fields = ParamFields::of_schema(tool.input_schema.get());
        let output_schema = tool.output_schema.clone();
        Self { name: tool.name.clone(), fields: Some(fields.map(Arc::new)), output_schema }
    }
}

#[derive(Serialize)]
struct Params<'a, A> {
    name: &'a str,
    arguments: A,
}

impl Client {
    /// Calls a tool. The arguments are anything that serde writes as a JSON object; `()` is none.
    ///
    /// A tool that reports a failure has a result all the same: see [`ToolResult::failed`].
    ///
    /// Spec: server/tools, section "Calling Tools".
    pub fn call_tool(
        &self,
        tool: impl Into<ToolRef>,
        arguments: impl Serialize,
    ) -> Call<Outcome<ToolResult>> {
        let tool = tool.into();
        let request = self.tool_request(&tool, &arguments);
        match self.shared.known.schema(&tool.name, tool.output_schema.as_ref()) {
            Ok(schema) => Call::new(self, request).checked_by(schema),
            Err(error) => Call::new(self, Err(error)),
        }
    }

    fn tool_request(&self, tool: &ToolRef, arguments: &impl Serialize) -> Result<Request, Error> {
        let arguments = object("the arguments", arguments)?;
        let mut request = request("tools/call", &Params { name: &tool.name, arguments })?;
        let fields = match &tool.fields {
            _ if !self.shared.transport.has_headers() => None,
            Some(Ok(fields)) => Some(Arc::clone(fields)),
            Some(Err(why)) => {
                let name = &tool.name;
                return Err(Error::usage(format!("the tool {name:?} cannot be called over HTTP: {why}")));
            }
            None => self.shared.known.fields(&tool.name),
        };
        if let Some(fields) = fields {
            request.set_fields(fields);
        }
        Ok(request)
    }
}

/// Lists the tools, within the call's time, and looks for what the called one wants repeated; `None` when that is
/// nothing, or when it was known and did not help.
pub(super) async fn find_fields(running: &mut Running) -> Result<Option<Arc<ParamFields>>, Error> {
    #[derive(Deserialize)]
    struct Called {
        name: String,
    }
    let Ok(Called { name }) = running.request.params().to() else { return Ok(None) };
    let call = running.request.clone();
    running.request = request("tools/list", &())?;
    let found = look_up(running, &name).await;
    running.request = call;
    Ok(found?.filter(|fields| !fields.is_empty()))
}

async fn look_up(running: &mut Running, name: &str) -> Result<Option<Arc<ParamFields>>, Error> {
    let mut found = None;
    let mut seen = Vec::new();
    while let Some(page) = next_page::<Tool>(running, &mut seen).await? {
        if let Some(tool) = page.items.iter().find(|tool| tool.name == name) {
            found = ParamFields::of_schema(tool.input_schema.get()).ok().map(Arc::new);
        }
    }
    Ok(found)
}

/// What is wrong with a tool's result by the tool's output schema; `None` when it fits, or reports a failure.
pub(super) fn fault(schema: &dyn CompiledSchema, result: &str) -> Option<String> {
    let result: ToolResult = serde_json::from_str(result).ok()?;
    match result.structured_json() {
        _ if result.failed() => None,
        Some(content) => schema.fault(content),
        None => Some("structuredContent is missing".to_owned()),
    }
}
