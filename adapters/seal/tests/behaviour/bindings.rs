//! A token opens for one request of one principal.

use snodo_core::{Binding, Sealer};
use snodo_seal::Seal;

use crate::{key, opens, seal};

fn subject() -> Seal {
    seal([key(1)])
}

fn call(params: &str) -> Binding<'_> {
    Binding::new("tools/call", params, None)
}

/// All of them are the same request.
#[track_caller]
fn same(all: &[&str]) {
    let seal = subject();
    for sealed in all {
        let token = seal.seal("x", &call(sealed)).expect(sealed);
        for opened in all {
            assert_eq!(seal.open(&token, &call(opened)).as_deref(), Some("x"), "{sealed} {opened}");
        }
    }
}

/// Each of them is a request of its own.
#[track_caller]
fn different(all: &[&str]) {
    let seal = subject();
    for (at, sealed) in all.iter().enumerate() {
        let token = seal.seal("x", &call(sealed)).expect(sealed);
        for (other, opened) in all.iter().enumerate() {
            assert_eq!(opens(&seal, &token, &call(opened)), at == other, "{sealed} {opened}");
        }
    }
}

#[test]
fn the_method_counts() {
    let seal = subject();
    let token = seal.seal("x", &Binding::new("tools/call", "{}", None)).unwrap();
    for method in ["", "tools/cal", "tools/call\0", "Tools/call", "prompts/get", "tools/callA"] {
        assert!(!opens(&seal, &token, &Binding::new(method, "{}", None)), "{method}");
    }
}

#[test]
fn the_principal_counts() {
    let seal = subject();
    let all = [None, Some(""), Some("A"), Some("ada"), Some("Ada"), Some("ada\0"), Some("ad"), Some("None")];
    for sealed in all {
        let token = seal.seal("x", &Binding::new("tools/call", "{}", sealed)).unwrap();
        for opened in all {
            let binding = Binding::new("tools/call", "{}", opened);
            assert_eq!(opens(&seal, &token, &binding), sealed == opened, "{sealed:?} {opened:?}");
        }
    }
}

/// What moves from one part of the binding into the next would leave the bytes that are signed as they are, if it
/// were not for the lengths.
#[test]
fn parts_do_not_run_into_each_other() {
    let seal = subject();
    let all = [
        ("ab", Some("c")),
        ("a", Some("bc")),
        ("abP\0\0\0\0\0\0\0\u{1}c", None),
        ("abA", None),
        ("ab", None),
        ("", Some("abc")),
        ("abc", Some("")),
        ("abA{\0\0\0\0\0\0\0\0", None),
        ("aPb", Some("c")),
        ("a", Some("bPc")),
    ];
    for (sealed, by) in all {
        let token = seal.seal("x", &Binding::new(sealed, "{}", by)).unwrap();
        for (opened, whom) in all {
            let binding = Binding::new(opened, "{}", whom);
            assert_eq!(opens(&seal, &token, &binding), (sealed, by) == (opened, whom));
        }
    }
}

