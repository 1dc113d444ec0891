use super::{check, compile, refusal};

#[test]
fn references_lead_to_schemas_of_the_document() {
    check(&[
        (
            r##"{"$defs":{"a":{"type":"string"}},"properties":{"x":{"$ref":"#/$defs/a"}}}"##,
            r#"{"x":7}"#,
            "/x must be a string",
        ),
        (
            r##"{"$defs":{"a/b c":{"type":"string"}},"properties":{"x":{"$ref":"#/$defs/a~1b%20c"}}}"##,
            r#"{"x":7}"#,
            "/x must be a string",
        ),
        (
            r##"{"$defs":{"a":{"$anchor":"A","type":"string"}},"items":{"$ref":"#A"}}"##,
            "[7]",
            "/0 must be a string",
        ),
        (
            r#"{"$id":"https://example.com/root","$defs":{"a":{"$id":"a","type":"string"}},"items":{"$ref":"a"}}"#,
            "[7]",
            "/0 must be a string",
        ),
        (
            r#"{"$id":"https://example.com/root#","$defs":{"a":{"$id":"a","type":"string"}},"items":{"$ref":"https://example.com/a"}}"#,
            "[7]",
            "/0 must be a string",
        ),
        (
            r##"{"$defs":{"a":{"$id":"urn:x:a","$defs":{"b":{"type":"string"}},"items":{"$ref":"#/$defs/b"}}},"$ref":"urn:x:a"}"##,
            "[7]",
            "/0 must be a string",
        ),
        (
            r##"{"$schema":"http://json-schema.org/draft-07/schema#","$id":"https://example.com/r","definitions":{"a":{"$id":"#A","type":"string"}},"items":{"$ref":"#A"}}"##,
            "[7]",
            "/0 must be a string",
        ),
        (
            r##"{"$id":"urn:x:r","$ref":"urn:x:list","$defs":{
                "list":{"$id":"urn:x:list","items":{"$dynamicRef":"#item"},"$defs":{"item":{"$dynamicAnchor":"item"}}},
                "item":{"$dynamicAnchor":"item","type":"string"}}}"##,
            "[7]",
            "/0 must be a string",
        ),
        (
            r##"{"properties":{"x":{"$ref":"#/properties/y"},"y":{"type":"string"}}}"##,
            r#"{"x":7}"#,
            "/x must be a string",
        ),
        (
            r##"{"items":{"$ref":"#/prefixItems/0"},"prefixItems":[{"type":"string"}]}"##,
            r#"["a",7]"#,
            "/1 must be a string",
        ),
        // Where the keyword stands for a name or a value it refers to nothing.
        (
            r##"{"properties":{"$ref":{"type":"string"}},"const":{"$ref":"https://example.com/x"}}"##,
            r#"{"$ref":"https://example.com/x"}"#,
            "",
        ),
    ]);
}

#[test]
fn what_leads_elsewhere_is_refused_and_nothing_is_fetched() {
    // A listener that would accept whoever comes.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("loopback is there");
    listener.set_nonblocking(true).expect("the listener takes it");
    let port = listener.local_addr().expect("it is bound").port();
    let cases = [
        format!("http://127.0.0.1:{port}/schema.json"),
        format!("https://127.0.0.1:{port}/schema.json"),
        "file:///etc/hostname".into(),
        "https://json-schema.org/draft/2020-12/schema".into(),
        "http://json-schema.org/draft-04/schema".into(),
    ];
    for uri in cases {
        for schema in [
            format!(r#"{{"properties":{{"a":{{"$ref":"{uri}"}}}}}}"#),
            format!(r##"{{"properties":{{"a":{{"$ref":"{uri}#/$defs/x"}}}}}}"##),
            format!(r#"{{"$dynamicRef":"{uri}"}}"#),
        ] {
            let why = refusal(&schema);
            assert!(
                why.contains(&format!("{uri} is outside the schema, and nothing is fetched"))
                    || why.contains("which is no schema of the document")
                    || why.ends_with("/$ref: #/$defs/x is not in the schema"),
                "{schema}: {why}"
            );
        }
    }
    assert_eq!(
        listener.accept().map(|_| ()).map_err(|error| error.kind()),
        Err(std::io::ErrorKind::WouldBlock)
    );
    // Being named by such an address is no reference to it.
    compile(&format!(r#"{{"$id":"http://127.0.0.1:{port}/own.json","type":"object"}}"#));
    assert_eq!(
        listener.accept().map(|_| ()).map_err(|error| error.kind()),
        Err(std::io::ErrorKind::WouldBlock)
    );
}

#[test]
fn references_that_cannot_be_followed_are_told_with_their_place() {
    let cases = [
        (
            r##"{"properties":{"a":{"$ref":"#/$defs/x"}}}"##,
            "/properties/a/$ref: #/$defs/x is not in the schema",
        ),
        (r##"{"properties":{"a":{"$ref":"#x"}}}"##, "/properties/a/$ref: the anchor x is not in the schema"),
        (
            r##"{"properties":{"a":{"$ref":"#/properties"}}}"##,
            "/properties/a/$ref refers to #/properties, which is no schema of the document",
        ),
        (
            r##"{"default":{"type":"string"},"items":{"$ref":"#/default"}}"##,
            "/items/$ref refers to #/default, which is no schema of the document",
        ),
        (r##"{"$ref":"#"}"##, "the schema refers to itself without going into the value"),
        (
            r##"{"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"}]},"b":{"$ref":"#/$defs/a"}}}"##,
            "/$defs/a refers to itself without going into the value",
        ),
        (r##"{"$defs":{"a":{"$ref":7}}}"##, "the schema is not valid: /$defs/a/$ref must be a string"),
    ];
    for (schema, why) in cases {
        assert_eq!(refusal(schema), why, "{schema}");
    }
}
