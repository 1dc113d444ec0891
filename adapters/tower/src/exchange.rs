//! A request from its head to the head of its answer.

use std::future::poll_fn;
use std::sync::Arc;

use http::StatusCode;
use http::request::Parts;
use snodo_core::http::{Head, Response};
use snodo_core::{Execution, Frame, Unavailable};
use snodo_executor::Submission;

use crate::answer;
use crate::body::Body;
use crate::events::{Events, Of};
use crate::head;
use crate::probe::{Begun, Probe};
use crate::reading::{self, Unread};
use crate::shared::Shared;

/// Answers a request. Dropping the future cancels it.
pub(crate) async fn answer<B: http_body::Body>(
    shared: Arc<Shared>,
    request: http::Request<B>,
) -> http::Response<Body> {
    let (parts, body) = request.into_parts();
    let head = head::collect(&parts, shared.endpoint.path());
    let cors = shared.endpoint.cors_headers(&head);
    let mut answer = match receive(&shared, &parts, head, body).await {
        Ok((execution, bytes)) => run(&shared, execution, bytes).await,
        Err(answer) => answer,
    };
    answer::share(&mut answer, &cors);
    answer
}

/// Reads a request: what is to be executed, and how many bytes it was; or the answer without that.
async fn receive<B: http_body::Body>(
    shared: &Shared,
    parts: &Parts,
    head: Head<'_>,
    body: B,
) -> Result<(Execution, usize), http::Response<Body>> {
    let refused = |response: Response| answer::respond(&response);
    let unavailable = || answer::respond(&Response::unavailable(Unavailable::ShuttingDown));
    if shared.shutdown.has_begun() {
        return Err(unavailable());
    }
    if !head::names_host(parts) {
        return Err(answer::refuse(StatusCode::BAD_REQUEST, "Bad request: there must be one Host"));
    }
    let checked = shared.endpoint.check(head).map_err(refused)?;
    let body = reading::read(shared, body).await.map_err(|unread| match unread {
        Unread::TooLarge => answer::respond(&shared.endpoint.too_large()),
        Unread::TooSlow => {
            answer::refuse(StatusCode::REQUEST_TIMEOUT, "Request timeout: the body came too slowly")
        }
        Unread::Failed => answer::refuse(StatusCode::BAD_REQUEST, "Bad request: the body broke off"),
        Unread::ShuttingDown => unavailable(),
    })?;
    let prepared = checked.prepare(&body, &shared.known.call(parts)).map_err(refused)?;
    Ok((prepared.execute(), body.len()))
}

/// Executes a request up to its answer, or to the beginning of that.
async fn run(shared: &Shared, execution: Execution, bytes: usize) -> http::Response<Body> {
    let (id, is_subscription) = (execution.id().cloned(), execution.is_subscription());
    let mut submitter = shared.submitter();
    let job = match submitter.submit(execution, bytes) {
        Submission::Answered(response) => return answer::respond(&response.into()),
        Submission::Full(execution) => {
            return answer::respond(&execution.abandon(Unavailable::Overloaded).into());
        }
        Submission::Accepted(job) => job,
    };
    if is_subscription {
        let first = poll_fn(|cx| submitter.poll_output(cx)).await.frame;
        if let Frame::Response(response) = first {
            return answer::respond(&response.into());
        }
        let of = Of::Subscription(job, Some(shared.shutdown.watch()));
        let period = shared.times.keep_alive;
        return answer::stream(Events::new(submitter, Some(&first), of, shared.timer(), period));
    }
    let mut probe = Probe::new(shared);
    let (first, place) = match poll_fn(|cx| probe.poll(&mut submitter, cx)).await {
        Begun::Frame(Frame::Response(response)) => return answer::respond(&response.into()),
        Begun::Frame(frame) => (Some(frame), shared.streams.take()),
        Begun::Probed(place) => (None, Some(place)),
    };
    // One stream too many: the call ends with its submitter.
    let Some(place) = place else {
        let refused = match id {
            Some(id) => snodo_core::Response::unavailable(id, Unavailable::Overloaded).into(),
            None => Response::unavailable(Unavailable::Overloaded),
        };
        return answer::respond(&refused);
    };
    let period = shared.times.quiet_call();
    answer::stream(Events::new(submitter, first.as_ref(), Of::Call(place), probe.timer, period))
}
