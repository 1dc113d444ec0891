//! Time that stands still, and tells what is waited for.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use snodo::executor::{Clock, Sleep, VirtualClock};

use crate::stage::PATIENCE;

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

    /// Lets this much time pass, counted from the start, as soon as somebody waits for just that moment.
    #[track_caller]
    pub(crate) fn pass(&self, moment: Duration) {
        let (asked, changed) = &*self.asked;
        let missing = |asked: &mut Vec<Duration>| !asked.contains(&moment);
        let asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = changed.wait_timeout_while(asked, PATIENCE, missing);
        let (asked, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        assert!(!waited.timed_out(), "nobody waits for {moment:?}, but for {asked:?}");
        drop(asked);
        self.time.advance(moment);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Instant {
        self.time.now()
    }

    fn sleep_until(&self, deadline: Instant) -> Sleep {
        let (asked, changed) = &*self.asked;
        asked.lock().unwrap_or_else(PoisonError::into_inner).push(deadline - self.start);
        changed.notify_all();
        self.time.sleep_until(deadline)
    }
}
