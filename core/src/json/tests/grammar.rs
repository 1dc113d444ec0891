//! The grammar, literal by literal.

use alloc::format;
use alloc::string::String;

use crate::json::{Fault, Kind, check};

#[test]
fn every_kind_of_value_is_told_apart() {
    for (text, kind) in [
        ("{}", Kind::Object),
        ("[]", Kind::Array),
        (r#""""#, Kind::String),
        ("0", Kind::Number),
        ("true", Kind::True),
        ("false", Kind::False),
        ("null", Kind::Null),
        (" \t\r\n{ \t\r\n} \t\r\n", Kind::Object),
        (r#"{"a":{"b":[1,{"c":null}]},"d":[[],[[]]]}"#, Kind::Object),
    ] {
        assert_eq!(check(text), Ok(kind), "{text}");
    }
}

#[test]
fn numbers_are_those_of_the_grammar() {
    for text in [
        "0",
        "-0",
        "7",
        "-7",
        "10",
        "1.5",
        "0.0",
        "-0.0",
        "1e5",
        "1E5",
        "1e+5",
        "1e-5",
        "0e0",
        "1.25e-3",
        "1e400",
        "1e999999999999",
        "0.00000000000000000000001",
        "9007199254740993",
        "18446744073709551616",
    ] {
        assert_eq!(check(text), Ok(Kind::Number), "{text}");
        assert_eq!(check(&format!("[{text}]")), Ok(Kind::Array), "{text}");
        assert_eq!(check(&format!(r#"{{"a":{text} }}"#)), Ok(Kind::Object), "{text}");
    }
    for text in [
        "-",
        "+1",
        "01",
        "-01",
        "00",
        "1.",
        "-1.",
        ".5",
        "-.5",
        "1e",
        "1e+",
        "1e-",
        "1.e5",
        "1.5e",
        "--1",
        "1..2",
        "1e5.5",
        "0x10",
        "1_000",
        "Infinity",
        "-Infinity",
        "NaN",
        "1e5e5",
        "1 2",
        "- 1",
        "1,",
        "١",
    ] {
        assert!(check(text).is_err(), "{text}");
        assert_eq!(check(&format!("[{text}]")), Err(Fault::Syntax), "{text}");
        assert_eq!(check(&format!(r#"{{"a":{text}}}"#)), Err(Fault::Syntax), "{text}");
    }
}

#[test]
fn words_are_exact() {
    for text in [
        "t",
        "tru",
        "True",
        "TRUE",
        "truee",
        "f",
        "fals",
        "False",
        "n",
        "nul",
        "Null",
        "nil",
        "none",
        "undefined",
        "trúe",
        "\u{feff}null",
        "nul\0",
    ] {
        assert_eq!(check(&format!("[{text}]")), Err(Fault::Syntax), "{text}");
    }
}

#[test]
fn strings_hold_no_control_bytes_and_only_known_escapes() {
    for text in [
        r#""plain""#,
        "\"\u{7f}\u{80}é日😀\u{2028}\"",
        r#""\"\\\/\b\f\n\r\t""#,
        r#""\u0000\u001f\uABCD\uabcd\uFFFE\ud7ff\ue000""#,
        r#""\ud83d\ude00\uDBFF\uDFFF""#,
    ] {
        assert_eq!(check(text), Ok(Kind::String), "{text}");
        assert_eq!(check(&format!("{{{text}:0}}")), Ok(Kind::Object), "{text}");
    }
    for control in '\0'..' ' {
        assert_eq!(check(&format!("\"{control}\"")), Err(Fault::Syntax), "{control:?}");
        assert_eq!(check(&format!("\"long enough for a step {control} and more\"")), Err(Fault::Syntax));
        assert_eq!(check(&format!("\"\\n{control}\"")), Err(Fault::Syntax), "{control:?}");
        assert_eq!(check(&format!("\"\\{control}\"")), Err(Fault::Syntax), "{control:?}");
    }
    for text in [
        r#"""#,
        r#""abc"#,
        r#""\""#,
        r#""\x41""#,
        r#""\a""#,
        r#""\'""#,
        r#""\U0041""#,
        r#""\u""#,
        r#""\u004""#,
        r#""\u00g1""#,
        r#""\u00G1""#,
        r#""\u00/1""#,
        r#""\u00:1""#,
        r#""\u00@1""#,
        r#""\u00`1""#,
        r#""\u+041""#,
        r#""\u 041""#,
        r#""\uü41""#,
        r#""\é""#,
        r#"'abc'"#,
        r"abc",
        r#""\ud83d\u12""#,
    ] {
        assert_eq!(check(text), Err(Fault::Syntax), "{text}");
        assert_eq!(check(&format!("{{{text}:0}}")), Err(Fault::Syntax), "{text}");
    }
}

#[test]
fn half_a_surrogate_pair_is_refused_at_every_level() {
    for half in [
        r"\ud800",
        r"\uDBFF",
        r"\udc00",
        r"\udfff",
        r"\ud83d\ud83d",
        r"\ud83d\n",
        r"\ud83dx",
        r"\ud83d\u0041",
        r"\ude00\ud83d",
        r"\ud83d\ude00\ud83d",
        r"\ud83d\ude00\ude00",
        r"\ud83d\\ude00",
    ] {
        for text in [
            format!(r#""{half}""#),
            format!(r#""some text before {half} and behind""#),
            format!(r#"{{"{half}":0}}"#),
            format!(r#"{{"a":[[{{"{half}":0}}]]}}"#),
            format!(r#"{{"a":[[{{"b":"{half}"}}]]}}"#),
        ] {
            assert_eq!(check(&text), Err(Fault::Surrogate), "{text}");
        }
    }
}

#[test]
fn brackets_commas_and_colons_stand_where_they_belong() {
    for text in [
        "",
        " ",
        "[",
        "]",
        "{",
        "}",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[,]",
        "[1 2]",
        "[1,,2]",
        "[1}",
        "{]",
        "{1:2}",
        "{a:1}",
        r#"{"a"}"#,
        r#"{"a":}"#,
        r#"{"a":1,}"#,
        r#"{,"a":1}"#,
        r#"{"a" 1}"#,
        r#"{"a"::1}"#,
        r#"{"a":1 "b":2}"#,
        r#"{"a":1]"#,
        r#"{"a":1;"b":2}"#,
        r#"{"a":1"#,
        r#"{"a":1,"#,
        "[[]",
        "/* */1",
        "// 1\n1",
        "[1]\u{a0}x[",
        ":",
        ",",
        "\u{a0}1",
        "\u{c}1",
        "\u{b}[]",
        "\u{feff}{}",
        "\0",
        "[\0]",
        "{\0}",
        "{\"a\":\0}",
    ] {
        let fault = if text.starts_with("[1]") { Fault::Trailing } else { Fault::Syntax };
        assert_eq!(check(text), Err(fault), "{text:?}");
    }
}

const DOCUMENTS: [&str; 5] = [
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"h\u00e9llo"}}}"#,
    r#"{ "a" : [ 1 , -2.5e+10 , true , false , null , "x" , [ ] , { } ] , "\u0062" : { "c" : "\ud83d\ude00" } }"#,
    r#"{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1,"10":1,"日本":"語"}"#,
    r#"[[[[[[[["deep"]]]]]]],{"é":1.5}]"#,
    r#""a string with \"escapes\" and \\ more""#,
];

#[test]
fn a_document_passes_whole_and_no_beginning_of_it_does() {
    for text in DOCUMENTS {
        assert!(check(text).is_ok(), "{text}");
        for (end, _) in text.char_indices() {
            let fault = check(&text[..end]).unwrap_err();
            // Between the halves of a pair, the first one is alone.
            assert!(matches!(fault, Fault::Syntax | Fault::Surrogate), "{fault:?} for {}", &text[..end]);
        }
    }
}

#[test]
fn only_white_space_may_follow() {
    for text in DOCUMENTS {
        for (tail, expected) in [("", true), (" ", true), (" \t\r\n", true)] {
            assert_eq!(check(&format!("{text}{tail}")).is_ok(), expected);
        }
        for tail in ["x", " 1", "\n{}", ",", "]", "}", "\0", " \0", "\u{a0}", "\u{feff}", "\u{c}", "\"", text]
        {
            assert_eq!(check(&format!("{text}{tail}")), Err(Fault::Trailing), "{text}{tail:?}");
        }
    }
}

#[test]
fn each_byte_in_turn_is_damaged_without_harm() {
    for text in DOCUMENTS {
        for at in 0..text.len() {
            for damage in *b"\0\n \"\\,:[]{}0-.eutfn\x7f" {
                let mut bytes = text.as_bytes().to_vec();
                bytes[at] = damage;
                let Ok(text) = String::from_utf8(bytes) else { continue };
                let ours = check(&text).is_ok();
                assert!(!ours || serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{text}");
            }
        }
    }
}
