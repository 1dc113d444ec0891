//! Subscriptions: being told of changes.
//!
//! Spec: basic/patterns/subscriptions.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use serde::Deserialize;
use snodo_core::Id;
use snodo_core::model::{
    CancelledNotificationParams, JsonObject, ResourceUpdatedNotificationParams, SubscriptionFilter,
    SubscriptionsAcknowledgedNotificationParams,
};

use crate::call::Call;
use crate::client::Client;
use crate::error::Error;
use crate::exchange::{Options, Running};
use crate::machine::{Answer, Arrival, Deadlines, Notification, Request};
use crate::operations::{Output, sealed};
use crate::transport::{Arrivals, Arrived};

/// An open subscription: events, one at a time, until one side ends it.
///
/// When the connection is lost, such as by a child process that dies, it is opened again; then comes
/// [`Event::Resumed`], since what happened meanwhile is not known. See [`Call::resumes`].
///
/// Dropping it ends it. Events wait where they came in until they are taken: over HTTP in the connection, which slows the
/// server; on a stream that calls share, a bounded number is kept and the oldest ones are dropped.
#[must_use = "dropping a subscription ends it"]
pub struct Subscription {
    client: Client,
    request: Request,
    settings: Resuming,
    state: State,
    id: Id,
    accepted: SubscriptionFilter,
    /// How often it was opened again since something was told.
    tries: u32,
    missed: u64,
}

/// How a subscription is opened again.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Resuming {
    /// How often in a row.
    pub(crate) tries: u32,
    /// How long the acknowledgement may take.
    pub(crate) timeout: Option<Duration>,
}

enum State {
    Open(Box<dyn Arrivals>),
    Resuming(Pin<Box<dyn Future<Output = Result<Opened, Error>> + Send>>),
    Over(End),
}

/// What the acknowledgement brought.
struct Opened {
    arrivals: Box<dyn Arrivals>,
    id: Id,
    accepted: SubscriptionFilter,
}

/// The pause before the first try to open a subscription again; it doubles from one try to the next.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Something that a server tells.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The list of tools has changed.
    ToolsListChanged,
    /// The list of prompts has changed.
    PromptsListChanged,
    /// The list of resources has changed.
    ResourcesListChanged,
    /// A resource has changed: one that was asked for, or a part of it.
    ResourceUpdated {
        /// The resource.
        uri: String,
    },
    /// The connection was lost and is there again: whatever was asked for may have changed meanwhile.
    Resumed,
    /// A notification of an extension.
    Other {
        /// The method's name.
        method: String,
        /// What it tells.
        params: JsonObject,
    },
}

/// How a subscription has ended.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum End {
    /// The server has ended it as it should.
    Finished,
    /// The server has ended it, or refused it, with an error; or the connection is gone.
    Failed(Error),
}

impl Client {
    /// Asks to be told of changes: of what, says the call. It is there when the server has acknowledged it.
    ///
    /// ```no_run
    /// # async fn run(client: snodo_client::Client) -> Result<(), snodo_client::Error> {
    /// let mut changes = client.listen().tools_list_changed().resource("file:///notes.md").await?;
    /// while let Some(event) = changes.next().await {
    ///     println!("{event:?}");
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// Spec: basic/patterns/subscriptions.
    pub fn listen(&self) -> Call<Subscription> {
        self.listen_to(&SubscriptionFilter::default())
    }

    /// The same with a filter that is there already.
    pub fn listen_to(&self, filter: &SubscriptionFilter) -> Call<Subscription> {
        Call::new(self, params(filter).map(Request::listen))
    }
}

#[derive(serde::Serialize, Deserialize)]
struct Params {
    notifications: SubscriptionFilter,
}

fn params(filter: &SubscriptionFilter) -> Result<JsonObject, Error> {
    let params = JsonObject::new(&Params { notifications: filter.clone() });
    params.map_err(|error| Error::usage(error.to_string()))
}

impl Call<Subscription> {
    fn filter(self, change: impl FnOnce(&mut SubscriptionFilter)) -> Self {
        self.with(|request| {
            let Params { mut notifications } =
                request.params().to().map_err(|error| Error::usage(error.to_string()))?;
            change(&mut notifications);
            request.set_params(params(&notifications)?);
            Ok(())
        })
    }

    /// How often in a row it is opened again when the connection is lost: after half a second, then after twice as long
    /// each time, 30 s at most. Default: 3. It is not when the server ends it or refuses it, nor by a client in process.
    pub fn resumes(self, tries: u32) -> Self {
        self.with_resumes(tries)
    }

