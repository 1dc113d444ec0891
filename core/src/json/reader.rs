//! The one pass over a text.

use core::fmt;

use super::keys::Keys;
use super::{Fault, Kind, MAX_BYTES, MAX_DEPTH, MAX_DIGITS, Span, string};

/// Reads a whole text with `read`, and refuses it when anything but white space is left.
///
/// # Errors
///
/// The writer's fault: what `read` returned, [`Fault::Trailing`] for bytes after the value, [`Fault::Size`] for a
/// text of more than [`MAX_BYTES`]. Spans that `read` kept aside stay true.
#[inline]
pub fn parse<'a, T>(
    text: &'a str,
    read: impl FnOnce(&mut Reader<'a>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    if text.len() > MAX_BYTES {
        return Err(Fault::Size);
    }
    let mut reader = Reader { text, at: 0, depth: 0 };
    let value = read(&mut reader)?;
    reader.token();
    if reader.at == text.len() { Ok(value) } else { Err(Fault::Trailing) }
}

/// Checks a whole text and says what it is.
///
/// # Errors
///
/// The first fault, as [`parse`] finds it.
pub fn check(text: &str) -> Result<Kind, Fault> {
    parse(text, Reader::value).map(Span::kind)
}

/// A member's name, escapes resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "complete: a name is expected or not")]
pub enum Name<'n> {
    /// One of those that the caller expects, by its place among them.
    Expected(usize),
    /// Any other.
    Other(&'n [u8]),
}

/// Goes through a text once, from token to token. Made by [`parse`].
///
/// A fault ends the reading: after one, the reader stands somewhere inside the text and is of no more use.
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
}

impl<'a> Reader<'a> {
    /// Whether the next value is an object.
    #[inline]
    pub fn at_object(&mut self) -> bool {
        self.token() == b'{'
    }

    /// Whether the next value is an array.
    #[inline]
    pub fn at_array(&mut self) -> bool {
        self.token() == b'['
    }

