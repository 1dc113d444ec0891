//! One call: what it asks for, and with which options.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use snodo_core::CompiledSchema;
use snodo_core::model::{
    InputRequired, InputResponse, JsonObject, Level, LoggingMessageNotificationParams,
    ProgressNotificationParams,
};

use crate::client::Client;
use crate::error::Error;
use crate::exchange::{Listeners, Options, Running};
use crate::machine::{Deadlines, Request};
use crate::operations::Output;
use crate::subscription::Resuming;

/// One call. It is sent when it is awaited; dropping it before its end cancels it on the server too.
///
/// All calls have the same options. `T` is what it gives: an [`Outcome`](crate::Outcome), a [`Reply`](crate::Reply), a
/// [`Page`](crate::Page), a list, or a [`Subscription`](crate::Subscription).
#[must_use = "a call is sent when it is awaited"]
pub struct Call<T> {
    client: Client,
    request: Result<Request, Error>,
    timeout: Option<Duration>,
    total_timeout: Option<Duration>,
    progress_extends: bool,
    listeners: Listeners,
    answers_itself: bool,
    is_fresh: bool,
    resumes: u32,
    schema: Option<Arc<dyn CompiledSchema>>,
    output: PhantomData<fn() -> T>,
}

/// How often in a row a subscription is opened again.
const RESUMES: u32 = 3;

impl<T> Call<T> {
    pub(crate) fn new(client: &Client, request: Result<Request, Error>) -> Self {
        let defaults = &client.shared.defaults;
        Self {
            client: client.clone(),
            request,
            timeout: defaults.timeout,
            total_timeout: defaults.total_timeout,
            progress_extends: false,
            listeners: Listeners::default(),
            answers_itself: true,
            is_fresh: false,
            resumes: RESUMES,
            schema: None,
            output: PhantomData,
        }
    }

    /// How long each request of the call may take; `None` for ever. A call in process has no deadlines.
    pub fn timeout(self, timeout: impl Into<Option<Duration>>) -> Self {
        Self { timeout: timeout.into(), ..self }
    }

    /// How long the call may take with all its rounds and pages; `None` for ever.
    pub fn total_timeout(self, timeout: impl Into<Option<Duration>>) -> Self {
        Self { total_timeout: timeout.into(), ..self }
    }

    /// Lets the [`timeout`](Self::timeout) count from the last notification of progress, so that it is the longest
    /// silence; the [`total_timeout`](Self::total_timeout) stays. It asks for progress.
    pub fn progress_extends_timeout(self) -> Self {
        let this = Self { progress_extends: true, ..self };
        this.with(|request| {
            request.set_wants_progress();
            Ok(())
        })
    }

    /// Asks for notifications of progress, and hands them over as they come. The function is called where the call is
    /// polled, so it should be quick.
    ///
    /// Spec: basic/patterns/progress.
    pub fn on_progress(mut self, listener: impl FnMut(ProgressNotificationParams) + Send + 'static) -> Self {
        self.listeners.progress = Some(Box::new(listener));
        self.with(|request| {
            request.set_wants_progress();
            Ok(())
        })
    }

    /// Asks for log messages of this level and above, and hands them over as they come.
    ///
    /// Spec: server/utilities/logging, which the protocol has deprecated.
    pub fn on_log(
        mut self,
        level: Level,
        listener: impl FnMut(LoggingMessageNotificationParams) + Send + 'static,
    ) -> Self {
        self.listeners.log = Some(Box::new(listener));
        self.with(|request| {
            request.set_log_level(level);
            Ok(())
        })
    }

    /// A `_meta` member. It wins over what the client puts there itself, and over `_meta` of the parameters.
    pub fn meta(self, key: &str, value: impl Serialize) -> Self {
        self.with(|request| request.set_meta(key, &value))
    }

    /// The trace that the call belongs to, as `traceparent` and `tracestate` in `_meta`.
    ///
    /// Spec: basic, section "OpenTelemetry trace context".
    pub fn trace(self, traceparent: &str, tracestate: Option<&str>) -> Self {
        let this = self.meta("traceparent", traceparent);
        match tracestate {
            Some(state) => this.meta("tracestate", state),
            None => this,
        }
    }

    /// Answers to the questions of an earlier round, by their keys.
    pub fn input_responses<K: Into<String>>(
        self,
        responses: impl IntoIterator<Item = (K, InputResponse)>,
    ) -> Self {
        let responses: std::collections::BTreeMap<String, InputResponse> =
            responses.into_iter().map(|(key, response)| (key.into(), response)).collect();
        self.with(|request| {
            let responses = JsonObject::new(&responses);
            request.set_input_responses(Some(responses.map_err(|e| Error::usage(e.to_string()))?));
            Ok(())
        })
    }

    /// The state of an earlier round, as it came.
    pub fn request_state(self, state: impl Into<String>) -> Self {
        self.with(|request| {
            request.set_request_state(Some(state.into().into()));
            Ok(())
        })
    }

    /// Answers a demand for input: these responses, and the demand's state when it has one.
    pub fn answer<K: Into<String>>(
        self,
        demand: &InputRequired,
        responses: impl IntoIterator<Item = (K, InputResponse)>,
    ) -> Self {
        let this = self.input_responses(responses);
        match demand.state_text() {
            Some(state) => this.request_state(state),
            None => this,
        }
    }

    /// Leaves a demand for input to the caller, whatever handlers there are.
    pub fn answer_yourself(self) -> Self {
        Self { answers_itself: false, ..self }
    }

    /// Passes over results that are [kept](crate::Cache), and replaces them.
    pub fn fresh(self) -> Self {
        Self { is_fresh: true, ..self }
    }

    pub(crate) fn with_resumes(self, tries: u32) -> Self {
        Self { resumes: tries, ..self }
    }

    /// What the structured content of the result is checked against.
    pub(crate) fn checked_by(self, schema: Option<Arc<dyn CompiledSchema>>) -> Self {
        Self { schema, ..self }
    }

    pub(crate) fn with(mut self, change: impl FnOnce(&mut Request) -> Result<(), Error>) -> Self {
        if let Ok(request) = &mut self.request
            && let Err(error) = change(request)
        {
            self.request = Err(error);
        }
        self
    }
}

impl<T: Output> IntoFuture for Call<T> {
    type Output = Result<T, Error>;
    type IntoFuture = CallFuture<T>;

    fn into_future(self) -> CallFuture<T> {
        Box::pin(async move {
            let request = self.request?;
            let deadlines = self.client.shared.clock.as_ref().map(|clock| {
                Deadlines::new(self.timeout, self.total_timeout, self.progress_extends, clock.now())
            });
            let options = Options {
                answers_itself: self.answers_itself,
                is_fresh: self.is_fresh,
                schema: self.schema,
                listeners: self.listeners,
                resuming: Resuming { tries: self.resumes, timeout: self.timeout },
            };
            T::run(Running::new(self.client, request, options, deadlines)).await
        })
    }
}

/// The future of a [`Call`].
pub type CallFuture<T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

impl<T> fmt::Debug for Call<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("method", &self.request.as_ref().map(Request::method))
            .field("timeout", &self.timeout)
            .field("total_timeout", &self.total_timeout)
            .finish_non_exhaustive()
    }
}
