//! A message from choices, and what it has to lead to.
//!
//! Each table begins with what is in order and repeats it, so that most messages get far.

use super::outcome::Outcome;
use super::params::{self, Params};
use crate::choices::Choices;

const IDS: [(Option<&str>, bool); 16] = [
    (Some("1"), true),
    (Some("\"a\""), true),
    (Some("7"), true),
    (Some("-9223372036854775808"), true),
    (Some("18446744073709551615"), true),
    (Some("\"\\u00e9\\/\\ud83d\\ude00\""), true),
    (Some("\"\""), true),
    (Some("2"), true),
    (Some("3"), true),
    (None, true),
    (None, true),
    (Some("null"), false),
    (Some("1.0"), false),
    (Some("-0"), false),
    (Some("18446744073709551616"), false),
    (Some("[1]"), false),
];

/// What stands behind the other members, or instead of the end, and whether the text is still JSON within the bounds.
const ENDS: [(&str, bool); 10] = [
    ("}", true),
    ("}\r", true),
    (",\"more\":[1.5e9,{\"a\":{}}]}", true),
    (",\"id\\u0020\":9}", true),
    ("", false),
    ("}x", false),
    ("}{}", false),
    (",\"more\":\"\\ud800\"}", false),
    (",\"more\":11111111111111111111111111111111111111111111111111111111111111111}", false),
    (",\"more\":{\"a\":1,\"\\u0061\":2}}", false),
];

/// What a method leads to, when all before it is in order.
#[derive(Clone, Copy, PartialEq)]
enum Method {
    Discover,
    List,
    Call,
    Initialize,
    /// Answered with this code.
    Refused(i64),
}

const METHODS: [(&str, Method); 20] = [
    ("\"tools/call\"", Method::Call),
    ("\"tools/call\"", Method::Call),
    ("\"tools/call\"", Method::Call),
    ("\"tools/call\"", Method::Call),
    ("\"tools\\/call\"", Method::Call),
    ("\"tools/call\"", Method::Call),
    ("\"tools/call\"", Method::Call),
    ("\"tools/list\"", Method::List),
    ("\"tools/list\"", Method::List),
    ("\"tools/list\"", Method::List),
    ("\"server/discover\"", Method::Discover),
    ("\"initialize\"", Method::Initialize),
    ("\"resources/read\"", Method::Refused(-32601)),
    ("\"ping\"", Method::Refused(-32601)),
    ("\"tools/call \"", Method::Refused(-32601)),
    ("\"notifications/cancelled\"", Method::Refused(-32600)),
    ("\"notifications/progress\"", Method::Refused(-32600)),
    ("\"sampling/createMessage\"", Method::Refused(-32600)),
    ("\"\"", Method::Refused(-32601)),
    ("\"completion/complete\"", Method::Refused(-32601)),
];

/// Puts a message together.
pub(super) fn message(choices: &mut Choices<'_>) -> (Vec<u8>, Outcome) {
    let (id, id_fits) = *choices.of(&IDS);
    let (method, means) = *choices.of(&METHODS);
    let (end, is_json) = if choices.rarely() { *choices.of(&ENDS) } else { ENDS[0] };
    let jsonrpc = if choices.rarely() { choices.of(&["\"2.1\"", "2.0", "null"]) } else { "\"2.0\"" };
    let method = if choices.rarely() { *choices.of(&[None, Some("7"), Some("null")]) } else { Some(method) };
    let answer = choices.rarely().then_some("{}");
    let params = params::compose(choices);

    let mut members = vec![("jsonrpc", Some(jsonrpc)), ("id", id), ("method", method)];
    members.extend([("params", params.text.as_deref()), ("result", answer)]);
    let turn = usize::from(choices.next()) % members.len();
    members.rotate_left(turn);
    let members =
        members.into_iter().filter_map(|(name, value)| value.map(|value| format!("\"{name}\":{value}")));
    let space = choices.of(&["", " ", "\t", "\r\n"]);
    let text = format!("{space}{{{}{end}", members.collect::<Vec<_>>().join(&format!(",{space}")));

    let has_method = method.is_some_and(|method| method.starts_with('"'));
    let known = id.filter(|_| id_fits);
    let error = |code| known.map_or(Outcome::Silence, |id| Outcome::Error(code, Some(id)));
    let outcome = if !is_json {
        Outcome::Error(-32700, known)
    } else if answer.is_some() && method.is_none() {
        Outcome::Silence
    } else if !id_fits {
        Outcome::Error(-32600, None)
    } else if jsonrpc != "\"2.0\"" || !has_method || answer.is_some() {
        error(-32600)
    } else if !params.fits {
        error(-32602)
    } else if known.is_none() {
        Outcome::Silence
    } else {
        refusal(means, &params).map_or(Outcome::Reached, error)
    };
    (text.into_bytes(), outcome)
}

/// The code of the first check that fails, behind the envelope.
fn refusal(means: Method, params: &Params) -> Option<i64> {
    if means == Method::Initialize && !params.has_version {
        return Some(-32022);
    }
    params.refused.or(match means {
        Method::Discover => None,
        Method::List => params.list,
        Method::Call => params.call,
        Method::Initialize => Some(-32601),
        Method::Refused(code) => Some(code),
    })
}
