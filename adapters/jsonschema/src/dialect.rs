//! Which dialects are understood, and where each has its subschemas.

use jsonschema::Draft;
use serde_json::Value;

use crate::words::shortened;

/// Whether a schema's subschema is about the same place of the value as the schema itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Same,
    /// A part of the value, or none until it is referred to.
    Other,
}

/// The dialect a schema declares, 2020-12 when it declares none.
///
/// `$schema` is a string when the meta-schema is obeyed, which is checked elsewhere.
pub(crate) fn of(schema: &Value) -> Result<Draft, String> {
    let Some(name) = schema.get("$schema").and_then(Value::as_str) else {
        return Ok(Draft::Draft202012);
    };
    let plain = name.strip_suffix('#').unwrap_or(name);
    match plain.strip_prefix("https://").or_else(|| plain.strip_prefix("http://")) {
        Some("json-schema.org/draft/2020-12/schema") => Ok(Draft::Draft202012),
        Some("json-schema.org/draft-07/schema") => Ok(Draft::Draft7),
        _ => Err(format!(
            "the dialect {} is not supported: JSON Schema 2020-12 and draft-07 are",
            shortened(name)
        )),
    }
}

/// Where the subschemas under a keyword are, if it has any. What the dialects disagree on can be told by the shape.
pub(crate) fn place(keyword: &str) -> Option<(Place, Shape)> {
    Some(match keyword {
        "allOf" | "anyOf" | "oneOf" => (Place::Same, Shape::Direct),
        "not" | "if" | "then" | "else" => (Place::Same, Shape::Direct),
        "dependentSchemas" | "dependencies" => (Place::Same, Shape::Named),
        "items" | "prefixItems" | "additionalItems" | "unevaluatedItems" | "contains" => {
            (Place::Other, Shape::Direct)
        }
        "additionalProperties" | "unevaluatedProperties" | "propertyNames" | "contentSchema" => {
            (Place::Other, Shape::Direct)
        }
        "properties" | "patternProperties" | "$defs" | "definitions" => (Place::Other, Shape::Named),
        _ => return None,
    })
}

/// How a keyword holds its subschemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A schema, or an array of schemas.
    Direct,
    /// An object of schemas.
    Named,
}
