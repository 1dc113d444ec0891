//! One field of a form: what is said about it, and what a typed line means.

use serde_json::{Value, json};
use snodo_core::model::{Ask as _, Form, FormElicitation, PrimitiveSchema, StringFormat};

/// A field's name for people.
pub(super) fn title<'a>(name: &'a str, schema: &'a PrimitiveSchema) -> &'a str {
    let title = match schema {
        PrimitiveSchema::String(schema) => schema.title.as_deref(),
        PrimitiveSchema::Number(schema) => schema.title.as_deref(),
        PrimitiveSchema::Boolean(schema) => schema.title.as_deref(),
        PrimitiveSchema::SingleSelect(schema) => schema.title.as_deref(),
        PrimitiveSchema::MultiSelect(schema) => schema.title.as_deref(),
        _ => None,
    };
    title.unwrap_or(name)
}

pub(super) fn description(schema: &PrimitiveSchema) -> Option<&str> {
    match schema {
        PrimitiveSchema::String(schema) => schema.description.as_deref(),
        PrimitiveSchema::Number(schema) => schema.description.as_deref(),
        PrimitiveSchema::Boolean(schema) => schema.description.as_deref(),
        PrimitiveSchema::SingleSelect(schema) => schema.description.as_deref(),
        PrimitiveSchema::MultiSelect(schema) => schema.description.as_deref(),
        _ => None,
    }
}

/// What may be typed.
pub(super) fn rules(schema: &PrimitiveSchema) -> String {
    let mut rules = Vec::new();
    let mut bounds = |least: Option<String>, most: Option<String>, what: &str| {
        rules.extend(least.map(|least| format!("at least {least}{what}")));
        rules.extend(most.map(|most| format!("at most {most}{what}")));
    };
    let count = |number: Option<u64>| number.map(|number| number.to_string());
    let number = |number: Option<f64>| number.map(|number| number.to_string());
    let kind = match schema {
        PrimitiveSchema::String(schema) => {
            bounds(count(schema.min_length), count(schema.max_length), " characters");
            match schema.format {
                Some(StringFormat::Email) => "an email address",
                Some(StringFormat::Uri) => "a URI",
                Some(StringFormat::Date) => "a date, YYYY-MM-DD",
                Some(StringFormat::DateTime) => "a date and time, YYYY-MM-DDThh:mm:ssZ",
                _ => "text",
            }
        }
        PrimitiveSchema::Number(schema) => {
            bounds(number(schema.minimum), number(schema.maximum), "");
            if schema.integer { "a whole number" } else { "a number" }
        }
        PrimitiveSchema::Boolean(_) => "yes or no",
        PrimitiveSchema::SingleSelect(_) => "one of these",
        PrimitiveSchema::MultiSelect(schema) => {
            bounds(count(schema.min_items), count(schema.max_items), "");
            "some of these, with commas between"
        }
        _ => "JSON",
    };
    rules.insert(0, kind.to_owned());
    rules.join(", ")
}

/// The values to choose from, each with its title.
pub(super) fn options(schema: &PrimitiveSchema) -> Vec<(&str, &str)> {
    match schema {
        PrimitiveSchema::SingleSelect(schema) => schema.options().collect(),
        PrimitiveSchema::MultiSelect(schema) => schema.options().collect(),
        _ => Vec::new(),
    }
}

/// What stands there before anything is typed.
pub(super) fn default_value(schema: &PrimitiveSchema) -> Option<Value> {
    match schema {
        PrimitiveSchema::String(schema) => schema.default.as_ref().map(|text| json!(text)),
        PrimitiveSchema::Number(schema) => schema.default.map(number_value),
        PrimitiveSchema::Boolean(schema) => schema.default.map(Value::Bool),
        PrimitiveSchema::SingleSelect(schema) => schema.default.as_ref().map(|value| json!(value)),
        PrimitiveSchema::MultiSelect(schema) => schema.default.as_ref().map(|values| json!(values)),
        _ => None,
    }
}

/// Whole numbers without a fraction, as people write them.
fn number_value(number: f64) -> Value {
    serde_json::from_str(&number.to_string()).unwrap_or_else(|_| json!(number))
}

/// A value for people.
pub(super) fn shown(value: &Value, schema: &PrimitiveSchema) -> String {
    let titled = |value: &str| {
        let option = options(schema).into_iter().find(|(option, _)| *option == value);
        option.map_or_else(|| value.to_owned(), |(_, title)| title.to_owned())
    };
    match value {
        Value::String(text) => titled(text),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Array(values) => {
            values.iter().filter_map(Value::as_str).map(titled).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// What a line that is not empty means, or what is wrong with it. `""` is the empty text.
pub(super) fn read(line: &str, schema: &PrimitiveSchema) -> Result<Value, String> {
    let is_empty = line == "\"\"";
    match schema {
        PrimitiveSchema::Number(_) => match line.parse::<serde_json::Number>() {
            Ok(number) => Ok(Value::Number(number)),
            Err(_) => Err("It must be a number.".into()),
        },
        PrimitiveSchema::Boolean(_) => match line.to_lowercase().as_str() {
            "y" | "yes" | "true" => Ok(Value::Bool(true)),
            "n" | "no" | "false" => Ok(Value::Bool(false)),
            _ => Err("It must be yes or no.".into()),
        },
        PrimitiveSchema::SingleSelect(_) => chosen(line, &options(schema)).map(Value::from),
        PrimitiveSchema::MultiSelect(_) if is_empty => Ok(json!([])),
        PrimitiveSchema::MultiSelect(_) => {
            let options = options(schema);
            line.split(',').map(|word| chosen(word.trim(), &options).map(Value::from)).collect()
        }
        _ if is_empty => Ok(json!("")),
        _ => Ok(json!(line)),
    }
}

/// The value that is typed, or its title, or its place in the list.
fn chosen<'a>(word: &str, options: &[(&'a str, &'a str)]) -> Result<&'a str, String> {
    let by_name = options.iter().find(|(value, _)| *value == word);
    let by_name = by_name.or_else(|| options.iter().find(|(_, title)| *title == word));
    let by_place = || options.get(word.parse::<usize>().ok()?.checked_sub(1)?);
    match by_name.or_else(by_place) {
        Some((value, _)) => Ok(value),
        None => Err(format!("{word:?} is none of the values: type one, or its number.")),
    }
}

/// Whether the value fits its field; what is wrong with it otherwise.
pub(super) fn check(name: &str, schema: &PrimitiveSchema, value: &Value) -> Result<(), String> {
    let alone = FormElicitation::new("", Form::new().required(name, schema.clone()));
    let answer = json!({ "action": "accept", "content": { name: value } });
    alone.decode(&answer.to_string()).map(drop).map_err(|error| {
        let (text, place) = (error.to_string(), error.pointer().to_owned());
        format!("It{}.", text.strip_prefix(&place).unwrap_or(&text))
    })
}
