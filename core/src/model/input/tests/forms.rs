use alloc::format;
use alloc::string::{String, ToString};

use super::super::*;
use super::{is_invalid, sent};
use crate::model::decode::Decode;

/// A form with one field that has to be filled in.
fn form(schema: impl Into<PrimitiveSchema>) -> FormElicitation {
    FormElicitation::new("", Form::new().required("f", schema))
}

/// The schema as it is sent, and still after it was read.
fn written(schema: impl Into<PrimitiveSchema>) -> String {
    let whole = sent(form(schema));
    let again: InputRequest = Decode::from_text(&whole).expect("what is written can be read");
    assert_eq!(sent(again), whole);
    let start = concat!(
        r#"{"method":"elicitation/create","params":{"mode":"form","message":"","requestedSchema":"#,
        r#"{"type":"object","properties":{"f":"#,
    );
    let schema = whole.strip_prefix(start).and_then(|rest| rest.strip_suffix(r#"},"required":["f"]}}}"#));
    schema.expect("the rest is the same").into()
}

/// What is said about a value of the field, if anything.
fn said(schema: impl Into<PrimitiveSchema>, value: &str) -> Option<String> {
    let answer = format!(r#"{{"action":"accept","content":{{"other":[{{}}],"f":{value}}}}}"#);
    form(schema).decode(&answer).err().map(|error| error.to_string())
}

#[test]
fn text_is_written_with_what_it_has() {
    assert_eq!(written(StringSchema::new()), r#"{"type":"string"}"#);
    let all = StringSchema::new()
        .title("T")
        .description("D")
        .min_length(3)
        .max_length(50)
        .format(StringFormat::Email)
        .default_value("a@b.example");
    assert_eq!(
        written(all),
        concat!(
            r#"{"type":"string","title":"T","description":"D","minLength":3,"maxLength":50,"#,
            r#""format":"email","default":"a@b.example"}"#,
        )
    );
    for (format, name) in
        [(StringFormat::Uri, "uri"), (StringFormat::Date, "date"), (StringFormat::DateTime, "date-time")]
    {
        assert_eq!(
            written(StringSchema::new().format(format)),
            format!(r#"{{"type":"string","format":"{name}"}}"#)
        );
    }
}

#[test]
fn numbers_are_written_with_what_they_have() {
    assert_eq!(written(NumberSchema::number()), r#"{"type":"number"}"#);
    assert_eq!(
        written(NumberSchema::integer().minimum(0.0).maximum(100.0).default_value(50.0).title("T")),
        r#"{"type":"integer","title":"T","minimum":0,"maximum":100,"default":50}"#
    );
    assert_eq!(
        written(NumberSchema::number().minimum(-0.5).description("D")),
        r#"{"type":"number","description":"D","minimum":-0.5}"#
    );
}

#[test]
fn booleans_and_choices_are_written_with_what_they_have() {
    assert_eq!(
        written(BooleanSchema::new().title("T").default_value(false)),
        r#"{"type":"boolean","title":"T","default":false}"#
    );
    assert_eq!(
        written(SingleSelectEnumSchema::new(["r", "g"]).default_value("g")),
        r#"{"type":"string","enum":["r","g"],"default":"g"}"#
    );
    assert_eq!(
        written(SingleSelectEnumSchema::titled([("r", "Red"), ("g", "Green")]).description("D")),
        concat!(
            r#"{"type":"string","description":"D","#,
            r#""oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}]}"#,
        )
    );
    assert_eq!(
        written(MultiSelectEnumSchema::new(["r", "g"]).min_items(1).max_items(2).default_values(["r"])),
        concat!(
            r#"{"type":"array","minItems":1,"maxItems":2,"#,
            r#""items":{"type":"string","enum":["r","g"]},"default":["r"]}"#,
        )
    );
    assert_eq!(
        written(MultiSelectEnumSchema::titled([("r", "Red")]).title("T")),
        r#"{"type":"array","title":"T","items":{"anyOf":[{"const":"r","title":"Red"}]}}"#
    );
}

#[test]
fn titles_in_a_list_of_their_own_are_kept() {
    let text = r#"{"type":"string","enum":["r","g"],"enumNames":["Red"]}"#;
    let schema = PrimitiveSchema::from_text(text).expect("it is a choice");
    assert_eq!(written(schema.clone()), text);
    let PrimitiveSchema::SingleSelect(choice) = schema else { panic!("it is no choice: {schema:?}") };
    assert!(choice.options().eq([("r", "Red"), ("g", "g")]));
}

#[test]
fn forms_that_contradict_themselves_cannot_be_sent() {
    let none: [&str; 0] = [];
    for bad in [
        PrimitiveSchema::from(StringSchema::new().min_length(2).max_length(1)),
        StringSchema::new().min_length(2).default_value("a").into(),
        StringSchema::new().format(StringFormat::Date).default_value("today").into(),
        NumberSchema::number().minimum(2.0).maximum(1.0).into(),
        NumberSchema::number().minimum(f64::NAN).into(),
        NumberSchema::number().maximum(1.0).default_value(2.0).into(),
        NumberSchema::integer().default_value(0.5).into(),
        SingleSelectEnumSchema::new(none).into(),
        SingleSelectEnumSchema::new(["a"]).default_value("b").into(),
        MultiSelectEnumSchema::new(none).into(),
        MultiSelectEnumSchema::new(["a"]).min_items(2).max_items(1).into(),
        MultiSelectEnumSchema::new(["a"]).default_values(["b"]).into(),
        MultiSelectEnumSchema::new(["a"]).max_items(0).default_values(["a"]).into(),
    ] {
        assert!(is_invalid(form(bad.clone())), "{bad:?}");
    }
    let twice = Form::new().required("a", BooleanSchema::new()).optional("a", BooleanSchema::new());
    assert!(is_invalid(FormElicitation::new("", twice)));
}

#[test]
fn what_is_filled_in_is_checked_and_never_repeated() {
    let text = || StringSchema::new().min_length(2).max_length(3);
    let date = || StringSchema::new().format(StringFormat::Date);
    let number = || NumberSchema::number().minimum(-1.5).maximum(18.0);
    let one = || SingleSelectEnumSchema::titled([("r", "Red")]);
    let some = || MultiSelectEnumSchema::new(["r", "g"]).min_items(1).max_items(2);
    for (said, expected) in [
        (said(text(), r#""日本""#), None),
        (said(text(), r#""a""#), Some("/content/f must have at least 2 characters")),
        (said(text(), r#""日本語!""#), Some("/content/f must have at most 3 characters")),
        (said(text(), "7"), Some("/content/f must be a string")),
        (said(text(), "null"), Some("/content/f must be a string")),
        (said(date(), r#""2026-07-28""#), None),
        (said(date(), r#""tomorrow""#), Some("/content/f must be a date as YYYY-MM-DD")),
        (said(number(), "18.0"), None),
        (said(number(), "18.5"), Some("/content/f must be at most 18")),
        (said(number(), "-2"), Some("/content/f must be at least -1.5")),
        (said(number(), r#""7""#), Some("/content/f must be a number")),
        (said(NumberSchema::integer(), "7.0"), None),
        (said(NumberSchema::integer(), "7.5"), Some("/content/f must be an integer")),
        (said(BooleanSchema::new(), "false"), None),
        (said(BooleanSchema::new(), "0"), Some("/content/f must be true or false")),
        (said(one(), r#""r""#), None),
        (said(one(), r#""Red""#), Some("/content/f must be one of the values to choose from")),
        (said(some(), r#"["g","r"]"#), None),
        (said(some(), "[]"), Some("/content/f must have at least 1 items")),
        (said(some(), r#"["g","r","g"]"#), Some("/content/f must have at most 2 items")),
        (said(some(), r#"["g","b"]"#), Some("/content/f/1 must be one of the values to choose from")),
        (said(some(), r#""g""#), Some("/content/f must be an array")),
    ] {
        assert_eq!(said.as_deref(), expected);
    }
}

#[test]
fn what_has_to_be_filled_in_is_missed() {
    let ask = FormElicitation::new(
        "",
        Form::new().optional("a", BooleanSchema::new()).required("b/c", BooleanSchema::new()),
    );
    for (answer, expected) in [
        (r#"{"action":"accept","content":{"b/c":true}}"#, None),
        (r#"{"action":"accept","content":{"a":true}}"#, Some("/content/b~1c is required")),
        (r#"{"action":"accept"}"#, Some("/content/b~1c is required")),
        (r#"{"action":"decline"}"#, None),
        (r#"{"action":"cancel","content":{}}"#, None),
    ] {
        let said = ask.decode(answer).err().map(|error| error.to_string());
        assert_eq!(said.as_deref(), expected, "{answer}");
    }
}
