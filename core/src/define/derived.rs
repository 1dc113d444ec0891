//! Schemas from Rust types, in a form that hosts in the field accept.
//!
//! Many hosts resolve no `$ref`, know no `null` type and refuse formats such as `uint32`, so definitions are inlined (but
//! for recursive types, which cannot be), an optional member says that it is not required instead of allowing null, and
//! a number's range stands in its bounds alone.

use alloc::string::String;
use alloc::vec::Vec;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use super::arguments::NoArguments;
use super::handler::Handler;
use super::tool::Tool;
use crate::model::ToolResult;

impl Tool {
    /// A tool whose input schema is derived from the type of its handler's arguments.
    ///
    /// Doc comments on the type and its fields become descriptions. Otherwise it is [`Tool::new`].
    ///
    /// ```
    /// # extern crate alloc;
    /// use schemars::JsonSchema;
    /// use serde::Deserialize;
    /// use snodo_core::Tool;
    ///
    /// #[derive(Deserialize, JsonSchema)]
    /// struct Greet {
    ///     /// Whom to greet.
    ///     name: String,
    /// }
    ///
    /// let tool = Tool::typed("greet", async |args: Greet| Ok(format!("Hello, {}!", args.name)));
    /// # let _ = tool;
    /// ```
    pub fn typed<M: 'static, H: Handler<ToolResult, M>>(name: impl Into<String>, handler: H) -> Self
    where
        H::Arguments: JsonSchema,
    {
        Self::new(name, handler).input_schema_of::<H::Arguments>()
    }

    /// The input schema of a Rust type.
    pub fn input_schema_of<T: JsonSchema>(self) -> Self {
        self.input_schema(schema_of::<T>(SchemaSettings::for_deserialize))
    }

    /// The output schema of a Rust type; return [`Json<T>`](crate::Json) from the handler.
    pub fn output_schema_of<T: JsonSchema>(self) -> Self {
        self.output_schema(schema_of::<T>(SchemaSettings::for_serialize))
    }
}

impl JsonSchema for NoArguments {
    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "NoArguments".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "object", "additionalProperties": false })
    }
}

fn schema_of<T: JsonSchema>(contract: fn(SchemaSettings) -> SchemaSettings) -> Value {
    let settings = contract(SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    }));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    RecursiveTransform(plain_options).transform(&mut schema);
    RecursiveTransform(without_number_format).transform(&mut schema);
    // The type's name says nothing to a model that a description does not say better.
    schema.remove("title");
    schema.to_value()
}

/// Turns members that are not required from "a value or null" into "a value".
fn plain_options(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else { return };
    let required: Vec<Value> = object.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(Value::Object(members)) = object.get_mut("properties") else { return };
    for (name, member) in members {
        if let Value::Object(member) = member
            && !required.iter().any(|r| r == name.as_str())
        {
            without_null(member);
        }
    }
}

/// `uint8`, `int64`, `double`: widths of Rust's types, no formats of JSON Schema.
fn without_number_format(schema: &mut Schema) {
    let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
    if format.trim_start_matches('u').starts_with("int") || matches!(format, "float" | "double") {
        schema.remove("format");
    }
}

fn without_null(member: &mut Map<String, Value>) {
    if member.get("default").is_some_and(Value::is_null) {
        member.remove("default");
    }
    if let Some(Value::Array(types)) = member.get_mut("type") {
        types.retain(|t| t != "null");
        if let [only] = &mut types[..] {
            let only = only.take();
            member.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(values)) = member.get_mut("enum") {
        values.retain(|v| !v.is_null());
    }
    if let Some(Value::Array(choices)) = member.get_mut("anyOf") {
        choices.retain(|choice| choice.get("type").is_none_or(|t| t != "null"));
        if let [Value::Object(only)] = &mut choices[..] {
            let only = core::mem::take(only);
            member.remove("anyOf");
            for (key, value) in only {
                member.entry(key).or_insert(value);
            }
        }
    }
}
