//! Arguments as `name=text` and `name:=json`, and what stands in files for them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};

use serde_json::value::{RawValue, to_raw_value};

use crate::exit::Failure;

/// Files that are read for arguments may have so many bytes: no server takes more.
const MAX_FILE: u64 = 64 * 1024 * 1024;

/// One argument.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Pair<'a> {
    pub(crate) name: &'a str,
    pub(crate) is_json: bool,
    value: &'a str,
}

impl<'a> Pair<'a> {
    /// Cuts at the first `=` or `:=`.
    pub(crate) fn parse(word: &'a str) -> Result<Self, Failure> {
        match word.split_once('=') {
            None | Some(("" | ":", _)) => Err(Failure::Usage(format!(
                "{word:?} is no argument: name=text and name:=json are, and a URL stands last"
            ))),
            Some((name, value)) => Ok(match name.strip_suffix(':') {
                Some(name) => Self { name, is_json: true, value },
                None => Self { name, is_json: false, value },
            }),
        }
    }

    /// The value's text: itself, or the file's that it names.
    fn text(&self) -> Result<String, Failure> {
        text(self.value, self.name)
    }
}

/// What is given, or what stands in the file that is named after an `@`.
fn text(given: &str, what: &str) -> Result<String, Failure> {
    let Some(path) = given.strip_prefix('@') else { return Ok(given.to_owned()) };
    let mut text = String::new();
    let length = match path {
        "-" => io::stdin().lock().take(MAX_FILE + 1).read_to_string(&mut text),
        path => fs::File::open(path).and_then(|file| file.take(MAX_FILE + 1).read_to_string(&mut text)),
    };
    match length {
        Ok(length) if length as u64 > MAX_FILE => {
            Err(Failure::File(format!("{what}: {path} has more than {MAX_FILE} bytes")))
        }
        Ok(_) => Ok(text),
        Err(error) => Err(Failure::File(format!("{what}: {path}: {error}"))),
    }
}

/// A JSON text that is given or stands in a file, checked and not changed.
pub(crate) fn json(given: &str, what: &str) -> Result<Box<RawValue>, Failure> {
    let text = text(given, what)?;
    RawValue::from_string(text.trim().to_owned())
        .map_err(|error| Failure::Usage(format!("{what} is no JSON: {error}")))
}

/// Arguments by their names; numbers stay as they were written.
pub(crate) type Arguments = BTreeMap<String, Box<RawValue>>;

/// The arguments of a tool: an object, and what is added to it.
pub(crate) fn arguments(object: Option<&str>, words: &[String]) -> Result<Arguments, Failure> {
    let inputs =
        words.iter().filter(|word| word.ends_with("=@-")).count() + usize::from(object == Some("@-"));
    if inputs > 1 {
        return Err(Failure::Usage("standard input can be read once only".into()));
    }
    let mut arguments = match object {
        None => Arguments::new(),
        Some(given) => object_of(given, "--args")?,
    };
    let mut added = Arguments::new();
    for word in words {
        let pair = Pair::parse(word)?;
        let value = match pair.is_json {
            true => json(pair.value, pair.name)?,
            false => to_raw_value(&pair.text()?).map_err(|error| Failure::Usage(error.to_string()))?,
        };
        if added.insert(pair.name.to_owned(), value).is_some() {
            return Err(Failure::Usage(format!("{:?} is given twice", pair.name)));
        }
    }
    arguments.extend(added);
    Ok(arguments)
}

/// A JSON object that is given or stands in a file.
pub(crate) fn object_of(given: &str, what: &str) -> Result<Arguments, Failure> {
    serde_json::from_str(json(given, what)?.get())
        .map_err(|_| Failure::Usage(format!("{what} is no JSON object")))
}

/// Values as JSON under keys: `key=json`.
pub(crate) fn json_pairs(words: &[String], what: &str) -> Result<Vec<(String, Box<RawValue>)>, Failure> {
    let pairs = words.iter().map(|word| match word.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), json(value, key)?)),
        _ => Err(Failure::Usage(format!("{what} {word:?} is not KEY=JSON"))),
    });
    pairs.collect()
}

/// Arguments that are texts.
pub(crate) fn texts(words: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let mut found: Vec<(String, String)> = Vec::new();
    for word in words {
        let pair = Pair::parse(word)?;
        if pair.is_json {
            return Err(Failure::Usage(format!("{:?} is a text here: {}=…", pair.name, pair.name)));
        }
        if found.iter().any(|(name, _)| name == pair.name) {
            return Err(Failure::Usage(format!("{:?} is given twice", pair.name)));
        }
        found.push((pair.name.to_owned(), pair.text()?));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().copied().map(str::to_owned).collect()
    }

    fn written(object: Option<&str>, given: &[&str]) -> String {
        serde_json::to_string(&arguments(object, &words(given)).unwrap()).unwrap()
    }

    #[test]
    fn texts_and_json_are_told_apart_by_their_sign() {
        assert_eq!(
            written(None, &["a=1", "b:=1.50", "c=x=y", "d=", "e:=[1, {}]"]),
            r#"{"a":"1","b":1.50,"c":"x=y","d":"","e":[1, {}]}"#
        );
        assert_eq!(written(None, &["url=http://h/?a:=b"]), r#"{"url":"http://h/?a:=b"}"#);
    }

    #[test]
    fn words_win_over_the_object() {
        assert_eq!(written(Some(r#"{"a":1,"b":2}"#), &["b=x"]), r#"{"a":1,"b":"x"}"#);
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for wrong in ["greet", "=x", ":=1", "a:={", "a:=1 2", "http://h/mcp"] {
            assert!(matches!(arguments(None, &words(&[wrong])), Err(Failure::Usage(_))), "{wrong}");
        }
        assert!(matches!(arguments(None, &words(&["a=1", "a:=2"])), Err(Failure::Usage(_))));
        assert!(matches!(arguments(Some("@-"), &words(&["a=@-"])), Err(Failure::Usage(_))));
        assert!(matches!(arguments(Some("[]"), &[]), Err(Failure::Usage(_))));
        assert!(matches!(texts(&words(&["a:=1"])), Err(Failure::Usage(_))));
        assert!(matches!(json_pairs(&words(&["a=x"]), "--meta"), Err(Failure::Usage(_))));
        assert!(matches!(json_pairs(&words(&["=1"]), "--meta"), Err(Failure::Usage(_))));
        assert!(matches!(texts(&words(&["a=@/nowhere/to/be/found"])), Err(Failure::File(_))));
    }
}
