//! One pass over a message: where its protocol members stand and of what kind they are. Judgement follows
//! elsewhere, so that an id is known wherever it stands.

use super::meta::{self, MetaSpans};
use crate::json::{self, Fault, Reader, Span};

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Envelope {
    /// The whole message; not given when it is no object.
    pub(super) message: Span,
    pub(super) jsonrpc: Span,
    pub(super) id: Span,
    pub(super) method: Span,
    /// A `result` or an `error` is there.
    pub(super) answers: bool,
    pub(super) params: Span,
    pub(super) members: Params,
}

/// The members of `params` that many requests have; the others are found by [`Members`](super::Members) where a method
/// knows them. A method judges only its own.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Params {
    /// All of it.
    pub(crate) whole: Span,
    pub(crate) name: Span,
    pub(crate) uri: Span,
    pub(crate) arguments: Span,
    pub(crate) cursor: Span,
    /// Answers to what an earlier round asked for.
    pub(crate) input_responses: Span,
    /// What an earlier round handed out.
    pub(crate) request_state: Span,
    pub(crate) meta: Span,
    pub(crate) reserved: MetaSpans,
}

/// Fills `envelope` in place; what was read before a fault stays.
pub(super) fn read(text: &str, envelope: &mut Envelope) -> Result<(), Fault> {
    json::parse(text, |r| {
        if !r.at_object() {
            return r.value().map(drop);
        }
        envelope.message = r.object(|r, key| {
            match key {
                b"jsonrpc" => envelope.jsonrpc = r.value()?,
                // Of two, which is a fault, the first is the one that was read before it.
                b"id" if !envelope.id.is_given() => envelope.id = r.value()?,
                b"method" => envelope.method = r.value()?,
                b"params" if r.at_object() => envelope.params = params(r, &mut envelope.members)?,
                b"params" => envelope.params = r.value()?,
                b"result" | b"error" => {
                    envelope.answers = true;
                    r.value()?;
                }
                _ => drop(r.value()?),
            }
            Ok(())
        })?;
        Ok(())
    })
}

fn params(r: &mut Reader<'_>, params: &mut Params) -> Result<Span, Fault> {
    let whole = r.object(|r, key| {
        match key {
            b"name" => params.name = r.value()?,
            b"arguments" => params.arguments = r.value()?,
            b"_meta" if r.at_object() => params.meta = meta::read(r, &mut params.reserved)?,
            b"_meta" => params.meta = r.value()?,
            b"uri" => params.uri = r.value()?,
            b"cursor" => params.cursor = r.value()?,
            b"inputResponses" => params.input_responses = r.value()?,
            b"requestState" => params.request_state = r.value()?,
            _ => drop(r.value()?),
        }
        Ok(())
    })?;
    params.whole = whole;
    Ok(whole)
}
