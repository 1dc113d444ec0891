//! When to give up: two limits, as data.

use std::time::{Duration, Instant};

use crate::error::Error;

/// When a call's time is over. It reads no clock: the moments are handed in.
///
/// There are two limits: one for each request, which progress may move, and one for the call as a whole, with all its
/// rounds, which nothing moves.
///
/// Spec: basic/patterns/cancellation, section "Timeouts".
#[derive(Debug, Clone)]
pub struct Deadlines {
    timeout: Option<Duration>,
    total_timeout: Option<Duration>,
    progress_extends: bool,
    request_ends: Option<Instant>,
    call_ends: Option<Instant>,
}

impl Deadlines {
    /// The limits for each request and for the whole call, which begins `now`. `None` is no limit; with
    /// `progress_extends`, the first one counts from the last notification of progress.
    #[must_use]
    pub fn new(
        timeout: Option<Duration>,
        total_timeout: Option<Duration>,
        progress_extends: bool,
        now: Instant,
    ) -> Self {
        let call_ends = total_timeout.and_then(|limit| now.checked_add(limit));
        Self { timeout, total_timeout, progress_extends, request_ends: None, call_ends }
    }

    /// A request begins.
    pub fn begin(&mut self, now: Instant) {
        self.request_ends = self.timeout.and_then(|limit| now.checked_add(limit));
    }

    /// A request has its answer: until the next one begins, only the call as a whole has an end.
    pub fn answered(&mut self) {
        self.request_ends = None;
    }

    /// A notification of progress came.
    pub fn progress(&mut self, now: Instant) {
        if self.progress_extends {
            self.begin(now);
        }
    }

    /// The moment to give up; `None` for never.
    #[must_use]
    pub fn next(&self) -> Option<Instant> {
        match (self.request_ends, self.call_ends) {
            (Some(request), Some(call)) => Some(request.min(call)),
            (request, call) => request.or(call),
        }
    }

    /// Why the call ends when it is `now`; `None` before its time.
    #[must_use]
    pub fn expired(&self, now: Instant) -> Option<Error> {
        if let (Some(limit), Some(_)) = (self.total_timeout, self.call_ends.filter(|at| *at <= now)) {
            let message = format!("not done within {} ms in all", limit.as_millis());
            return Some(Error::timeout(message, "maxTotalTimeoutMs", limit));
        }
        let limit = self.timeout?;
        self.request_ends.filter(|at| *at <= now)?;
        Some(Error::timeout(format!("no answer within {} ms", limit.as_millis()), "timeoutMs", limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn each_request_has_its_time_and_the_call_has_its_own() {
        let start = Instant::now();
        let mut deadlines = Deadlines::new(Some(ms(100)), Some(ms(150)), false, start);
        assert_eq!(deadlines.next(), Some(start + ms(150)), "no request yet");
        deadlines.begin(start);
        assert_eq!(deadlines.next(), Some(start + ms(100)));
        deadlines.progress(start + ms(50));
        assert_eq!(deadlines.next(), Some(start + ms(100)), "progress moves nothing unless asked to");
        assert!(deadlines.expired(start + ms(99)).is_none());
        let error = deadlines.expired(start + ms(100)).expect("time is over");
        assert_eq!(error.data(), Some("{\"timeoutMs\":100}"));
        deadlines.begin(start + ms(90));
        assert_eq!(deadlines.next(), Some(start + ms(150)), "the second request ends with the call");
        let error = deadlines.expired(start + ms(150)).expect("time is over");
        assert_eq!(error.data(), Some("{\"maxTotalTimeoutMs\":150}"));
    }

    #[test]
    fn progress_moves_the_requests_end_and_never_the_calls() {
        let start = Instant::now();
        let mut deadlines = Deadlines::new(Some(ms(100)), Some(ms(150)), true, start);
        deadlines.begin(start);
        deadlines.progress(start + ms(40));
        assert_eq!(deadlines.next(), Some(start + ms(140)));
        deadlines.progress(start + ms(80));
        assert_eq!(deadlines.next(), Some(start + ms(150)));
    }

    #[test]
    fn without_limits_there_is_no_end() {
        let start = Instant::now();
        let mut deadlines = Deadlines::new(None, None, true, start);
        deadlines.begin(start);
        assert!(deadlines.next().is_none() && deadlines.expired(start + ms(1_000_000_000)).is_none());
    }
}
