//! Where the executor gets its time from.
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

/// A future that ends when its moment has come; dropping it takes the timer back.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Time for the executor and the transports on it: the present moment, and a way to wait for a later one.
///
/// [`SystemClock`] is the default. A host whose runtime has timers of its own implements the two methods
/// with them; tests use [`VirtualClock`](crate::VirtualClock).
pub trait Clock: Send + Sync + 'static {
    /// The present moment. It never goes back.
    fn now(&self) -> Instant;

    /// Ends at `deadline`, or at once when that has passed. It is allowed to be late, never early.
    fn sleep_until(&self, deadline: Instant) -> Sleep;
}

impl<C: Clock + ?Sized> Clock for Arc<C> {
    fn now(&self) -> Instant {
        (**self).now()
    }

    fn sleep_until(&self, deadline: Instant) -> Sleep {
        (**self).sleep_until(deadline)
    }
}

impl fmt::Debug for dyn Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}

/// The machine's monotonic clock, with the timers of [`async_io`].
///
/// These work under every runtime: async-io drives them from a thread of its own unless some thread is
/// already inside [`async_io::block_on`].
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::exhaustive_structs, reason = "it has nothing to configure, and its name is its constructor")]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn sleep_until(&self, deadline: Instant) -> Sleep {
        Box::pin(async move {
            async_io::Timer::at(deadline).await;
        })
    }
}
