//! When something has to be done about silence.

use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use snodo_executor::{Clock, Sleep};
use snodo_http1::server::Phase;

use crate::shared::Timeouts;

/// What a deadline asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Due {
    /// No request came: the connection closes.
    Idle,
    /// Half a request came: 408.
    Incomplete,
    /// The gate took too long: 504.
    Gate,
    /// A stream was quiet: a comment is written.
    KeepAlive,
    /// The peer takes nothing: the connection closes.
    Stalled,
    /// What the peer sends was dropped long enough: the connection closes.
    Lingered,
    /// The drain limit has passed: what runs is cancelled.
    Drained,
    /// The peer had its time to take the last answer: the connection closes.
    Over,
}

/// Since when a connection's peer is doing what it does.
#[derive(Debug)]
pub(super) struct Times {
    phase: Phase,
    pub(super) since: Instant,
    pub(super) last_read: Instant,
    /// How many requests had come when the phase was last looked at.
    requests: u64,
}

impl Times {
    pub(super) fn new(now: Instant) -> Times {
        Times { phase: Phase::Idle, since: now, last_read: now, requests: 0 }
    }

    pub(super) fn read(&mut self, now: Instant) {
        self.last_read = now;
    }

    /// Takes note of what the connection is about.
    pub(super) fn note(&mut self, phase: Phase, requests: u64, now: Instant) {
        // The first head's time runs from the start of the connection, before its first byte.
        let first_byte = requests == 0 && phase == Phase::Head;
        if requests != self.requests || (phase != self.phase && !first_byte) {
            self.since = now;
        }
        (self.phase, self.requests) = (phase, requests);
    }

    /// The next deadline for the peer to send something.
    pub(super) fn due(&self, timeouts: &Timeouts) -> Option<(Instant, Due)> {
        // What came before, while something else was awaited, is no reason to wait less.
        let silence = after(self.last_read.max(self.since), timeouts.read, Due::Incomplete);
        match self.phase {
            Phase::Idle if self.requests == 0 => after(self.since, timeouts.head, Due::Idle),
            Phase::Idle => after(self.since, timeouts.idle, Due::Idle),
            Phase::Head => sooner(after(self.since, timeouts.head, Due::Incomplete), silence),
            Phase::Body => sooner(after(self.since, timeouts.body, Due::Incomplete), silence),
            // Others see to an answer and to the end.
            _ => None,
        }
    }
}

/// What is due when `timeout` has passed since then; nothing when that is later than can be said.
pub(super) fn after<T>(since: Instant, timeout: Option<Duration>, due: T) -> Option<(Instant, T)> {
    Some((since.checked_add(timeout?)?, due))
}

pub(super) fn sooner<T: Ord>(one: Option<(Instant, T)>, other: Option<(Instant, T)>) -> Option<(Instant, T)> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// A connection's timer. It is armed late and seldom: while deadlines move on, it stays where it is, and finds
/// out when it fires.
pub(super) struct Timer {
    clock: Arc<dyn Clock>,
    armed: Option<(Instant, Sleep)>,
}

impl Timer {
    pub(super) fn new(clock: Arc<dyn Clock>) -> Timer {
        Timer { clock, armed: None }
    }

    /// Ready when the moment has come.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>, moment: Instant) -> Poll<()> {
        loop {
            let (_, sleep) = match &mut self.armed {
                Some(armed) if armed.0 <= moment => armed,
                armed => armed.insert((moment, self.clock.sleep_until(moment))),
            };
            ready!(sleep.as_mut().poll(cx));
            self.armed = None;
            if self.clock.now() >= moment {
                return Poll::Ready(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use snodo_http1::server::Phase;

    use super::{Due, Times};
    use crate::shared::Timeouts;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    const TIMEOUTS: Timeouts = Timeouts {
        head: Some(ms(10)),
        body: Some(ms(20)),
        read: Some(ms(5)),
        write: None,
        idle: Some(ms(60)),
        keep_alive: None,
        gate: None,
        drain: ms(1),
    };

    /// What is due how long after the start.
    fn due(times: &Times, start: Instant) -> Option<(u128, Due)> {
        times.due(&TIMEOUTS).map(|(moment, due)| ((moment - start).as_millis(), due))
    }

    #[test]
    fn the_first_heads_time_runs_from_the_start() {
        let start = Instant::now();
        let mut times = Times::new(start);
        assert_eq!(due(&times, start), Some((10, Due::Idle)));
        for (at, expected) in [(4, 9), (8, 10), (9, 10)] {
            times.read(start + ms(at));
            times.note(Phase::Head, 0, start + ms(at));
            assert_eq!(due(&times, start), Some((expected, Due::Incomplete)));
        }
    }

    #[test]
    fn a_later_heads_time_runs_from_its_first_byte() {
        let start = Instant::now();
        let mut times = Times::new(start);
        times.note(Phase::Idle, 1, start + ms(3));
        assert_eq!(due(&times, start), Some((63, Due::Idle)));
        // Answered at once again: nothing else tells one idle time from the other.
        times.note(Phase::Idle, 2, start + ms(40));
        assert_eq!(due(&times, start), Some((100, Due::Idle)));
        for (at, expected) in [(50, 55), (54, 59), (58, 60)] {
            times.read(start + ms(at));
            times.note(Phase::Head, 2, start + ms(at));
            assert_eq!(due(&times, start), Some((expected, Due::Incomplete)));
        }
    }

    #[test]
    fn a_bodys_time_runs_from_the_end_of_its_head() {
        let start = Instant::now();
        let mut times = Times::new(start);
        for (at, expected) in [(8, 13), (12, 17), (26, 28)] {
            times.read(start + ms(at));
            times.note(Phase::Body, 0, start + ms(at));
            assert_eq!(due(&times, start), Some((expected, Due::Incomplete)));
        }
        times.note(Phase::Answer, 1, start + ms(27));
        assert_eq!(due(&times, start), None);
    }
}
