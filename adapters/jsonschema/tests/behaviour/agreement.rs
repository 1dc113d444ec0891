//! The validator underneath, with its own representation of JSON, comes to the same verdicts.

use jsonschema::{Draft, PatternOptions};
use serde_json::Value;

use super::compile;

const SCHEMAS: &[&str] = &[
    r#"{}"#,
    r#"{"type":"object"}"#,
    r#"{"type":"array"}"#,
    r#"{"type":"string"}"#,
    r#"{"type":"number"}"#,
    r#"{"type":"integer"}"#,
    r#"{"type":["boolean","null"]}"#,
    r#"{"const":null}"#,
    r#"{"const":1}"#,
    r#"{"const":{"a":[1,{"b":2.0}]}}"#,
    r#"{"enum":[1,"a",[],{},false,[1,2]]}"#,
    r#"{"enum":["a","b","é"]}"#,
    r#"{"minimum":1,"maximum":2}"#,
    r#"{"exclusiveMinimum":0,"exclusiveMaximum":18446744073709551615}"#,
    r#"{"multipleOf":0.5}"#,
    r#"{"multipleOf":3}"#,
    r#"{"minLength":1,"maxLength":2}"#,
    r#"{"pattern":"^[a-z]$"}"#,
    r#"{"pattern":"a"}"#,
    r#"{"minItems":1,"maxItems":2}"#,
    r#"{"uniqueItems":true}"#,
    r#"{"items":{"type":"integer"}}"#,
    r#"{"prefixItems":[{"type":"integer"},{"type":"string"}],"items":false}"#,
    r#"{"prefixItems":[true],"unevaluatedItems":{"type":"string"}}"#,
    r#"{"contains":{"const":1}}"#,
    r#"{"contains":{"type":"integer"},"minContains":0,"maxContains":1}"#,
    r#"{"contains":{"type":"integer"},"unevaluatedItems":false}"#,
    r#"{"minProperties":1,"maxProperties":1}"#,
    r#"{"required":["a"]}"#,
    r#"{"required":["a","b"]}"#,
    r#"{"properties":{"a":{"type":"integer"}},"additionalProperties":false}"#,
    r#"{"properties":{"a":{"type":"integer"},"b":{"type":"string"}},"required":["a"]}"#,
    r#"{"patternProperties":{"^a":{"type":"integer"}},"additionalProperties":{"type":"string"}}"#,
    r#"{"propertyNames":{"pattern":"^a"}}"#,
    r#"{"propertyNames":{"maxLength":1}}"#,
    r#"{"propertyNames":{"enum":["a","b"]}}"#,
    r#"{"dependentRequired":{"a":["b"]}}"#,
    r#"{"dependentSchemas":{"a":{"minProperties":2}}}"#,
    r#"{"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false}"#,
    r#"{"anyOf":[{"required":["a"]},{"properties":{"b":{}},"required":["b"]}],"unevaluatedProperties":{"type":"integer"}}"#,
    r#"{"oneOf":[{"type":"integer"},{"minimum":2}]}"#,
    r#"{"not":{"type":["object","string"]}}"#,
    r#"{"if":{"type":"object"},"then":{"required":["a"]},"else":{"type":"array"}}"#,
    r##"{"type":["object","integer"],"additionalProperties":{"$ref":"#"}}"##,
    r##"{"anyOf":[{"type":"integer"},{"type":"array","items":{"$ref":"#"}}]}"##,
    r#"{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"integer"}],"additionalItems":{"type":"string"}}"#,
    r#"{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"],"b":{"minProperties":2}}}"#,
];

const VALUES: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "-0.0",
    "1",
    "1.0",
    "1.5",
    "2",
    "3",
    "-3",
    "0.5",
    "1e2",
    "18446744073709551614",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775809",
    "1e300",
    "\"\"",
    "\"a\"",
    "\"ab\"",
    "\"abc\"",
    "\"A\"",
    "\"é\"",
    "\"\\u00e9\"",
    "\"🦀🦀\"",
    "\"a\\nb\"",
    "[]",
    "[1]",
    "[1,2]",
    "[1,1.0]",
    "[1,\"a\"]",
    "[1,\"a\",2]",
    "[[1],[1,2]]",
    "[[],{}]",
    "[{\"a\":1,\"b\":2},{\"b\":2,\"a\":1.0}]",
    "[\"a\",\"\\u0061\"]",
    "{}",
    "{\"a\":1}",
    "{\"a\":\"x\"}",
    "{\"b\":1}",
    "{\"b\":\"x\"}",
    "{\"a\":1,\"b\":\"x\"}",
    "{\"b\":2,\"a\":1}",
    "{\"aa\":1}",
    "{\"\\u0061\":1}",
    "{\"a\":[1,{\"b\":2}]}",
    "{\"a\":{\"a\":{\"a\":3}}}",
    "{\"a\":{\"a\":{\"a\":\"x\"}}}",
    "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9,\"j\":10}",
    "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]",
    "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0.0]",
];

#[test]
fn verdicts_are_those_of_the_validator_underneath() {
    let mut fitting = 0;
    for schema in SCHEMAS {
        let ours = compile(schema);
        let parsed: Value = serde_json::from_str(schema).expect("it is JSON");
        let draft = if schema.contains("draft-07") { Draft::Draft7 } else { Draft::Draft202012 };
        let theirs = jsonschema::options()
            .with_draft(draft)
            .with_pattern_options(PatternOptions::regex())
            .build(&parsed)
            .expect("it is a schema");
        for text in VALUES {
            let value: Value = serde_json::from_str(text).expect("it is JSON");
            let fits = theirs.is_valid(&value);
            let fault = ours.fault(text);
            assert_eq!(fault.is_none(), fits, "{text} by {schema}: {fault:?}");
            // What does not fit is explained, and by a rule.
            assert!(
                !fault.is_some_and(|fault| fault.ends_with("does not fit its schema")),
                "{text} by {schema}"
            );
            fitting += usize::from(fits);
        }
    }
    let all = SCHEMAS.len() * VALUES.len();
    assert!(all / 4 < fitting && fitting < all - all / 4, "{fitting} of {all} fit");
}
