//! Damaged documents, judged beside serde_json.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::IgnoredAny;
use serde_json::Value;

use crate::json::{Fault, check, compact};

const SEEDS: [&str; 9] = [
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hello"}}}"#,
    r#"[0,-0,1.5,-1e10,1E+2,2e-3,123456789012345678901234567890,true,false,null,"",[],{}]"#,
    r#"{"\u0061":"\ud83d\ude00\"\\\/\b\f\n\r\t","é":"日本\u00e9","b":[{"a":1},{"a":2}]}"#,
    r#"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"\u006b":11}"#,
    "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]",
    " { \"a\" :\t[ 1 ,\r\n2 ] , \"b\" : { } } ",
    r#""a rather long string, so that a step of eight bytes is not the end \ud800 of it""#,
    r#"{"a":{"a":{"a":{"a":{"a":{"a":{"a":"a"}}}}}}}"#,
    "12345678901234567890123456789012345678901234567890123456789012345",
];

/// What damage is made of: every byte that means something to the grammar, and pieces that are hard to hit.
const PIECES: [&str; 36] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "0",
    "1",
    "-",
    ".",
    "e",
    "+",
    " ",
    "\n",
    "\0",
    "\u{1f}",
    "é",
    "😀",
    "true",
    "null",
    "a",
    "\\u0061",
    "\\ud83d",
    "\\ude00",
    "\\n",
    "\"a\":",
    "\"a\":1,",
    "{\"a\":1}",
    "[[[[[[[[",
    "]]]]]]]]",
    "99999999999999999999999999999999",
    "\\u",
    "\u{feff}",
    "1e5",
];

/// A small generator with a fixed start (xorshift64*), so that each run is the same.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(high).unwrap() % end
    }

    /// A place in the text at which a character starts.
    fn place(&mut self, text: &str) -> usize {
        text.floor_char_boundary(self.below(text.len() + 1))
    }

    fn damage(&mut self, text: &mut String) {
        let at = self.place(text);
        match self.below(6) {
            0 => text.truncate(at),
            1 if at < text.len() => drop(text.remove(at)),
            2 => {
                let to = text.ceil_char_boundary((at + self.below(12)).min(text.len()));
                text.replace_range(at..to, PIECES[self.below(PIECES.len())]);
            }
            3 => {
                let other = SEEDS[self.below(SEEDS.len())];
                let (from, to) = (self.place(other), self.place(other));
                text.insert_str(at, &other[from.min(to)..from.max(to)]);
            }
            4 => {
                let value = SEEDS[self.below(SEEDS.len())];
                *text = format!("[{text},{value}]");
            }
            _ => text.insert_str(at, PIECES[self.below(PIECES.len())]),
        }
    }
}

#[test]
fn damaged_documents_are_judged_as_serde_json_does() {
    let mut chance = Chance(0x5eed_0f5e_ed5e_ed01);
    let mut accepted = 0;
    let mut refused = Vec::new();
    for _ in 0..12_000 {
        let mut text = SEEDS[chance.below(SEEDS.len())].to_string();
        for _ in 0..=chance.below(4) {
            chance.damage(&mut text);
            match judge(&text) {
                Ok(()) => accepted += 1,
                Err(fault) if refused.contains(&fault) => {}
                Err(fault) => refused.push(fault),
            }
        }
    }
    // The damage is neither harmless nor hopeless.
    assert!(accepted > 2_000, "{accepted}");
    for fault in [Fault::Syntax, Fault::Digits, Fault::Duplicate, Fault::Surrogate, Fault::Trailing] {
        assert!(refused.contains(&fault), "{fault:?}");
    }
}

/// Asserts that both readers agree, up to the bounds that only ours has.
fn judge(text: &str) -> Result<(), Fault> {
    let grammar = serde_json::from_str::<IgnoredAny>(text).is_ok();
    let decoded = serde_json::from_str::<Value>(text);
    // Where decoding gives up for reasons of its own, the grammar alone is judged.
    let valid = match &decoded {
        Ok(_) => true,
        Err(error) => {
            let reason = error.to_string();
            grammar && (reason.starts_with("number out of range") || reason.starts_with("recursion limit"))
        }
    };
    let ours = check(text);
    match ours {
        Ok(_) => assert!(valid, "accepted: {text}"),
        Err(Fault::Syntax | Fault::Trailing) => assert!(!grammar, "refused: {text}"),
        Err(Fault::Surrogate) => assert!(decoded.is_err(), "surrogates refused: {text}"),
        Err(Fault::Digits) => assert!(has_long_integer(text), "digits refused: {text}"),
        Err(Fault::Depth) => assert!(text.matches(['[', '{']).count() > 128, "depth refused: {text}"),
        // serde_json keeps the last of two members, so what it writes again has fewer names.
        Err(Fault::Duplicate) => {
            assert!(decoded.is_err() || members(text) > members_kept(&decoded), "{text}");
        }
        Err(other) => panic!("{other:?}: {text}"),
    }
    let compacted = compact(text);
    assert_eq!(compacted.as_ref().err(), ours.as_ref().err());
    if let (Ok(compacted), Ok(decoded)) = (compacted, decoded) {
        assert_eq!(serde_json::from_str::<Value>(&compacted).ok(), Some(decoded), "{text}");
        assert_eq!(compact(&compacted).as_ref(), Ok(&compacted));
    }
    ours.map(drop)
}

fn has_long_integer(text: &str) -> bool {
    text.split(|char: char| !char.is_ascii_digit()).any(|digits| digits.len() > 64)
}

/// How many members a valid text spells: the colons that stand outside its strings.
fn members(text: &str) -> usize {
    let (mut colons, mut quoted, mut escaped) = (0, false, false);
    for char in text.chars() {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => quoted = !quoted,
            ':' if !quoted => colons += 1,
            _ => {}
        }
    }
    colons
}

fn members_kept(decoded: &serde_json::Result<Value>) -> usize {
    fn count(value: &Value) -> usize {
        match value {
            Value::Array(items) => items.iter().map(count).sum(),
            Value::Object(members) => members.len() + members.values().map(count).sum::<usize>(),
            _ => 0,
        }
    }
    decoded.as_ref().map(count).unwrap_or_default()
}
