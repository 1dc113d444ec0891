//! What is known of a server's tools, from its lists and from definitions that callers brought.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use snodo_core::http::ParamFields;
use snodo_core::model::{JsonObject, Tool};
use snodo_core::{CompiledSchema, Validator};

use crate::error::Error;

/// How many tools are kept in mind. Beyond it the annotations of a tool are found again when a server asks for them, and
/// results of tools that are called by name are not validated.
const MAX_TOOLS: usize = 1024;
/// How many compiled schemas are kept.
const MAX_SCHEMAS: usize = 256;

/// What is known of a server's tools.
#[derive(Default)]
pub(crate) struct Known {
    validator: Option<Arc<dyn Validator>>,
    tools: Mutex<HashMap<Box<str>, Seen>>,
    compiled: Mutex<HashMap<Box<str>, Arc<dyn CompiledSchema>>>,
}

#[derive(Default)]
struct Seen {
    fields: Arc<ParamFields>,
    output_schema: Option<JsonObject>,
}

impl Known {
    pub(crate) fn new(validator: Option<Arc<dyn Validator>>) -> Self {
        Self { validator, ..Self::default() }
    }

    /// Keeps in mind what calls by name will need.
    pub(crate) fn see(&self, tool: &Tool, fields: Arc<ParamFields>) {
        let output_schema = tool.output_schema.clone().filter(|_| self.validator.is_some());
        let mut tools = lock(&self.tools);
        if fields.is_empty() && output_schema.is_none() {
            tools.remove(&*tool.name);
        } else if tools.len() < MAX_TOOLS || tools.contains_key(&*tool.name) {
            tools.insert(tool.name.as_str().into(), Seen { fields, output_schema });
        }
    }

    /// Which arguments of a tool are repeated in header fields.
    pub(crate) fn fields(&self, tool: &str) -> Option<Arc<ParamFields>> {
        lock(&self.tools).get(tool).map(|seen| Arc::clone(&seen.fields))
    }

    /// What the results of a tool are checked against: its own schema, or that of the tool of this name.
    pub(crate) fn schema(
        &self,
        tool: &str,
        own: Option<&JsonObject>,
    ) -> Result<Option<Arc<dyn CompiledSchema>>, Error> {
        let Some(validator) = &self.validator else { return Ok(None) };
        let seen = || lock(&self.tools).get(tool).and_then(|seen| seen.output_schema.clone());
        let Some(schema) = own.cloned().or_else(seen) else { return Ok(None) };
        if let Some(compiled) = lock(&self.compiled).get(schema.get()) {
            return Ok(Some(Arc::clone(compiled)));
        }
        let compiled = validator.compile(schema.get());
        let compiled = compiled.map_err(|why| {
            Error::usage(format!("the tool {tool:?} has an output schema that cannot be used: {why}"))
        })?;
        let mut kept = lock(&self.compiled);
        if kept.len() >= MAX_SCHEMAS {
            kept.clear();
        }
        kept.insert(schema.get().into(), Arc::clone(&compiled));
        Ok(Some(compiled))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known").field("validates", &self.validator.is_some()).finish_non_exhaustive()
    }
}
