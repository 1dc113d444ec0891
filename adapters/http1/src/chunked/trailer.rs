//! The trailer section: field lines that are checked like those of a head and dropped.

use super::Fault;
use crate::syntax::{is_token_byte, is_value_byte};

/// Where in a trailer section the next byte stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trailer {
    at: At,
    /// Bytes of the section so far.
    len: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    LineStart,
    Name,
    Value,
    Lf,
    /// The LF of the empty line that ends the section.
    LastLf,
    End,
}

pub(super) enum TrailerStep {
    Within(Trailer),
    End,
}

impl Trailer {
    pub(super) const START: Trailer = Trailer { at: At::LineStart, len: 0 };

    pub(super) fn next(mut self, byte: u8, max_len: usize) -> Result<TrailerStep, Fault> {
        self.len += 1;
        if self.len > max_len {
            return Err(Fault::TrailersTooLarge);
        }
        self.at = self.at.next(byte).ok_or(Fault::Trailer)?;
        Ok(if self.at == At::End { TrailerStep::End } else { TrailerStep::Within(self) })
    }
}

impl At {
    fn next(self, byte: u8) -> Option<At> {
        match (self, byte) {
            (At::LineStart, b'\r') => Some(At::LastLf),
            (At::Name, b':') => Some(At::Value),
            (At::LineStart | At::Name, _) if is_token_byte(byte) => Some(At::Name),
            (At::Value, b'\r') => Some(At::Lf),
            (At::Value, _) if is_value_byte(byte) => Some(At::Value),
            (At::Lf, b'\n') => Some(At::LineStart),
            (At::LastLf, b'\n') => Some(At::End),
            _ => None,
        }
    }
}
