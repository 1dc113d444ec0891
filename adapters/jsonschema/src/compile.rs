//! From the text of a schema to what values are checked against.

use jsonschema::error::ValidationErrorKind;
use jsonschema::{PatternOptions, ValidationError};
use serde_json::Value;
use snodo_core::json;

use crate::check::Compiled;
use crate::dialect;
use crate::expansion;
use crate::positions::{Positions, unresolved};
use crate::seen::Metered;
use crate::settings::JsonSchema;
use crate::words;

/// What the automaton of one pattern may take, and what each thread may cache of it.
const PATTERN_BYTES: usize = 1024 * 1024;

/// How deep validation may recurse: for each level of the value once, and for each schema nested there. A step takes
/// up to 2,700 bytes of stack, 500 when optimized.
const MAX_RECURSION: u32 = 512;

/// How many schemas may be under way at one time: for each level of the value those about one place. When a check is
/// given up, each may still leave a fault of a kilobyte or two.
const MAX_PENDING: u32 = 16_384;

pub(crate) fn compile(text: &str, settings: &JsonSchema) -> Result<Compiled, String> {
    if text.len() > settings.max_schema_bytes {
        return Err(format!("the schema has more than {} bytes", settings.max_schema_bytes));
    }
    json::check(text).map_err(|fault| format!("the schema cannot be read: {fault}"))?;
    let schema: Value =
        serde_json::from_str(text).map_err(|error| format!("the schema cannot be read: {error}"))?;
    if !schema.is_object() {
        return Err("the schema must be an object".into());
    }
    if is_deeper_than(&schema, settings.max_depth) {
        return Err(format!("the schema is nested more than {} levels deep", settings.max_depth));
    }
    let draft = dialect::of(&schema)?;
    let most = expansion::most(&Positions::find(&schema, draft)?)?;
    let validator = jsonschema::options_for::<Metered>()
        .with_draft(draft)
        .offline()
        .should_validate_formats(settings.formats)
        .without_content_media_type_support("application/json")
        .without_content_encoding_support("base64")
        .with_pattern_options(PatternOptions::regex().size_limit(PATTERN_BYTES).dfa_size_limit(PATTERN_BYTES))
        .build(&schema)
        .map_err(|error| unusable(&error))?;
    Ok(Compiled {
        validator,
        max_bytes: settings.max_bytes,
        max_depth: settings.max_depth,
        max_levels: (MAX_RECURSION / (most.nesting + 1)).min(MAX_PENDING / most.count),
        max_steps: settings.max_steps,
    })
}

fn unusable(error: &ValidationError<'_>) -> String {
    match error.kind() {
        ValidationErrorKind::Referencing(error) => unresolved(error),
        ValidationErrorKind::Format { format } if format == "regex" => format!(
            "{} cannot be matched in linear time: it is no regular expression, needs lookaround or back-references, \
             or is too large",
            words::place(error, "the schema")
        ),
        _ => format!("the schema is not valid: {}", words::describe(error, "the schema")),
    }
}

/// The recursion is as deep as the parser's was.
fn is_deeper_than(value: &Value, levels: u32) -> bool {
    match (value, levels.checked_sub(1)) {
        (Value::Array(_) | Value::Object(_), None) => true,
        (Value::Array(items), Some(below)) => items.iter().any(|part| is_deeper_than(part, below)),
        (Value::Object(members), Some(below)) => members.values().any(|part| is_deeper_than(part, below)),
        _ => false,
    }
}
