//! Limits of an executor, checked once.
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::clock::{Clock, SystemClock};
use crate::executor::Executor;
use crate::spawn::Spawn;

const MAX_RUNNING: usize = 256;
const MAX_QUEUED: usize = 256;
const MAX_QUEUED_BYTES: usize = 16 * 1024 * 1024;
const TIMEOUT: Duration = Duration::from_secs(30);

/// Settings of an [`Executor`]; from [`Executor::builder`].
///
/// # Defaults
///
/// | setting            | default                |
/// | ------------------ | ---------------------- |
/// | `max_running`      | 256 jobs               |
/// | `max_queued`       | 256 jobs               |
/// | `max_queued_bytes` | 16 MiB                 |
/// | `timeout`          | 30 seconds             |
/// | `clock`            | [`SystemClock`]        |
#[derive(Debug)]
#[must_use = "settings do nothing until `build`"]
pub struct ExecutorBuilder {
    pub(crate) spawn: Box<dyn Spawn>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) max_running: usize,
    pub(crate) max_queued: usize,
    pub(crate) max_queued_bytes: usize,
    pub(crate) timeout: Option<Duration>,
}

impl ExecutorBuilder {
    pub(crate) fn new(spawn: impl Spawn) -> Self {
        Self {
            spawn: Box::new(spawn),
            clock: Arc::new(SystemClock),
            max_running: MAX_RUNNING,
            max_queued: MAX_QUEUED,
            max_queued_bytes: MAX_QUEUED_BYTES,
            timeout: Some(TIMEOUT),
        }
    }

    /// How many handlers run at a time, over all submitters; 256 unless set, at least one.
    ///
    /// [Blocking](crate::blocking()) closures count until they return. Memory at worst: this many handlers with the
    /// arguments they decoded.
    pub fn max_running(mut self, jobs: usize) -> Self {
        self.max_running = jobs;
        self
    }

    /// How many calls may wait for a running place; 256 unless set. None wait when it is zero.
    ///
    /// Each costs a task and a timer, some hundred bytes, besides what its message made of itself: see
    /// [`max_queued_bytes`](Self::max_queued_bytes).
    pub fn max_queued(mut self, jobs: usize) -> Self {
        self.max_queued = jobs;
        self
    }

    /// How many bytes the queued calls may have together, by what their submitters say; 16 MiB unless set.
    ///
    /// A message larger than this is never queued: it is admitted only while a running place is free.
    ///
    /// Memory at worst: arguments are decoded before a call is queued. A struct of strings and numbers takes
    /// about as much as its JSON; a `serde_json::Value` made of tiny objects up to 90 times as much.
    pub fn max_queued_bytes(mut self, bytes: usize) -> Self {
        self.max_queued_bytes = bytes;
        self
    }

    /// How long a call may take, in the queue and running together; 30 seconds unless set. `None` turns it
    /// off: a handler that never ends then keeps its place until it is cancelled.
    ///
    /// The time runs from the end of the first poll. A handler that blocks its thread is dropped once that
    /// poll returns. A submitter may have [a deadline of its own](crate::Submitter::timeout).
    pub fn timeout(mut self, timeout: Option<Duration>) -> Self {
        self.timeout = timeout;
        self
    }

    /// Where time comes from; [`SystemClock`] unless set.
    pub fn clock(mut self, clock: impl Clock) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Checks the settings.
    ///
    /// # Errors
    ///
    /// The host's fault: [`max_running`](Self::max_running) or [`timeout`](Self::timeout) is zero.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// use std::time::Duration;
    /// use snodo_executor::Executor;
    ///
    /// let runtime = Arc::new(async_executor::Executor::new());
    /// let refused = Executor::builder(runtime).timeout(Some(Duration::ZERO)).build();
    /// assert_eq!(refused.unwrap_err().to_string(), "timeout is zero; None turns it off");
    /// ```
    pub fn build(self) -> Result<Executor, SettingsError> {
        if self.max_running == 0 {
            return Err(SettingsError { text: "max_running is zero" });
        }
        if self.timeout.is_some_and(|timeout| timeout.is_zero()) {
            return Err(SettingsError { text: "timeout is zero; None turns it off" });
        }
        Ok(Executor::with(self))
    }
}

/// A setting that makes no sense: the host's fault. Its text names the setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError {
    text: &'static str,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl std::error::Error for SettingsError {}