    /// Reads an object. `member` is called with each member's name, escapes resolved, and must consume the value
    /// that follows with one call of [`value`](Self::value), `object` or [`array`](Self::array).
    ///
    /// That two names are the same may be found at the second of them or at the end of the object: `member` can
    /// have been called for both.
    ///
    /// # Errors
    ///
    /// The writer's fault, of any kind but [`Fault::Trailing`]; [`Fault::Syntax`] when the next value is no
    /// object; what `member` returned.
    #[inline]
    pub fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, &[u8]) -> Result<(), Fault>,
    ) -> Result<Span, Fault> {
        self.object_of([], |reader, name| match name {
            Name::Other(name) => member(reader, name),
            Name::Expected(_) => Ok(()),
        })
    }

    /// Reads an object as [`object`](Self::object) does, most of whose members have one of up to 32 `names`, the most
    /// frequent first. That is faster: they are compared where they stand, while of other names the end is looked for,
    /// and of two members with such a name, `member` is only called for the first.
    ///
    /// # Errors
    ///
    /// As [`object`](Self::object).
    #[inline]
    pub fn object_of<const N: usize>(
        &mut self,
        names: [&str; N],
        mut member: impl FnMut(&mut Self, Name<'_>) -> Result<(), Fault>,
    ) -> Result<Span, Fault> {
        const { assert!(N <= 32, "the names that were seen are bits of a u32") };
        let start = self.open(b'{')?;
        if self.token() == b'}' {
            return Ok(self.close(start, Kind::Object));
        }
        let mut keys = Keys::new(&names);
        loop {
            let name = match self.expected_name(&names) {
                Some(index) => {
                    keys.add_expected(index)?;
                    self.at += names[index].len() + 2;
                    self.colon()?;
                    Name::Expected(index)
                }
                None => self.name(&mut keys)?,
            };
            member(self, name)?;
            match self.token() {
                b',' => self.at += 1,
                b'}' => {
                    keys.close(self.text)?;
                    return Ok(self.close(start, Kind::Object));
                }
                _ => return Err(Fault::Syntax),
            }
        }
    }

    /// Reads an array. `item` is called at each item and must consume it with one call of [`value`](Self::value),
    /// [`object`](Self::object) or `array`.
    ///
    /// # Errors
    ///
    /// The writer's fault, of any kind but [`Fault::Trailing`]; [`Fault::Syntax`] when the next value is no
    /// array; what `item` returned.
    #[inline]
    pub fn array(&mut self, mut item: impl FnMut(&mut Self) -> Result<(), Fault>) -> Result<Span, Fault> {
        let start = self.open(b'[')?;
        if self.token() == b']' {
            return Ok(self.close(start, Kind::Array));
        }
        loop {
            item(self)?;
            match self.token() {
                b',' => self.at += 1,
                b']' => return Ok(self.close(start, Kind::Array)),
                _ => return Err(Fault::Syntax),
            }
        }
    }

    /// Consumes any value by the same rules, and says where it stands.
    ///
    /// # Errors
    ///
    /// The writer's fault, of any kind but [`Fault::Trailing`].
    #[inline(never)]
    pub fn value(&mut self) -> Result<Span, Fault> {
        if self.token() != b'"' {
            return self.other_value();
        }
        let start = self.at;
        let (end, escaped) = string::scan(self.text.as_bytes(), start + 1)?;
        self.at = end + 1;
        Ok(match escaped {
            false => Span::new(start, self.at, Kind::String),
            true => Span::escaped_string(start, self.at),
        })
    }

    /// Of any kind but a string, which most values are.
    fn other_value(&mut self) -> Result<Span, Fault> {
        let start = self.at;
        let kind = match self.byte() {
            b'{' => return self.skip_object(),
            b'[' => return self.skip_array(),
            b'-' | b'0'..=b'9' => self.number()?,
            b't' => self.word("true", Kind::True)?,
            b'f' => self.word("false", Kind::False)?,
            b'n' => self.word("null", Kind::Null)?,
            _ => return Err(Fault::Syntax),
        };
        Ok(Span::new(start, self.at, kind))
    }

    /// One stack frame of each level that is skipped.
    #[inline(never)]
    fn skip_object(&mut self) -> Result<Span, Fault> {
        self.object(|reader, _| reader.value().map(drop))
    }

    #[inline(never)]
    fn skip_array(&mut self) -> Result<Span, Fault> {
        self.array(|reader| reader.value().map(drop))
    }

    /// Which of `names` stands here.
    #[inline(always)]
    fn expected_name(&mut self, names: &[&str]) -> Option<usize> {
        self.token();
        let rest = self.text.as_bytes().get(self.at..)?.strip_prefix(b"\"")?;
        // The quote first: most others have none there, which is told without comparing them.
        names.iter().position(|name| rest.get(name.len()) == Some(&b'"') && rest.starts_with(name.as_bytes()))
    }

    /// Reads a member's name and the colon behind it.
    #[inline(never)]
    fn name<'n>(&mut self, keys: &'n mut Keys<'_>) -> Result<Name<'n>, Fault>
    where
        'a: 'n,
    {
        if self.token() != b'"' {
            return Err(Fault::Syntax);
        }
        let from = self.at + 1;
        let (to, escaped) = string::scan(self.text.as_bytes(), from)?;
        self.at = to + 1;
        let name = match escaped {
            false => Name::Other(keys.add(self.text.as_bytes(), from, to)?),
            true => keys.add_escaped(self.text, from, to)?,
        };
        self.colon()?;
        Ok(name)
    }

    /// Consumes the colon behind a name.
    #[inline]
    fn colon(&mut self) -> Result<(), Fault> {
        if self.token() != b':' {
            return Err(Fault::Syntax);
        }
        self.at += 1;
        Ok(())
    }

    #[inline]
    fn open(&mut self, bracket: u8) -> Result<usize, Fault> {
        if self.token() != bracket {
            return Err(Fault::Syntax);
        }
        if self.depth == MAX_DEPTH {
            return Err(Fault::Depth);
        }
        let start = self.at;
        self.depth += 1;
        self.at += 1;
        Ok(start)
    }

    #[inline]
    fn close(&mut self, start: usize, kind: Kind) -> Span {
        self.depth -= 1;
        self.at += 1;
        Span::new(start, self.at, kind)
    }

    fn word(&mut self, word: &str, kind: Kind) -> Result<Kind, Fault> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if !rest.starts_with(word.as_bytes()) {
            return Err(Fault::Syntax);
        }
        self.at += word.len();
        Ok(kind)
    }

    #[inline]
    fn number(&mut self) -> Result<Kind, Fault> {
        if self.byte() == b'-' {
            self.at += 1;
        }
        let zero = self.byte() == b'0';
        let whole = self.digits()?;
        if zero && whole > 1 {
            return Err(Fault::Syntax);
        }
        match self.byte() {
            b'.' | b'e' | b'E' => self.fraction_and_exponent()?,
            _ if whole > MAX_DIGITS => return Err(Fault::Digits),
            _ => {}
        }
        Ok(Kind::Number)
    }

    fn fraction_and_exponent(&mut self) -> Result<(), Fault> {
        if self.byte() == b'.' {
            self.at += 1;
            self.digits()?;
        }
        if let b'e' | b'E' = self.byte() {
            self.at += 1;
            if let b'+' | b'-' = self.byte() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    /// Consumes digits, at least one, and counts them.
    #[inline]
    fn digits(&mut self) -> Result<usize, Fault> {
        let start = self.at;
        while self.byte().is_ascii_digit() {
            self.at += 1;
        }
        if self.at == start { Err(Fault::Syntax) } else { Ok(self.at - start) }
    }

    /// The first byte of the next token; zero, which starts no token, at the end.
    #[inline]
    fn token(&mut self) -> u8 {
        let byte = self.byte();
        if byte > b' ' {
            return byte;
        }
        self.at = token_start(self.text.as_bytes(), self.at);
        self.byte()
    }

    /// The byte here; zero, which no JSON text holds, at the end.
    #[inline]
    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or_default()
    }
}

/// Where the white space that stands at `at` ends. Messages are mostly written without any.
#[cold]
#[inline(never)]
fn token_start(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
    at + rest.iter().position(|byte| !is_blank(byte)).unwrap_or(rest.len())
}

/// Shows how far the reading came, and nothing of the text: that may be private.
impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("at", &self.at).field("depth", &self.depth).finish_non_exhaustive()
    }
}
