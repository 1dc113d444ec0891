//! What all requests to a service have in common.

use std::sync::Arc;
use std::time::Duration;

use snodo_core::http::Endpoint;
use snodo_executor::{Executor, Places, Submitter, Subscriptions};

use crate::known::Known;
use crate::settings::McpBuilder;
use crate::shutdown::Shutdown;
use crate::timer::Timer;

#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) endpoint: Endpoint,
    pub(crate) known: Known,
    pub(crate) times: Times,
    pub(crate) streams: Places,
    pub(crate) shutdown: Arc<Shutdown>,
    executor: Executor,
    subscriptions: Subscriptions,
    /// Outer `None`: the executor's.
    request_timeout: Option<Option<Duration>>,
}

/// How long what may take. `None`: for ever.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    pub(crate) body: Option<Duration>,
    pub(crate) read: Option<Duration>,
    pub(crate) keep_alive: Option<Duration>,
    pub(crate) probe: Option<Duration>,
}

impl Shared {
    pub(crate) fn new(settings: McpBuilder) -> Shared {
        let McpBuilder { endpoint, executor, known, times, request_timeout, .. } = settings;
        Shared {
            endpoint,
            known,
            times,
            streams: Places::new(settings.max_streams),
            shutdown: Arc::default(),
            subscriptions: executor.subscriptions(settings.max_subscriptions),
            executor,
            request_timeout,
        }
    }

    pub(crate) fn submitter(&self) -> Submitter {
        let submitter = self.executor.submitter().subscriptions(&self.subscriptions);
        match self.request_timeout {
            Some(timeout) => submitter.timeout(timeout),
            None => submitter,
        }
    }

    pub(crate) fn timer(&self) -> Timer {
        Timer::new(self.executor.clock())
    }
}

impl Times {
    /// How long the stream of a call may be quiet.
    pub(crate) fn quiet_call(&self) -> Option<Duration> {
        [self.keep_alive, self.probe].into_iter().flatten().min()
    }
}
