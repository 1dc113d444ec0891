//! The strict reader and the writer, against a second opinion.

use snodo_core::json::{self, Fault, Kind, Name, Reader, Span, Writer};

use crate::tokens::Tokens;

/// The reader accepts exactly the JSON that breaks no bound, by every way of reading; what it gives is what stands in
/// the text; what the writer writes reads back.
///
/// # Panics
///
/// When one of this does not hold.
pub fn json(data: &[u8]) {
    if let Some(bytes) = data.first_chunk() {
        float(f64::from_bits(u64::from_le_bytes(*bytes)));
    }
    let Ok(text) = str::from_utf8(data) else { return };
    string(text);
    let verdict = json::check(text);
    let mut seen = Vec::new();
    let walked = json::parse(text, |reader| walk(reader, text, &mut seen));
    assert_eq!(walked.map(Span::kind), verdict, "member by member or at once");
    assert_eq!(json::compact(text).err(), verdict.err(), "compacting checks");
    let mut expecting = Vec::new();
    let walked = json::parse(text, |reader| walk_expecting(reader, text, &mut expecting));
    assert_eq!(walked.is_ok(), verdict.is_ok(), "whatever names are expected");
    if verdict.is_ok() {
        assert_eq!(expecting, seen, "whatever names are expected");
    }
    match (Tokens::of(text), verdict) {
        (Some(tokens), Ok(kind)) => accepted(text, &tokens, kind, &seen),
        (Some(tokens), Err(fault)) => assert!(tokens.breaks(fault), "refused without a reason: {fault}"),
        (None, Ok(_)) => panic!("accepted what is no JSON"),
        (None, Err(_)) => {}
    }
}

fn accepted(text: &str, tokens: &Tokens<'_>, kind: Kind, seen: &[String]) {
    assert!(tokens.is_acceptable(), "accepted against the bounds");
    assert_eq!(Some(kind), tokens.all.first().map(|first| kind_of(first)));
    assert_eq!(tokens.scalars(), seen);

    let root = json::parse(text, Reader::value).expect("it was accepted before");
    assert_eq!(root.raw(text), text.trim_matches([' ', '\t', '\r', '\n']));

    let compact = json::compact(text).expect("it was accepted before");
    assert_eq!(compact, tokens.all.concat());
    assert_eq!(json::compact(&compact).as_ref(), Ok(&compact));

    let mut raw = Vec::new();
    Writer::new(&mut raw).raw(text);
    assert!(raw.iter().all(|byte| *byte >= b' '), "raw JSON becomes one line");
    let raw = str::from_utf8(&raw).expect("it came from a str");
    assert_eq!(Tokens::of(raw).map(|raw| raw.all), Some(tokens.all.clone()));
}

/// Reads by the calls that `value` replaces, noting names and scalars.
fn walk(reader: &mut Reader<'_>, text: &str, seen: &mut Vec<String>) -> Result<Span, Fault> {
    if reader.at_object() {
        return reader.object(|reader, name| {
            seen.push(str::from_utf8(name).expect("names are parts of a str").into());
            walk(reader, text, seen).map(drop)
        });
    }
    if reader.at_array() {
        return reader.array(|reader| walk(reader, text, seen).map(drop));
    }
    let span = reader.value()?;
    seen.push(span.string(text).unwrap_or(span.raw(text).into()).into());
    Ok(span)
}

/// Names that texts have and names that differ from them by little.
const EXPECTED: [&str; 10] =
    ["a", "b", "", "id", "jsonrpc", "method", "params", "par", "é", "io.modelcontextprotocol/clientInfo"];

/// Reads as [`walk`], and expects some names.
fn walk_expecting(reader: &mut Reader<'_>, text: &str, seen: &mut Vec<String>) -> Result<Span, Fault> {
    if reader.at_object() {
        return reader.object_of(EXPECTED, |reader, name| {
            let name = match name {
                Name::Expected(index) => EXPECTED[index],
                Name::Other(name) => {
                    let name = str::from_utf8(name).expect("names are parts of a str");
                    assert!(!EXPECTED.contains(&name), "{name:?} was expected");
                    name
                }
            };
            seen.push(name.into());
            walk_expecting(reader, text, seen).map(drop)
        });
    }
    if reader.at_array() {
        return reader.array(|reader| walk_expecting(reader, text, seen).map(drop));
    }
    walk(reader, text, seen)
}

fn kind_of(token: &str) -> Kind {
    match token.as_bytes()[0] {
        b'{' => Kind::Object,
        b'[' => Kind::Array,
        b'"' => Kind::String,
        b't' => Kind::True,
        b'f' => Kind::False,
        b'n' => Kind::Null,
        _ => Kind::Number,
    }
}

fn string(content: &str) {
    let mut out = Vec::from(*b"kept");
    Writer::new(&mut out).string(content);
    let written = out.strip_prefix(b"kept").expect("what was there before stays");
    assert!(written.iter().all(|byte| *byte >= b' '), "strings are one line");
    assert_eq!(serde_json::from_slice::<String>(written).ok().as_deref(), Some(content));
}

fn float(n: f64) {
    let mut out = Vec::new();
    Writer::new(&mut out).float(n);
    let written = str::from_utf8(&out).expect("numbers are ASCII");
    if !n.is_finite() {
        return assert_eq!(written, "null");
    }
    assert_eq!(json::check(written), Ok(Kind::Number), "{written}");
    assert_eq!(written.parse().map(f64::to_bits), Ok(n.to_bits()), "{written}");
}
