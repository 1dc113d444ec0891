//! Time that stands still, and tells what the server waits for.

use std::ops::RangeInclusive;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use snodo_executor::{Clock, Sleep, VirtualClock};

use crate::client::PATIENCE;

#[derive(Clone)]
pub(crate) struct TestClock {
    time: VirtualClock,
    start: Instant,
    asked: Arc<(Mutex<Vec<Duration>>, Condvar)>,
}

impl TestClock {
    pub(crate) fn new() -> TestClock {
        let time = VirtualClock::new();
        TestClock { start: time.now(), time, asked: Arc::default() }
    }

    pub(crate) fn advance(&self, ms: u64) {
        self.time.advance(Duration::from_millis(ms));
    }

    /// Waits until somebody has asked to be woken at this moment, counted from the start.
    #[track_caller]
    pub(crate) fn wait_for_timer(&self, ms: u64) {
        self.wait_for_timer_in(ms..=ms);
    }

    #[track_caller]
    pub(crate) fn wait_for_timer_in(&self, ms: RangeInclusive<u64>) {
        let (asked, changed) = &*self.asked;
        let moments = Duration::from_millis(*ms.start())..=Duration::from_millis(*ms.end());
        let missing = |asked: &mut Vec<Duration>| !asked.iter().any(|moment| moments.contains(moment));
        let (asked, waited) = changed.wait_timeout_while(asked.lock().unwrap(), PATIENCE, missing).unwrap();
        assert!(!waited.timed_out(), "no timer in {moments:?}, but {asked:?}");
    }
}

impl Clock for TestClock {
    fn now(&self) -> Instant {
        self.time.now()
    }

    fn sleep_until(&self, deadline: Instant) -> Sleep {
        let (asked, changed) = &*self.asked;
        asked.lock().unwrap().push(deadline - self.start);
        changed.notify_all();
        self.time.sleep_until(deadline)
    }
}
