use super::check;

#[test]
fn each_rule_is_told_with_its_place_and_without_the_value() {
    check(&[
        (r#"{"type":"object"}"#, "{}", ""),
        (r#"{"type":"object"}"#, "[7]", "the value must be an object"),
        (r#"{"properties":{"a":{"type":"integer"}}}"#, r#"{"a":"s3cret"}"#, "/a must be an integer"),
        (r#"{"properties":{"a":{"type":["null","string"]}}}"#, r#"{"a":7}"#, "/a must be a string or null"),
        (r#"{"required":["name"]}"#, "{}", "/name is required"),
        (
            r#"{"properties":{"a":{"required":["b/c~d"]}}}"#,
            r#"{"a":{"e":"s3cret"}}"#,
            "/a/b~1c~0d is required",
        ),
        (r#"{"dependentRequired":{"a":["b"]}}"#, r#"{"a":1}"#, "/b is required"),
        (
            r#"{"properties":{"a":{}},"additionalProperties":false}"#,
            r#"{"a":1,"c":"s3cret","b":1}"#,
            "/b is not allowed",
        ),
        (r#"{"additionalProperties":false}"#, "{}", ""),
        (r#"{"additionalProperties":false}"#, r#"{"s3cret":1}"#, "the object must have no members"),
        (
            r#"{"properties":{"properties":{"additionalProperties":false}}}"#,
            r#"{"properties":{"a":1}}"#,
            "/properties must have no members",
        ),
        (
            r#"{"properties":{"additionalProperties":false}}"#,
            r#"{"additionalProperties":1}"#,
            "/additionalProperties is not allowed",
        ),
        (r#"{"additionalProperties":{"type":"boolean"}}"#, r#"{"x":"s3cret"}"#, "/x must be a boolean"),
        (
            r#"{"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false}"#,
            r#"{"a":1,"x":"s3cret"}"#,
            "/x is not allowed",
        ),
        (r#"{"properties":{"a":false}}"#, r#"{"a":"s3cret"}"#, "/a is not allowed"),
        (
            r#"{"patternProperties":{"^n_":{"type":"number"}}}"#,
            r#"{"n_a":"s3cret"}"#,
            "/n_a must be a number",
        ),
        (
            r#"{"propertyNames":{"maxLength":3}}"#,
            r#"{"long":1}"#,
            "the object has a member whose name is not allowed",
        ),
        (r#"{"minProperties":1}"#, "{}", "the object must have at least 1 member"),
        (r#"{"maxProperties":2}"#, r#"{"a":1,"b":2,"c":3}"#, "the object must have at most 2 members"),
        (
            r#"{"properties":{"tags":{"maxItems":3}}}"#,
            r#"{"tags":[1,2,3,"s3cret"]}"#,
            "/tags must have at most 3 items",
        ),
        (r#"{"minItems":1}"#, "[]", "the value must have at least 1 item"),
        (r#"{"items":{"type":"integer"}}"#, r#"[1,"s3cret"]"#, "/1 must be an integer"),
        (r#"{"prefixItems":[{"type":"integer"},true],"items":false}"#, "[1,2,3]", "/2 is not allowed"),
        (
            r#"{"prefixItems":[true],"unevaluatedItems":false}"#,
            r#"[1,"s3cret"]"#,
            "the value has items that are not allowed",
        ),
        (r#"{"uniqueItems":true}"#, "[1,2,1.0]", "the value must have no two equal items"),
        (
            r#"{"contains":{"type":"string"},"minContains":2}"#,
            r#"["s3cret"]"#,
            "the value has not as many items of the kind in `contains` as it must",
        ),
        (r#"{"properties":{"a":{"minLength":2}}}"#, r#"{"a":"ä"}"#, "/a must have at least 2 characters"),
        (r#"{"properties":{"a":{"maxLength":1}}}"#, r#"{"a":"s3cret"}"#, "/a must have at most 1 character"),
        (
            r#"{"properties":{"a":{"pattern":"^[a-z]+$"}}}"#,
            r#"{"a":"S3CRET"}"#,
            "/a must match the pattern ^[a-z]+$",
        ),
        (r#"{"properties":{"a":{"minimum":1.5}}}"#, r#"{"a":1}"#, "/a must be at least 1.5"),
        (r#"{"properties":{"a":{"maximum":9}}}"#, r#"{"a":10}"#, "/a must be at most 9"),
        (r#"{"properties":{"a":{"exclusiveMinimum":1}}}"#, r#"{"a":1}"#, "/a must be greater than 1"),
        (r#"{"properties":{"a":{"exclusiveMaximum":1}}}"#, r#"{"a":1}"#, "/a must be less than 1"),
        (r#"{"properties":{"a":{"multipleOf":2}}}"#, r#"{"a":3}"#, "/a must be a multiple of 2"),
        (r#"{"properties":{"a":{"multipleOf":0.01}}}"#, r#"{"a":0.075}"#, "/a must be a multiple of 0.01"),
        (
            r#"{"properties":{"kind":{"enum":["a","b"]}}}"#,
            r#"{"kind":"s3cret"}"#,
            "/kind must be one of the values of its enum",
        ),
        (
            r#"{"properties":{"kind":{"const":"a"}}}"#,
            r#"{"kind":"s3cret"}"#,
            "/kind must be the value of its const",
        ),
        (
            r#"{"not":{"required":["a"]}}"#,
            r#"{"a":"s3cret"}"#,
            "the object is of the kind that `not` excludes",
        ),
        (
            r#"{"oneOf":[{"required":["a"]},{"required":["b"]}]}"#,
            r#"{"a":1,"b":2}"#,
            "the object fits more than one of the alternatives in its schema, and must fit one",
        ),
        (
            r#"{"if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]},"else":{"required":["c"]}}"#,
            r#"{"a":1}"#,
            "/b is required",
        ),
        (
            r#"{"if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]},"else":{"required":["c"]}}"#,
            r#"{"a":2}"#,
            "/c is required",
        ),
    ]);
}

#[test]
fn within_alternatives_the_one_that_was_meant_is_told() {
    let nullable = r#"{"properties":{"at":{"anyOf":[{"type":"object","properties":{"x":{"type":"number"}}},{"type":"null"}]}}}"#;
    let shapes = r#"{"properties":{"shape":{"oneOf":[
        {"type":"object","required":["kind","r"],"properties":{"kind":{"const":"circle"},"r":{"type":"number"}}},
        {"type":"object","required":["kind","a"],"properties":{"kind":{"const":"square"},"a":{"type":"number"}}}
    ]}}}"#;
    let optional = r#"{"properties":{"shape":{"anyOf":[
        {"type":"object","required":["kind","r"],"properties":{"kind":{"const":"circle"}}},
        {"type":"object","required":["kind","a"],"properties":{"kind":{"const":"square"}}},
        {"type":"null"}
    ]}}}"#;
    let level = r#"{"anyOf":[{"type":"string","enum":["low","high"]},{"type":"integer"}]}"#;
    let loose = r#"{"anyOf":[{"required":["a"]},{"required":["b"]}]}"#;
    let nested =
        r#"{"anyOf":[{"type":"null"},{"anyOf":[{"type":"string"},{"type":"object","required":["a"]}]}]}"#;
    check(&[
        (nullable, r#"{"at":null}"#, ""),
        (nullable, r#"{"at":{"x":"s3cret"}}"#, "/at/x must be a number"),
        (nullable, r#"{"at":7}"#, "/at must be an object or null"),
        (shapes, r#"{"shape":{"kind":"circle","r":1}}"#, ""),
        (shapes, r#"{"shape":{"kind":"circle"}}"#, "/shape/r is required"),
        (shapes, r#"{"shape":{"kind":"square","a":"s3cret"}}"#, "/shape/a must be a number"),
        (
            shapes,
            r#"{"shape":{"kind":"s3cret"}}"#,
            "/shape/kind must be one of the values of its alternatives",
        ),
        (shapes, r#"{"shape":7}"#, "/shape must be an object"),
        (optional, r#"{"shape":{"kind":"circle"}}"#, "/shape/r is required"),
        (
            optional,
            r#"{"shape":{"kind":"s3cret"}}"#,
            "/shape/kind must be one of the values of its alternatives",
        ),
        (optional, r#"{"shape":7}"#, "/shape must be an object or null"),
        (optional, r#"{"shape":null}"#, ""),
        (level, r#""s3cret""#, "the value must be one of the values of its enum"),
        (level, "true", "the value must be a string or an integer"),
        (loose, "{}", "the object fits none of the alternatives in its schema"),
        (nested, "{}", "/a is required"),
    ]);
}

#[test]
fn the_conformance_tool_s_schema_is_enforced() {
    let schema = r##"{
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
            }
        },
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "work": {"$ref": "#addressDef"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"}
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false
    }"##;
    check(&[
        (schema, r#"{"name":"n","contactMethod":"phone","phone":"1"}"#, ""),
        (schema, r#"{"contactMethod":"email","email":"e","address":{"street":"s"}}"#, ""),
        (schema, r#"{"contactMethod":"phone","email":"e"}"#, "/phone is required"),
        (schema, r#"{"phone":"1"}"#, "/email is required"),
        (schema, r#"{"email":"e","address":{"city":7}}"#, "/address/city must be a string"),
        (schema, r#"{"email":"e","work":{"city":7}}"#, "/work/city must be a string"),
        (schema, r#"{"email":"e","other":7}"#, "/other is not allowed"),
        (schema, r#"{"name":"n"}"#, "the object fits none of the alternatives in its schema"),
    ]);
}

#[test]
fn nothing_is_cast_and_numbers_are_compared_by_their_value() {
    let integer = r#"{"properties":{"a":{"type":"integer"}}}"#;
    let one = r#"{"properties":{"a":{"const":1}}}"#;
    let large = r#"{"properties":{"a":{"maximum":18446744073709551614}}}"#;
    check(&[
        (integer, r#"{"a":1.0}"#, ""),
        (integer, r#"{"a":1e2}"#, ""),
        (integer, r#"{"a":100000000000000000000000000000000}"#, ""),
        (integer, r#"{"a":1e400}"#, ""),
        (large, r#"{"a":1e400}"#, "/a must be at most 18446744073709551614"),
        (large, r#"{"a":-1e400}"#, ""),
        (integer, r#"{"a":1.5}"#, "/a must be an integer"),
        (integer, r#"{"a":"1"}"#, "/a must be an integer"),
        (integer, r#"{"a":true}"#, "/a must be an integer"),
        (integer, r#"{"a":null}"#, "/a must be an integer"),
        (one, r#"{"a":1.0}"#, ""),
        (one, r#"{"a":"1"}"#, "/a must be the value of its const"),
        (one, r#"{"a":true}"#, "/a must be the value of its const"),
        (large, r#"{"a":18446744073709551614}"#, ""),
        (large, r#"{"a":18446744073709551615}"#, "/a must be at most 18446744073709551614"),
    ]);
}

#[test]
fn the_first_fault_is_always_the_same() {
    let schema = r#"{"required":["z","y"],"properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"maximum":1}}}"#;
    let value = r#"{"c":2,"b":1,"a":1}"#;
    let first = super::compile(schema).fault(value);
    assert!(first.is_some());
    for _ in 0..20 {
        assert_eq!(super::compile(schema).fault(value), first);
        assert_eq!(super::compile(schema).fault(r#"{"a":1,"b":1,"c":2}"#), first);
    }
}

#[test]
fn names_of_the_client_are_bounded_and_kept_on_one_line() {
    let schema = r#"{"properties":{"z":{}},"additionalProperties":false}"#;
    let closed = super::compile(schema);
    assert_eq!(closed.fault(r#"{"a\nb":1}"#).as_deref(), Some("/a\u{FFFD}b is not allowed"));
    let long = format!(r#"{{"{}":1}}"#, "n".repeat(5_000));
    let expected = format!("/{}… is not allowed", "n".repeat(256));
    assert_eq!(closed.fault(&long), Some(expected));
    let deep = super::compile(r##"{"additionalProperties":{"$ref":"#"},"type":"object"}"##);
    let name = "n".repeat(100);
    let value = format!("{}7{}", format!(r#"{{"{name}":"#).repeat(20), "}".repeat(20));
    let expected = format!("/{name}/{name}/{}… must be an object", "n".repeat(256 - 203));
    assert_eq!(deep.fault(&value), Some(expected));
}
