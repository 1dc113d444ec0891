//! Running places and the line in front of them.
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::line::Line;

/// Counts running places, keeps the queue, and says who waits for room.
///
/// One word holds the number of running jobs and a bit that says whether anybody stands in line. While
/// nobody does, places are taken and given back by one compare-and-swap each; otherwise under the lock. The
/// bit changes only under the lock, so whoever sees it set there can rely on the count.
pub(crate) struct Admission {
    word: AtomicUsize,
    max_running: usize,
    line: Mutex<Line>,
}

const LINE: usize = 1;
const PLACE: usize = 2;

/// Something queued that can be given a running place.
pub(crate) trait Start: Send + Sync {
    /// Starts, or drops the place when it is too late for that. Called with no lock held.
    fn start(&self, place: Place);
}

/// A running place, or a share in one; dropping the last share hands it to the job that is queued longest.
pub(crate) struct Place {
    admission: Arc<Admission>,
    /// Counts the shares, once there are several.
    shares: Option<Arc<()>>,
}

/// A running place taken for the length of a call, on the way to becoming a [`Place`] or to being over at once.
pub(crate) struct Hold<'a> {
    admission: &'a Arc<Admission>,
}

/// A number in the line: waiting for room, with room promised, or queued. Dropping it leaves the line.
pub(crate) struct Ticket {
    admission: Arc<Admission>,
    number: u64,
}

pub(crate) enum Admitted<'a> {
    Running(Hold<'a>),
    /// There is room in the queue; [`Ticket::number`] is what [`Admission::enqueue`] wants.
    Queued(Ticket),
}

impl Admission {
    pub(crate) fn new(max_running: usize, max_queued: usize, max_queued_bytes: usize) -> Self {
        Self {
            word: AtomicUsize::new(0),
            // One bit of the word is not for counting.
            max_running: max_running.min(usize::MAX / PLACE),
            line: Mutex::new(Line::new(max_queued, max_queued_bytes)),
        }
    }

