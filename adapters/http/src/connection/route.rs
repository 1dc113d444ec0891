//! What a request is for.

use snodo_core::http::{Head, Response};
use snodo_core::{Call, Execution};
use snodo_http1::server::{self, Request};

use crate::shared::Shared;

/// What is said without a handler.
pub(super) enum Answer {
    /// The probe's.
    Healthy,
    /// The probe's path, in another method.
    NotGet,
    /// The endpoint's.
    Response(Response),
}

impl Shared {
    /// What the head of a request that is not whole leads to: nothing yet, or its refusal.
    pub(super) fn check(&self, head: server::Head<'_>) -> Result<(), Answer> {
        self.check_health(head)?;
        self.endpoint.check(collect(head)).map(drop).map_err(Answer::Response)
    }

    /// What a whole request leads to.
    pub(super) fn prepare(&self, request: Request<'_>, call: &Call) -> Result<Execution, Answer> {
        self.check_health(request.head())?;
        let checked = self.endpoint.check(collect(request.head()));
        let prepared = checked.and_then(|checked| checked.prepare(request.body(), call));
        prepared.map(snodo_core::Prepared::execute).map_err(Answer::Response)
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

fn collect(head: server::Head<'_>) -> Head<'_> {
    Head::collect(head.method(), head.path(), head.headers())
}