#[test]
fn order_and_spelling_do_not_matter() {
    same(&[
        r#"{"name":"é","arguments":{"a":1,"b":{"c":[{"d":1,"e":2}],"f":"/"}}}"#,
        r#"{"arguments":{"b":{"f":"/","c":[{"e":2,"d":1}]},"a":1},"name":"é"}"#,
        "\t{ \"name\" : \"é\" ,\r\n\"arguments\":{ \"a\":1, \"b\":{\"c\":[ {\"d\":1,\"e\":2} ],\"f\":\"/\"} } }\n",
        r#"{"n\u0061me":"\u00e9","\u0061rguments":{"\u0062":{"c":[{"e":2,"d":1}],"f":"\/"},"a":1}}"#,
    ]);
    let names: Vec<String> = (0..300).map(|n| format!(r#""{n}":{{"in":{n}}}"#)).collect();
    let turned: Vec<String> = (0..300).map(|n| names[(n * 7 + 13) % 300].clone()).collect();
    same(&[&format!("{{{}}}", names.join(",")), &format!("{{{}}}", turned.join(", "))]);
    same(&[r#"{"a":"😀"}"#, r#"{"a":"\ud83d\ude00"}"#, r#"{"a":"\uD83D\uDE00"}"#]);
}

#[test]
fn what_changes_from_round_to_round_does_not_matter() {
    same(&[
        r#"{"name":"a"}"#,
        r#"{"name":"a","_meta":{"progressToken":1}}"#,
        r#"{"_meta":{"progressToken":2,"deep":[[{}]]},"name":"a","requestState":"s1.…"}"#,
        r#"{"requestState":null,"name":"a","inputResponses":{"a":{"action":"accept"}}}"#,
        r#"{"\u005fmeta":1,"name":"a","request\u0053tate":2,"inputResponses":3}"#,
    ]);
    // So called at any other place, they are members like others.
    different(&[
        r#"{"name":"a"}"#,
        r#"{"name":"a","_Meta":1}"#,
        r#"{"name":"a","_meta ":1}"#,
        r#"{"name":"a","arguments":{}}"#,
        r#"{"name":"a","arguments":{"_meta":1}}"#,
        r#"{"name":"a","arguments":{"_meta":2}}"#,
        r#"{"name":"a","arguments":{"requestState":1}}"#,
        r#"{"name":"a","arguments":{"inputResponses":1}}"#,
        r#"{"name":"a","arguments":[{"_meta":1}]}"#,
    ]);
}

#[test]
fn numbers_count_as_they_are_written() {
    different(&[
        r#"{"a":1}"#,
        r#"{"a":1.0}"#,
        r#"{"a":1.00}"#,
        r#"{"a":1e0}"#,
        r#"{"a":1E0}"#,
        r#"{"a":1e+0}"#,
        r#"{"a":10e-1}"#,
        r#"{"a":-1}"#,
        r#"{"a":0}"#,
        r#"{"a":-0}"#,
        r#"{"a":0.0}"#,
        r#"{"a":11}"#,
        r#"{"a":9007199254740992}"#,
        r#"{"a":9007199254740993}"#,
        r#"{"a":1234567890123456789012345678901234567890}"#,
        r#"{"a":1234567890123456789012345678901234567891}"#,
        r#"{"a":"1"}"#,
    ]);
}

#[test]
fn values_are_told_apart() {
    different(&[
        "{}",
        r#"{"":""}"#,
        r#"{"a":null}"#,
        r#"{"a":"null"}"#,
        r#"{"a":true}"#,
        r#"{"a":"true"}"#,
        r#"{"a":false}"#,
        r#"{"a":""}"#,
        r#"{"a":"\u0000"}"#,
        r#"{"a":[]}"#,
        r#"{"a":"[]"}"#,
        r#"{"a":{}}"#,
        r#"{"a":"{}"}"#,
        r#"{"a":[[]]}"#,
        r#"{"a":[{}]}"#,
        r#"{"a":{"":[]}}"#,
        r#"{"a":[null]}"#,
        r#"{"a":[""]}"#,
        r#"{"a":["",""]}"#,
        r#"{"a":[],"b":[]}"#,
        r#"{"a":{"b":[]}}"#,
        r#"{"a\u0000":[]}"#,
        r#"{"A":[]}"#,
        r#"{"b":[]}"#,
        // Composed, and of two characters: they look alike.
        r#"{"a":"é"}"#,
        r#"{"a":"e\u0301"}"#,
    ]);
}

#[test]
fn values_do_not_run_into_each_other() {
    different(&[
        r#"{"a":[1,2]}"#,
        r#"{"a":[2,1]}"#,
        r#"{"a":[12]}"#,
        r#"{"a":["1,2"]}"#,
        r#"{"a":["1","2"]}"#,
        r#"{"a":["12"]}"#,
        r#"{"a":["1\",\"2"]}"#,
        r#"{"a":["1\"2"]}"#,
        r#"{"a":["1",2]}"#,
        r#"{"a":["1#2"]}"#,
        r#"{"a":["1\"\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u00002"]}"#,
        r#"{"a":[[1],2]}"#,
        r#"{"a":[1,[2]]}"#,
        r#"{"a":[[1,2]]}"#,
        r#"{"a":[[1],[2]]}"#,
        r#"{"a":["x",["y"]]}"#,
        r#"{"a":[["x"],"y"]}"#,
        r#"{"a":[["x","y"]]}"#,
        r#"{"a":{"b":1,"c":2}}"#,
        r#"{"a":{"b":2,"c":1}}"#,
        r#"{"a":{"b":{"c":1}}}"#,
        r#"{"a":{"b":1},"c":2}"#,
        r#"{"a":1,"b":{"c":2}}"#,
        r#"{"a":[{"b":1},{"c":2}]}"#,
        r#"{"a":[{"b":1,"c":2}]}"#,
        r#"{"a":[{"c":2},{"b":1}]}"#,
        r#"{"a":"b","c":"d"}"#,
        r#"{"a":"d","c":"b"}"#,
        r#"{"ab":"","c":"d"}"#,
        r#"{"a":"bc","":"d"}"#,
        r#"{"a":"b\",\"c\":\"d"}"#,
        // What stands for a string of one letter, as a string.
        r#"{"a":["\"\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0001x"]}"#,
        r#"{"a":["x","]"]}"#,
        r#"{"a":["x"],"]":0}"#,
        r#"{"a":["x]"]}"#,
    ]);
}

/// A member's digest holds the bytes of its value's digests, which could be written as the content of a string if
/// they were UTF-8. The empty object's stand for 9 bytes that are.
#[test]
fn a_string_that_spells_an_object_is_none() {
    different(&[
        r#"{"a":{}}"#,
        r#"{"a":"{\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000"}"#,
        r#"{"a":["{\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000"]}"#,
        r#"{"a":[{}]}"#,
    ]);
}

#[test]
fn params_that_the_strict_reader_refuses_bind_nothing() {
    let seal = subject();
    let token = seal.seal("x", &call("{}")).unwrap();
    let deep = |levels: usize| format!(r#"{{"a":{}{}}}"#, "[".repeat(levels - 1), "]".repeat(levels - 1));
    for params in [
        "",
        " ",
        "null",
        "[]",
        "\"{}\"",
        "1",
        "{",
        "}",
        "{}{}",
        "{} x",
        r#"{"a":1,"a":1}"#,
        r#"{"a":1,"\u0061":2}"#,
        r#"{"_meta":1,"_meta":2}"#,
        r#"{"_meta":{"a":1,"a":2}}"#,
        r#"{"a":"\ud800"}"#,
        r#"{"a":01}"#,
        r#"{"a":1,}"#,
        r#"{a:1}"#,
        &deep(129),
        &format!(r#"{{"a":{}}}"#, "1".repeat(65)),
    ] {
        assert_eq!(seal.seal("x", &call(params)), None, "{params}");
        assert_eq!(seal.open(&token, &call(params)), None, "{params}");
    }
    let params = deep(128);
    let token = seal.seal("x", &call(&params)).unwrap();
    assert!(opens(&seal, &token, &call(&params)));
}

/// Objects and arrays in turn, as deep as the reader goes, on a small stack.
#[test]
fn the_deepest_params_need_little_stack() {
    let reach = std::thread::Builder::new().stack_size(512 * 1024);
    let deepest = || {
        let params = format!("{}{}", r#"{"a":["#.repeat(64), "]}".repeat(64));
        let objects = format!("{}1{}", r#"{"a":"#.repeat(128), "}".repeat(128));
        different(&[&params, &objects]);
    };
    reach.spawn(deepest).unwrap().join().unwrap();
}
