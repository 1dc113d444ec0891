//! Faults in words: where, and which rule. Never what stands there.

use std::borrow::Cow;

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{JsonType, JsonTypeSet, ValidationError};

use crate::alternatives::{self, Meant};

/// How many bytes of a pointer, a name or a word of the schema are told.
const MAX_BYTES: usize = 256;
/// Longer patterns explain nothing.
const MAX_PATTERN_BYTES: usize = 128;

/// The rule that is broken after the place where it is, at most 1 KiB. The root goes by the name given.
pub(crate) fn describe(error: &ValidationError<'_>, root: &str) -> String {
    let error = match alternatives::meant(error) {
        Meant::Fault(error) => error,
        Meant::Types(types) => return format!("{} must be {}", place(error, root), type_names(types)),
        Meant::Values(error) => {
            return format!("{} must be one of the values of its alternatives", place(error, root));
        }
    };
    let at = place(error, root);
    match error.kind() {
        Kind::Type { kind: TypeKind::Single(name) } => format!("{at} must be {}", type_name(*name)),
        Kind::Type { kind: TypeKind::Multiple(set) } => format!("{at} must be {}", type_names(*set)),
        Kind::Required { property } => {
            format!("{} is required", member(error, property.as_str().unwrap_or_default()))
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            match unexpected.iter().min() {
                Some(name) => format!("{} is not allowed", member(error, name)),
                None => format!("{at} has members that are not allowed"),
            }
        }
        Kind::FalseSchema if is_closed_object(error) => format!("{at} must have no members"),
        Kind::FalseSchema => format!("{at} is not allowed"),
        Kind::AdditionalItems { limit } => {
            format!("{at} must have at most {}", counted(*limit as u64, "item"))
        }
        Kind::UnevaluatedItems { .. } => format!("{at} has items that are not allowed"),
        Kind::MaxItems { limit } => format!("{at} must have at most {}", counted(*limit, "item")),
        Kind::MinItems { limit } => format!("{at} must have at least {}", counted(*limit, "item")),
        Kind::MaxLength { limit } => format!("{at} must have at most {}", counted(*limit, "character")),
        Kind::MinLength { limit } => format!("{at} must have at least {}", counted(*limit, "character")),
        Kind::MaxProperties { limit } => format!("{at} must have at most {}", counted(*limit, "member")),
        Kind::MinProperties { limit } => format!("{at} must have at least {}", counted(*limit, "member")),
        Kind::Maximum { limit } => format!("{at} must be at most {}", shortened(&limit.to_string())),
        Kind::Minimum { limit } => format!("{at} must be at least {}", shortened(&limit.to_string())),
        Kind::ExclusiveMaximum { limit } => {
            format!("{at} must be less than {}", shortened(&limit.to_string()))
        }
        Kind::ExclusiveMinimum { limit } => {
            format!("{at} must be greater than {}", shortened(&limit.to_string()))
        }
        Kind::MultipleOf { multiple_of } => {
            format!("{at} must be a multiple of {}", shortened(&multiple_of.to_string()))
        }
        Kind::UniqueItems => format!("{at} must have no two equal items"),
        Kind::Contains => format!("{at} has not as many items of the kind in `contains` as it must"),
        Kind::Constant { .. } => format!("{at} must be the value of its const"),
        Kind::Enum { .. } => format!("{at} must be one of the values of its enum"),
        Kind::Pattern { pattern } if pattern.len() <= MAX_PATTERN_BYTES => {
            format!("{at} must match the pattern {}", shortened(pattern))
        }
        Kind::Pattern { .. } => format!("{at} must match its pattern"),
        Kind::Format { format } => format!("{at} must have the format {}", shortened(format)),
        Kind::ContentEncoding { content_encoding } => {
            format!("{at} must be encoded as {}", shortened(content_encoding))
        }
        Kind::ContentMediaType { content_media_type } => {
            format!("{at} must be of the media type {}", shortened(content_media_type))
        }
        Kind::FromUtf8 { .. } => format!("{at} must be UTF-8 when decoded"),
        Kind::PropertyNames { .. } => format!("{at} has a member whose name is not allowed"),
        Kind::AnyOf { .. } | Kind::OneOfNotValid { .. } => {
            format!("{at} fits none of the alternatives in its schema")
        }
        Kind::OneOfMultipleValid { .. } => {
            format!("{at} fits more than one of the alternatives in its schema, and must fit one")
        }
        Kind::Not { .. } => format!("{at} is of the kind that `not` excludes"),
        // Neither can be told more of: the pattern could not be decided, or the rule is of no kind that is known here.
        Kind::BacktrackLimitExceeded { .. }
        | Kind::RegexEngineFailure { .. }
        | Kind::Referencing(_)
        | Kind::Custom { .. } => format!("{at} does not fit its schema"),
    }
}

/// Where a fault is, by JSON pointer.
pub(crate) fn place<'e>(error: &'e ValidationError<'_>, root: &'e str) -> Cow<'e, str> {
    match error.instance_path().as_str() {
        "" => Cow::Borrowed(root),
        pointer => shortened(pointer),
    }
}

/// Whether it is an object that may have no members at all, instead of a value where none is allowed. Members may be
/// called like the keyword.
fn is_closed_object(error: &ValidationError<'_>) -> bool {
    let rule = error.schema_path().as_str();
    let is_member = rule.ends_with("/properties/additionalProperties")
        && error.instance_path().as_str().ends_with("/additionalProperties");
    rule.ends_with("/additionalProperties") && !is_member
}

/// The place of a member, which may be missing.
fn member(error: &ValidationError<'_>, name: &str) -> String {
    let object = shortened(error.instance_path().as_str());
    format!("{object}/{}", shortened(&escaped(name)))
}

/// A name as a JSON pointer spells it (RFC 6901).
pub(crate) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// A text of others, fit for a line of a log: bounded, and without control characters.
pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    let kept = &text[..text.floor_char_boundary(MAX_BYTES)];
    if kept.len() == text.len() && !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut line = kept.replace(char::is_control, "\u{FFFD}");
    if kept.len() < text.len() {
        line.push('…');
    }
    Cow::Owned(line)
}

fn counted(count: u64, of: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {of}{plural}")
}

/// In words, as in "must be …".
fn type_names(types: JsonTypeSet) -> String {
    const ORDER: [JsonType; 7] = [
        JsonType::Object,
        JsonType::Array,
        JsonType::String,
        JsonType::Number,
        JsonType::Integer,
        JsonType::Boolean,
        JsonType::Null,
    ];
    let named = ORDER.into_iter().filter(|name| types.contains(*name));
    named.map(type_name).collect::<Vec<_>>().join(" or ")
}

fn type_name(name: JsonType) -> &'static str {
    match name {
        JsonType::Object => "an object",
        JsonType::Array => "an array",
        JsonType::String => "a string",
        JsonType::Number => "a number",
        JsonType::Integer => "an integer",
        JsonType::Boolean => "a boolean",
        JsonType::Null => "null",
    }
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn texts_of_others_stay_on_one_short_line() {
        assert_eq!(shortened("/a/ä"), "/a/ä");
        assert_eq!(shortened("a\nb\u{7}"), "a\u{FFFD}b\u{FFFD}");
        assert_eq!(shortened(&"x".repeat(256)), "x".repeat(256));
        assert_eq!(shortened(&"x".repeat(257)), "x".repeat(256) + "…");
        assert_eq!(shortened(&"ä".repeat(129)), "ä".repeat(128) + "…");
        assert_eq!(shortened(&("x".to_owned() + &"ä".repeat(128))), "x".to_owned() + &"ä".repeat(127) + "…");
    }
}
