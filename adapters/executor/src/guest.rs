//! Closures that outlive their job and keep its running place until they return.
use std::cell::Cell;
use std::sync::{Arc, OnceLock};

use crate::admission::Place;

/// A share in the running place of the job that is polled when it is made; all closures that a job starts in one poll
/// have it together.
///
/// The place is filled in after the poll: until then the job has it, and nobody needs to know where it came from.
#[derive(Default)]
pub(crate) struct Guest(OnceLock<Place>);

thread_local! {
    /// What this thread is doing.
    static ACTIVITY: Cell<Activity> = const { Cell::new(Activity::Other) };
}

#[derive(Default)]
enum Activity {
    /// Nothing that has a running place.
    #[default]
    Other,
    /// It polls a job, which has started closures if there is a guest.
    Polling(Option<Arc<Guest>>),
}

/// The time of one poll of a job, on its thread.
#[must_use]
pub(crate) struct Visit {
    /// What the thread goes back to: a handler may submit to an executor in its turn.
    before: Activity,
}

impl Guest {
    /// A guest of the job that this thread is polling, if it is.
    pub(crate) fn of_this_poll() -> Option<Arc<Self>> {
        let Activity::Polling(guest) = ACTIVITY.take() else { return None };
        let guest = guest.unwrap_or_default();
        ACTIVITY.set(Activity::Polling(Some(Arc::clone(&guest))));
        Some(guest)
    }

    /// Gives it a share in the place of its job.
    pub(crate) fn lodge(&self, place: &mut Place) {
        self.0.get_or_init(|| place.share());
    }
}

impl Visit {
    #[inline]
    pub(crate) fn begin() -> Self {
        Self { before: ACTIVITY.replace(Activity::Polling(None)) }
    }

    /// The guest that came during this poll, to be [given its place](Guest::lodge).
    #[inline]
    pub(crate) fn guest(&self) -> Option<Arc<Guest>> {
        match ACTIVITY.replace(Activity::Polling(None)) {
            Activity::Polling(guest) => guest,
            Activity::Other => None,
        }
    }
}

impl Drop for Visit {
    #[inline]
    fn drop(&mut self) {
        ACTIVITY.set(std::mem::take(&mut self.before));
    }
}
