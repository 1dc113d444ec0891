//! A body from choices.

use crate::choices::Choices;

/// Members with whether they are in order, which the first are.
type Table<const N: usize> = [(Option<&'static str>, bool); N];

const IDS: Table<8> = [
    (Some("1"), true),
    (Some("\"r\""), true),
    (Some("18446744073709551615"), true),
    (Some("\"\\u00e9\\n\""), true),
    (Some("-1"), true),
    (None, false),
    (Some("null"), false),
    (Some("1.5"), false),
];
const METHODS: Table<12> = [
    (Some("\"tools/call\""), true),
    (Some("\"tools/call\""), true),
    (Some("\"tools/call\""), true),
    (Some("\"tools\\/call\""), true),
    (Some("\"tools/call\""), true),
    (Some("\"tools/list\""), true),
    (Some("\"server/discover\""), true),
    (Some("\"resources/read\""), false),
    (Some("\"notifications/cancelled\""), false),
    (Some("\"\\u00e9\""), false),
    (Some("7"), false),
    (None, false),
];
const NAMES: Table<12> = [
    (Some("\"echo\""), true),
    (Some("\"route\""), true),
    (Some("\"report\""), true),
    (Some("\"route\""), true),
    (Some("\"fail\""), false),
    (Some("\"r\\u006fute\""), true),
    (Some("\"unknown\""), false),
    (Some("\" echo\""), false),
    (Some("\"\\u00e9\""), false),
    (Some("\"=?base64?ZWNobw==?=\""), false),
    (Some("7"), false),
    (None, false),
];
const VERSIONS: Table<6> = [
    (Some("\"2026-07-28\""), true),
    (Some("\"2026\\u002d07-28\""), true),
    (Some("\"2026-07-28\""), true),
    (Some("\"1999-01-01\""), false),
    (Some("7"), false),
    (None, false),
];
const REGIONS: [Option<&str>; 10] = [
    Some("\"us\""),
    None,
    Some("\"\\u00e9\""),
    Some("\" a\""),
    Some("\"=?base64?eA==?=\""),
    Some("\"\""),
    Some("null"),
    Some("[]"),
    Some("7"),
    Some("\"a\\nb\""),
];
const COUNTS: [Option<&str>; 12] = [
    Some("3"),
    None,
    Some("0"),
    Some("-7"),
    Some("3.0"),
    Some("1e2"),
    Some("-0"),
    Some("9007199254740991"),
    Some("9007199254740993"),
    Some("\"3\""),
    Some("null"),
    Some("0.5"),
];
const DRY: [Option<&str>; 5] = [Some("true"), None, Some("false"), Some("null"), Some("\"true\"")];

/// A body, and whether a request with it succeeds if its head is in order.
pub(super) fn compose(choices: &mut Choices<'_>) -> (Vec<u8>, bool) {
    let (id, id_fits) = *choices.of(&IDS);
    let (method, method_fits) = *choices.of(&METHODS);
    let is_call = method.is_some_and(|method| method.ends_with("call\""));
    let (name, name_fits) = *choices.of(&NAMES);
    let (version, version_fits) = *choices.of(&VERSIONS);
    let jsonrpc_fits = !choices.rarely();
    let arguments = match name.unwrap_or_default() {
        "\"echo\"" => format!("{{\"text\":{}}}", choices.string()),
        "\"report\"" | "\"fail\"" => format!("{{\"steps\":{}}}", choices.next()),
        _ => route(choices),
    };
    let (token, token_fits) = *choices.of(&[
        ("", true),
        (",\"progressToken\":7", true),
        (",\"progressToken\":\"\\n\"", true),
        (",\"progressToken\":[]", false),
    ]);
    let level = *choices.of(&["", ",\"io.modelcontextprotocol/logLevel\":\"debug\""]);
    let version =
        version.map_or(String::new(), |it| format!(",\"io.modelcontextprotocol/protocolVersion\":{it}"));
    let meta = format!("{{\"io.modelcontextprotocol/clientCapabilities\":{{}}{version}{token}{level}}}");
    let name = name.map_or(String::new(), |name| format!("\"name\":{name},"));
    let params = format!("{{{name}\"arguments\":{arguments},\"_meta\":{meta}}}");
    let id = id.map_or(String::new(), |id| format!("\"id\":{id},"));
    let method = method.map_or(String::new(), |method| format!("\"method\":{method},"));
    let jsonrpc = if jsonrpc_fits { "2.0" } else { "2.1" };
    let (end, is_json) =
        if choices.rarely() { *choices.of(&[("x", false), ("", true), ("\r\n", true)]) } else { ("", true) };
    let text = format!("{{\"jsonrpc\":\"{jsonrpc}\",{id}{method}\"params\":{params}}}{end}");
    let fits = [id_fits, method_fits, version_fits, jsonrpc_fits, token_fits, is_json, name_fits || !is_call];
    (text.into_bytes(), fits.iter().all(|fits| *fits))
}

fn route(choices: &mut Choices<'_>) -> String {
    let (region, count, dry) = (*choices.of(&REGIONS), *choices.of(&COUNTS), *choices.of(&DRY));
    let place = count.map(|count| format!("{{\"count\":{count}}}"));
    let members = [("region", region), ("place", place.as_deref()), ("dry", dry)];
    let members = members.into_iter().filter_map(|(name, value)| Some(format!("\"{name}\":{}", value?)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}
