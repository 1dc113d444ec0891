//! Whether the fields of a head say what the body says, by serde_json and the text of the protocol.

use crate::members::Members;

/// A head's field lines.
pub(crate) type Fields = Vec<(String, Vec<u8>)>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Agree,
    Disagree,
    /// Numbers that are spelled in two ways, or that readers may take for different ones.
    Unsure,
}

/// What the mirrored fields have to say for a body; `None` for those that may be left out.
pub(super) struct Mirrored {
    pub(super) version: Option<String>,
    pub(super) method: Option<String>,
    pub(super) name: Option<String>,
    /// Each parameter of the tool `route`, with the text of the argument.
    pub(super) params: Vec<(&'static str, Option<String>)>,
}

const PARAMS: [&str; 3] = ["Mcp-Param-Region", "Mcp-Param-Count", "Mcp-Param-Dry"];

impl Mirrored {
    /// `None` when the body has no such members.
    pub(super) fn of(body: &[u8]) -> Option<Self> {
        let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
        let message = Members::of(str::from_utf8(body).ok()?)?;
        let params = message.object("params");
        let meta = params.as_ref().and_then(|params| params.object("_meta"));
        let method = message.string("method");
        let is_call = method.as_deref() == Some("tools/call");
        let name = params.as_ref().filter(|_| is_call).and_then(|params| params.string("name"));
        let mut mirrored = Self {
            version: meta.and_then(|meta| meta.string("io.modelcontextprotocol/protocolVersion")),
            method,
            name,
            params: Vec::new(),
        };
        if mirrored.name.as_deref() == Some("route") {
            let arguments = params.and_then(|params| params.object("arguments"));
            let argument = |name: &str| arguments.as_ref()?.get(name);
            let place = arguments.as_ref().and_then(|arguments| arguments.object("place"));
            let count = place.as_ref().and_then(|place| place.get("count"));
            let values = [argument("region"), count, argument("dry")];
            mirrored.params = PARAMS.into_iter().zip(values.map(|value| value.and_then(text))).collect();
        }
        Some(mirrored)
    }
}

/// How a field spells an argument.
fn text(argument: &str) -> Option<String> {
    match argument.as_bytes()[0] {
        b'"' => serde_json::from_str(argument).ok(),
        b'{' | b'[' | b'n' => None,
        _ => Some(argument.into()),
    }
}

/// Judges all fields.
pub(crate) fn judge(fields: &Fields, body: &[u8]) -> Verdict {
    let Some(mirrored) = Mirrored::of(body) else { return Verdict::Disagree };
    let required = [("MCP-Protocol-Version", &mirrored.version), ("Mcp-Method", &mirrored.method)];
    let agree = |name: &str, value: &Option<String>| value.is_some() && *value == plain(fields, name);
    if !required.iter().all(|(name, value)| agree(name, value)) {
        return Verdict::Disagree;
    }
    let is_call = mirrored.method.as_deref() == Some("tools/call");
    if is_call && (mirrored.name.is_none() || mirrored.name != decoded(fields, "Mcp-Name")) {
        return Verdict::Disagree;
    }
    let mut verdict = Verdict::Agree;
    for (name, value) in mirrored.params {
        let is_number = name == "Mcp-Param-Count";
        match (value, decoded(fields, name)) {
            (None, None) if lines(fields, name).is_empty() => {}
            (Some(body), Some(header)) if body == header => {
                // What is no integer, or more than every reader of JSON keeps exactly, need not be the same.
                if is_number && body.parse::<i64>().map_or(true, |n| n.unsigned_abs() >= 1 << 53) {
                    verdict = Verdict::Unsure;
                }
            }
            (Some(body), Some(header)) if is_number && is_same(&body, &header) => verdict = Verdict::Unsure,
            _ => return Verdict::Disagree,
        }
    }
    verdict
}

fn is_same(number: &str, other: &str) -> bool {
    number.parse::<f64>().is_ok_and(|number| other.parse() == Ok(number))
}

fn lines<'a>(fields: &'a Fields, wanted: &str) -> Vec<&'a [u8]> {
    let of_name = fields.iter().filter(|(name, _)| name.eq_ignore_ascii_case(wanted));
    of_name.map(|(_, value)| &**value).collect()
}

/// The one value of a field.
fn plain(fields: &Fields, wanted: &str) -> Option<String> {
    let [value] = lines(fields, wanted)[..] else { return None };
    let text = str::from_utf8(value).ok()?.trim_matches([' ', '\t']);
    text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t')).then(|| text.into())
}

fn decoded(fields: &Fields, wanted: &str) -> Option<String> {
    let value = plain(fields, wanted)?;
    match value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) {
        Some(encoded) => String::from_utf8(bytes(encoded)?).ok(),
        None => Some(value),
    }
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Base64.
pub(super) fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits =
            (0..3).fold(0, |bits, at| bits << 8 | u32::from(group.get(at).copied().unwrap_or_default()));
        for at in 0..4 {
            let six = (bits >> (18 - 6 * at) & 63) as usize;
            text.push(if at > group.len() { '=' } else { ALPHABET[six].into() });
        }
    }
    text
}

/// The bytes whose Base64 this is, and no other spelling of it.
fn bytes(encoded: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for group in encoded.as_bytes().chunks(4) {
        let place =
            |byte: &u8| (0_u32..).zip(ALPHABET).find(|(_, known)| *known == byte).map_or(0, |(at, _)| at);
        let bits = group.iter().fold(0, |bits, byte| bits << 6 | place(byte));
        let data = group.iter().filter(|byte| **byte != b'=').count();
        bytes.extend_from_slice(&(bits << 8).to_be_bytes()[..data.saturating_sub(1)]);
    }
    (base64(&bytes) == encoded).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::{base64, bytes};

    #[test]
    fn base64_goes_both_ways_and_has_one_spelling() {
        for (plain, encoded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foo\u{e9}", "Zm9vw6k=")]
        {
            assert_eq!(base64(plain.as_bytes()), encoded);
            assert_eq!(bytes(encoded).as_deref(), Some(plain.as_bytes()));
        }
        for bad in ["Zg", "Zg=", "Zh==", "Z===", "====", "Zm8", "Zm8=\n", "Zm9v ", "Z-9v"] {
            assert_eq!(bytes(bad), None, "{bad}");
        }
    }
}
