//! Wire vectors: what goes in and what comes out, byte for byte, as data.
//!
//! A file holds blocks. A block is a `# name` line, and then messages: each `> ` line is one request, and the `< `
//! lines under it are all that is answered, in order; no such line means silence. Other lines are empty, or are
//! remarks that start with `//`.
//!
//! In both kinds of lines four things stand for others:
//!
//! - `{META}`: the required members of a request's `_meta`, and who the client is;
//! - `{ABLE}`: the same of a client that can be asked for everything;
//! - `{REPEAT n "text"}`: `text`, n times;
//! - `\xHH`: one byte. JSON has no such escape.

use std::fs;
use std::path::Path;

/// What `{META}` stands for.
const META: &str = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"}"#;

/// What `{ABLE}` stands for.
const ABLE: &str = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}},"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"}"#;

/// A named conversation.
pub(crate) struct Vector {
    /// The file and the name in it.
    pub(crate) name: String,
    pub(crate) exchanges: Vec<Exchange>,
}

/// One message, and what is said to it.
pub(crate) struct Exchange {
    pub(crate) request: Vec<u8>,
    pub(crate) answers: Vec<Vec<u8>>,
}

/// All vectors of all files, in the order of the files' names.
pub(crate) fn all() -> Vec<Vector> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let read = |path: &Path| fs::read_to_string(path).expect("a vector file is UTF-8");
    files
        .iter()
        .flat_map(|path| parse(&path.file_stem().expect("it has a name").to_string_lossy(), &read(path)))
        .collect()
}

fn parse(file: &str, text: &str) -> Vec<Vector> {
    let mut vectors: Vec<Vector> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = || format!("{file}.txt, line {}", number + 1);
        if let Some(name) = line.strip_prefix("# ") {
            vectors.push(Vector { name: format!("{file}: {name}"), exchanges: Vec::new() });
        } else if let Some(request) = line.strip_prefix("> ") {
            let vector = vectors.last_mut().unwrap_or_else(|| panic!("{}: no name before it", place()));
            vector.exchanges.push(Exchange { request: bytes(request), answers: Vec::new() });
        } else if let Some(answer) = line.strip_prefix("< ") {
            let exchange = vectors.last_mut().and_then(|vector| vector.exchanges.last_mut());
            exchange
                .unwrap_or_else(|| panic!("{}: no request before it", place()))
                .answers
                .push(bytes(answer));
        } else {
            assert!(line.is_empty() || line.starts_with("//"), "{}: no line of a vector", place());
        }
    }
    vectors
}

/// The bytes that a line stands for.
fn bytes(line: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let (stands_for, len) = if let Some(hex) = rest.strip_prefix("\\x") {
            let byte = hex.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
            (vec![byte.expect("two hexadecimal digits follow")], 4)
        } else if rest.starts_with("{META}") {
            (META.into(), "{META}".len())
        } else if rest.starts_with("{ABLE}") {
            (ABLE.into(), "{ABLE}".len())
        } else if let Some(repeat) = rest.strip_prefix("{REPEAT ") {
            let (count, text) = repeat.split_once(" \"").expect("a count and a text in quotes");
            let (text, _) = text.split_once("\"}").expect("the text ends");
            let len = "{REPEAT ".len() + count.len() + " \"".len() + text.len() + "\"}".len();
            (text.repeat(count.parse().expect("a count")).into(), len)
        } else {
            (first.to_string().into(), first.len_utf8())
        };
        out.extend(stands_for);
        rest = &rest[len..];
    }
    out
}
