//! The line in front of a chunk: its size, and extensions that are checked by the grammar and passed over.

use super::Fault;
use crate::syntax::{is_blank, is_token_byte, is_value_byte};

/// Sixteen hexadecimal digits are what 64 bits can hold.
const MAX_DIGITS: u8 = 16;

/// Where in a chunk line the next byte stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    at: At,
    size: u64,
    /// Bytes of the line so far.
    len: usize,
}

/// `chunk-size *( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] ) CRLF`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// After this many digits.
    Size(u8),
    /// Blanks that only a semicolon can follow.
    Gap,
    NameStart,
    Name,
    /// Blanks after a name: an equals sign or a semicolon follows.
    NameGap,
    ValueStart,
    Value,
    Quoted,
    Escaped,
    /// Behind the closing quote.
    QuoteEnd,
    Lf,
    End,
}

pub(super) enum LineStep {
    Within(Line),
    End { size: u64 },
}

impl Line {
    pub(super) const START: Line = Line { at: At::Size(0), size: 0, len: 0 };

    pub(super) fn next(mut self, byte: u8, max_len: usize) -> Result<LineStep, Fault> {
        self.len += 1;
        if self.len > max_len {
            return Err(Fault::LineTooLong);
        }
        if let At::Size(digits) = self.at
            && let Some(digit) = char::from(byte).to_digit(16)
        {
            if digits == MAX_DIGITS {
                return Err(Fault::Malformed);
            }
            self.size = self.size << 4 | u64::from(digit);
            self.at = At::Size(digits + 1);
            return Ok(LineStep::Within(self));
        }
        self.at = self.at.next(byte).ok_or(Fault::Malformed)?;
        Ok(if self.at == At::End { LineStep::End { size: self.size } } else { LineStep::Within(self) })
    }
}

impl At {
    /// For every byte but the digits of the size.
    fn next(self, byte: u8) -> Option<At> {
        match (self, byte) {
            (At::Size(0), _) => None,
            (At::Size(_) | At::Gap | At::Name | At::NameGap | At::Value | At::QuoteEnd, b';') => {
                Some(At::NameStart)
            }
            (At::Size(_) | At::Name | At::Value | At::QuoteEnd, b'\r') => Some(At::Lf),
            (At::Size(_) | At::Value | At::QuoteEnd | At::Gap, b' ' | b'\t') => Some(At::Gap),
            (At::Name | At::NameGap, b' ' | b'\t') => Some(At::NameGap),
            (At::Name | At::NameGap, b'=') => Some(At::ValueStart),
            (At::NameStart | At::ValueStart, _) if is_blank(byte) => Some(self),
            (At::NameStart | At::Name, _) if is_token_byte(byte) => Some(At::Name),
            (At::ValueStart, b'"') => Some(At::Quoted),
            (At::ValueStart | At::Value, _) if is_token_byte(byte) => Some(At::Value),
            (At::Quoted, b'"') => Some(At::QuoteEnd),
            (At::Quoted, b'\\') => Some(At::Escaped),
            (At::Quoted | At::Escaped, _) if is_value_byte(byte) => Some(At::Quoted),
            (At::Lf, b'\n') => Some(At::End),
            _ => None,
        }
    }
}
