//! A second opinion on JSON text. It shares nothing with the reader under test: serde_json judges the grammar, and a
//! walk over the tokens measures what the reader bounds.

use std::collections::HashSet;

use serde::de::IgnoredAny;
use snodo_core::json::Fault;

/// A text that is JSON by its grammar.
pub(crate) struct Tokens<'a> {
    /// In their order, as they stand in the text.
    pub(crate) all: Vec<&'a str>,
    /// How deep arrays and objects are nested.
    depth: usize,
    /// Of the integer that has most.
    digits: usize,
    /// An object has two members of one name.
    duplicate: bool,
    /// A string holds half of a surrogate pair.
    surrogate: bool,
}

impl<'a> Tokens<'a> {
    /// `None` when it is no JSON, whatever the bounds.
    pub(crate) fn of(text: &'a str) -> Option<Self> {
        // Neither depth nor surrogates nor the size of numbers matter to serde_json when it ignores a value.
        serde_json::from_str::<IgnoredAny>(text).ok()?;
        let mut tokens = Self { all: Vec::new(), depth: 0, digits: 0, duplicate: false, surrogate: false };
        let mut open: Vec<Option<HashSet<String>>> = Vec::new();
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
            let Some(first) = rest.chars().next() else { return Some(tokens) };
            let (token, behind) = rest.split_at(length(rest));
            match first {
                '{' => open.push(Some(HashSet::new())),
                '[' => open.push(None),
                '}' | ']' => drop(open.pop()),
                '"' => match serde_json::from_str::<String>(token) {
                    Ok(content) => {
                        let names = open.last_mut().and_then(Option::as_mut);
                        if let (Some(names), Some(&("{" | ","))) = (names, tokens.all.last()) {
                            tokens.duplicate |= !names.insert(content);
                        }
                    }
                    Err(_) => tokens.surrogate = true,
                },
                '-' | '0'..='9' if !token.contains(['.', 'e', 'E']) => {
                    tokens.digits = tokens.digits.max(token.trim_start_matches('-').len());
                }
                _ => {}
            }
            tokens.depth = tokens.depth.max(open.len());
            tokens.all.push(token);
            rest = behind;
        }
    }

    /// Whether the text breaks the bound that `fault` names. Syntax is no bound.
    pub(crate) fn breaks(&self, fault: Fault) -> bool {
        match fault {
            Fault::Depth => self.depth > 128,
            Fault::Digits => self.digits > 64,
            Fault::Duplicate => self.duplicate,
            Fault::Surrogate => self.surrogate,
            _ => false,
        }
    }

    /// Whether the text breaks no bound.
    pub(crate) fn is_acceptable(&self) -> bool {
        [Fault::Depth, Fault::Digits, Fault::Duplicate, Fault::Surrogate]
            .iter()
            .all(|fault| !self.breaks(*fault))
    }

    /// The tokens without punctuation, strings by their content.
    pub(crate) fn scalars(&self) -> Vec<String> {
        let scalars = self.all.iter().filter(|token| !token.starts_with(['{', '}', '[', ']', ',', ':']));
        scalars.map(|token| content(token)).collect()
    }

    /// The text with one spelling for each string.
    pub(crate) fn normal(&self) -> String {
        self.all
            .iter()
            .map(
                |token| {
                    if token.starts_with('"') { format!("{:?}", content(token)) } else { (*token).into() }
                },
            )
            .collect()
    }
}

/// The content of a string; any other token as it is.
pub(crate) fn content(token: &str) -> String {
    match token.starts_with('"') {
        true => {
            serde_json::from_str(token).expect("strings without halves of surrogate pairs can be decoded")
        }
        false => token.into(),
    }
}

/// Of the token at the start of valid JSON.
fn length(rest: &str) -> usize {
    match rest.as_bytes()[0] {
        b'{' | b'}' | b'[' | b']' | b',' | b':' => 1,
        b'"' => {
            let mut escaped = false;
            let end = rest.bytes().skip(1).position(|byte| {
                let ends = byte == b'"' && !escaped;
                escaped = byte == b'\\' && !escaped;
                ends
            });
            end.expect("strings end in valid JSON") + 2
        }
        _ => rest.find(|c: char| " \t\r\n,:[]{}".contains(c)).unwrap_or(rest.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<Fault> {
        let tokens = Tokens::of(text).unwrap();
        let all = [Fault::Depth, Fault::Digits, Fault::Duplicate, Fault::Surrogate];
        all.into_iter().filter(|fault| tokens.breaks(*fault)).collect()
    }

    #[test]
    fn bounds_are_measured() {
        assert_eq!(faults(&format!("{}{}", "[".repeat(128), "]".repeat(128))), []);
        assert_eq!(faults(&format!("{}{}", "[".repeat(129), "]".repeat(129))), [Fault::Depth]);
        assert_eq!(faults(&format!("[-{},{}.5]", "1".repeat(64), "1".repeat(70))), []);
        assert_eq!(faults(&"1".repeat(65)), [Fault::Digits]);
        assert_eq!(faults(r#"{"a":"a","b":{"a":["a","a"]}}"#), []);
        assert_eq!(faults(r#"[{"a":1,"\u0061":2}]"#), [Fault::Duplicate]);
        assert_eq!(faults(r#"["\ud83d\ude00"]"#), []);
        assert_eq!(faults(r#"["\ud83d"]"#), [Fault::Surrogate]);
    }

    #[test]
    fn texts_are_taken_apart() {
        let tokens = Tokens::of(" {\"a\\\"\\\\\" : [ 1.5e3 ,true\t, \"\\u00e9\" ] } ").unwrap();
        assert_eq!(
            tokens.all,
            ["{", r#""a\"\\""#, ":", "[", "1.5e3", ",", "true", ",", r#""\u00e9""#, "]", "}"]
        );
        assert_eq!(tokens.scalars(), [r#"a"\"#, "1.5e3", "true", "é"]);
        assert!(Tokens::of("[1 2]").is_none());
    }
}
