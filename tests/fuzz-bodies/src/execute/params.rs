//! The `params` of a composed message.

use super::meta;
use crate::choices::Choices;

const NAMES: [&str; 12] = [
    "\"echo\"",
    "\"raw\"",
    "\"measure\"",
    "\"report\"",
    "\"fail\"",
    "\"panic\"",
    "\"later\"",
    "\"elsewhere\"",
    "\"media\"",
    "\"demanding\"",
    "\"r\\u0061w\"",
    "\"nothing\"",
];

/// Base64 of the revision, the method and a name, in that order.
const CURSORS: [(Option<&str>, Option<i64>); 6] = [
    (None, None),
    (None, None),
    // echo, raw, nothing
    (Some("\"MjAyNi0wNy0yOCB0b29scy9saXN0IGVjaG8\""), None),
    (Some("\"MjAyNi0wNy0yOCB0b29scy9saXN0IHJhdw\""), None),
    (Some("\"MjAyNi0wNy0yOCB0b29scy9saXN0IG5vdGhpbmc\""), None),
    // gone
    (Some("\"MjAyNi0wNy0yOCB0b29scy9saXN0IGdvbmU\""), Some(-32602)),
];

/// What `params` adds up to.
pub(super) struct Params {
    pub(super) text: Option<String>,
    pub(super) fits: bool,
    /// The code that `_meta` is refused with.
    pub(super) refused: Option<i64>,
    pub(super) has_version: bool,
    /// By method: the code that the rest is refused with.
    pub(super) list: Option<i64>,
    pub(super) call: Option<i64>,
}

/// Puts `params` together.
pub(super) fn compose(choices: &mut Choices<'_>) -> Params {
    if choices.rarely() {
        let text = *choices.of(&[None, Some("[]"), Some("null"), Some("\"x\"")]);
        let bad = Some(-32602);
        let (fits, text) = (text.is_none(), text.map(String::from));
        return Params { text, fits, refused: bad, has_version: false, list: bad, call: bad };
    }
    let mut members = Vec::new();
    let (refused, has_version, capable) = meta::compose(choices, &mut members);
    let (name, call) = match choices.rarely() {
        true => *choices.of(&[
            (None, Some(-32602)),
            (Some("7"), Some(-32602)),
            (Some("\"unknown\""), Some(-32602)),
        ]),
        false => {
            let name = *choices.of(&NAMES);
            (Some(name), (name == "\"demanding\"" && !capable).then_some(-32021))
        }
    };
    let name_text = name.map(String::from);
    let (arguments, arguments_fit) = arguments(choices, name.unwrap_or_default());
    let (cursor, list) = match choices.rarely() {
        true => *choices.of(&[(None, None), (Some("\"zzz\""), Some(-32602)), (Some("1"), Some(-32602))]),
        false => *choices.of(&CURSORS),
    };
    let rest = [("name", name_text), ("arguments", arguments), ("cursor", cursor.map(String::from))];
    members.extend(
        rest.into_iter().filter_map(|(name, value)| value.map(|value| format!("\"{name}\":{value}"))),
    );
    let turn = usize::from(choices.next()) % members.len().max(1);
    members.rotate_left(turn);
    let text = Some(format!("{{{}}}", members.join(",")));
    let call = call.or((!arguments_fit).then_some(-32602));
    Params { text, fits: true, refused, has_version, list, call }
}

/// Arguments for the tool, and whether they are an object or left out.
fn arguments(choices: &mut Choices<'_>, name: &str) -> (Option<String>, bool) {
    if choices.rarely() {
        let text = *choices.of(&[None, Some("null"), Some("[]"), Some("\"{}\"")]);
        return (text.map(String::from), text.is_none());
    }
    let numbers = ["0", "1", "2", "3", "7", "255", "256", "-1", "1.0", "1e400", "null", "\"1\""];
    let values = [
        "{\"length\":3}",
        "{\"length\":3.0}",
        "{\"length\":\"3\"}",
        "{}",
        "[]",
        "null",
        "1e400",
        "1111111111111111111111111111111111111111111111111111111111111111",
        "{\"b\":1,\"a\":[\"\\u2028\",\r\n{}]}",
    ];
    let text = match name {
        "\"echo\"" | "\"later\"" | "\"elsewhere\"" | "\"demanding\"" => {
            format!("{{\"text\":{},\"times\":{}}}", choices.string(), choices.of(&numbers))
        }
        "\"report\"" => format!(
            "{{\"steps\":{},\"waits\":{},\"data\":{},\"message\":{}}}",
            choices.of(&numbers),
            choices.of(&["true", "false"]),
            choices.of(&values),
            choices.string(),
        ),
        "\"fail\"" | "\"panic\"" | "\"media\"" => {
            format!("{{\"kind\":{},\"text\":{}}}", choices.next(), choices.string())
        }
        "\"nothing\"" => (*choices.of(&["{}", "{ }", "{\"a\":1}"])).into(),
        _ => format!("{{\"value\" : {}}}", choices.of(&values)),
    };
    (Some(text), true)
}
