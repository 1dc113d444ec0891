//! A body on its way in: it is passed on as it arrives.

use super::limits::Limits;
use super::refusal::Refusal;
use crate::buffer::Buffer;
use crate::chunked::{self, Decoder};
use crate::framing::Length;
use crate::number;

/// What is known about the body of an answer.
#[derive(Debug)]
pub(super) enum Incoming {
    /// This many bytes are outstanding.
    Known(u64),
    Chunked(Decoder),
    /// Up to the end of the connection; this many bytes are still allowed.
    UntilEnd(u64),
}

/// What [`Incoming::advance`] found.
pub(super) enum Step {
    /// More has to come.
    NeedMore,
    /// This many bytes in front of the buffer are data, at least one.
    Data(usize),
    /// The body is whole.
    End,
}

impl Incoming {
    /// The body behind a head that says this about its length.
    ///
    /// # Errors
    ///
    /// The declared length is beyond `most`.
    pub(super) fn new(
        length: Option<Length>,
        most: Option<u64>,
        limits: &Limits,
    ) -> Result<Incoming, Refusal> {
        let most = most.unwrap_or(u64::MAX);
        match length {
            Some(Length::Known(length)) if length > most => Err(Refusal::BodyTooLarge),
            Some(Length::Known(length)) => Ok(Incoming::Known(length)),
            Some(Length::Chunked) => Ok(Incoming::Chunked(Decoder::new(limits.chunked(most)))),
            None => Ok(Incoming::UntilEnd(most)),
        }
    }

    /// Reads on in what has arrived, and takes the framing in front of the next data. `ended` says that nothing more
    /// will arrive.
    pub(super) fn advance(&mut self, buffer: &mut Buffer, ended: bool) -> Result<Step, Refusal> {
        let available = buffer.len();
        match self {
            Incoming::Known(0) => Ok(Step::End),
            Incoming::Known(outstanding) if available > 0 => {
                Ok(Step::Data(number::take(outstanding, available)))
            }
            Incoming::Known(_) if ended => Err(Refusal::EndInBody),
            Incoming::UntilEnd(0) if available > 0 => Err(Refusal::BodyTooLarge),
            Incoming::UntilEnd(allowed) if available > 0 => Ok(Step::Data(number::take(allowed, available))),
            Incoming::UntilEnd(_) if ended => Ok(Step::End),
            Incoming::Chunked(decoder) => match decoder.step(buffer.held())? {
                chunked::Step::Data { skip, len } => {
                    buffer.take(skip);
                    Ok(Step::Data(len))
                }
                chunked::Step::End { skip } => {
                    buffer.take(skip);
                    Ok(Step::End)
                }
                chunked::Step::Partial if ended => Err(Refusal::EndInChunks),
                chunked::Step::Partial => {
                    buffer.take(available);
                    Ok(Step::NeedMore)
                }
            },
            Incoming::Known(_) | Incoming::UntilEnd(_) => Ok(Step::NeedMore),
        }
    }
}
