//! One transport's place at an executor.
use std::collections::BTreeMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use snodo_core::{CloseReason, Execution, Outcome, Response, Unavailable};

use crate::admission::{Admitted, Hold, Place, Ticket};
use crate::executor::Executor;
use crate::guest::Visit;
use crate::job::{Handler, Job, Seat};
use crate::output::{JobId, Mailbox, Output};
use crate::stats::End;
use crate::subscriptions::Subscriptions;
use crate::task::Drive;

/// How many subscriptions a submitter has room for that was given no pool.
const MAX_SUBSCRIPTIONS: usize = 32;

/// One transport's (or connection's) place at an [`Executor`].
///
/// It submits executions, cancels them, and takes what they have to say. Dropping it [cancels](Submitter::cancel) all
/// its jobs, queued and running, frees their capacity and delivers nothing more; the sources of its subscriptions are
/// told [`Disconnected`](CloseReason::Disconnected).
///
/// # Memory
///
/// At worst, 64 frames wait to be taken, plus the last frame of each job that was in flight when the 64th
/// came, plus one frame of each stream that is paused. Streams pause and calls are refused while 64 wait, so a
/// peer that does not read gets no more than this, whatever it sends.
#[must_use = "dropping it cancels its jobs"]
pub struct Submitter {
    executor: Executor,
    timeout: Option<Duration>,
    /// Made at the first subscription, unless given before.
    subscriptions: Option<Subscriptions>,
    mailbox: Arc<Mailbox>,
    /// Those whose last frame has not been taken, in the order of submission.
    jobs: BTreeMap<JobId, Cancel>,
    /// A wait for room that is going on or has succeeded.
    turn: Option<Ticket>,
    /// To be woken when outputs have been taken.
    room: Option<Waker>,
}

/// What became of a submission.
#[derive(Debug)]
#[must_use]
#[expect(clippy::exhaustive_enums, reason = "a transport has to deal with each of them")]
pub enum Submission {
    /// The call was done at its first poll, and its place is free again already. Or it is a subscription for which
    /// there is no place: then this is the refusal, -32603 with the reason `overloaded`.
    Answered(Response),
    /// The call runs or is queued, or the subscription is open; [`Submitter::poll_output`] gives what it says.
    Accepted(JobId),
    /// There is no room for a call. Try again when [`Submitter::poll_room`] is ready, or
    /// [abandon](Execution::abandon) it as overloaded.
    Full(Execution),
}

impl Submitter {
    pub(crate) fn new(executor: Executor, timeout: Option<Duration>) -> Self {
        let (mailbox, jobs) = (Arc::default(), BTreeMap::new());
        Self { executor, timeout, subscriptions: None, mailbox, jobs, turn: None, room: None }
    }

    /// A deadline for what is submitted here from now on, in place of the [executor's
    /// own](crate::ExecutorBuilder::timeout). `None` turns it off; with zero, only what is done at its first
    /// poll has time enough. Subscriptions have none.
    pub fn timeout(mut self, timeout: Option<Duration>) -> Self {
        self.timeout = timeout;
        self
    }

    /// Where subscriptions that are submitted here have their places; unless set, in a pool of this submitter's own
    /// with 32 of them.
    pub fn subscriptions(mut self, pool: &Subscriptions) -> Self {
        self.subscriptions = Some(pool.clone());
        self
    }

