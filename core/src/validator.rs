//! Checking values against JSON Schemas: what a validator has to do. `snodo-jsonschema` is one.

use alloc::string::String;
use alloc::sync::Arc;

/// Compiles the schemas of a server's tools, once, when it is built.
pub trait Validator: Send + Sync {
    /// Compiles a schema, the JSON text of an object.
    ///
    /// # Errors
    ///
    /// Why it cannot be used, for the server's developer: building the server fails with it.
    fn compile(&self, schema: &str) -> Result<Arc<dyn CompiledSchema>, String>;
}

/// A schema that values are checked against.
pub trait CompiledSchema: Send + Sync {
    /// What is wrong with `value`, a JSON text, by JSON pointer and rule; `None` when it fits. The value's content
    /// must not be in the text: it goes to the model, and into logs.
    ///
    /// The pointer stands first and the rule after it, as in `/count must be an integer`.
    fn fault(&self, value: &str) -> Option<String>;
}
