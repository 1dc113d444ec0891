//! JSON straight into the caller's buffer.

use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use base64::engine::general_purpose::STANDARD;

use super::string::plain_len;

/// Appends JSON to a buffer: fixed parts are copied, only strings and numbers are formatted. What is written is
/// one line of UTF-8. Putting the parts in a right order is the caller's task.
///
/// ```
/// let mut out = Vec::new();
/// let mut json = snodo_core::json::Writer::new(&mut out);
/// json.literal(r#"{"name":"#).string("say \"hi\"").literal(r#","total":"#).float(3.0).literal("}");
/// assert_eq!(out, br#"{"name":"say \"hi\"","total":3}"#);
/// ```
pub struct Writer<'a> {
    out: &'a mut Vec<u8>,
}

impl<'a> Writer<'a> {
    /// Writes at the end of `out`.
    #[inline]
    pub fn new(out: &'a mut Vec<u8>) -> Self {
        Self { out }
    }

    /// Copies a piece of JSON that the program itself brings: it is not checked, and must hold no line break.
    #[inline]
    pub fn literal(&mut self, text: &str) -> &mut Self {
        self.out.extend_from_slice(text.as_bytes());
        self
    }

    /// Writes an integer.
    #[inline]
    pub fn integer(&mut self, n: i64) -> &mut Self {
        self.literal(itoa::Buffer::new().format(n))
    }

    /// Writes an integer that has no sign.
    #[inline]
    pub fn unsigned(&mut self, n: u64) -> &mut Self {
        self.literal(itoa::Buffer::new().format(n))
    }

    /// Writes a number in the shortest form that reads back as the same: a whole one has no fraction (`1`, not
    /// `1.0`), a very large or very small one has an exponent (`1e300`). JSON has no word for infinities and NaN:
    /// they become `null`.
    pub fn float(&mut self, n: f64) -> &mut Self {
        if !n.is_finite() {
            return self.literal("null");
        }
        self.format(format_args!("{n:?}"));
        if self.out.ends_with(b".0") {
            self.out.truncate(self.out.len() - 2);
        }
        self
    }

    /// Writes a string with its quotes. Quotes, backslashes and control characters below U+0020 are escaped, by
    /// the short forms where there are any; everything else stays as it is.
    #[inline]
    pub fn string(&mut self, s: &str) -> &mut Self {
        let bytes = s.as_bytes();
        self.out.reserve(bytes.len() + 2);
        self.out.push(b'"');
        let mut rest = bytes;
        loop {
            let (plain, behind) = rest.split_at(plain_len(rest));
            self.out.extend_from_slice(plain);
            let Some((special, behind)) = behind.split_first() else { break };
            self.escape(*special);
            rest = behind;
        }
        self.out.push(b'"');
        self
    }

    #[cold]
    fn escape(&mut self, byte: u8) {
        let short = match byte {
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            0x08 => b'b',
            0x0c => b'f',
            b'"' | b'\\' => byte,
            _ => return self.format(format_args!("\\u{byte:04x}")),
        };
        self.out.extend_from_slice(&[b'\\', short]);
    }

    /// Copies JSON that a user brought, in one line: it must be valid, and its line breaks and tabs, which valid
    /// JSON has between tokens only, become spaces.
    #[inline]
    pub fn raw(&mut self, json: &str) -> &mut Self {
        // Without an early exit this is a few instructions for many bytes.
        if json.bytes().fold(false, |found, byte| found | (byte < b' ')) {
            self.out.extend(json.bytes().map(|byte| byte.max(b' ')));
            return self;
        }
        self.literal(json)
    }

    /// Writes bytes as a string of standard base64 with padding (RFC 4648 section 4), without a copy on the way.
    pub fn base64(&mut self, bytes: &[u8]) -> &mut Self {
        self.out.push(b'"');
        self.format(format_args!("{}", base64::display::Base64Display::new(bytes, &STANDARD)));
        self.out.push(b'"');
        self
    }

    fn format(&mut self, arguments: fmt::Arguments<'_>) {
        // Growing a buffer does not fail, and neither does the formatting of numbers.
        let _ = Text(self.out).write_fmt(arguments);
    }
}

/// Formatted text goes to the same buffer.
struct Text<'a>(&'a mut Vec<u8>);

impl fmt::Write for Text<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// Shows how much is in the buffer, and none of it: that may be private.
impl fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("len", &self.out.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    fn written(write: impl for<'w, 'a> FnOnce(&'w mut Writer<'a>) -> &'w mut Writer<'a>) -> String {
        let mut out = Vec::from(*b"kept ");
        write(&mut Writer::new(&mut out));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn parts_follow_each_other() {
        let text = written(|json| {
            json.literal(r#"{"a":"#).integer(i64::MIN).literal(r#","b":"#).unsigned(u64::MAX).literal("}")
        });
        assert_eq!(text, r#"kept {"a":-9223372036854775808,"b":18446744073709551615}"#);
    }

    #[test]
    fn floats_are_short() {
        for (n, expected) in [
            (1.0, "kept 1"),
            (-0.0, "kept -0"),
            (0.1, "kept 0.1"),
            (-2.5, "kept -2.5"),
            (10.0, "kept 10"),
            (1e15, "kept 1000000000000000"),
            (1e16, "kept 1e16"),
            (1e300, "kept 1e300"),
            (1.5e-9, "kept 1.5e-9"),
            (0.30000000000000004, "kept 0.30000000000000004"),
            (f64::MAX, "kept 1.7976931348623157e308"),
            (f64::MIN_POSITIVE, "kept 2.2250738585072014e-308"),
            (f64::NAN, "kept null"),
            (f64::INFINITY, "kept null"),
            (f64::NEG_INFINITY, "kept null"),
        ] {
            assert_eq!(written(|json| json.float(n)), expected);
        }
    }

    #[test]
    fn strings_are_escaped_where_they_must_be() {
        for (s, expected) in [
            ("", r#"kept """#),
            ("plain text, é日😀 \u{7f}\u{2028}/", "kept \"plain text, é日😀 \u{7f}\u{2028}/\""),
            ("\"\\\n\r\t\u{8}\u{c}", r#"kept "\"\\\n\r\t\b\f""#),
            ("\0\u{1}\u{b}\u{e}\u{1b}\u{1f}", r#"kept "\u0000\u0001\u000b\u000e\u001b\u001f""#),
            ("a line\nand another, longer one\n", r#"kept "a line\nand another, longer one\n""#),
        ] {
            assert_eq!(written(|json| json.string(s)), expected);
        }
    }

    #[test]
    fn raw_json_becomes_one_line() {
        for (json, expected) in [
            (r#"{"a": "b"}"#, r#"kept {"a": "b"}"#),
            ("{\n\t\"é\": [1,\r\n2]\n}", "kept {  \"é\": [1,  2] }"),
            ("", "kept "),
        ] {
            assert_eq!(written(|out| out.raw(json)), expected);
        }
    }

    #[test]
    fn bytes_become_padded_base64() {
        for (bytes, expected) in [
            (&b""[..], r#"kept """#),
            (b"f", r#"kept "Zg==""#),
            (b"fo", r#"kept "Zm8=""#),
            (b"foo", r#"kept "Zm9v""#),
            (b"\xfb\xff\xfe", r#"kept "+//+""#),
        ] {
            assert_eq!(written(|json| json.base64(bytes)), expected);
        }
        let long = written(|json| json.base64(&[0; 3000]));
        assert_eq!(long, alloc::format!("kept \"{}\"", "A".repeat(4000)));
    }
}
