use std::thread;

use snodo_core::Validator;
use snodo_jsonschema::JsonSchema;

use super::{check, compile, refusal};

/// As much stack as the documentation says is enough.
const STACK: usize = if cfg!(debug_assertions) { 1536 * 1024 } else { 512 * 1024 };

fn nested(levels: usize, open: &str, inner: &str, close: &str) -> String {
    open.repeat(levels) + inner + &close.repeat(levels)
}

fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK).spawn(run).expect("a thread starts");
    thread.join().expect("it ends well");
}

#[test]
fn patterns_are_matched_in_linear_time() {
    for pattern in ["(a+)+$", "^(a|aa)*$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)*x$"] {
        let schema = format!(r#"{{"properties":{{"s":{{"pattern":"{pattern}"}}}}}}"#);
        let value = format!(r#"{{"s":"{}!"}}"#, "a".repeat(500_000));
        assert_eq!(compile(&schema).fault(&value), Some(format!("/s must match the pattern {pattern}")));
    }
}

#[test]
fn patterns_that_need_backtracking_are_refused() {
    let ending = " cannot be matched in linear time: it is no regular expression, needs lookaround or \
                  back-references, or is too large";
    for pattern in [r"^(?=a)b(?!c)", r"(a)\\1", r"(?<!a)b", "(", r"^(\\w{1000}){1000}$"] {
        let pattern_of = format!(r#"{{"properties":{{"q":{{"pattern":"{pattern}"}}}}}}"#);
        assert_eq!(refusal(&pattern_of), format!("/properties/q/pattern{ending}"));
        let why = refusal(&format!(r#"{{"patternProperties":{{"{pattern}":{{}}}}}}"#));
        assert!(why.ends_with(ending), "{why}");
    }
}

#[test]
fn recursive_schemas_take_deep_values() {
    on_a_small_stack(|| {
        let list = r##"{"type":"array","items":{"$ref":"#"}}"##;
        let tree = r##"{"type":"object","properties":{"next":{"$ref":"#"}},"additionalProperties":false}"##;
        let pointer = format!("{}… must be an object", &"/next".repeat(60)[..256]);
        check(&[
            (list, &nested(126, "[", "", "]"), ""),
            (tree, &nested(126, r#"{"next":"#, "{}", "}"), ""),
            (tree, &nested(126, r#"{"next":"#, "7", "}"), &pointer),
            (
                tree,
                &nested(20, r#"{"next":"#, r#"{"x":1}"#, "}"),
                &format!("{}/x is not allowed", "/next".repeat(20)),
            ),
        ]);
    });
}

#[test]
fn the_stack_suffices_however_schemas_nest() {
    let chain = |length: usize| {
        let links = (0..length).map(|at| format!(r##""r{at}":{{"$ref":"#/$defs/r{}"}},"##, at + 1));
        let links: String = links.collect();
        format!(
            r##"{{"$ref":"#/$defs/r0","$defs":{{{links}"r{length}":{{"properties":{{"x":{{"$ref":"#/$defs/r0"}}}},"items":{{"$ref":"#/$defs/r0"}},"maximum":1}}}}}}"##
        )
    };
    let wrapped = |levels: usize, open: &str, close: &str| {
        let inner = r##"{"properties":{"x":{"$ref":"#"}},"items":{"$ref":"#"},"maximum":1}"##;
        let inner = nested(levels, open, inner, close);
        format!(r#"{{"allOf":[{inner}]}}"#)
    };
    let mut schemas = vec![];
    for length in [1, 2, 5, 8, 15, 30, 60] {
        schemas.push(chain(length));
        for (open, close) in [
            (r#"{"allOf":["#, "]}"),
            (r#"{"anyOf":[{"type":"string"},"#, "]}"),
            (r#"{"oneOf":[{"type":"string"},"#, "]}"),
            (r#"{"if":{"type":"string"},"else":"#, "}"),
            (r#"{"unevaluatedProperties":false,"allOf":["#, "]}"),
            (r#"{"not":{"not":"#, "}}"),
        ] {
            let levels = match open {
                r#"{"not":{"not":"# => length / 2,
                r#"{"unevaluatedProperties":false,"allOf":["# => length.min(6),
                _ => length,
            };
            schemas.push(wrapped(levels, open, close));
        }
    }
    for schema in schemas {
        on_a_small_stack(move || {
            // What takes long is as deep as what does not.
            let settings = JsonSchema::new().max_steps(100_000);
            let schema = settings.compile(&schema).expect("it compiles");
            for levels in [8, 32, 126] {
                for (open, close) in [(r#"{"x":"#, "}"), ("[", "]")] {
                    // Whatever is found, it is found.
                    let _ = schema.fault(&nested(levels, open, "1", close));
                    let _ = schema.fault(&nested(levels, open, "2", close));
                }
            }
        });
    }
}

#[test]
fn alternatives_that_multiply_with_each_level_end() {
    // Each level of the value doubles the faults of its alternatives.
    let schema = compile(
        r##"{"anyOf":[{"type":"string"},{"required":["y"],"properties":{"x":{"$ref":"#"}}},{"required":["z"],"properties":{"x":{"$ref":"#"}}}]}"##,
    );
    let shallow = nested(4, r#"{"x":"#, "7", "}");
    assert_eq!(
        schema.fault(&shallow).as_deref(),
        Some("the object fits none of the alternatives in its schema")
    );
    let deep = nested(120, r#"{"x":"#, "7", "}");
    assert_eq!(schema.fault(&deep).as_deref(), Some("the object does not fit its schema"));
    // Without recursion, and with nothing that is remembered of what was seen.
    let links: String = (0..40)
        .map(|at| {
            let next = format!(r##"{{"properties":{{"x":{{"$ref":"#/$defs/a{}"}}}}}}"##, at + 1);
            format!(r##""a{at}":{{"allOf":[{next},{next}]}},"##)
        })
        .collect();
    let schema = format!(r##"{{"$ref":"#/$defs/a0","$defs":{{{links}"a40":{{"type":"string"}}}}}}"##);
    assert_eq!(
        compile(&schema).fault(&nested(40, r#"{"x":"#, r#""s""#, "}")).as_deref(),
        Some("the value takes more steps to check than are allowed")
    );
}

#[test]
fn references_that_multiply_at_one_place_are_refused() {
    let doubling = |levels: usize| {
        let links = (0..levels).map(|at| {
            let next = format!(r##"{{"$ref":"#/$defs/a{}"}}"##, at + 1);
            format!(r##""a{at}":{{"allOf":[{next},{next}]}},"##)
        });
        let links: String = links.collect();
        format!(r##"{{"$ref":"#/$defs/a0","$defs":{{{links}"a{levels}":{{"minLength":1}}}}}}"##)
    };
    assert_eq!(
        compile(&doubling(8)).fault(r#""""#).as_deref(),
        Some("the value must have at least 1 character")
    );
    assert_eq!(
        refusal(&doubling(30)),
        "/$defs/a19 makes more than 4096 schemas about one place of the value"
    );
    let unevaluated = |levels: usize| {
        nested(levels, r#"{"unevaluatedProperties":false,"allOf":["#, r#"{"maximum":1}"#, "]}")
    };
    check(&[(&unevaluated(6), r#"{"a":1}"#, "/a is not allowed")]);
    let why = refusal(&unevaluated(30));
    assert!(why.ends_with("makes more than 4096 schemas about one place of the value"), "{why}");
}

#[test]
fn references_that_nest_at_one_place_are_bounded() {
    let chain = |length: usize| {
        let links = (0..length).map(|at| format!(r##""r{at}":{{"$ref":"#/$defs/r{}"}},"##, at + 1));
        let links: String = links.collect();
        format!(r##"{{"$ref":"#/$defs/r0","$defs":{{{links}"r{length}":{{"type":"string"}}}}}}"##)
    };
    check(&[(&chain(62), "7", "the value must be a string")]);
    for length in [63, 64, 65, 200, 5_000] {
        let why = refusal(&chain(length));
        assert!(
            why.ends_with("nests schemas about one place of the value more than 64 deep"),
            "{length}: {why}"
        );
    }
}

#[test]
fn huge_schemas_are_bounded_by_size_and_count() {
    let with = |count: usize| {
        let members: Vec<_> = (0..count).map(|at| format!(r#""p{at}":{{}}"#)).collect();
        format!(r#"{{"properties":{{{}}}}}"#, members.join(","))
    };
    check(&[(&with(9_999), r#"{"p1":1}"#, "")]);
    assert_eq!(refusal(&with(10_000)), "the schema has more than 10000 subschemas");
    assert_eq!(refusal(&with(100_000)), "the schema has more than 262144 bytes");
    let deep = nested(127, r#"{"items":"#, "{}", "}");
    assert!(refusal(&deep).starts_with("the schema cannot be read: recursion limit exceeded"));
    on_a_small_stack(|| {
        let deep = nested(126, r#"{"items":"#, r#"{"type":"string"}"#, "}");
        check(&[(&deep, &nested(126, "[", "", "]"), "")]);
    });
}

#[test]
fn items_with_colliding_hashes_are_told_apart_in_time() {
    // One sequence of numbers, cut into two arrays in every possible way.
    let splits: Vec<_> = (0..(1u32 << 14))
        .map(|cuts| {
            let digits = (0..14).map(|at| if cuts >> at & 1 == 1 { "1],[" } else { "1," });
            format!("[[{}1]]", digits.collect::<String>())
        })
        .collect();
    let unique = JsonSchema::new().compile(r#"{"uniqueItems":true}"#).expect("it compiles");
    assert_eq!(unique.fault(&format!("[{}]", splits.join(","))), None);
    let twice = format!("[{},{}]", splits.join(","), splits[7]);
    assert_eq!(unique.fault(&twice).as_deref(), Some("the value must have no two equal items"));
}

#[test]
fn a_schema_serves_many_threads() {
    let schema = compile(r#"{"properties":{"s":{"pattern":"^a+$"}}}"#);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..100 {
                    assert_eq!(schema.fault(r#"{"s":"aaa"}"#), None);
                    assert_eq!(
                        schema.fault(r#"{"s":"b"}"#).as_deref(),
                        Some("/s must match the pattern ^a+$")
                    );
                }
            });
        }
    });
}
