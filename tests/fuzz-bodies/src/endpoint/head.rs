//! A head from choices, and what it has to be refused with.

use super::judge::{Fields, Mirrored, base64};
use crate::choices::Choices;
use crate::subject::{Host, Subject};

/// A request's head.
pub(super) struct Head {
    pub(super) method: &'static str,
    pub(super) target: String,
    pub(super) fields: Fields,
    /// The status of the first check that fails.
    pub(super) refused: Option<u16>,
}

/// Values of a field, which may be repeated, and whether they pass.
type Lines = (&'static [&'static str], bool);

const METHODS: [(&str, bool); 8] = [
    ("POST", true),
    ("POST", true),
    ("POST", true),
    ("GET", false),
    ("DELETE", false),
    ("post", false),
    ("OPTIONS", false),
    ("", false),
];
/// Behind the path.
const TARGETS: [(&str, bool); 8] = [
    ("", true),
    ("?", true),
    ("?a=/mcp?", true),
    ("", true),
    ("/", false),
    ("x", false),
    ("%2F", false),
    ("#", false),
];
const CONTENT_TYPES: [Lines; 10] = [
    (&["application/json"], true),
    (&["Application/JSON; charset=UTF-8"], true),
    (&["\tapplication/json;charset=\"utf-8\" "], true),
    (&["application/json"], true),
    (&[], false),
    (&["text/plain"], false),
    (&["application/json", "application/json"], false),
    (&["application/json; charset=latin1"], false),
    (&["application/json, text/plain"], false),
    (&["application/json/"], false),
];
const ACCEPTS: [Lines; 12] = [
    (&["application/json, text/event-stream"], true),
    (&["text/event-stream;q=0.5,application/json"], true),
    (&["application/json", "text/event-stream"], true),
    (&[], true),
    (&["*/*"], true),
    (&["application/*;q=0.001", "TEXT/*"], true),
    (&["application/json"], false),
    (&["text/event-stream"], false),
    (&["application/json;q=0, */*"], false),
    (&["application/json, text/event-stream;q=0.000"], false),
    (&[""], false),
    (&["text/html;x=\",application/json,text/event-stream\""], false),
];

/// Puts a head together for `body`.
pub(super) fn compose(choices: &mut Choices<'_>, subject: &Subject, body: &[u8]) -> Head {
    let (tail, path_fits) = *choices.of(&TARGETS);
    let (method, method_fits) = *choices.of(&METHODS);
    let (origin, origin_fits) = *choices.of(subject.origins);
    let (host, is_host) = *choices.of(subject.hosts);
    let (content_type, type_fits) = *choices.of(&CONTENT_TYPES);
    let (accept, accept_fits) = *choices.of(&ACCEPTS);
    let length = body.len().to_string();
    let (length, length_fits) = match choices.next() % 8 {
        0..=3 => (Some(length), body.len() <= subject.max_body),
        4 => (None, true),
        // No length at all, which is no matter of the endpoint.
        5 => (Some("+9999999999".into()), true),
        6 => (Some((subject.max_body + 1).to_string()), false),
        _ => (Some("99999999999999999999999".into()), false),
    };
    let checks = [
        (path_fits, 404),
        (origin_fits, 403),
        (is_host != Host::Bad, 400),
        (is_host != Host::Forbidden, 403),
        (method_fits, 405),
        (type_fits, 415),
        (accept_fits, 406),
        (length_fits, 413),
    ];

    let mut fields = Fields::new();
    for (name, values) in
        [("Origin", origin), ("Host", host), ("Content-Type", content_type), ("Accept", accept)]
    {
        fields.extend(values.iter().map(|value| (name.into(), Vec::from(*value))));
    }
    fields.extend(length.map(|length| ("Content-Length".into(), length.into_bytes())));
    mirror(choices, &mut fields, body);
    let turn = usize::from(choices.next()) % fields.len().max(1);
    fields.rotate_left(turn);
    match choices.next() % 4 {
        1 => fields.iter_mut().for_each(|(name, _)| name.make_ascii_lowercase()),
        2 => fields.iter_mut().for_each(|(name, _)| name.make_ascii_uppercase()),
        _ => {}
    }
    let refused = checks.iter().find(|(fits, _)| !fits).map(|(_, status)| *status);
    Head { method, target: subject.path.to_owned() + tail, fields, refused }
}

/// Adds the fields that repeat members of the body, most often as they should be.
fn mirror(choices: &mut Choices<'_>, fields: &mut Fields, body: &[u8]) {
    let Some(mirrored) = Mirrored::of(body) else { return };
    add(choices, fields, "MCP-Protocol-Version", mirrored.version, false);
    add(choices, fields, "Mcp-Method", mirrored.method, false);
    add(choices, fields, "Mcp-Name", mirrored.name, true);
    for (name, value) in mirrored.params {
        add(choices, fields, name, value, true);
    }
}

fn add(choices: &mut Choices<'_>, fields: &mut Fields, name: &str, value: Option<String>, may_encode: bool) {
    let choice = choices.next() % 32;
    let mut push = |value: Vec<u8>| fields.push((name.into(), value));
    let Some(value) = value else {
        if choice == 31 {
            push(choices.string().into_bytes());
        }
        return;
    };
    let encoded = format!("=?base64?{}?=", base64(value.as_bytes())).into_bytes();
    match choice {
        22 => push(format!("\t {value} ").into_bytes()),
        23 => push(encoded),
        24 => {}
        25 => [(); 2].map(|()| push(value.clone().into_bytes())).into_iter().collect(),
        26 => push(value.to_ascii_uppercase().into_bytes()),
        27 => push(format!("{value}\u{e9}").into_bytes()),
        28 => push(encoded[..encoded.len() - 1].into()),
        29 => push(format!("=?base64?{}", String::from_utf8_lossy(&encoded[10..])).into_bytes()),
        30 => push(format!("{value}.0").into_bytes()),
        31 => push(choices.string().into_bytes()),
        _ if may_encode && !is_plain(&value) => push(encoded),
        _ => push(value.into_bytes()),
    }
}

/// Whether a value may stand in a field as it is.
fn is_plain(value: &str) -> bool {
    value.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        && value.trim_matches([' ', '\t']) == value
        && !value.starts_with("=?base64?")
}
