//! A body on its way in: it ends up in one piece behind its head, wherever it is cut by the network or by
//! chunks.

use super::limits::Limits;
use super::refusal::Refusal;
use crate::buffer::Buffer;
use crate::chunked::{Decoder, Step};
use crate::framing::Length;

/// A request in the buffer, as ends of its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// Where the body ends.
    pub(super) body: usize,
    /// Where the next request starts: further on by what framing is left between.
    pub(super) message: usize,
}

/// What is known about a body that was announced.
#[derive(Debug)]
pub(super) enum Incoming {
    /// Ends at this offset.
    Known(usize),
    Chunked(Chunked),
}

/// Data moves down over the framing in front of it, each byte once.
#[derive(Debug)]
pub(super) struct Chunked {
    decoder: Decoder,
    /// Where the body ends so far.
    data: usize,
    /// What stands behind this wasn't read yet.
    read: usize,
}

impl Incoming {
    /// The body behind a head of `head` bytes.
    ///
    /// # Errors
    ///
    /// The declared length is beyond the limit.
    pub(super) fn new(length: Length, head: usize, limits: &Limits) -> Result<Incoming, Refusal> {
        match length {
            Length::Known(length) => match usize::try_from(length) {
                Ok(length) if length <= limits.body => Ok(Incoming::Known(head + length)),
                _ => Err(Refusal::BodyTooLarge),
            },
            Length::Chunked => {
                let decoder = Decoder::new(limits.chunked());
                Ok(Incoming::Chunked(Chunked { decoder, data: head, read: head }))
            }
        }
    }

    /// Reads on; gives the request's extent once all of it is there.
    pub(super) fn advance(&mut self, buffer: &mut Buffer) -> Result<Option<Extent>, Refusal> {
        match self {
            Incoming::Known(end) => {
                Ok((buffer.len() >= *end).then_some(Extent { body: *end, message: *end }))
            }
            Incoming::Chunked(chunked) => chunked.advance(buffer),
        }
    }
}

impl Chunked {
    fn advance(&mut self, buffer: &mut Buffer) -> Result<Option<Extent>, Refusal> {
        loop {
            match self.decoder.step(&buffer.held()[self.read..])? {
                Step::Partial => {
                    buffer.truncate(self.data);
                    self.read = self.data;
                    return Ok(None);
                }
                Step::Data { skip, len } => {
                    let start = self.read + skip;
                    buffer.copy_within(start..start + len, self.data);
                    self.data += len;
                    self.read = start + len;
                }
                Step::End { skip } => {
                    return Ok(Some(Extent { body: self.data, message: self.read + skip }));
                }
            }
        }
    }
}
