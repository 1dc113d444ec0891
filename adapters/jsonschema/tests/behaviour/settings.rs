use snodo_core::Validator;
use snodo_jsonschema::JsonSchema;

use super::{check, refusal};

#[test]
fn formats_annotate_until_they_are_switched_on() {
    let schema = r#"{"properties":{"at":{"format":"date-time"},"x":{"format":"house-style"}}}"#;
    check(&[(schema, r#"{"at":"soon","x":"y"}"#, "")]);
    let strict = JsonSchema::new().formats(true).compile(schema).expect("it compiles");
    assert_eq!(strict.fault(r#"{"at":"2026-07-28T12:00:00Z","x":"y"}"#), None);
    assert_eq!(strict.fault(r#"{"at":"soon"}"#).as_deref(), Some("/at must have the format date-time"));
    for (format, good, bad) in [
        ("email", "a@example.com", "a"),
        ("ipv4", "127.0.0.1", "127.0.0"),
        ("uri", "https://example.com", "example"),
        ("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2eb8"),
        ("regex", "^a+$", "("),
    ] {
        let schema = format!(r#"{{"format":"{format}"}}"#);
        let schema = JsonSchema::new().formats(true).compile(&schema).expect("it compiles");
        assert_eq!(schema.fault(&format!(r#""{good}""#)), None);
        assert_eq!(
            schema.fault(&format!(r#""{bad}""#)),
            Some(format!("the value must have the format {format}"))
        );
    }
}

#[test]
fn sizes_count_to_the_byte() {
    let schema = r#"{"type":"object"}"#;
    assert!(JsonSchema::new().max_schema_bytes(17).compile(schema).is_ok());
    assert_eq!(
        JsonSchema::new().max_schema_bytes(16).compile(schema).err().as_deref(),
        Some("the schema has more than 16 bytes")
    );
    let small = JsonSchema::new().max_bytes(7).compile(schema).expect("it compiles");
    assert_eq!(small.fault(r#"{"a":1}"#), None);
    assert_eq!(small.fault(r#"{"a":1} "#).as_deref(), Some("the value must have at most 7 bytes"));
}

#[test]
fn levels_count_from_the_first_bracket() {
    let flat = JsonSchema::new().max_depth(2).compile(r#"{"items":{}}"#).expect("it compiles");
    assert_eq!(flat.fault("[[1]]"), None);
    assert_eq!(flat.fault(r#"[{"a":1}]"#), None);
    assert_eq!(flat.fault("[[{}]]").as_deref(), Some("the value must be nested at most 2 levels deep"));
    assert_eq!(
        JsonSchema::new().max_depth(2).compile(r#"{"items":{"items":{}}}"#).err().as_deref(),
        Some("the schema is nested more than 2 levels deep")
    );
    // The most there is, whatever is asked for.
    let deep = JsonSchema::new().max_depth(u32::MAX).compile("{}").expect("it compiles");
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert_eq!(deep.fault(&nested(127)), None);
    assert_eq!(deep.fault(&nested(128)).as_deref(), Some("the value must be nested at most 127 levels deep"));
    assert_eq!(
        deep.fault(&"[".repeat(1_000_000)).as_deref(),
        Some("the value must be nested at most 127 levels deep")
    );
}

#[test]
fn steps_end_a_check() {
    let schema = r#"{"items":{"type":"integer"}}"#;
    let few = JsonSchema::new().max_steps(1_000).compile(schema).expect("it compiles");
    assert_eq!(few.fault("[1,2,3]"), None);
    let many = format!("[{}1]", "1,".repeat(1_000));
    assert_eq!(few.fault(&many).as_deref(), Some("the value takes more steps to check than are allowed"));
    assert_eq!(JsonSchema::new().compile(schema).expect("it compiles").fault(&many), None);
}

#[test]
fn schemas_that_cannot_be_used_say_why() {
    let cases = [
        ("", "the schema cannot be read: the text is not valid JSON"),
        ("{", "the schema cannot be read: the text is not valid JSON"),
        (
            r#"{"type":"object","type":"object"}"#,
            "the schema cannot be read: an object has two members of the same name",
        ),
        ("true", "the schema must be an object"),
        ("[]", "the schema must be an object"),
        (r#"{"required":null}"#, "the schema is not valid: /required must be an array"),
        (
            r#"{"properties":{"a":{"type":"strin"}}}"#,
            "the schema is not valid: /properties/a/type must be one of the values of its enum",
        ),
        (r#"{"minLength":-1}"#, "the schema is not valid: /minLength must be at least 0"),
        (r#"{"properties":[]}"#, "the schema is not valid: /properties must be an object"),
        (r#"{"allOf":[]}"#, "the schema is not valid: /allOf must have at least 1 item"),
        (
            r#"{"properties":{"a":7}}"#,
            "the schema is not valid: /properties/a must be an object or a boolean",
        ),
    ];
    for (schema, why) in cases {
        assert_eq!(refusal(schema), why, "{schema}");
    }
    assert!(refusal(r#"{"maximum":1e400}"#).starts_with("the schema cannot be read: number out of range"));
}

#[test]
fn values_that_are_no_json_are_faults() {
    let any = JsonSchema::new().compile("{}").expect("it compiles");
    for (text, why) in [
        ("", "the text is not valid JSON"),
        ("{", "the text is not valid JSON"),
        ("nul", "the text is not valid JSON"),
        ("1 2", "something follows the JSON value"),
        (r#"{"s3cret":1,"s3cret":2}"#, "an object has two members of the same name"),
        (r#""\ud800""#, "an escape is half of a surrogate pair"),
    ] {
        assert_eq!(any.fault(text), Some(format!("the value cannot be read: {why}")), "{text}");
    }
}
