//! What the host drives: a job and its deadline.
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use crate::clock::Sleep;
use crate::job::Job;

/// Polls a job until it is over.
pub(crate) struct Drive {
    job: Arc<Job>,
    deadline: Option<Sleep>,
}

impl Drive {
    pub(crate) fn new(job: Arc<Job>, deadline: Option<Sleep>) -> Self {
        Self { job, deadline }
    }
}

impl Future for Drive {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        // First, so that a handler never begins or goes on after its deadline.
        if let Some(deadline) = &mut self.deadline
            && deadline.as_mut().poll(cx).is_ready()
        {
            self.deadline = None;
            self.job.expire();
            return Poll::Ready(());
        }
        self.job.poll(cx)
    }
}

impl Drop for Drive {
    fn drop(&mut self) {
        self.job.lose();
    }
}
