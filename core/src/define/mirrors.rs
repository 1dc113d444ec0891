//! `x-mcp-header`: arguments that clients repeat in `Mcp-Param-*` headers.
//!
//! Spec: server/tools, section "x-mcp-header"; basic/transports/streamable-http, section "Custom Headers from Tool
//! Parameters".

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::dialect::mirrored::{MirroredHeaders, mismatch};
use crate::json::{self, Fault, Kind, Reader, Span};
use crate::jsonrpc::Rejection;

/// The annotated properties of one input schema, as a tree along `properties`.
#[derive(Debug, Default)]
pub(crate) struct Mirrors {
    names: Vec<Box<str>>,
    root: Node,
}

#[derive(Debug, Default)]
struct Node {
    /// Index of the header's name.
    header: Option<usize>,
    properties: Vec<(Box<str>, Node)>,
}

impl Mirrors {
    /// Reads the annotations of a schema that has been checked to be a JSON object, or says what is wrong with one.
    pub(crate) fn read(schema: &str) -> Result<Self, String> {
        let mut found = Collector { schema, names: Vec::new(), problem: None };
        let root = json::parse(schema, |r| found.schema(r, true)).map_err(|fault| format!("{fault}"))?;
        match found.problem {
            None => Ok(Self { names: found.names, root }),
            Some(problem) => Err(problem),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Each annotated argument that is there and a primitive value: its header's name, and the value as text.
    pub(crate) fn values(&self, arguments: &str, mut each: impl FnMut(&str, &str)) {
        let mut values = alloc::vec![Span::default(); self.names.len()];
        if json::parse(arguments, |r| self.root.collect(r, &mut values)).is_err() {
            return;
        }
        for (name, value) in self.names.iter().zip(values) {
            match value.kind() {
                Kind::String => each(name, &value.string(arguments).unwrap_or_default()),
                Kind::Number | Kind::True | Kind::False => each(name, value.raw(arguments)),
                Kind::Missing | Kind::Null | Kind::Object | Kind::Array => {}
            }
        }
    }

    /// Whether each annotated argument and its header say the same.
    pub(crate) fn agree(&self, arguments: &str, headers: &MirroredHeaders<'_>) -> Result<(), Rejection> {
        let mut values = alloc::vec![Span::default(); self.names.len()];
        let read = json::parse(arguments, |r| self.root.collect(r, &mut values));
        debug_assert!(read.is_ok(), "arguments were read before");
        for (name, value) in self.names.iter().zip(values) {
            let header = headers.param(name)?;
            let agree = match (header.as_deref(), value.kind()) {
                (None, Kind::Missing | Kind::Null | Kind::Object | Kind::Array) => true,
                (None, _) => return Err(mismatch(format!("the Mcp-Param-{name} header is required"))),
                (Some(header), Kind::String) => value.string(arguments).as_deref() == Some(header),
                (Some(header), Kind::Number) => {
                    let body = value.raw(arguments);
                    is_safe(body) && same_number(header, body)
                }
                (Some(header), Kind::True) => header == "true",
                (Some(header), Kind::False) => header == "false",
                (Some(_), _) => false,
            };
            if !agree {
                return Err(mismatch(format!("the Mcp-Param-{name} header and the body disagree")));
            }
        }
        Ok(())
    }
}

impl Node {
    fn collect(&self, r: &mut Reader<'_>, values: &mut [Span]) -> Result<(), Fault> {
        r.object(|r, key| {
            let property = self.properties.iter().find(|(name, _)| name.as_bytes() == key);
            match property.map(|(_, node)| node) {
                Some(node) if !node.properties.is_empty() && r.at_object() => node.collect(r, values),
                Some(Self { header: Some(at), .. }) => {
                    values[*at] = r.value()?;
                    Ok(())
                }
                _ => r.value().map(drop),
            }
        })
        .map(drop)
    }
}

struct Collector<'a> {
    schema: &'a str,
    names: Vec<Box<str>>,
    problem: Option<String>,
}

impl Collector<'_> {
    /// Reads one schema. `reachable`: by a chain of `properties` from the root.
    fn schema(&mut self, r: &mut Reader<'_>, reachable: bool) -> Result<Node, Fault> {
        let mut node = Node::default();
        if !r.at_object() {
            return if r.at_array() {
                r.array(|r| self.schema(r, false).map(drop)).map(|_| node)
            } else {
                r.value().map(|_| node)
            };
        }
        let (mut annotation, mut kind) = (Span::default(), Span::default());
        r.object(|r, key| {
            match key {
                b"x-mcp-header" => annotation = r.value()?,
                b"type" => kind = r.value()?,
                b"properties" if r.at_object() => drop(r.object(|r, name| {
                    let property = self.schema(r, reachable)?;
                    if property.header.is_some() || !property.properties.is_empty() {
                        node.properties.push((String::from_utf8_lossy(name).into(), property));
                    }
                    Ok(())
                })?),
                // Schemas under names that are nobody's keywords.
                b"$defs" | b"definitions" | b"patternProperties" | b"dependentSchemas" if r.at_object() => {
                    r.object(|r, _| self.schema(r, false).map(drop))?;
                }
                // Data, not schemas.
                b"const" | b"default" | b"enum" | b"examples" => drop(r.value()?),
                _ => drop(self.schema(r, false)?),
            }
            Ok(())
        })?;
        if annotation.is_given() {
            node.header = self.annotate(annotation, kind, reachable);
        }
        Ok(node)
    }

