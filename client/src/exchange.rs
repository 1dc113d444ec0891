//! A call on its way: requests, what comes back for each, and the deadlines over both.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use snodo_core::model::{LoggingMessageNotificationParams, ProgressNotificationParams};
use snodo_core::{CompiledSchema, Id};
use snodo_executor::{Clock, Sleep};

use crate::cache::Kept;
use crate::client::{Client, Shared};
use crate::error::Error;
use crate::machine::{Answer, Arrival, Deadlines, Notification, Request};
use crate::subscription::Resuming;
use crate::transport::{Arrivals, Arrived};

/// Who is told what comes before the response.
#[derive(Default)]
pub(crate) struct Listeners {
    pub(crate) progress: Option<Box<dyn FnMut(ProgressNotificationParams) + Send>>,
    pub(crate) log: Option<Box<dyn FnMut(LoggingMessageNotificationParams) + Send>>,
}

/// What was said of a call besides its request.
#[derive(Default)]
pub(crate) struct Options {
    /// Questions are answered by the client's handlers.
    pub(crate) answers_itself: bool,
    /// No result that is kept will do.
    pub(crate) is_fresh: bool,
    /// What the structured content of the result is checked against.
    pub(crate) schema: Option<Arc<dyn CompiledSchema>>,
    pub(crate) listeners: Listeners,
    /// How a subscription is opened again.
    pub(crate) resuming: Resuming,
}

/// A call on its way.
#[doc(hidden)]
pub struct Running {
    pub(crate) client: Client,
    pub(crate) request: Request,
    pub(crate) options: Options,
    timer: Timer,
}

impl Running {
    pub(crate) fn new(
        client: Client,
        request: Request,
        options: Options,
        deadlines: Option<Deadlines>,
    ) -> Self {
        let clock = client.shared.clock.clone();
        let timer = Timer { deadlines, clock, sleep: None };
        Self { client, request, options, timer }
    }

    /// Gives the result of the request as it stands now, the text of a JSON object: one that is kept, or the server's.
    pub(crate) async fn exchange(&mut self) -> Result<String, Error> {
        let client = self.client.clone();
        let kept = client.shared.kept.as_ref().filter(|_| Kept::keeps(self.request.method()));
        let (Some(kept), Some(clock)) = (kept.filter(|_| self.request.is_plain()), &client.shared.clock)
        else {
            return self.exchange_now().await;
        };
        let (method, params) = (self.request.method(), self.request.params().get());
        let place = match kept.find(method, params, self.options.is_fresh, clock.now()) {
            Ok(result) => return Ok((*result).to_owned()),
            Err(place) => place,
        };
        let result = self.exchange_now().await?;
        kept.keep(place, &result, clock.now());
        Ok(result)
    }

    /// Sends the request as it stands now.
    async fn exchange_now(&mut self) -> Result<String, Error> {
        let id = self.client.shared.next_id.take();
        let method = self.request.method().to_owned();
        let result = self.exchange_as(id).await.map_err(|error| error.of_request(&method, id));
        self.timer.answered();
        result
    }

    async fn exchange_as(&mut self, id: u64) -> Result<String, Error> {
        let (mut arrivals, token) = self.send(id).await?;
        let id = Id::from(id);
        loop {
            let next = self.next(&mut *arrivals).await?;
            let arrived =
                next.ok_or_else(|| Error::connection("the connection ended before the response"))?;
            match Arrival::parse(&arrived.message) {
                Ok(Arrival::Response(response)) => {
                    return answered(&id, response.id.as_ref(), response.answer, &arrived);
                }
                Ok(Arrival::Notification(notification)) => self.told(token.as_ref(), &notification),
                Ok(Arrival::Request { method }) => {
                    log::debug!("the server sent a request, {method}; passed over");
                }
                Err(unusable) => return Err(unreadable(&unusable.to_string(), &arrived)),
            }
        }
    }

    /// Sends the request, within its time.
    pub(crate) async fn send(&mut self, id: u64) -> Result<(Box<dyn Arrivals>, Option<Id>), Error> {
        let shared: &Shared = &self.client.shared;
        let message = self.request.encode(id, &shared.profile)?;
        let token = message.progress_token().cloned();
        self.timer.begin();
        let arrivals = self.timer.within(shared.transport.request(message)).await??;
        Ok((arrivals, token))
    }

