//! The chunked transfer coding (RFC 9112 section 7.1), reading side.
//!
//! ```text
//!        ┌──────────── data CR LF ◄───────────┐
//!        ▼                                    │
//!   size [;ext] CR LF ── size > 0 ──► data ───┘
//!        └────────────── size = 0 ──► trailer lines ──► CR LF ──► end
//! ```
//!
//! Framing is read byte by byte and never twice; data is handed out as stretches of what was given in.

mod line;
mod trailer;

use line::{Line, LineStep};
use trailer::{Trailer, TrailerStep};

use crate::number;

/// What is wrong with a chunked body. The rest of the connection can't be framed any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A size, an extension or the line break behind data isn't what the grammar says.
    Malformed,
    /// Size and extensions are longer together than a chunk line may be.
    LineTooLong,
    /// The sizes so far add up to more than the body may have.
    BodyTooLarge,
    /// A trailer line isn't a field line.
    Trailer,
    /// The trailer section is longer than it may be.
    TrailersTooLarge,
}

/// Bounds of one chunked body, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// All data together.
    pub(crate) body: u64,
    /// One size with its extensions and line end.
    pub(crate) line: usize,
    /// The trailer section with the empty line that ends it.
    pub(crate) trailers: usize,
}

/// What [`Decoder::step`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// All of the input was framing. More has to come.
    Partial,
    /// After `skip` bytes of framing stand `len` bytes of data, at least one.
    Data { skip: usize, len: usize },
    /// The body ends after `skip` bytes; what follows belongs to the next message.
    End { skip: usize },
}

/// Where in a chunked body the next byte stands.
#[derive(Debug)]
pub(crate) struct Decoder {
    at: At,
    bounds: Bounds,
}

#[derive(Clone, Copy, Debug)]
enum At {
    Line(Line),
    /// This many bytes of data are outstanding, at least one.
    Data(u64),
    /// Behind data: CR, then LF.
    DataCr,
    DataLf,
    Trailer(Trailer),
}

impl Decoder {
    pub(crate) fn new(bounds: Bounds) -> Decoder {
        Decoder { at: At::Line(Line::START), bounds }
    }

    /// Reads on to the next data or to the end. The next input starts behind what this step covered: all of it
    /// after [`Step::Partial`], `skip + len` or `skip` bytes otherwise.
    pub(crate) fn step(&mut self, input: &[u8]) -> Result<Step, Fault> {
        let mut skip = 0;
        while let Some(byte) = input.get(skip) {
            self.at = match self.at {
                At::Data(mut size) => {
                    let len = number::take(&mut size, input.len() - skip);
                    self.at = if size == 0 { At::DataCr } else { At::Data(size) };
                    return Ok(Step::Data { skip, len });
                }
                At::DataCr if *byte == b'\r' => At::DataLf,
                At::DataLf if *byte == b'\n' => At::Line(Line::START),
                At::DataCr | At::DataLf => return Err(Fault::Malformed),
                At::Line(line) => match line.next(*byte, self.bounds.line)? {
                    LineStep::Within(line) => At::Line(line),
                    LineStep::End { size: 0 } => At::Trailer(Trailer::START),
                    LineStep::End { size } => At::Data(self.admit(size)?),
                },
                At::Trailer(trailer) => match trailer.next(*byte, self.bounds.trailers)? {
                    TrailerStep::Within(trailer) => At::Trailer(trailer),
                    TrailerStep::End => return Ok(Step::End { skip: skip + 1 }),
                },
            };
            skip += 1;
        }
        Ok(Step::Partial)
    }

    fn admit(&mut self, size: u64) -> Result<u64, Fault> {
        self.bounds.body = self.bounds.body.checked_sub(size).ok_or(Fault::BodyTooLarge)?;
        Ok(size)
    }
}
