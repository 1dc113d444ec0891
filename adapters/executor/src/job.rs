//! One call that was not done at its first poll, or a subscription.
use std::mem;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use snodo_core::{
    CloseReason, Execution, Frame, Id, Outcome, Rejection, Response, StreamResponse, Unavailable, code,
};

use crate::admission::{Place, Start, Ticket};
use crate::guest::Visit;
use crate::output::{JobId, Mailbox};
use crate::stats::{End, Tally};
use crate::subscriptions::Subscribed;

/// How many frames one poll hands on before other tasks get their turn.
const FRAMES_PER_POLL: usize = 32;

/// What a job's task and its submitter share.
///
/// The handler lives in here and not in the task, so that cancelling drops it at once, whatever the host
/// does with the task.
pub(crate) struct Job {
    id: JobId,
    mailbox: Arc<Mailbox>,
    tally: Arc<Tally>,
    slot: Mutex<Slot>,
}

struct Slot {
    stage: Stage,
    /// Of the task's last poll.
    waker: Option<Waker>,
    /// What a subscription's source is to be told by whoever has the work.
    closing: Option<CloseReason>,
}

#[expect(clippy::large_enum_variant, reason = "it lies in one place; boxing would cost an allocation a job")]
enum Stage {
    /// Between polls.
    Idle(Work),
    /// The task has the work and asks here whether to bring it back.
    Polling,
    Over,
}

/// Fields are in the order of dropping: the handler's destructors run before its capacity is free.
struct Work {
    handler: Handler,
    /// A frame that found no room.
    held: Option<Frame>,
    seat: Seat,
}

pub(crate) enum Handler {
    Call(Execution),
    Stream(Box<StreamResponse>),
}