    /// The next message of a request that was sent by [`send`](Self::send), within its time.
    pub(crate) async fn next(&mut self, arrivals: &mut dyn Arrivals) -> Result<Option<Arrived>, Error> {
        let next = self.timer.within(poll_fn(|cx| arrivals.poll_next(cx))).await;
        if next.is_err() {
            arrivals.give_up("no answer came in time");
        }
        next?.transpose()
    }

    /// Waits, within the time of the call.
    pub(crate) async fn pause(&mut self, pause: Duration) -> Result<(), Error> {
        let Some(clock) = self.timer.clock.clone() else { return Ok(()) };
        self.timer.within(clock.sleep_until(clock.now() + pause)).await
    }

    /// Waits for what the caller's own code does, within the time of the call.
    pub(crate) async fn within<F: Future>(&mut self, future: F) -> Result<F::Output, Error> {
        self.timer.within(future).await
    }

    fn told(&mut self, token: Option<&Id>, notification: &Notification<'_>) {
        match &*notification.method {
            "notifications/progress" => {
                let Ok(progress) = serde_json::from_str::<ProgressNotificationParams>(notification.params)
                else {
                    return log::warn!("a notification of progress is malformed; passed over");
                };
                if Some(&progress.progress_token) == token {
                    self.timer.progress();
                    if let Some(listener) = &mut self.options.listeners.progress {
                        listener(progress);
                    }
                }
            }
            "notifications/message" => {
                if let Some(listener) = &mut self.options.listeners.log {
                    match serde_json::from_str(notification.params) {
                        Ok(message) => listener(message),
                        Err(_) => log::warn!("a log message is malformed; passed over"),
                    }
                }
            }
            method => log::debug!("the server sent {method}; passed over"),
        }
    }
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Running").field("request", &self.request).finish_non_exhaustive()
    }
}

/// What answers the request with this id.
fn answered(id: &Id, of: Option<&Id>, answer: Answer<'_>, arrived: &Arrived) -> Result<String, Error> {
    if of.is_some_and(|of| of != id) {
        return Err(unreadable("the response has the id of another request", arrived));
    }
    match answer {
        Answer::Result(result) => Ok(result.to_owned()),
        Answer::Error(object) => Err(arrived.explain(Error::answered(object))),
    }
}

fn unreadable(why: &str, arrived: &Arrived) -> Error {
    arrived.explain(Error::connection(format!("what the server answered is no response: {why}")))
}

/// The deadlines of a call, with the clock that tells when they are over.
struct Timer {
    deadlines: Option<Deadlines>,
    clock: Option<Arc<dyn Clock>>,
    /// Until when, made when something is waited for.
    sleep: Option<(Instant, Sleep)>,
}

impl Timer {
    fn begin(&mut self) {
        if let (Some(deadlines), Some(clock)) = (&mut self.deadlines, &self.clock) {
            deadlines.begin(clock.now());
        }
    }

    /// Until the next request begins, only the call as a whole has an end: people take their time to answer.
    fn answered(&mut self) {
        if let Some(deadlines) = &mut self.deadlines {
            deadlines.answered();
        }
    }

    fn progress(&mut self) {
        if let (Some(deadlines), Some(clock)) = (&mut self.deadlines, &self.clock) {
            deadlines.progress(clock.now());
        }
    }

    /// What the future gives, or why there is no more time for it. What is there at once is given in any case.
    async fn within<F: Future>(&mut self, future: F) -> Result<F::Output, Error> {
        let mut future = std::pin::pin!(future);
        poll_fn(|cx| match future.as_mut().poll(cx) {
            Poll::Ready(output) => Poll::Ready(Ok(output)),
            Poll::Pending => self.poll_expired(cx).map(Err),
        })
        .await
    }

    fn poll_expired(&mut self, cx: &mut Context<'_>) -> Poll<Error> {
        let (Some(deadlines), Some(clock)) = (&self.deadlines, &self.clock) else { return Poll::Pending };
        loop {
            let Some(at) = deadlines.next() else { return Poll::Pending };
            let sleep = match &mut self.sleep {
                Some((until, sleep)) if *until == at => sleep,
                sleep => &mut sleep.insert((at, clock.sleep_until(at))).1,
            };
            std::task::ready!(Pin::new(sleep).poll(cx));
            self.sleep = None;
            if let Some(error) = deadlines.expired(clock.now().max(at)) {
                return Poll::Ready(error);
            }
        }
    }
}
