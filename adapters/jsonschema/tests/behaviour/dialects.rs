use super::{check, refusal};

#[test]
fn a_schema_that_names_no_dialect_is_2020_12() {
    let tuple = r#"{"prefixItems":[{"type":"integer"}]}"#;
    let depends = r#"{"dependentRequired":{"a":["b"]}}"#;
    check(&[
        (tuple, r#"["x"]"#, "/0 must be an integer"),
        (depends, r#"{"a":1}"#, "/b is required"),
        // A keyword of draft-07 alone says nothing here.
        (r#"{"additionalItems":false}"#, "[1]", ""),
    ]);
    for name in [
        "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2020-12/schema#",
        "http://json-schema.org/draft/2020-12/schema",
    ] {
        let schema = format!(r#"{{"$schema":"{name}","prefixItems":[{{"type":"integer"}}]}}"#);
        check(&[(&schema, r#"["x"]"#, "/0 must be an integer")]);
    }
}

#[test]
fn draft_07_is_understood_when_it_is_named() {
    for name in [
        "http://json-schema.org/draft-07/schema#",
        "http://json-schema.org/draft-07/schema",
        "https://json-schema.org/draft-07/schema#",
    ] {
        let with = |rules: &str| format!(r#"{{"$schema":"{name}",{rules}}}"#);
        let tuple = with(r#""items":[{"type":"integer"}],"additionalItems":false"#);
        let prefix = with(r#""prefixItems":[{"type":"integer"}]"#);
        let depends = with(r#""dependencies":{"a":["b"],"c":{"required":["d"]}}"#);
        let sibling = with(
            r##""properties":{"x":{"$ref":"#/definitions/s","maxLength":1}},"definitions":{"s":{"type":"string"}}"##,
        );
        let format = with(r#""format":"ipv4","contentEncoding":"base64""#);
        check(&[
            (&tuple, "[1]", ""),
            (&tuple, r#"["x"]"#, "/0 must be an integer"),
            (&tuple, "[1,2]", "the value must have at most 1 item"),
            (&prefix, r#"["x"]"#, ""),
            (&depends, r#"{"a":1}"#, "/b is required"),
            (&depends, r#"{"c":1}"#, "/d is required"),
            // What stands beside a reference says nothing in this dialect.
            (&sibling, r#"{"x":"long"}"#, ""),
            (&sibling, r#"{"x":7}"#, "/x must be a string"),
            (&format, r#""???""#, ""),
        ]);
    }
}

#[test]
fn a_reference_and_what_stands_beside_it_both_count_in_2020_12() {
    let sibling = r##"{"properties":{"x":{"$ref":"#/definitions/s","maxLength":1}},"definitions":{"s":{"type":"string"}}}"##;
    check(&[(sibling, r#"{"x":"long"}"#, "/x must have at most 1 character")]);
}

#[test]
fn arrays_of_items_are_no_2020_12() {
    assert_eq!(
        refusal(r#"{"properties":{"a":{"items":[{"type":"integer"}]}}}"#),
        "the schema is not valid: /properties/a/items must be an object or a boolean"
    );
}

#[test]
fn other_dialects_are_refused_by_their_name() {
    for name in [
        "http://json-schema.org/draft-04/schema#",
        "http://json-schema.org/draft-06/schema#",
        "https://json-schema.org/draft/2019-09/schema",
        "https://json-schema.org/schema",
        "https://example.com/my-dialect",
        "",
    ] {
        assert_eq!(
            refusal(&format!(r#"{{"$schema":"{name}","type":"object"}}"#)),
            format!("the dialect {name} is not supported: JSON Schema 2020-12 and draft-07 are")
        );
        assert_eq!(
            refusal(&format!(r#"{{"$defs":{{"a":{{"$id":"urn:a","$schema":"{name}"}}}}}}"#)),
            format!("the dialect {name} is not supported: JSON Schema 2020-12 and draft-07 are")
        );
    }
    assert_eq!(
        refusal(r#"{"$defs":{"a":{"$id":"urn:a","$schema":"http://json-schema.org/draft-07/schema#"}}}"#),
        "/$defs/a/$schema names a second dialect"
    );
    assert_eq!(refusal(r#"{"$schema":7}"#), "the schema is not valid: /$schema must be a string");
}

#[test]
fn a_name_or_a_value_that_reads_schema_is_no_dialect() {
    check(&[(
        r#"{"properties":{"$schema":{"type":"string"}},"default":{"$schema":"urn:x"},"examples":[{"$schema":"urn:y"}]}"#,
        r#"{"$schema":7}"#,
        "/$schema must be a string",
    )]);
}
