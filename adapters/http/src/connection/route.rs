//! What a request is for.

use std::task::{Context, Poll};

use snodo_core::http::{CorsHeaders, Head, Response};
use snodo_core::{Call, Execution, Prepared};
use snodo_http1::server::{self, Request};

use crate::gate::{Admission, GateHead, Refusal};
use crate::shared::Shared;

/// What is said without a handler.
pub(super) enum Answer {
    /// The probe's.
    Healthy,
    /// The probe's path, in another method.
    NotGet,
    /// The endpoint's.
    Response(Response),
    /// The gate's.
    Refused(Refusal),
}

/// What comes instead of the next step.
pub(super) enum Instead {
    Answer(Answer),
    /// The gate has not decided yet.
    Wait(Admission),
}

impl Shared {
    /// What the head of a request that is not whole leads to: what the gate adds to the call, if there is one, or
    /// the request's refusal. `cors` gets what its answer has besides, whatever that is.
    pub(super) fn check(
        &self,
        head: server::Head<'_>,
        call: &Call,
        cors: &mut CorsHeaders,
        cx: &mut Context<'_>,
    ) -> Result<Option<Call>, Instead> {
        self.check_health(head)?;
        let collected = collect(head);
        *cors = self.endpoint.cors_headers(&collected);
        self.endpoint.check(collected).map(drop).map_err(Answer::Response)?;
        self.ask(head, call, cx)
    }

    /// What a whole request leads to. `admitted` is what the gate has said already, about the head alone.
    pub(super) fn prepare(
        &self,
        request: Request<'_>,
        admitted: Option<Call>,
        call: &Call,
        cors: &mut CorsHeaders,
        cx: &mut Context<'_>,
    ) -> Result<Execution, Instead> {
        self.check_health(request.head())?;
        let collected = collect(request.head());
        *cors = self.endpoint.cors_headers(&collected);
        let checked = self.endpoint.check(collected).map_err(Answer::Response)?;
        let admitted = match admitted {
            None => self.ask(request.head(), call, cx)?,
            admitted => admitted,
        };
        let prepared = checked.prepare(request.body(), admitted.as_ref().unwrap_or(call));
        Ok(prepared.map_err(Answer::Response)?.execute())
    }

    /// As [`prepare`](Self::prepare), for a request that had to wait for the gate.
    pub(super) fn resume(&self, head: &GateHead, body: &[u8], call: &Call) -> Result<Execution, Answer> {
        let checked = self.endpoint.check(Head::collect(head.method(), head.path(), head.headers()));
        let prepared = checked.and_then(|checked| checked.prepare(body, call));
        prepared.map(Prepared::execute).map_err(Answer::Response)
    }

    /// What the gate adds to the call, where there is a gate.
    fn ask(
        &self,
        head: server::Head<'_>,
        call: &Call,
        cx: &mut Context<'_>,
    ) -> Result<Option<Call>, Instead> {
        let Some(gate) = &self.gate else { return Ok(None) };
        let peer = call.peer().expect("every connection's call has its peer's address");
        let mut admission = Admission::new(gate, GateHead::new(head, peer), call.clone());
        match admission.poll(cx) {
            Poll::Ready(Ok(call)) => Ok(Some(call)),
            Poll::Ready(Err(refusal)) => Err(Answer::Refused(refusal).into()),
            Poll::Pending => Err(Instead::Wait(admission)),
        }
    }

    fn check_health(&self, head: server::Head<'_>) -> Result<(), Answer> {
        match (&self.health, head.method()) {
            (Some(health), method) if head.path() == health => {
                Err(if matches!(method, "GET" | "HEAD") { Answer::Healthy } else { Answer::NotGet })
            }
            _ => Ok(()),
        }
    }
}

impl From<Answer> for Instead {
    fn from(answer: Answer) -> Instead {
        Instead::Answer(answer)
    }
}

fn collect(head: server::Head<'_>) -> Head<'_> {
    Head::collect(head.method(), head.path(), head.headers().raw())
}
