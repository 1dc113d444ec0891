//! URI templates: what matches could have been expanded from what was found.

use serde_json::{Value, json};
use snodo_core::{Call, Json, Outcome, Resource, Server, Variables};

/// How many URIs of an input are asked for.
const MAX_URIS: usize = 8;

/// The variables of one URI, a list's name with each of its segments.
type Found = Vec<(String, String)>;

/// Two lines of templates, then URIs. Whatever a template is, it is taken or refused; a URI that matches says what an
/// expansion of the found variables says, and that expansion gives the same variables; two templates stand beside each
/// other in any order or in none, and then answer for exactly the URIs of either.
///
/// # Panics
///
/// When one of this does not hold.
pub fn template(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let mut lines = text.split('\n');
    let mut next = || lines.next().unwrap_or_default();
    let texts = [next(), next()];
    let alone = texts.map(|text| server(&[text]));
    let both = server(&texts);
    let swapped = server(&[texts[1], texts[0]]);
    assert_eq!(both.is_some(), swapped.is_some(), "two templates stand beside each other in any order");
    assert!(both.is_none() || alone.iter().all(Option::is_some), "each is taken where both are");
    for uri in lines.take(MAX_URIS) {
        let found = [0, 1].map(|at| alone[at].as_ref().and_then(|server| read(server, uri)));
        for (text, server, found) in [(texts[0], &alone[0], &found[0]), (texts[1], &alone[1], &found[1])] {
            if let (Some(server), Some((_, found))) = (server, found) {
                check(text, server, uri, found);
            }
        }
        let (Some(both), Some(swapped)) = (&both, &swapped) else { continue };
        let answer = read(both, uri);
        assert_eq!(read(swapped, uri), answer, "the order of definitions makes no difference");
        let of_either = match &answer {
            None => found == [None, None],
            answer => found.contains(answer),
        };
        assert!(of_either, "one of both answers for what it matches alone: {texts:?} {uri}");
    }
}

/// A server with these templates, if it can be built.
fn server(templates: &[&str]) -> Option<Server> {
    let mut builder = Server::builder("fuzz", "1");
    for template in templates {
        let text = (*template).to_owned();
        let handler = move |variables: Variables| {
            let found: Found =
                variables.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
            let answer = Json(json!([text, found]));
            async move { Ok(answer) }
        };
        builder = builder.resource(Resource::template(*template, "resource", handler));
    }
    builder.build().ok()
}

/// The template that answers for a URI, and the variables it found.
fn read(server: &Server, uri: &str) -> Option<(String, Found)> {
    let message = json!({
        "jsonrpc": "2.0",
        "id": 1,
        "method": "resources/read",
        "params": {
            "uri": uri,
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        },
    });
    let execution =
        server.handle(message.to_string().as_bytes(), &Call::new()).expect("a request is answered");
    let Outcome::Response(response) = execution.wait() else { panic!("nothing comes before the answer") };
    let mut bytes = Vec::new();
    response.encode(&mut bytes);
    let response: Value = serde_json::from_slice(&bytes).expect("an answer is JSON");
    let Some(contents) = response.pointer("/result/contents/0/text").and_then(Value::as_str) else {
        assert_eq!(response["error"]["code"], -32602, "{response}");
        return None;
    };
    Some(serde_json::from_str(contents).expect("the handler made it"))
}

fn check(template: &str, server: &Server, uri: &str, found: &Found) {
    let expansion = expand(template, found);
    assert_eq!(meaning(&expansion), meaning(uri), "{template} {uri} {found:?}");
    // A slash that was encoded is none in the expansion of `{+var}`.
    if !template.contains("{+") {
        let again = read(server, &expansion).map(|(_, found)| found);
        assert_eq!(again.as_ref(), Some(found), "{template} {expansion}");
    }
}

/// RFC 6570, section 3, for templates of the subset, except that `%`, `?` and `#` in a value are encoded always.
fn expand(template: &str, found: &Found) -> String {
    let mut uri = String::new();
    let mut rest = template;
    // A name in a continuation may be the first one of the query.
    let mut separator = '?';
    while let Some((literal, tail)) = rest.split_once('{') {
        let (expression, tail) = tail.split_once('}').expect("the template was taken");
        uri.push_str(&encode(literal, |byte| byte.is_ascii()));
        rest = tail;
        let names = expression.trim_start_matches(['+', '/', '?', '&']);
        for name in names.split(',').map(|name| name.trim_end_matches('*')) {
            for (_, value) in found.iter().filter(|(known, _)| known == name) {
                match expression.as_bytes()[0] {
                    b'+' => uri.push_str(&encode(value, |byte| {
                        is_unreserved(byte) || b":/[]@!$&'()*+,;=".contains(&byte)
                    })),
                    b'/' => uri.push_str(&format!("/{}", encode(value, is_unreserved))),
                    b'?' | b'&' => {
                        uri.push_str(&format!("{separator}{name}={}", encode(value, is_unreserved)));
                        separator = '&';
                    }
                    _ => uri.push_str(&encode(value, is_unreserved)),
                }
            }
        }
    }
    uri + &encode(rest, |byte| byte.is_ascii())
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn encode(text: &str, is_kept: fn(u8) -> bool) -> String {
    let encoded = text
        .bytes()
        .map(|byte| if is_kept(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") });
    encoded.collect()
}

/// What a URI says: its scheme in small letters, everything decoded, the pairs of its query sorted.
fn meaning(uri: &str) -> (Vec<u8>, Vec<Vec<u8>>) {
    let (scheme, rest) = uri.split_once(':').expect("what matches has a scheme");
    let (path, query) = rest.split_once('?').map_or((rest, None), |(path, query)| (path, Some(query)));
    let mut pairs: Vec<_> = query.into_iter().flat_map(|query| query.split('&')).map(decoded).collect();
    pairs.sort();
    (decoded(&format!("{}:{path}", scheme.to_ascii_lowercase())), pairs)
}

fn decoded(text: &str) -> Vec<u8> {
    let mut pieces = text.split('%');
    let mut bytes = Vec::from(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (digits, rest) = piece.split_at_checked(2).expect("what matches is spelled well");
        bytes.push(u8::from_str_radix(digits, 16).expect("what matches is spelled well"));
        bytes.extend(rest.as_bytes());
    }
    bytes
}