    /// A running place, if one is free and nobody is in line. Takes no lock.
    #[inline]
    pub(crate) fn hold(self: &Arc<Self>) -> Option<Hold<'_>> {
        let mut word = self.word.load(Ordering::Acquire);
        while word & LINE == 0 && word / PLACE < self.max_running {
            match self.word.compare_exchange_weak(word, word + PLACE, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return Some(Hold { admission: self }),
                Err(seen) => word = seen,
            }
        }
        None
    }

    /// A running place, or else room in the queue, or nothing. Uses up `turn`, unless it gives nothing: then a
    /// turn that still waits goes on waiting.
    pub(crate) fn admit(self: &Arc<Self>, bytes: usize, turn: &mut Option<Ticket>) -> Option<Admitted<'_>> {
        let mut line = self.lock();
        if self.find_place(&line, PLACE) {
            self.settle(&line);
            drop(line);
            *turn = None;
            return Some(Admitted::Running(Hold { admission: self }));
        }
        let number = turn.as_ref().map(|ticket| ticket.number);
        let promised = number.and_then(|number| line.unreserve(number)).is_some();
        let admitted = line.fits(bytes) && (promised || !line.is_behind(number));
        let mut removed = None;
        let ticket = admitted.then(|| {
            removed = number.map(|number| line.remove(number));
            // A new number, because the queue is in the order of submission, not of waiting for room.
            let fresh = line.number();
            line.reserve(fresh, bytes);
            match turn.take() {
                Some(ticket) => ticket.renumbered(fresh),
                None => self.ticket(fresh),
            }
        });
        self.let_in(line);
        drop(removed);
        ticket.map(Admitted::Queued)
    }

    /// Puts a job where room was given to it, or starts it, should a place have become free meanwhile.
    pub(crate) fn enqueue(self: &Arc<Self>, number: u64, job: Arc<dyn Start>) {
        let mut line = self.lock();
        let bytes =
            line.unreserve(number).expect("the ticket of this number is alive and was not queued yet");
        let start = self.find_place(&line, PLACE);
        if start {
            self.let_in(line);
            job.start(self.place());
        } else {
            line.enqueue(number, bytes, job);
        }
    }

    /// Ready when a running place is free or room in the queue is promised to `turn`.
    pub(crate) fn poll_room(
        self: &Arc<Self>,
        cx: &mut Context<'_>,
        bytes: usize,
        turn: &mut Option<Ticket>,
    ) -> Poll<()> {
        let word = self.word.load(Ordering::Acquire);
        if word & LINE == 0 && word / PLACE < self.max_running {
            return Poll::Ready(());
        }
        let waker = cx.waker().clone();
        let mut line = self.lock();
        if self.find_place(&line, 0) {
            return Poll::Ready(());
        }
        let number = match turn {
            Some(ticket) => ticket.number,
            None => turn.insert(self.ticket(line.number())).number,
        };
        if line.reserved(number).is_some_and(|promised| promised >= bytes) {
            self.settle(&line);
            return Poll::Ready(());
        }
        line.unreserve(number);
        // Without a waker first: a promise at once need not wake the one who is asking.
        let stale = line.wait(number, bytes, None);
        let lucky = line.grant();
        let waits = line.reserved(number).is_none();
        if waits {
            line.wait(number, bytes, Some(waker));
        }
        self.settle(&line);
        drop(line);
        drop(stale);
        lucky.into_iter().for_each(Waker::wake);
        if waits { Poll::Pending } else { Poll::Ready(()) }
    }

    /// Running jobs, queued jobs, and the bytes of the latter.
    pub(crate) fn counts(&self) -> (usize, usize, usize) {
        let line = self.lock();
        (self.word.load(Ordering::Acquire) / PLACE, line.queued(), line.queued_bytes())
    }

    /// With the line locked: adds `taken` to the word, if a place is free and nobody is queued; or else sees
    /// to it that whoever gives one back comes through the lock. [`settle`](Self::settle) undoes the latter.
    fn find_place(&self, line: &Line, taken: usize) -> bool {
        let mut word = self.word.load(Ordering::Acquire);
        loop {
            let free = line.queued() == 0 && word / PLACE < self.max_running;
            if !free && word & LINE != 0 {
                return false;
            }
            let new = if free { word + taken } else { word | LINE };
            match self.word.compare_exchange_weak(word, new, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return free,
                Err(seen) => word = seen,
            }
        }
    }

    /// Opens the lock-free way again when nobody is left in line.
    fn settle(&self, line: &Line) {
        if line.is_idle() {
            self.word.fetch_and(!LINE, Ordering::AcqRel);
        }
    }

    /// Promises room that became free to those who wait for it, and lets go of the lock.
    fn let_in(&self, mut line: MutexGuard<'_, Line>) {
        let lucky = line.grant();
        self.settle(&line);
        drop(line);
        lucky.into_iter().for_each(Waker::wake);
    }

    #[inline]
    fn give_back(self: &Arc<Self>) {
        let mut word = self.word.load(Ordering::Acquire);
        while word & LINE == 0 {
            match self.word.compare_exchange_weak(word, word - PLACE, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return,
                Err(seen) => word = seen,
            }
        }
        self.pass_on();
    }

    #[cold]
    fn pass_on(self: &Arc<Self>) {
        let mut line = self.lock();
        if let Some(next) = line.pop() {
            self.let_in(line);
            next.start(self.place());
        } else {
            self.word.fetch_sub(PLACE, Ordering::AcqRel);
            let waiters = line.waiters();
            self.settle(&line);
            drop(line);
            waiters.into_iter().for_each(Waker::wake);
        }
    }

    /// The guard of a place that has been counted.
    fn place(self: &Arc<Self>) -> Place {
        Place { admission: Arc::clone(self), shares: None }
    }

    fn ticket(self: &Arc<Self>, number: u64) -> Ticket {
        Ticket { admission: Arc::clone(self), number }
    }

    fn lock(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// Another share: the place is not free before both are dropped.
    pub(crate) fn share(&mut self) -> Self {
        let shares = self.shares.get_or_insert_default();
        Self { admission: Arc::clone(&self.admission), shares: Some(Arc::clone(shares)) }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.shares.take().is_none_or(|shares| Arc::into_inner(shares).is_some()) {
            self.admission.give_back();
        }
    }
}

impl Hold<'_> {
    pub(crate) fn keep(self) -> Place {
        let place = self.admission.place();
        // The place lives on; what would give it back is gone.
        std::mem::forget(self);
        place
    }
}

impl Drop for Hold<'_> {
    #[inline]
    fn drop(&mut self) {
        self.admission.give_back();
    }
}

impl Ticket {
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    fn renumbered(mut self, number: u64) -> Self {
        self.number = number;
        self
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut line = self.admission.lock();
        let removed = line.remove(self.number);
        self.admission.let_in(line);
        drop(removed);
    }
}

#[cfg(test)]
mod tests;