    /// Runs a call, or queues it, or hands it back.
    ///
    /// `bytes` is what the call counts for in the queue, usually the length of its message.
    ///
    /// With a running place free and nobody queued, the handler is polled once here, on the caller's thread.
    /// If that was all it needed, it has cost no task, no timer and no allocation, and no lock unless others
    /// stand in line. Otherwise the host's [`Spawn`](crate::Spawn) gets a task. Handlers start in the order
    /// of submission, over all submitters.
    ///
    /// A subscription takes a place in its [pool](Self::subscriptions) instead, at once or never, and there is no
    /// deadline for it. Without a free place it is refused, and its source told so: waiting might take for ever. It
    /// stays open until its source or its peer ends it, or [`finish`](Self::finish) does.
    ///
    /// [`Submission::Full`] when neither a place nor room in the queue is free, when other submitters were
    /// waiting for room first, or when 64 outputs of this submitter have not been taken.
    ///
    /// # Panics
    ///
    /// Only with the panics of the host's own parts: its [`Spawn`](crate::Spawn), its
    /// [`Clock`](crate::Clock), and its handlers where the server lets their panics through. Capacity is
    /// freed all the same.
    pub fn submit(&mut self, execution: Execution, bytes: usize) -> Submission {
        if execution.is_subscription() {
            return self.subscribe(execution);
        }
        if self.mailbox.is_full() {
            return self.refuse(execution);
        }
        let begun = match self.executor.admission().hold() {
            Some(hold) => {
                self.turn = None;
                begin(hold, execution)
            }
            None => match self.executor.admission().admit(bytes, &mut self.turn) {
                Some(Admitted::Running(hold)) => begin(hold, execution),
                Some(Admitted::Queued(ticket)) => Begun::Not(ticket, execution),
                None => return self.refuse(execution),
            },
        };
        match begun {
            Begun::Done(response) => {
                self.executor.tally().ended(End::Completed);
                Submission::Answered(response)
            }
            Begun::Running(handler, place) => {
                let (id, job) = self.job(handler, Seat::Running(place));
                self.launch(id, job, self.timeout)
            }
            Begun::Not(ticket, execution) => {
                let number = ticket.number();
                let (id, job) = self.job(Handler::Call(execution), Seat::Queued(ticket));
                log::debug!("job {id} queued");
                self.executor.admission().enqueue(number, job.clone());
                self.launch(id, job, self.timeout)
            }
        }
    }

    /// Ready when a submission of `bytes` has room.
    ///
    /// While waiting, a submitter has its turn among all that wait: room in the queue is promised in that
    /// order and then kept for its next [`submit`](Self::submit), and nobody who came later is queued before
    /// it. A running place that becomes free is not kept for anyone: all who wait are told, and whoever
    /// submits first has it. A turn is given up by submitting, by [`leave`](Self::leave) or by dropping the submitter,
    /// not by ceasing to poll.
    ///
    /// Only the task that polled last is woken.
    pub fn poll_room(&mut self, cx: &mut Context<'_>, bytes: usize) -> Poll<()> {
        if self.mailbox.is_full() {
            self.room = Some(cx.waker().clone());
            return Poll::Pending;
        }
        self.executor.admission().poll_room(cx, bytes, &mut self.turn)
    }

    /// Gives up waiting for room, and room that was promised: the call that it was for is not coming.
    pub fn leave(&mut self) {
        self.turn = None;
    }

    /// The next frame to write; pending while there is none.
    ///
    /// Only the task that polled last is woken. Nothing is lost by ceasing to poll.
    pub fn poll_output(&mut self, cx: &mut Context<'_>) -> Poll<Output> {
        loop {
            let output = std::task::ready!(self.mailbox.poll(cx));
            if !self.mailbox.is_full()
                && let Some(room) = self.room.take()
            {
                room.wake();
            }
            // What a cancelled job had said before stays unheard.
            if !self.jobs.contains_key(&output.job) {
                continue;
            }
            if output.frame.is_last() {
                self.jobs.remove(&output.job);
            }
            return Poll::Ready(output);
        }
    }

    /// Stops a job: true if it was in flight, that is, if its last frame had not been taken.
    ///
    /// No output of it comes afterwards. The handler's destructors have run when this returns and its
    /// capacity is free, unless another thread is polling it at this moment: then both happen when that poll
    /// is done. A [blocking](crate::blocking()) closure keeps the capacity until it returns. The source of a subscription
    /// is told [`Cancelled`](CloseReason::Cancelled).
    pub fn cancel(&mut self, job: JobId) -> bool {
        self.stop(job, CloseReason::Cancelled)
    }

    /// Stops a job as [`cancel`](Self::cancel) does, because its peer is gone: the source of a subscription is told
    /// [`Disconnected`](CloseReason::Disconnected).
    pub fn disconnect(&mut self, job: JobId) -> bool {
        self.stop(job, CloseReason::Disconnected)
    }

