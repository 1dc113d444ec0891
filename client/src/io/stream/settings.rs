//! What can be set for a stream.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use snodo_executor::{Clock, Spawn, SystemClock};

use super::skipped::{Hook, Skipped};
use crate::error::Error;
use crate::io::background::background;

const MEBIBYTE: usize = 1024 * 1024;

/// How newline-framed streams are read and written.
///
/// # Defaults
///
/// | Setting | Default |
/// | --- | --- |
/// | [`max_line`](Self::max_line) | 16 MiB |
/// | [`max_requests`](Self::max_requests) | 1,024 |
/// | [`write_timeout`](Self::write_timeout) | 5 s |
/// | [`max_notifications`](Self::max_notifications) | 100 |
/// | [`max_notification_bytes`](Self::max_notification_bytes) | 1 MiB |
/// | [`on_skipped`](Self::on_skipped) | nobody is told |
/// | [`spawn`](Self::spawn) | one thread for all connections of the process |
/// | [`clock`](Self::clock) | the machine's |
///
/// Worst-case memory of one stream: six times the maximum line for what arrives (one line while it comes, five for
/// answers that nobody takes; from four on the stream is not read until one is taken), for each request the bytes of
/// notifications that wait, and for what goes out 1 MiB and one message.
#[derive(Clone)]
#[must_use = "it sets nothing before a transport is made with it"]
pub struct StreamSettings {
    pub(super) max_line: usize,
    pub(super) max_requests: usize,
    pub(super) write_timeout: Option<Duration>,
    pub(super) max_notifications: usize,
    pub(super) max_notification_bytes: usize,
    pub(super) on_skipped: Option<Arc<Hook>>,
    pub(super) spawn: Option<Arc<dyn Spawn>>,
    pub(super) clock: Arc<dyn Clock>,
}

impl StreamSettings {
    /// The defaults.
    pub fn new() -> Self {
        Self {
            max_line: 16 * MEBIBYTE,
            max_requests: 1024,
            write_timeout: Some(Duration::from_secs(5)),
            max_notifications: 100,
            max_notification_bytes: MEBIBYTE,
            on_skipped: None,
            spawn: None,
            clock: Arc::new(SystemClock),
        }
    }

    /// The longest line that is read, in bytes with its newline. A longer one is dropped as it arrives and counted as
    /// [skipped](Self::on_skipped); the request that it answered runs into its timeout.
    ///
    /// Default: 16 MiB. Zero is refused when the transport is made.
    pub fn max_line(self, bytes: usize) -> Self {
        Self { max_line: bytes, ..self }
    }

    /// How many requests may wait for their answers at a time, subscriptions included. One more waits for its turn, in
    /// the order of calling, within its own timeout.
    ///
    /// Default: 1,024. Zero is refused when the transport is made.
    pub fn max_requests(self, count: usize) -> Self {
        Self { max_requests: count, ..self }
    }

    /// How long the server may take no byte while some wait for it. After that the connection is broken and every
    /// request on it fails.
    ///
    /// Default: 5 s. `None` waits for ever. Zero is refused when the transport is made.
    pub fn write_timeout(self, limit: Option<Duration>) -> Self {
        Self { write_timeout: limit, ..self }
    }

    /// How many notifications of one request or subscription may wait to be taken. When one more comes, one is dropped
    /// and counted: the oldest report of progress or, without one, the oldest other, an acknowledgement never.
    ///
    /// Default: 100. Zero is refused when the transport is made.
    pub fn max_notifications(self, count: usize) -> Self {
        Self { max_notifications: count, ..self }
    }

    /// How many bytes these may have together. Older ones are dropped for newer ones as above; one that is longer by
    /// itself is dropped.
    ///
    /// Default: 1 MiB. Zero is refused when the transport is made. Worst-case memory: the same number for each request
    /// that is on its way.
    pub fn max_notification_bytes(self, bytes: usize) -> Self {
        Self { max_notification_bytes: bytes, ..self }
    }

    /// Calls `hook` for each line that is no message for a client: banners, log lines, broken JSON, requests. It runs
    /// where the stream is read and should return soon; when it panics, the connection ends.
    ///
    /// Default: nobody is told. A warning is logged for the first such line, the second, the fourth and so on.
    pub fn on_skipped(self, hook: impl Fn(Skipped<'_>) + Send + Sync + 'static) -> Self {
        Self { on_skipped: Some(Arc::new(hook)), ..self }
    }

    /// What runs the task that reads and writes.
    ///
    /// Default: one thread for all connections of the process, started with the first. When the runtime drops the task
    /// or is gone, the connection's requests fail.
    pub fn spawn(self, spawn: impl Spawn) -> Self {
        Self { spawn: Some(Arc::new(spawn)), ..self }
    }

    /// The clock of the write timeout. Default: the machine's.
    pub fn clock(self, clock: impl Clock) -> Self {
        Self { clock: Arc::new(clock), ..self }
    }

    pub(crate) fn take_spawn(&mut self) -> Arc<dyn Spawn> {
        self.spawn.take().unwrap_or_else(background)
    }

    pub(crate) fn time(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        let zeros = [
            ("maximum line", self.max_line == 0),
            ("maximum of requests", self.max_requests == 0),
            ("write timeout", self.write_timeout == Some(Duration::ZERO)),
            ("maximum of notifications", self.max_notifications == 0),
            ("maximum of bytes of notifications", self.max_notification_bytes == 0),
        ];
        match zeros.into_iter().find(|(_, is_zero)| *is_zero) {
            Some((name, _)) => Err(Error::usage(format!("the {name} must not be zero"))),
            None => Ok(()),
        }
    }
}

impl Default for StreamSettings {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for StreamSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamSettings")
            .field("max_line", &self.max_line)
            .field("max_requests", &self.max_requests)
            .field("write_timeout", &self.write_timeout)
            .field("max_notifications", &self.max_notifications)
            .field("max_notification_bytes", &self.max_notification_bytes)
            .finish_non_exhaustive()
    }
}
