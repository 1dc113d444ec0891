//! White space between tokens, removed.

use alloc::string::String;

use super::{Fault, check, string};

/// The text without the white space between its tokens, checked as [`check`] does. Strings, digits and the order
/// of members stay as they are.
///
/// # Errors
///
/// The writer's fault: the text is not acceptable JSON.
pub fn compact(text: &str) -> Result<String, Fault> {
    check(text)?;
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let (mut kept, mut at) = (0, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = string::scan(bytes, at + 1)?.0 + 1,
            b' ' | b'\n' | b'\r' | b'\t' => {
                out.push_str(&text[kept..at]);
                at += 1;
                kept = at;
            }
            _ => at += 1,
        }
    }
    out.push_str(&text[kept..]);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_white_space_between_tokens_only() {
        for (text, expected) in [
            (" {\r\n\t\"a b\" : [ 1.50 , \"x\\\" y\\\\\" , { } ] }\n", r#"{"a b":[1.50,"x\" y\\",{}]}"#),
            (r#"{"b":1,"a":2}"#, r#"{"b":1,"a":2}"#),
            ("  \" é 日 \"  ", "\" é 日 \""),
            ("\t123456789012345678901234567890 ", "123456789012345678901234567890"),
            (r#"[ "\u0020 \\" , "" ]"#, r#"["\u0020 \\",""]"#),
        ] {
            assert_eq!(compact(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_json() {
        assert_eq!(compact("[1 2]"), Err(Fault::Syntax));
        assert_eq!(compact("{} {}"), Err(Fault::Trailing));
        assert_eq!(compact(r#"{"a":1, "a":1}"#), Err(Fault::Duplicate));
    }
}
