//! A request at work: the handler's future, and all that is needed to answer for it.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::task::{Context as TaskContext, Poll, Waker};

use super::catalogue::Catalogue;
use super::extensions::Around;
use super::job::Job;
use super::response::{Body, Response};
use super::settle::{self, Settled};
use super::target::Target;
use crate::context::{Context, Notice, Shared};
use crate::define::{Input, Invocation};
use crate::id::Id;
use crate::instrument::Watched;
use crate::jsonrpc::Rejection;

pub(super) struct Work {
    catalogue: Arc<Catalogue>,
    id: Id,
    target: Target,
    stage: Stage,
    /// There for handlers that take a context.
    shared: Option<Arc<Shared>>,
    /// The handler was pending, so a waker of its driver may be kept in `shared`.
    was_pending: bool,
    watched: Watched,
}

enum Stage {
    /// Decided before the handler ran, which is rare.
    Decided(Box<Settled>),
    Running(Job),
    Over,
}

impl Work {
    /// Decodes the arguments and calls the handler for its future.
    pub(super) fn start(
        catalogue: Arc<Catalogue>,
        id: Id,
        target: Target,
        input: Input<'_>,
        shared: Option<Arc<Shared>>,
        around: &Around,
        watched: Watched,
    ) -> Self {
        let context = shared.clone().map(Context::new);
        let stage = match Job::start(&catalogue, &target, input, context) {
            Ok(job) => match &shared {
                Some(shared) if !around.is_empty() => wrapped(&catalogue, &target, job, shared, around),
                _ => Stage::Running(job),
            },
            Err(settled) => Stage::Decided(Box::new(settled)),
        };
        Self { catalogue, id, target, stage, shared, was_pending: false, watched }
    }

    pub(super) fn id(&self) -> &Id {
        &self.id
    }

    pub(super) fn poll(&mut self, cx: &mut TaskContext<'_>) -> Poll<Response> {
        let settled = match &mut self.stage {
            Stage::Running(_) => match self.run(cx) {
                Poll::Ready(settled) => settled,
                Poll::Pending => return Poll::Pending,
            },
            Stage::Decided(_) => match core::mem::replace(&mut self.stage, Stage::Over) {
                Stage::Decided(settled) => {
                    end(self.shared.as_deref());
                    *settled
                }
                Stage::Running(_) | Stage::Over => Err(Rejection::internal()),
            },
            Stage::Over => Err(Rejection::internal()),
        };
        self.watched.end(settle::end(&settled));
        Poll::Ready(match settled {
            Ok(body) => self.answer(body),
            Err(error) => error.with_id(self.id.clone()).into(),
        })
    }

    /// Polls the handler, and drops its future when that has ended.
    fn run(&mut self, cx: &mut TaskContext<'_>) -> Poll<Settled> {
        if let (true, Some(shared)) = (self.was_pending, &self.shared) {
            shared.polling();
        }
        let Self { catalogue, target, stage, shared, .. } = self;
        let (catalogue, shared) = (&**catalogue, shared.as_deref());
        // What it settled stands here and not in what `run` gives back, because that is moved several times.
        let mut settled = None;
        let ran = catalogue.panics.run(
            || target.component(catalogue),
            || {
                let Stage::Running(job) = stage else { return };
                if let Poll::Ready(ready) = job.poll(catalogue, target, shared, cx) {
                    settled = Some(ready);
                    end(shared);
                    *stage = Stage::Over;
                }
            },
        );
        match (settled, ran) {
            (Some(settled), Some(())) => Poll::Ready(settled),
            (None, Some(())) => {
                self.was_pending = true;
                Poll::Pending
            }
            (settled, None) => {
                // A future that panicked while it was dropped is gone; one that panicked before is not.
                if let Stage::Running(_) = self.stage {
                    self.stop();
                }
                Poll::Ready(settled.unwrap_or_else(|| Err(Rejection::internal())))
            }
        }
    }

    fn answer(&self, body: Body) -> Response {
        Response::result(self.id.clone(), Arc::clone(&self.catalogue), body)
    }

    /// After a pending poll: whether notices wait. If none do, `driver` is woken by the next.
    pub(super) fn waits(&self, driver: &Waker) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.waits(driver))
    }

    pub(super) fn has_notices(&self) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.has_notices())
    }

    pub(super) fn take_notice(&self) -> Option<Notice> {
        self.shared.as_ref()?.take_notice()
    }

    /// Tells work that moved elsewhere, then drops the handler's future: its destructors may wait for that work.
    fn stop(&mut self) {
        end(self.shared.as_deref());
        if let Stage::Running(job) = core::mem::replace(&mut self.stage, Stage::Over) {
            let component = || self.target.component(&self.catalogue);
            let _ = self.catalogue.panics.run(component, || drop(job));
        }
    }
}

/// Comes before the handler's future is dropped.
fn end(shared: Option<&Shared>) {
    if let Some(shared) = shared {
        shared.end();
    }
}

/// The job with what the negotiated extensions do around it.
#[inline(never)]
fn wrapped(catalogue: &Catalogue, target: &Target, job: Job, shared: &Arc<Shared>, around: &Around) -> Stage {
    let (component, context) = (target.component(catalogue), Context::new(Arc::clone(shared)));
    let call = Invocation::new(component, &context);
    match catalogue.panics.run(|| component, || job.around(around, &call)) {
        Some(job) => Stage::Running(job),
        None => Stage::Decided(Box::new(Err(Rejection::internal()))),
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        if !matches!(self.stage, Stage::Over) {
            self.stop();
        }
    }
}
