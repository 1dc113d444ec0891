//! A caller that walks the members it knows.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::json::{Fault, Kind, Name, Reader, Span, parse};

#[test]
fn spans_say_what_stands_where() {
    let text =
        r#" { "s" : "plain" , "e":"a\nb", "n":-1.50e3,"o":{"x": 1},"a":[ 1 ],"t":true,"f":false,"z":null } "#;
    let mut found = Vec::new();
    let whole = parse(text, |reader| {
        assert!(reader.at_object());
        assert!(!reader.at_array());
        reader.object(|reader, name| {
            found.push((name.to_vec(), reader.value()?));
            Ok(())
        })
    });
    let whole = whole.unwrap();
    assert_eq!(whole.raw(text), text.trim());
    assert_eq!(whole.kind(), Kind::Object);
    let expected: [(&str, Kind, &str, Option<&str>); 8] = [
        ("s", Kind::String, r#""plain""#, Some("plain")),
        ("e", Kind::String, r#""a\nb""#, Some("a\nb")),
        ("n", Kind::Number, "-1.50e3", None),
        ("o", Kind::Object, r#"{"x": 1}"#, None),
        ("a", Kind::Array, "[ 1 ]", None),
        ("t", Kind::True, "true", None),
        ("f", Kind::False, "false", None),
        ("z", Kind::Null, "null", None),
    ];
    assert_eq!(found.len(), expected.len());
    for ((name, span), (expected_name, kind, raw, string)) in found.into_iter().zip(expected) {
        assert_eq!(name, expected_name.as_bytes());
        assert!(span.is_given());
        assert_eq!(span.kind(), kind);
        assert_eq!(span.raw(text), raw);
        assert_eq!(span.string(text).as_deref(), string);
    }
}

#[test]
fn a_string_is_borrowed_unless_it_holds_an_escape() {
    let string = |text| parse(text, Reader::value).unwrap().string(text);
    assert!(matches!(string(r#""héllo""#), Some(Cow::Borrowed("héllo"))));
    assert!(matches!(string(r#""""#), Some(Cow::Borrowed(""))));
    assert!(matches!(string(r#""\u0068i \ud83d\ude00""#), Some(Cow::Owned(owned)) if owned == "hi 😀"));
    assert_eq!(string("12"), None);
}

#[test]
fn names_come_without_their_escapes() {
    let text = r#"{"\u006dethod":1,"a\"b\\":2,"":3,"\u00e9\ud83d\ude00":4,"plain":5}"#;
    let mut names = Vec::new();
    parse(text, |reader| {
        reader.object(|reader, name| {
            names.push(String::from_utf8(name.to_vec()).unwrap());
            reader.value().map(drop)
        })
    })
    .unwrap();
    assert_eq!(names, ["method", r#"a"b\"#, "", "é😀", "plain"]);
}

#[test]
fn arrays_are_walked_item_by_item() {
    let text = r#"[ [ ] , [1], [ {"a":[]} , "x" ] ]"#;
    let mut raw = Vec::new();
    parse(text, |reader| {
        assert!(reader.at_array());
        reader.array(|reader| {
            raw.push(reader.array(|reader| reader.value().map(drop))?.raw(text));
            Ok(())
        })
    })
    .unwrap();
    assert_eq!(raw, ["[ ]", "[1]", r#"[ {"a":[]} , "x" ]"#]);
}

#[test]
fn what_was_read_before_a_fault_stays_usable() {
    for (text, fault) in [
        (r#"{"id":"é7","params":{"a":[1,2}}"#, Fault::Syntax),
        (r#"{"id":"é7","params":{"a":1,"b":2,"a":3}}"#, Fault::Duplicate),
        (r#"{"id":"é7","params":["\ud800"]}"#, Fault::Surrogate),
        (r#"{"id":"é7","\ud800":0}"#, Fault::Surrogate),
        (r#"{"id":"é7"} x"#, Fault::Trailing),
        (r#"{"id":"é7","id":8}"#, Fault::Duplicate),
        (r#"{"id":"é7""#, Fault::Syntax),
    ] {
        let mut id = Span::default();
        let result = parse(text, |reader| {
            reader.object(|reader, name| {
                let value = reader.value()?;
                if name == b"id" {
                    id = value;
                }
                Ok(())
            })
        });
        assert_eq!(result, Err(fault), "{text}");
        assert_eq!(id.raw(text), r#""é7""#, "{text}");
        assert_eq!(id.string(text).as_deref(), Some("é7"), "{text}");
    }
}

#[test]
fn the_callers_own_refusal_ends_the_reading() {
    let mut calls = 0;
    let result = parse(r#"{"a":1,"b":2}"#, |reader| {
        reader.object(|_, _| {
            calls += 1;
            Err(Fault::Size)
        })
    });
    assert_eq!((result, calls), (Err(Fault::Size), 1));
}

#[test]
fn another_kind_of_value_is_no_object_and_no_array() {
    for text in ["[]", "1", "null", r#""{}""#, "", "}"] {
        assert_eq!(
            parse(text, |reader| reader.object(|reader, _| reader.value().map(drop))),
            Err(Fault::Syntax)
        );
    }
    for text in ["{}", "1", "null", r#""[]""#, "", "]"] {
        assert_eq!(parse(text, |reader| reader.array(|reader| reader.value().map(drop))), Err(Fault::Syntax));
    }
}

#[test]
fn a_member_whose_value_is_not_consumed_is_a_fault() {
    let unread = |text| parse(text, |reader| reader.object(|_, _| Ok(())));
    assert_eq!(unread(r#"{"a":1}"#), Err(Fault::Syntax));
    assert_eq!(unread(r#"{"a":{}}"#), Err(Fault::Syntax));
    assert_eq!(parse("[1]", |reader| reader.array(|_| Ok(()))), Err(Fault::Syntax));
    assert_eq!(parse("1", |_| Ok(())), Err(Fault::Trailing));
}

/// What an object's members are to who expects `a`, `method` and `me`.
fn expecting(text: &str) -> Result<Vec<(String, String)>, Fault> {
    const NAMES: [&str; 3] = ["a", "method", "me"];
    let mut found = Vec::new();
    parse(text, |reader| {
        reader.object_of(NAMES, |reader, name| {
            let name = match name {
                Name::Expected(index) => NAMES[index].into(),
                Name::Other(name) => format!("other {}", String::from_utf8_lossy(name)),
            };
            found.push((name, reader.value()?.raw(text).into()));
            Ok(())
        })
    })?;
    Ok(found)
}

#[test]
fn names_that_are_expected_come_by_their_place() {
    let text = r#" { "method" :1,"a":2 , "b":3,"m\u0065":4,"methods":5,"":6,"A":7,"\u0062b":8} "#;
    let found = expecting(text).unwrap();
    let found: Vec<_> = found.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let expected = [
        ("method", "1"),
        ("a", "2"),
        ("other b", "3"),
        ("me", "4"),
        ("other methods", "5"),
        ("other ", "6"),
        ("other A", "7"),
        ("other bb", "8"),
    ];
    assert_eq!(found, expected);
    assert_eq!(expecting("{}").unwrap(), []);
}

#[test]
fn a_name_that_is_expected_comes_once() {
    for text in [
        r#"{"a":1,"a":2}"#,
        r#"{"a":1,"\u0061":2}"#,
        r#"{"\u0061":1,"a":2}"#,
        r#"{"\u0061":1,"\u0061":2}"#,
        r#"{"method":1,"b":2,"method":3}"#,
        r#"{"b":1,"a":2,"b":3}"#,
        r#"{"b":1,"a":2,"\u0062":3}"#,
        r#"{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1,"a":1,"a":1}"#,
        r#"{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1,"a":1,"9":1}"#,
    ] {
        assert_eq!(expecting(text), Err(Fault::Duplicate), "{text}");
    }
}

#[test]
fn where_a_name_is_expected_the_grammar_is_the_same() {
    for text in [
        "",
        "{",
        r#"{"#,
        r#"{"a"#,
        r#"{"a""#,
        r#"{"a":"#,
        r#"{"a":1"#,
        r#"{"a":1,"#,
        r#"{"a":1,}"#,
        r#"{"a" 1}"#,
        r#"{"a"1}"#,
        r#"{a:1}"#,
        r#"{"a":1 "me":2}"#,
        r#"{"a":}"#,
        r#"{,"a":1}"#,
        r#"["a"]"#,
    ] {
        assert_eq!(expecting(text), Err(Fault::Syntax), "{text}");
    }
}

#[test]
fn a_name_is_no_other_that_starts_like_it() {
    // For one of these lasts the filter of names takes both for the same.
    for last in ('!'..='~').filter(|last| !matches!(last, '"' | '\\')) {
        let text = format!(r#"{{"long{last}":1,"long":2,"lon":3}}"#);
        assert_eq!(crate::json::check(&text), Ok(Kind::Object), "{text}");
        let text = format!(r#"{{"lon":1,"long":2,"longer{last}":3,"long":4}}"#);
        assert_eq!(crate::json::check(&text), Err(Fault::Duplicate), "{text}");
    }
}
