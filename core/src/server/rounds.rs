//! Several rounds of one request, as they look on the wire: `inputResponses` and `requestState` on the way in,
//! `input_required` on the way out.
//!
//! A client sends only the answers of the last round, so those of earlier ones that the handler has used travel in
//! `requestState`, with what it keeps: `{"answers":{…},"state":…}`, sealed where the server has a sealer. Without one
//! nothing may be kept, and the answers are as trustworthy as those that come directly: they are checked in each round.
//!
//! Spec: basic/patterns/mrtr.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::catalogue::written;
use super::prepare::Inquiry;
use super::target::Target;
use crate::context::{Asked, Earlier, Sealing, Shared};
use crate::dialect::v2026_07_28::missing_capability;
use crate::json::{self, Kind};
use crate::jsonrpc::Rejection;
use crate::model::InputRequired;

/// More answers than one request can need. One is looked for among them by comparing.
const MAX_ANSWERS: usize = 256;

/// What a handler that wants a context shares with its driver, for a method that may ask for input.
pub(super) fn shared(
    method: &'static str,
    target: &Target,
    wants_context: bool,
    inquiry: Inquiry<'_, '_>,
) -> Result<Option<Arc<Shared>>, Rejection> {
    let params = &inquiry.request.params;
    let bad = |problem| Err(Rejection::invalid_params(problem));
    if !matches!(params.input_responses.kind(), Kind::Missing | Kind::Object) {
        return bad("Invalid params: inputResponses must be an object");
    }
    if !matches!(params.request_state.kind(), Kind::Missing | Kind::String) {
        return bad("Invalid params: requestState must be a string");
    }
    match wants_context {
        false => Ok(None),
        true => wanted(method, target, inquiry).map(Some),
    }
}

#[inline(never)]
fn wanted(method: &'static str, target: &Target, inquiry: Inquiry<'_, '_>) -> Result<Arc<Shared>, Rejection> {
    let (params, catalogue) = (&inquiry.request.params, inquiry.catalogue);
    // The sealer and the function that names the principal are their authors' code.
    let rounds = catalogue.panics.run(
        || target.component(catalogue),
        || -> Result<_, Rejection> {
            let sealing = catalogue.sealer.as_ref().map(|sealer| {
                Box::new(Sealing {
                    sealer: Some(Arc::clone(sealer)),
                    method,
                    params: params.whole.raw(inquiry.text()).into(),
                    principal: catalogue
                        .principal
                        .as_ref()
                        .and_then(|principal| principal(inquiry.call))
                        .map(Into::into),
                })
            });
            Ok((earlier(&inquiry, sealing.as_deref())?, sealing))
        },
    );
    Ok(inquiry.shared(Some(rounds.ok_or_else(Rejection::internal)??)))
}

/// What earlier rounds brought: the last one's answers, and those that went through the state.
fn earlier(inquiry: &Inquiry<'_, '_>, sealing: Option<&Sealing>) -> Result<Earlier, Rejection> {
    let (text, params) = (inquiry.text(), &inquiry.request.params);
    let mut earlier = Earlier::default();
    if params.input_responses.is_given() {
        earlier.answers = answers(params.input_responses.raw(text)).ok_or_else(|| {
            Rejection::invalid_params(format!("Invalid params: inputResponses holds more than {MAX_ANSWERS}"))
        })?;
    }
    if let Some(token) = params.request_state.string(text) {
        // One text for every reason: which it was is of use only to who forged it.
        let invalid = || Rejection::invalid_params("Invalid or expired requestState");
        let payload = match sealing {
            _ if token.len() > inquiry.catalogue.limits.request_state => None,
            Some(sealing) => sealing.open(&token),
            None => Some(token.into_owned()),
        };
        let state = payload.as_deref().and_then(read).ok_or_else(invalid)?;
        if sealing.is_none() && state.state.is_some() {
            return Err(invalid());
        }
        // What is sealed cannot be answered anew; without a seal the last answer counts.
        let last = core::mem::take(&mut earlier.answers);
        let (first, second) = if sealing.is_some() { (state.answers, last) } else { (last, state.answers) };
        earlier.answers = first;
        for (key, answer) in second {
            if earlier.answer(&key).is_none() {
                earlier.answers.push((key, answer));
            }
        }
        earlier.state = state.state;
    }
    Ok(earlier)
}

