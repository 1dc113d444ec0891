//! The bounds, on both sides of each, and what a fault says of itself.

use alloc::format;
use alloc::string::{String, ToString};

use crate::json::{Fault, Kind, check, parse};

fn nested(open: &str, inner: &str, close: &str, levels: usize) -> String {
    format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
}

#[test]
fn a_hundred_and_twenty_eight_levels_pass() {
    assert_eq!(check(&nested("[", "", "]", 128)), Ok(Kind::Array));
    assert_eq!(check(&nested("[", "", "]", 129)), Err(Fault::Depth));
    assert_eq!(check(&nested(r#"{"a":"#, "1", "}", 128)), Ok(Kind::Object));
    assert_eq!(check(&nested(r#"{"a":"#, "1", "}", 129)), Err(Fault::Depth));
    assert_eq!(check(&nested(r#"[{"a":"#, "1", "}]", 64)), Ok(Kind::Array));
    assert_eq!(check(&nested(r#"[{"a":"#, "[]", "}]", 64)), Err(Fault::Depth));
    // Far deeper, and never closed.
    assert_eq!(check(&"[".repeat(1_000_000)), Err(Fault::Depth));
    assert_eq!(check(&r#"{"a":"#.repeat(10_000)), Err(Fault::Depth));
    // Levels are given back: brackets side by side are not deep.
    assert_eq!(check(&format!("[{}[]]", "[[]],".repeat(1_000))), Ok(Kind::Array));
}

#[test]
fn depth_is_counted_through_what_the_caller_walks() {
    let read = |levels| {
        let text = format!(r#"{{"params":[{}]}}"#, nested("[", "", "]", levels));
        parse(&text, |reader| {
            reader.object(|reader, _| reader.array(|reader| reader.value().map(drop)).map(drop))
        })
        .map(drop)
    };
    assert_eq!(read(126), Ok(()));
    assert_eq!(read(127), Err(Fault::Depth));
}

#[test]
fn sixty_four_digits_pass() {
    let (most, over) = ("7".repeat(64), "7".repeat(65));
    for (text, expected) in [
        (most.clone(), Ok(Kind::Number)),
        (format!("-{most}"), Ok(Kind::Number)),
        (over.clone(), Err(Fault::Digits)),
        (format!("-{over}"), Err(Fault::Digits)),
        (format!("{over}.5"), Ok(Kind::Number)),
        (format!("{over}e5"), Ok(Kind::Number)),
        (format!("0.{over}"), Ok(Kind::Number)),
        (format!("1e{over}"), Ok(Kind::Number)),
        (format!("[[{over}]]"), Err(Fault::Digits)),
        (format!(r#"{{"a":{{"b":{over}}}}}"#), Err(Fault::Digits)),
        (format!(r#"["{over}"]"#), Ok(Kind::Array)),
        (format!("0{most}"), Err(Fault::Syntax)),
        (format!("{over}x"), Err(Fault::Digits)),
    ] {
        assert_eq!(check(&text), expected, "{text}");
    }
}

#[test]
fn two_members_of_one_name_are_refused_at_every_level() {
    for text in [
        r#"{"a":1,"a":1}"#,
        r#"{"":1,"":2}"#,
        r#"{"a":1,"b":2,"a":3}"#,
        r#"[[{"x":{"a":1,"b":[],"a":{}}}]]"#,
        r#"{"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"1":0}"#,
        r#"{"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"9":0}"#,
        r#"{"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"10":0,"8":0}"#,
        r#"{"日本":0,"é":0,"日本":0}"#,
    ] {
        assert_eq!(check(text), Err(Fault::Duplicate), "{text}");
    }
    for text in [
        r#"{"a":1,"A":2}"#,
        r#"{"a":1,"a ":2," a":3,"":4," ":5}"#,
        r#"{"a":{"a":{"a":[{"a":1},{"a":1}]}}}"#,
        r#"{"ab":1,"bb":1,"ba":1,"aa":1,"abb":1,"aab":1,"bab":1,"bbb":1,"aba":1,"baa":1,"bba":1}"#,
        r#"{"é":0,"e\u0301":0}"#,
    ] {
        assert_eq!(check(text), Ok(Kind::Object), "{text}");
    }
}

#[test]
fn an_escaped_spelling_is_the_same_name() {
    for text in [
        r#"{"a":1,"\u0061":2}"#,
        r#"{"\u0061":1,"a":2}"#,
        r#"{"\u0061":1,"\u0061":2}"#,
        r#"{"/":1,"\/":2}"#,
        r#"{"\n":1,"\u000a":2}"#,
        r#"{"\u00E9":1,"b":2,"é":3}"#,
        r#"{"😀":1,"\ud83d\ude00":2}"#,
        r#"[{"x":{"method":1,"m\u0065thod":2}}]"#,
        r#"{"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"\u0031":0}"#,
        r#"{"\u0031":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"1":0}"#,
        r#"{"a":0,"b":0,"\u0063":0,"b":0}"#,
    ] {
        assert_eq!(check(text), Err(Fault::Duplicate), "{text}");
    }
    for text in [r#"{"a":1,"\u0062":2}"#, r#"{"\\u0061":1,"a":2}"#, r#"{"\"":1,"":2,"\\":3,"\\\"":4}"#] {
        assert_eq!(check(text), Ok(Kind::Object), "{text}");
    }
}

#[test]
fn a_hundred_thousand_members_are_told_apart() {
    let mut text = String::from("{");
    for n in 0..100_000 {
        text.push_str(&format!(r#""name-{n}":{n},"#));
    }
    assert_eq!(check(&format!(r#"{text}"name":0}}"#)), Ok(Kind::Object));
    assert_eq!(check(&format!(r#"{text}"name-54321":0}}"#)), Err(Fault::Duplicate));
    assert_eq!(check(&format!(r#"{text}"n\u0061me-1":0}}"#)), Err(Fault::Duplicate));
    assert_eq!(check(&format!(r#"[{{"deep":{text}"name-99999":0}}}}]"#)), Err(Fault::Duplicate));
    // One name over and over is the case in which every comparison ends in equality.
    assert_eq!(check(&format!(r#"{{"a":0{}}}"#, r#","b":0"#.repeat(100_000))), Err(Fault::Duplicate));
    let same = r#","same-long-name-again-and-again":0"#.repeat(100_000);
    assert_eq!(
        check(&format!(r#"{{"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0{same}}}"#)),
        Err(Fault::Duplicate)
    );
}

#[test]
fn a_fault_names_its_limit() {
    for (fault, text) in [
        (Fault::Syntax, "the text is not valid JSON"),
        (Fault::Depth, "nesting is deeper than 128 levels"),
        (Fault::Digits, "an integer has more than 64 digits"),
        (Fault::Duplicate, "an object has two members of the same name"),
        (Fault::Surrogate, "an escape is half of a surrogate pair"),
        (Fault::Utf8, "the text is not valid UTF-8"),
        (Fault::Trailing, "something follows the JSON value"),
        (Fault::Size, "the text is longer than 1073741823 bytes"),
    ] {
        assert_eq!(fault.to_string(), text);
    }
    let bytes = "é".as_bytes();
    assert_eq!(core::str::from_utf8(&bytes[..1]).map_err(Fault::from), Err(Fault::Utf8));
}