    /// Of the list of tools.
    pub fn tools_list_changed(self) -> Self {
        self.filter(|filter| filter.tools_list_changed = Some(true))
    }

    /// Of the list of prompts.
    pub fn prompts_list_changed(self) -> Self {
        self.filter(|filter| filter.prompts_list_changed = Some(true))
    }

    /// Of the list of resources.
    pub fn resources_list_changed(self) -> Self {
        self.filter(|filter| filter.resources_list_changed = Some(true))
    }

    /// Of the resource at this URI, and of those below it. May be called several times.
    pub fn resource(self, uri: impl Into<String>) -> Self {
        self.filter(|filter| filter.resource_subscriptions.get_or_insert_default().push(uri.into()))
    }
}

impl sealed::Sealed for Subscription {}

impl Output for Subscription {
    /// The timeout is for the acknowledgement; what follows has none.
    async fn run(mut running: Running) -> Result<Self, Error> {
        let Opened { arrivals, id, accepted } = open(&mut running).await?;
        let settings = running.options.resuming;
        let state = State::Open(arrivals);
        Ok(Self {
            client: running.client,
            request: running.request,
            settings,
            state,
            id,
            accepted,
            tries: 0,
            missed: 0,
        })
    }
}

async fn open(running: &mut Running) -> Result<Opened, Error> {
    let id = running.client.shared.next_id.take();
    acknowledged(running, id).await.map_err(|error| error.of_request(running.request.method(), id))
}

async fn acknowledged(running: &mut Running, id: u64) -> Result<Opened, Error> {
    let (mut arrivals, _) = running.send(id).await?;
    let id = Id::from(id);
    loop {
        let gone = || Error::connection("the connection ended before the acknowledgement");
        let arrived = running.next(&mut *arrivals).await?.ok_or_else(gone)?;
        let notification = match judge(&id, &arrived) {
            Step::Told(notification) => notification,
            Step::PassOver => continue,
            Step::End(End::Failed(error)) => return Err(error),
            Step::End(End::Finished) => {
                return Err(Error::connection("the server ended the subscription at once"));
            }
        };
        if notification.method != "notifications/subscriptions/acknowledged" {
            log::warn!("the server sent {} before it acknowledged; passed over", notification.method);
            continue;
        }
        let told = serde_json::from_str::<SubscriptionsAcknowledgedNotificationParams>(notification.params);
        let told =
            told.map_err(|e| Error::result(format!("the acknowledgement: {e}"), notification.params))?;
        return Ok(Opened { arrivals, id, accepted: told.notifications });
    }
}

/// Opens a subscription again, after a pause.
async fn reopen(
    client: Client,
    request: Request,
    settings: Resuming,
    pause: Duration,
) -> Result<Opened, Error> {
    let clock = client.shared.clock.clone();
    if let Some(clock) = &clock {
        clock.sleep_until(clock.now() + pause).await;
    }
    let deadlines = clock.map(|clock| Deadlines::new(settings.timeout, None, false, clock.now()));
    open(&mut Running::new(client, request, Options::default(), deadlines)).await
}

/// What a message means to a subscription.
enum Step<'a> {
    Told(Notification<'a>),
    PassOver,
    End(End),
}

#[derive(Deserialize)]
struct Tagged {
    #[serde(rename = "_meta", default)]
    meta: snodo_core::model::Meta,
}

fn judge<'a>(id: &Id, arrived: &'a Arrived) -> Step<'a> {
    let failed = |error: Error| Step::End(End::Failed(arrived.explain(error)));
    match Arrival::parse(&arrived.message) {
        Ok(Arrival::Response(response)) => match response.answer {
            _ if response.id.as_ref().is_some_and(|of| of != id) => Step::PassOver,
            Answer::Result(_) => Step::End(End::Finished),
            Answer::Error(object) => failed(Error::answered(object)),
        },
        Ok(Arrival::Notification(notification)) if notification.method == "notifications/cancelled" => {
            let cancelled = serde_json::from_str::<CancelledNotificationParams>(notification.params);
            match cancelled.is_ok_and(|cancelled| cancelled.request_id == *id) {
                true => Step::End(End::Finished),
                false => Step::PassOver,
            }
        }
        Ok(Arrival::Notification(notification)) => {
            let tagged = serde_json::from_str::<Tagged>(notification.params).ok();
            match tagged.and_then(|tagged| tagged.meta.subscription().ok().flatten()) {
                Some(of) if of == *id => Step::Told(notification),
                _ => {
                    log::debug!(
                        "{} belongs to no subscription of this stream; passed over",
                        notification.method
                    );
                    Step::PassOver
                }
            }
        }
        Ok(Arrival::Request { .. }) => Step::PassOver,
        Err(unusable) => failed(Error::connection(format!("what the server sent is no message: {unusable}"))),
    }
}

