//! What is said about schemas and values, each by its literal text.

mod agreement;
mod dialects;
mod faults;
mod hostile;
mod references;
mod settings;

use std::sync::Arc;

use snodo_core::{CompiledSchema, Validator};
use snodo_jsonschema::JsonSchema;

fn compile(schema: &str) -> Arc<dyn CompiledSchema> {
    match JsonSchema::new().compile(schema) {
        Ok(compiled) => compiled,
        Err(why) => panic!("{schema}: {why}"),
    }
}

fn refusal(schema: &str) -> String {
    match JsonSchema::new().compile(schema) {
        Ok(_) => panic!("it compiles: {schema}"),
        Err(why) => why,
    }
}

/// Schemas and values with what is wrong with these; nothing when it is empty.
fn check(cases: &[(&str, &str, &str)]) {
    for (schema, value, fault) in cases {
        let found = compile(schema).fault(value).unwrap_or_default();
        assert_eq!(&found, fault, "{value} by {schema}");
    }
}
