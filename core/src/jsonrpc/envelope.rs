//! One pass over a message: where its protocol members stand and of what kind they are. Judgement follows
//! elsewhere, so that an id is known wherever it stands.

use super::meta::{self, MetaSpans};
use crate::json::{self, Fault, Name, Reader, Span};

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Envelope {
    /// The whole message; not given when it is no object.
    pub(super) message: Span,
    found: [Span; MEMBERS.len()],
    /// A `result` or an `error` is there.
    pub(super) answers: bool,
    pub(super) members: Params,
}

/// Those of requests. Of two, which is a fault, the first is the one that was read before it.
const MEMBERS: [&str; 4] = ["jsonrpc", "id", "method", "params"];

impl Envelope {
    pub(super) fn jsonrpc(&self) -> Span {
        self.found[0]
    }

    pub(super) fn id(&self) -> Span {
        self.found[1]
    }

    pub(super) fn method(&self) -> Span {
        self.found[2]
    }

    pub(super) fn params(&self) -> Span {
        self.found[3]
    }
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
    const PARAMS: usize = 3;
    json::parse(text, |r| {
        if !r.at_object() {
            return r.value().map(drop);
        }
        let Envelope { message, found, answers, members } = envelope;
        *message = r.object_of(MEMBERS, |r, name| {
            match name {
                Name::Expected(PARAMS) if r.at_object() => found[PARAMS] = params(r, members)?,
                Name::Expected(index) => found[index] = r.value()?,
                Name::Other(name) => {
                    *answers |= matches!(name, b"result" | b"error");
                    r.value()?;
                }
            }
            Ok(())
        })?;
        Ok(())
    })
}

fn params(r: &mut Reader<'_>, params: &mut Params) -> Result<Span, Fault> {
    const META: usize = 2;
    let mut found = [Span::default(); 3];
    let whole = r.object_of(["name", "arguments", "_meta"], |r, name| {
        match name {
            Name::Expected(META) if r.at_object() => {
                found[META] = meta::read(r, &mut params.reserved)?;
            }
            Name::Expected(index) => found[index] = r.value()?,
            Name::Other(name) => rare_param(r, name, params)?,
        }
        Ok(())
    })?;
    params.whole = whole;
    [params.name, params.arguments, params.meta] = found;
    Ok(whole)
}

#[inline(never)]
fn rare_param(r: &mut Reader<'_>, name: &[u8], params: &mut Params) -> Result<(), Fault> {
    let value = r.value()?;
    match name {
        b"uri" => params.uri = value,
        b"cursor" => params.cursor = value,
        b"inputResponses" => params.input_responses = value,
        b"requestState" => params.request_state = value,
        _ => {}
    }
    Ok(())
}