    /// Ends a subscription from the server's side: true if it was in flight.
    ///
    /// Its task closes the source, and gives the subscription's result as its last output, behind what waits
    /// already. A call is not affected.
    pub fn finish(&mut self, job: JobId, reason: CloseReason) -> bool {
        let Some(running) = self.jobs.get(&job) else { return false };
        running.0.finish(reason);
        true
    }

    /// How many jobs were accepted whose last frame has not been taken, nor were they cancelled.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.jobs.len()
    }

    fn job(&mut self, handler: Handler, seat: Seat) -> (JobId, Arc<Job>) {
        let id = self.executor.next_job();
        let (mailbox, tally) = (Arc::clone(&self.mailbox), Arc::clone(self.executor.tally()));
        let job = Arc::new(Job::new(id, handler, seat, mailbox, tally));
        self.jobs.insert(id, Cancel(Arc::clone(&job)));
        (id, job)
    }

    fn subscribe(&mut self, execution: Execution) -> Submission {
        self.turn = None;
        let executor = &self.executor;
        let pool = self.subscriptions.get_or_insert_with(|| executor.subscriptions(MAX_SUBSCRIPTIONS));
        let Some(place) = pool.take() else {
            log::debug!("{} subscriptions are open: one more is refused", pool.max());
            executor.tally().refused();
            return Submission::Answered(execution.abandon(Unavailable::Overloaded));
        };
        let stream = Handler::Stream(Box::new(execution.into_stream()));
        let (id, job) = self.job(stream, Seat::Subscribed(place));
        self.launch(id, job, None)
    }

    fn stop(&mut self, job: JobId, reason: CloseReason) -> bool {
        let Some(running) = self.jobs.remove(&job) else { return false };
        running.0.cancel(reason);
        true
    }

    fn launch(&mut self, id: JobId, job: Arc<Job>, timeout: Option<Duration>) -> Submission {
        let deadline = timeout.and_then(|timeout| self.executor.deadline(timeout));
        self.executor.spawn(Box::pin(Drive::new(job, deadline)));
        Submission::Accepted(id)
    }

    #[cold]
    fn refuse(&self, execution: Execution) -> Submission {
        self.executor.tally().refused();
        Submission::Full(execution)
    }
}

/// How far a call came on its submitter's thread.
enum Begun {
    Done(Response),
    Running(Handler, Place),
    Not(Ticket, Execution),
}

/// The first poll. Nothing listens to its waker: if the call is not done, its task polls again.
#[inline]
fn begin(hold: Hold<'_>, execution: Execution) -> Begun {
    let first = First { hold: Some(hold), visit: Visit::begin() };
    // Behind the place, so that its destructors run before that is free, also when it panics.
    let mut execution = execution;
    match Pin::new(&mut execution).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Outcome::Response(response)) => Begun::Done(response),
        Poll::Ready(Outcome::Stream(stream)) => Begun::Running(Handler::Stream(stream), first.keep()),
        Poll::Pending => Begun::Running(Handler::Call(execution), first.keep()),
    }
}

/// The place of a call during its first poll.
struct First<'a> {
    hold: Option<Hold<'a>>,
    visit: Visit,
}

impl First<'_> {
    fn keep(mut self) -> Place {
        let mut place = self.hold.take().expect("nothing else takes it").keep();
        if let Some(guest) = self.visit.guest() {
            guest.lodge(&mut place);
        }
        place
    }
}

impl Drop for First<'_> {
    #[inline]
    fn drop(&mut self) {
        // The call is over; closures that it has left behind are not.
        if let Some(guest) = self.visit.guest()
            && let Some(hold) = self.hold.take()
        {
            guest.lodge(&mut hold.keep());
        }
    }
}

impl Drop for Submitter {
    fn drop(&mut self) {
        // The youngest first, so that no queued job is started only to be stopped.
        while self.jobs.pop_last().is_some() {}
    }
}

impl fmt::Debug for Submitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Submitter").field("in_flight", &self.jobs.len()).finish_non_exhaustive()
    }
}

/// Cancels its job when dropped with its submitter; a job that is over does not mind.
struct Cancel(Arc<Job>);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.cancel(CloseReason::Disconnected);
    }
}
