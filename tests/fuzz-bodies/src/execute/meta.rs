//! The `_meta` of a composed message.

use crate::choices::Choices;

/// Whether a member is in order.
#[derive(Clone, Copy, PartialEq)]
enum Fits {
    Yes,
    /// And it declares what the demanding tool needs.
    Capable,
    No,
}

// What the members may be: first and most often in order.

const CAPABILITIES: [(Option<&str>, Fits); 16] = [
    (Some("{}"), Fits::Yes),
    (Some("{}"), Fits::Yes),
    (Some(r#"{"elicitation":{}}"#), Fits::Yes),
    (Some(r#"{"elicitation":{"form":{}},"sampling":{}}"#), Fits::Capable),
    (Some(r#"{"elicitation":{},"sampling":{"tools":{}},"roots":{}}"#), Fits::Capable),
    (Some(r#"{"sampling":{"context":{}},"elicitation":{"form":{"x":1},"url":{}},"y":7}"#), Fits::Capable),
    (Some(r#"{"extensions":{"com.example/a":{}},"experimental":{}}"#), Fits::Yes),
    (Some(r#"{"elicitation":{"url":{}},"sampling":{}}"#), Fits::Yes),
    (Some("{}"), Fits::Yes),
    (None, Fits::No),
    (Some("[]"), Fits::No),
    (Some(r#"{"roots":true}"#), Fits::No),
    (Some(r#"{"elicitation":{"voice":{}}}"#), Fits::No),
    (Some(r#"{"sampling":{"tools":1}}"#), Fits::No),
    (Some(r#"{"extensions":{"tasks":{}}}"#), Fits::No),
    (Some(r#"{"experimental":null}"#), Fits::No),
];
const CLIENTS: [(Option<&str>, Fits); 8] = [
    (None, Fits::Yes),
    (Some(r#"{"name":"fuzz","version":"1"}"#), Fits::Yes),
    (Some(r#"{"version":"","title":7,"name":"\u00e9"}"#), Fits::Yes),
    (None, Fits::Yes),
    (None, Fits::Yes),
    (Some(r#"{"name":"fuzz"}"#), Fits::No),
    (Some(r#"{"name":1,"version":"1"}"#), Fits::No),
    (Some("null"), Fits::No),
];
const LEVELS: [(Option<&str>, Fits); 12] = [
    (None, Fits::Yes),
    (Some("\"debug\""), Fits::Yes),
    (Some("\"info\""), Fits::Yes),
    (Some("\"notice\""), Fits::Yes),
    (Some("\"warning\""), Fits::Yes),
    (Some("\"error\""), Fits::Yes),
    (Some("\"critical\""), Fits::Yes),
    (Some("\"\\u0061lert\""), Fits::Yes),
    (Some("\"emergency\""), Fits::Yes),
    (Some("\"Debug\""), Fits::No),
    (Some("7"), Fits::No),
    (Some("null"), Fits::No),
];
const TOKENS: [(Option<&str>, Fits); 10] = [
    (None, Fits::Yes),
    (Some("1"), Fits::Yes),
    (Some("\"a\""), Fits::Yes),
    (Some("\"\\ud83d\\ude00\""), Fits::Yes),
    (Some("18446744073709551615"), Fits::Yes),
    (Some("-1"), Fits::Yes),
    (Some("\"token\""), Fits::Yes),
    (Some("1.5"), Fits::No),
    (Some("null"), Fits::No),
    (Some("{}"), Fits::No),
];

/// Adds `_meta`. Gives the code it is refused with, whether a version stands in it, and whether the demanding tool may
/// be called.
pub(super) fn compose(choices: &mut Choices<'_>, members: &mut Vec<String>) -> (Option<i64>, bool, bool) {
    if choices.rarely() {
        members.extend(choices.of(&[None, Some("\"_meta\":null"), Some("\"_meta\":[]")]).map(String::from));
        return (Some(-32602), false, false);
    }
    let (version, version_is) = match choices.rarely() {
        true => *choices.of(&[
            (None, Some(-32602)),
            (Some("7"), Some(-32602)),
            (Some("\"1999-01-01\""), Some(-32022)),
        ]),
        false => (Some("\"2026-07-28\""), None),
    };
    let (capabilities, capable) = *choices.of(&CAPABILITIES);
    let (client, client_is) = *choices.of(&CLIENTS);
    let (level, level_is) = *choices.of(&LEVELS);
    let (token, token_is) = *choices.of(&TOKENS);
    let more = (choices.next() % 4 == 3).then_some("{\"deep\":[[]]}");
    let mut parts: Vec<String> = [
        ("\"io.modelcontextprotocol/protocolVersion\":", version),
        ("\"io.modelcontextprotocol/clientCapabilities\":", capabilities),
        ("\"io.modelcontextprotocol/clientInfo\":", client),
        ("\"io.modelcontextprotocol\\/logLevel\":", level),
        ("\"progressToken\":", token),
        ("\"com.example/more\":", more),
    ]
    .into_iter()
    .filter_map(|(name, value)| value.map(|value| format!("{name}{value}")))
    .collect();
    let turn = usize::from(choices.next()) % parts.len().max(1);
    parts.rotate_left(turn);
    members.push(format!("\"_meta\":{{{}}}", parts.join(",")));

    let malformed = [capable, client_is, level_is, token_is].contains(&Fits::No);
    (if malformed { Some(-32602) } else { version_is }, version.is_some(), capable == Fits::Capable)
}
