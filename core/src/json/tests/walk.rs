//! A caller that walks the members it knows.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::json::{Fault, Kind, Reader, Span, parse};

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