/// Reads a payload that [`write`] has made, or somebody else.
fn read(payload: &str) -> Option<Earlier> {
    let mut earlier = Earlier::default();
    let mut fits = true;
    let root = json::parse(payload, |r| {
        if !r.at_object() {
            return r.value();
        }
        r.object(|r, key| {
            let value = r.value()?;
            match (key, value.kind()) {
                (b"answers", Kind::Object) => match answers(value.raw(payload)) {
                    Some(answers) => earlier.answers = answers,
                    None => fits = false,
                },
                (b"state", _) => earlier.state = Some(value.raw(payload).into()),
                _ => fits = false,
            }
            Ok(())
        })
    });
    (fits && root.is_ok_and(|root| root.kind() == Kind::Object)).then_some(earlier)
}

/// The members of an object, unless there are too many. Those that no question asks for do not matter; whether one fits
/// its question is seen when it is asked.
fn answers(object: &str) -> Option<Vec<(Box<str>, Box<str>)>> {
    let (mut answers, mut count) = (Vec::new(), 0_usize);
    let read = json::parse(object, |r| {
        r.object(|r, key| {
            let value = r.value()?;
            count += 1;
            if count <= MAX_ANSWERS {
                answers.push((String::from_utf8_lossy(key).into(), value.raw(object).into()));
            }
            Ok(())
        })
    });
    (count <= MAX_ANSWERS && read.is_ok()).then_some(answers)
}

/// The end of a round: what the handler has asked for, after what it says by itself in `demand`.
pub(super) fn required(shared: &Shared, demand: InputRequired) -> Result<InputRequired, Problem> {
    let mut asked = shared.take_asked();
    if let Some(fault) = asked.fault {
        return Err(Problem::Author(fault));
    }
    if !shared.may_ask() {
        return Err(Problem::Author("only tools, resources and prompts may ask for input"));
    }
    // What was kept last counts, however many rounds ago.
    if asked.kept.is_none() {
        asked.kept = shared.earlier().state.as_deref().map(Into::into);
    }
    if let Some(state) = demand.state_text() {
        asked.kept = Some(written(|w| {
            w.string(state);
        }));
    }
    let questions = core::mem::take(&mut asked.questions);
    let demand = questions.into_iter().fold(demand, |demand, (key, question)| demand.ask(key, question));
    let missing = demand.needs().missing_from(shared.capabilities());
    if !missing.is_empty() {
        return Err(Problem::Client(missing_capability(missing)));
    }
    let demand = match state(shared, &asked)? {
        Some(state) => demand.state(state),
        None => demand,
    };
    match demand.check() {
        Ok(()) => Ok(demand),
        Err(invalid) => Err(Problem::Author(invalid.0)),
    }
}

/// The `requestState` that goes along, if anything has to come back.
fn state(shared: &Shared, asked: &Asked) -> Result<Option<String>, Problem> {
    let Some(payload) = write(shared.earlier(), asked) else { return Ok(None) };
    if json::check(&payload).is_err() {
        return Err(Problem::Author("what is kept breaks the bounds of JSON: it could not be read again"));
    }
    match shared.sealing() {
        Some(sealing) => match sealing.seal(&payload) {
            Some(token) if token.len() <= shared.limits().request_state => Ok(Some(token)),
            _ => Err(Problem::Author(
                "answers and what is kept could not be sealed: they are too long, most likely",
            )),
        },
        None if asked.kept.is_some() => Err(Problem::Author("keeping a state needs a sealer")),
        None if payload.len() > shared.limits().request_state => {
            Err(Problem::Author("the answers of earlier rounds are too long for requestState"))
        }
        None => Ok(Some(payload)),
    }
}

/// Why a round cannot end with questions.
pub(super) enum Problem {
    /// The handler's author's fault.
    Author(&'static str),
    /// The client cannot answer.
    Client(Rejection),
}

/// What has to come back with the next round; nothing, when there is nothing.
fn write(earlier: &Earlier, asked: &Asked) -> Option<String> {
    if asked.used.is_empty() && asked.kept.is_none() {
        return None;
    }
    Some(written(|w| {
        w.literal("{");
        let mut separator = "\"answers\":{";
        for &place in &asked.used {
            let (key, answer) = &earlier.answers[place];
            w.literal(separator).string(key).literal(":").literal(answer);
            separator = ",";
        }
        w.literal(if asked.used.is_empty() { "" } else { "}" });
        if let Some(kept) = &asked.kept {
            w.literal(if asked.used.is_empty() { "" } else { "," }).literal("\"state\":").literal(kept);
        }
        w.literal("}");
    }))
}
