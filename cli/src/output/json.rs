//! JSON as it came, with other blanks.

use std::io::{self, Write};

use crate::terminal::is_control;

/// How JSON is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// In one line, without blanks.
    Line,
    /// A line for each member and item.
    Indented,
}

/// Writes the same JSON, laid out anew. Names, values and their order stay as they are, numbers digit by digit.
///
/// With `is_for_terminal`, characters in texts that a terminal would obey are escaped; it is still the same JSON.
pub(crate) fn lay_out(
    json: &str,
    layout: Layout,
    is_for_terminal: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut depth = 0_usize;
    let mut characters = json.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' => {
                write_char('"', out)?;
                while let Some(c) = characters.next() {
                    match c {
                        c if is_for_terminal && is_control(c) => escape(c, out)?,
                        c => write_char(c, out)?,
                    }
                    match c {
                        '\\' => characters.next().map_or(Ok(()), |escaped| write_char(escaped, out))?,
                        '"' => break,
                        _ => {}
                    }
                }
            }
            ' ' | '\t' | '\r' | '\n' => {}
            '{' | '[' => {
                write_char(c, out)?;
                while characters.next_if(char::is_ascii_whitespace).is_some() {}
                if let Some(end) = characters.next_if(|next| matches!(next, '}' | ']')) {
                    write_char(end, out)?;
                } else {
                    depth += 1;
                    begin_line(layout, depth, out)?;
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                begin_line(layout, depth, out)?;
                write_char(c, out)?;
            }
            ',' => {
                write_char(',', out)?;
                begin_line(layout, depth, out)?;
            }
            ':' if layout == Layout::Indented => out.write_all(b": ")?,
            c => write_char(c, out)?,
        }
    }
    Ok(())
}

/// What is nested deeper is indented no further, so that lines stay short.
const MAX_INDENT: usize = 32;

fn begin_line(layout: Layout, depth: usize, out: &mut dyn Write) -> io::Result<()> {
    if layout == Layout::Line {
        return Ok(());
    }
    out.write_all(b"\n")?;
    (0..depth.min(MAX_INDENT)).try_for_each(|_| out.write_all(b"  "))
}

fn write_char(c: char, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(c.encode_utf8(&mut [0; 4]).as_bytes())
}

fn escape(c: char, out: &mut dyn Write) -> io::Result<()> {
    c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_out(json: &str, layout: Layout, is_for_terminal: bool) -> String {
        let mut out = Vec::new();
        lay_out(json, layout, is_for_terminal, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_line_has_no_blanks_but_those_of_texts() {
        let json = "{ \"a b\" : [ 1.50 ,\n\"\\\" , \\\\\" ],\t\"c\":{ } , \"d\":[\r\n] }";
        assert_eq!(laid_out(json, Layout::Line, false), r#"{"a b":[1.50,"\" , \\"],"c":{},"d":[]}"#);
    }

    #[test]
    fn members_and_items_have_lines() {
        assert_eq!(
            laid_out(r#"{"b":[1,{"a":null}],"a":{}, "c":"x:,"}"#, Layout::Indented, false),
            "{\n  \"b\": [\n    1,\n    {\n      \"a\": null\n    }\n  ],\n  \"a\": {},\n  \"c\": \"x:,\"\n}"
        );
    }

    #[test]
    fn a_terminal_gets_no_characters_that_it_obeys() {
        let json = "{\"a\":\"\u{9B}2J\u{202E}\u{E0041}\"}";
        assert_eq!(laid_out(json, Layout::Line, true), r#"{"a":"\u009b2J\u202e\udb40\udc41"}"#);
        assert_eq!(laid_out(json, Layout::Line, false), json);
    }

    #[test]
    fn depth_costs_no_more_than_a_bounded_indent() {
        let json = format!("{}1{}", "[".repeat(100), "]".repeat(100));
        assert!(
            laid_out(&json, Layout::Indented, false).lines().all(|line| line.len() <= 2 * MAX_INDENT + 1)
        );
    }
}
