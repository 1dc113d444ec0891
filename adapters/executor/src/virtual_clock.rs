//! A clock that stands still until it is told to move.
use std::collections::BTreeMap;
use std::mem;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use crate::clock::{Clock, Sleep};

/// Time for tests: it stands still until [`advance`](VirtualClock::advance) moves it.
///
/// Clones show the same time.
///
/// ```
/// use std::time::Duration;
/// use snodo_executor::{Clock, VirtualClock};
///
/// let clock = VirtualClock::new();
/// let start = clock.now();
/// let sleep = clock.sleep_until(start + Duration::from_secs(30));
/// assert_eq!(clock.sleepers(), 0, "a sleep counts from its first poll");
///
/// clock.advance(Duration::from_secs(30));
/// futures_lite::future::block_on(sleep);
/// assert_eq!(clock.now() - start, Duration::from_secs(30));
/// ```
#[derive(Clone, Debug)]
pub struct VirtualClock {
    time: Arc<Mutex<Time>>,
}

#[derive(Debug)]
struct Time {
    now: Instant,
    /// By deadline, then in the order of falling asleep.
    sleepers: BTreeMap<(Instant, u64), Waker>,
    next: u64,
}

impl VirtualClock {
    /// A clock of its own.
    #[must_use]
    pub fn new() -> Self {
        // The one real reading: an `Instant` cannot be made from nothing.
        let time = Time { now: Instant::now(), sleepers: BTreeMap::new(), next: 0 };
        Self { time: Arc::new(Mutex::new(time)) }
    }

    /// Moves the time on and wakes every sleeper whose deadline is now reached, the earliest first.
    ///
    /// # Panics
    ///
    /// When the new time is later than an [`Instant`] can say.
    pub fn advance(&self, by: Duration) {
        let due = {
            let mut time = self.lock();
            time.now = time.now.checked_add(by).expect("a test stays within the range of Instant");
            let now = time.now;
            let later = time.sleepers.split_off(&(now, u64::MAX));
            mem::replace(&mut time.sleepers, later)
        };
        due.into_values().for_each(Waker::wake);
    }

    /// How many sleeps were polled and are neither over nor dropped.
    #[must_use]
    pub fn sleepers(&self) -> usize {
        self.lock().sleepers.len()
    }

    fn lock(&self) -> MutexGuard<'_, Time> {
        self.time.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for VirtualClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> Instant {
        self.lock().now
    }

    fn sleep_until(&self, deadline: Instant) -> Sleep {
        Box::pin(VirtualSleep { clock: self.clone(), deadline, number: None })
    }
}

struct VirtualSleep {
    clock: VirtualClock,
    deadline: Instant,
    /// Set at the first poll that had to wait.
    number: Option<u64>,
}

impl Future for VirtualSleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let waker = cx.waker().clone();
        let clock = self.clock.clone();
        let mut time = clock.lock();
        if time.now >= self.deadline {
            return Poll::Ready(());
        }
        let number = *self.number.get_or_insert_with(|| {
            time.next += 1;
            time.next
        });
        let old = time.sleepers.insert((self.deadline, number), waker);
        drop(time);
        drop(old);
        Poll::Pending
    }
}

impl Drop for VirtualSleep {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            let waker = self.clock.lock().sleepers.remove(&(self.deadline, number));
            drop(waker);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::Wake;

    use super::*;

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn poll(sleep: &mut Sleep, count: &Arc<Count>) -> Poll<()> {
        sleep.as_mut().poll(&mut Context::from_waker(&Waker::from(Arc::clone(count))))
    }

    #[test]
    fn wakes_at_the_deadline_and_not_before() {
        let (clock, count) = (VirtualClock::new(), Arc::new(Count::default()));
        let mut sleep = clock.sleep_until(clock.now() + Duration::from_millis(10));
        assert!(poll(&mut sleep, &count).is_pending());
        clock.advance(Duration::from_millis(9));
        assert_eq!(count.0.load(Ordering::SeqCst), 0);
        assert!(poll(&mut sleep, &count).is_pending());
        assert_eq!(clock.sleepers(), 1);
        clock.advance(Duration::from_millis(1));
        assert_eq!(count.0.load(Ordering::SeqCst), 1);
        assert!(poll(&mut sleep, &count).is_ready());
        assert_eq!(clock.sleepers(), 0);
    }

    #[test]
    fn a_dropped_sleep_leaves_nothing_behind() {
        let (clock, count) = (VirtualClock::new(), Arc::new(Count::default()));
        let mut sleep = clock.sleep_until(clock.now() + Duration::from_secs(1));
        assert!(poll(&mut sleep, &count).is_pending());
        drop(sleep);
        assert_eq!(clock.sleepers(), 0);
        clock.advance(Duration::from_secs(2));
        assert_eq!(count.0.load(Ordering::SeqCst), 0);
    }

    #[test]
    fn a_deadline_that_has_passed_is_ready_at_once() {
        let (clock, count) = (VirtualClock::new(), Arc::new(Count::default()));
        let mut sleep = clock.sleep_until(clock.now());
        assert!(poll(&mut sleep, &count).is_ready());
    }
}