/// A share of the executor's capacity, given back on drop.
pub(crate) enum Seat {
    Queued(#[expect(dead_code, reason = "its drop leaves the queue")] Ticket),
    Running(Place),
    Subscribed(#[expect(dead_code, reason = "its drop frees the place")] Subscribed),
}

impl Job {
    pub(crate) fn new(
        id: JobId,
        handler: Handler,
        seat: Seat,
        mailbox: Arc<Mailbox>,
        tally: Arc<Tally>,
    ) -> Self {
        let stage = Stage::Idle(Work { handler, held: None, seat });
        Self { id, mailbox, tally, slot: Mutex::new(Slot { stage, waker: None, closing: None }) }
    }

    /// Lets the handler go on, if it has its place.
    pub(crate) fn poll(&self, cx: &mut Context<'_>) -> Poll<()> {
        let (mut turn, closing) = match self.take(cx.waker().clone()) {
            Ok((work, closing)) => (Turn { job: self, work: Some(work), visit: Visit::begin() }, closing),
            Err(poll) => return poll,
        };
        let work = turn.work.as_mut().expect("just put there");
        if let Some(reason) = closing {
            work.handler.finish(reason);
        }
        let step = self.advance(work, cx);
        let work = turn.end().expect("still there, for there was no panic");
        match step {
            Poll::Ready(last) => {
                self.complete(work, last);
                Poll::Ready(())
            }
            Poll::Pending => self.put_back(work),
        }
    }

    /// The work, if it is time for it, and why it is to end; or else what the task has to answer.
    fn take(&self, waker: Waker) -> Result<(Work, Option<CloseReason>), Poll<()>> {
        let mut slot = self.lock();
        let stale = slot.waker.replace(waker);
        let taken = match mem::replace(&mut slot.stage, Stage::Polling) {
            Stage::Idle(work) if matches!(work.seat, Seat::Queued(_)) => {
                slot.stage = Stage::Idle(work);
                Err(Poll::Pending)
            }
            Stage::Idle(work) => Ok((work, slot.closing.take())),
            Stage::Polling | Stage::Over => {
                slot.stage = Stage::Over;
                Err(Poll::Ready(()))
            }
        };
        drop(slot);
        drop(stale);
        taken
    }

    /// Polls the handler and hands its frames on, until it waits or gives its last frame.
    fn advance(&self, work: &mut Work, cx: &mut Context<'_>) -> Poll<Frame> {
        if let Some(frame) = work.held.take()
            && let Err(frame) = self.mailbox.offer(self.id, frame, cx.waker())
        {
            work.held = Some(frame);
            return Poll::Pending;
        }
        for _ in 0..FRAMES_PER_POLL {
            let frame = match &mut work.handler {
                Handler::Call(execution) => match std::task::ready!(Pin::new(execution).poll(cx)) {
                    Outcome::Response(response) => return Poll::Ready(Frame::Response(response)),
                    Outcome::Stream(stream) => {
                        work.handler = Handler::Stream(stream);
                        continue;
                    }
                },
                Handler::Stream(stream) => std::task::ready!(stream.poll_frame(cx))
                    .expect("a stream that has not given its last frame has another one"),
            };
            if frame.is_last() {
                return Poll::Ready(frame);
            }
            if let Err(frame) = self.mailbox.offer(self.id, frame, cx.waker()) {
                work.held = Some(frame);
                return Poll::Pending;
            }
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    fn put_back(&self, mut work: Work) -> Poll<()> {
        let mut slot = self.lock();
        if let Stage::Polling = slot.stage {
            slot.stage = Stage::Idle(work);
            return Poll::Pending;
        }
        let closing = slot.closing.take();
        drop(slot);
        // Cancelled meanwhile, and perhaps before it paused.
        self.mailbox.resume(self.id);
        if let Some(reason) = closing {
            work.handler.finish(reason);
        }
        drop(work);
        Poll::Ready(())
    }

    /// Frees the capacity first, so that whoever sees the answer finds room for the next call.
    fn complete(&self, work: Work, last: Frame) {
        let (stage, waker) = self.close();
        drop(waker);
        drop(work);
        if let Stage::Polling = stage {
            self.tally.ended(End::Completed);
            self.mailbox.finish(self.id, last);
        }
    }

    /// Ends a subscription from the server's side: its task closes the source, and hands in the result after what it
    /// has said already. A call goes on.
    pub(crate) fn finish(&self, reason: CloseReason) {
        let mut slot = self.lock();
        slot.closing = Some(reason);
        let waker = slot.waker.take();
        drop(slot);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Ends the job without a word, unless it is over; a subscription's source is told why.
    ///
    /// The handler is dropped here, or by the thread that is polling it at this moment as soon as that is done.
    pub(crate) fn cancel(&self, reason: CloseReason) {
        let mut slot = self.lock();
        if !matches!(slot.stage, Stage::Over) {
            slot.closing = Some(reason);
        }
        let (stage, waker) = slot.close();
        drop(slot);
        match stage {
            Stage::Over => return,
            Stage::Polling => {}
            Stage::Idle(mut work) => {
                work.handler.finish(reason);
                drop(work);
            }
        }
        self.tally.ended(End::Cancelled);
        self.mailbox.resume(self.id);
        log::debug!("job {} cancelled", self.id);
        // So that the task sees that it is over.
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// The deadline has passed. Called by the task, between polls.
    pub(crate) fn expire(&self) {
        if self.give_up(Unavailable::Timeout, End::TimedOut) {
            log::debug!("job {} timed out", self.id);
        }
    }

    /// The task is gone.
    pub(crate) fn lose(&self) {
        if self.give_up(Unavailable::ShuttingDown, End::Failed) {
            log::debug!("job {} was dropped by its host", self.id);
        }
    }

    /// The handler or source panicked, and the server lets that through.
    fn fail(&self, mut work: Work) {
        let id = work.handler.id().cloned();
        let (stage, waker) = self.close();
        drop(waker);
        work.handler.finish(CloseReason::Error);
        drop(work);
        if let Stage::Polling = stage {
            self.tally.ended(End::Failed);
            log::debug!("job {} panicked", self.id);
            let internal = Rejection::new(code::INTERNAL_ERROR, "Internal error");
            let internal = match id {
                Some(id) => internal.with_id(id),
                None => internal,
            };
            self.mailbox.finish(self.id, Frame::Response(internal.into()));
        }
    }

    fn give_up(&self, why: Unavailable, end: End) -> bool {
        let (stage, waker) = self.close();
        drop(waker);
        let Stage::Idle(Work { handler, held, seat }) = stage else { return false };
        let response = handler.abandon(why);
        drop(held);
        drop(seat);
        self.tally.ended(end);
        self.mailbox.resume(self.id);
        self.mailbox.finish(self.id, Frame::Response(response));
        true
    }

    fn close(&self) -> (Stage, Option<Waker>) {
        self.lock().close()
    }

    fn lock(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slot {
    fn close(&mut self) -> (Stage, Option<Waker>) {
        (mem::replace(&mut self.stage, Stage::Over), self.waker.take())
    }
}

impl Start for Job {
    fn start(&self, place: Place) {
        let mut slot = self.lock();
        // A job that was cancelled while it was taken from the queue: the place goes to the next one.
        let Stage::Idle(work) = &mut slot.stage else {
            drop(slot);
            drop(place);
            return;
        };
        let ticket = mem::replace(&mut work.seat, Seat::Running(place));
        let waker = slot.waker.take();
        drop(slot);
        drop(ticket);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// Work while it is being polled.
struct Turn<'a> {
    job: &'a Job,
    work: Option<Work>,
    visit: Visit,
}

impl Turn<'_> {
    /// The work, which shares its place with the closures that it has started.
    fn end(&mut self) -> Option<Work> {
        let mut work = self.work.take()?;
        if let (Some(guest), Seat::Running(place)) = (self.visit.guest(), &mut work.seat) {
            guest.lodge(place);
        }
        Some(work)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        if let Some(work) = self.end() {
            self.job.fail(work);
        }
    }
}

impl Handler {
    fn id(&self) -> Option<&Id> {
        match self {
            Self::Call(execution) => execution.id(),
            Self::Stream(stream) => stream.id(),
        }
    }

    /// Closes the source of a subscription; a call goes on.
    fn finish(&mut self, reason: CloseReason) {
        if let Self::Stream(stream) = self {
            stream.finish(reason);
        }
    }

    fn abandon(self, why: Unavailable) -> Response {
        match self {
            Self::Call(execution) => execution.abandon(why),
            Self::Stream(stream) => stream.abandon(why),
        }
    }
}