impl Subscription {
    /// What the server tells: what was asked for, or less.
    pub fn accepted(&self) -> &SubscriptionFilter {
        &self.accepted
    }

    /// How it has ended; `None` while it is open.
    #[must_use]
    pub fn end(&self) -> Option<&End> {
        match &self.state {
            State::Over(end) => Some(end),
            State::Open(_) | State::Resuming(_) => None,
        }
    }

    /// How many events were dropped so far because they were not taken in time, on a stream that calls share.
    #[must_use]
    pub fn missed(&self) -> u64 {
        self.missed
    }

    /// The next event; `None` when it has ended, and [`end`](Self::end) tells how. Cancel-safe: an event is taken or it
    /// waits.
    pub async fn next(&mut self) -> Option<Event> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    /// The next event, for streams of the caller's.
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        loop {
            let end = match &mut self.state {
                State::Over(_) => return Poll::Ready(None),
                State::Resuming(opening) => match ready!(opening.as_mut().poll(cx)) {
                    Ok(opened) => {
                        (self.id, self.accepted) = (opened.id, opened.accepted);
                        self.state = State::Open(opened.arrivals);
                        return Poll::Ready(Some(self.told(Event::Resumed)));
                    }
                    Err(error) => End::Failed(error),
                },
                State::Open(arrivals) => match ready!(arrivals.poll_next(cx)) {
                    None => {
                        End::Failed(Error::connection("the connection ended before the subscription did"))
                    }
                    Some(Err(error)) => End::Failed(error),
                    Some(Ok(arrived)) => {
                        self.missed += arrived.missed;
                        match judge(&self.id, &arrived) {
                            Step::PassOver => continue,
                            Step::End(end) => end,
                            Step::Told(notification) => match event(&notification) {
                                Some(event) => {
                                    self.tries = 0;
                                    return Poll::Ready(Some(self.told(event)));
                                }
                                None => continue,
                            },
                        }
                    }
                },
            };
            self.state = self.after(end);
        }
    }

    fn told(&self, event: Event) -> Event {
        if let Some(kept) = &self.client.shared.kept {
            kept.invalidate(&event);
        }
        event
    }

    /// What follows: another try when the connection is lost, or the end.
    fn after(&mut self, end: End) -> State {
        let is_lost = matches!(&end, End::Failed(error) if !error.is_answer());
        if !is_lost || self.tries >= self.settings.tries || self.client.shared.clock.is_none() {
            return State::Over(end);
        }
        let pause = FIRST_PAUSE.saturating_mul(1 << self.tries.min(8)).min(LONGEST_PAUSE);
        self.tries += 1;
        log::debug!("a subscription has lost its connection; it is opened again in {} ms", pause.as_millis());
        State::Resuming(Box::pin(reopen(self.client.clone(), self.request.clone(), self.settings, pause)))
    }
}

fn event(notification: &Notification<'_>) -> Option<Event> {
    match &*notification.method {
        "notifications/subscriptions/acknowledged" => None,
        "notifications/tools/list_changed" => Some(Event::ToolsListChanged),
        "notifications/prompts/list_changed" => Some(Event::PromptsListChanged),
        "notifications/resources/list_changed" => Some(Event::ResourcesListChanged),
        "notifications/resources/updated" => {
            match serde_json::from_str::<ResourceUpdatedNotificationParams>(notification.params) {
                Ok(updated) => Some(Event::ResourceUpdated { uri: updated.uri }),
                Err(_) => {
                    log::warn!("a notification of a changed resource is malformed; passed over");
                    None
                }
            }
        }
        method => Some(Event::Other {
            method: method.to_owned(),
            params: serde_json::from_str(notification.params).unwrap_or_default(),
        }),
    }
}

impl futures_lite::Stream for Subscription {
    type Item = Event;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        Self::poll_next(&mut self, cx)
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription")
            .field("id", &self.id)
            .field("accepted", &self.accepted)
            .field("end", &self.end())
            .finish_non_exhaustive()
    }
}