    fn annotate(&mut self, annotation: Span, kind: Span, reachable: bool) -> Option<usize> {
        let Some(name) = annotation.string(self.schema) else {
            return self.refuse("must be a string");
        };
        let kind = kind.string(self.schema);
        let problem = if name.is_empty() || !name.bytes().all(is_token) {
            "must be a header field name"
        } else if !reachable {
            "is not reachable from the root through properties alone"
        } else if !matches!(kind.as_deref(), Some("string" | "integer" | "boolean")) {
            "needs a property of type string, integer or boolean"
        } else if self.names.iter().any(|n| n.eq_ignore_ascii_case(&name)) {
            "is given twice"
        } else {
            self.names.push((*name).into());
            return Some(self.names.len() - 1);
        };
        self.refuse(&format!("{name:?} {problem}"))
    }

    fn refuse(&mut self, problem: &str) -> Option<usize> {
        self.problem.get_or_insert_with(|| format!("x-mcp-header {problem}"));
        None
    }
}

/// RFC 9110, section 5.6.2.
fn is_token(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b)
}

/// Whether two numbers are the same, whatever their notation: exactly, without rounding.
fn same_number(header: &str, body: &str) -> bool {
    // What stands in the header has to be a JSON number too.
    if json::check(header) != Ok(Kind::Number) {
        return false;
    }
    header == body || matches!((integer(header), integer(body)), (Some(a), Some(b)) if a == b)
}

/// The integer that a JSON number stands for; `None` when it has a fraction or is beyond 128 bits.
fn integer(number: &str) -> Option<i128> {
    let (mantissa, exponent) = match number.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (number, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let mut value = format!("{whole}{fraction}").parse::<i128>().ok()?;
    let mut shift = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
    while value != 0 && shift != 0 {
        match shift.cmp(&0) {
            Ordering::Greater => (value, shift) = (value.checked_mul(10)?, shift - 1),
            Ordering::Less if value % 10 == 0 => (value, shift) = (value / 10, shift + 1),
            _ => return None,
        }
    }
    Some(value)
}

/// Whether every JSON reader keeps the number whole: intermediaries must not see another one.
fn is_safe(number: &str) -> bool {
    const MAX: i128 = (1 << 53) - 1;
    integer(number).is_some_and(|n| (-MAX..=MAX).contains(&n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared_exactly_whatever_their_notation() {
        for (a, b) in
            [("42", "42"), ("42.0", "42"), ("42", "42.00"), ("4.2e1", "42"), ("420e-1", "42"), ("-0", "0")]
        {
            assert!(same_number(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("42", "43"),
            ("9007199254740993", "9007199254740992"),
            ("+42", "42"),
            ("042", "42"),
            ("4 2", "42"),
            ("", "0"),
            ("1e99999999999", "1"),
        ] {
            assert!(!same_number(a, b), "{a} {b}");
        }
        assert!(is_safe("9007199254740991") && is_safe("-9007199254740991"));
        assert!(!is_safe("9007199254740992") && !is_safe("1.5") && !is_safe("1e400"));
    }

    #[test]
    fn annotations_are_checked_when_they_are_read() {
        let read = |schema: &str| Mirrors::read(schema).map(|mirrors| mirrors.names.len());
        assert_eq!(
            read(
                r#"{"properties":{"a":{"type":"string","x-mcp-header":"A"},"o":{"properties":{"b":{"type":"integer","x-mcp-header":"B"}}}}}"#
            ),
            Ok(2)
        );
        assert_eq!(
            read(r#"{"default":{"x-mcp-header":7},"properties":{"x-mcp-header":{"type":"string"}}}"#),
            Ok(0)
        );
        for bad in [
            r#"{"properties":{"a":{"type":"string","x-mcp-header":""}}}"#,
            r#"{"properties":{"a":{"type":"string","x-mcp-header":"a b"}}}"#,
            r#"{"properties":{"a":{"type":"string","x-mcp-header":7}}}"#,
            r#"{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}"#,
            r#"{"properties":{"a":{"type":["string"],"x-mcp-header":"A"}}}"#,
            r#"{"properties":{"a":{"x-mcp-header":"A"}}}"#,
            r#"{"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}}"#,
            r#"{"properties":{"a":{"items":{"type":"string","x-mcp-header":"A"}}}}"#,
            r#"{"allOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]}"#,
            r#"{"$defs":{"a":{"type":"string","x-mcp-header":"A"}}}"#,
            r#"{"type":"object","x-mcp-header":"A"}"#,
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
