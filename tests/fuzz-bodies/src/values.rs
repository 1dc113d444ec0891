//! Values as trees: what a text says, apart from how it says it.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::value::RawValue;

use crate::members::Members;
use crate::tokens::content;

/// Acceptable JSON as a tree, numbers and words as they are written.
#[derive(PartialEq)]
pub(crate) enum Value {
    Object(BTreeMap<String, Value>),
    Array(Vec<Value>),
    String(String),
    Other(String),
}

impl Value {
    pub(crate) fn of(text: &str) -> Self {
        let text = text.trim_matches([' ', '\t', '\r', '\n']);
        match text.as_bytes()[0] {
            b'{' => {
                let members = Members::of(text).expect("it is an object");
                let value = |name: &str| Self::of(members.get(name).expect("the name is from there"));
                let names = members.names().into_iter();
                Self::Object(names.map(|name| (name.to_owned(), value(name))).collect())
            }
            b'[' => {
                let items: Vec<&RawValue> = serde_json::from_str(text).expect("it is an array");
                Self::Array(items.into_iter().map(|item| Self::of(item.get())).collect())
            }
            b'"' => Self::String(content(text)),
            _ => Self::Other(text.into()),
        }
    }

    /// With members in descending order, white space wherever it may be, and every character escaped.
    pub(crate) fn respell(&self, out: &mut String) {
        out.push_str("\r\n");
        match self {
            Self::Object(members) => {
                out.push('{');
                for (at, (name, value)) in members.iter().rev().enumerate() {
                    out.push_str(if at == 0 { "\t" } else { " ," });
                    respell_string(name, out);
                    out.push_str(" :");
                    value.respell(out);
                }
                out.push('}');
            }
            Self::Array(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    out.push_str(if at == 0 { "\t" } else { " ," });
                    item.respell(out);
                }
                out.push(']');
            }
            Self::String(content) => respell_string(content, out),
            Self::Other(text) => out.push_str(text),
        }
        out.push('\t');
    }
}

fn respell_string(content: &str, out: &mut String) {
    out.push('"');
    for unit in content.encode_utf16() {
        write!(out, "\\u{unit:04X}").expect("strings take what is written");
    }
    out.push('"');
}
