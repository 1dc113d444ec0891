//! A call at work: the handler's future, and all that is needed to answer for it.

use alloc::sync::Arc;
use core::task::{Context as TaskContext, Poll, Waker};

use super::catalogue::Catalogue;
use super::response::{Body, Response};
use crate::context::{Context, Notice, Shared};
use crate::define::{BadArguments, Definition, Failure, FailureKind, Running};
use crate::id::Id;
use crate::jsonrpc::{Rejection, code};
use crate::model::ToolResult;

pub(super) struct Work {
    catalogue: Arc<Catalogue>,
    id: Id,
    /// Of the tool.
    place: u32,
    stage: Stage,
    /// There for handlers that take a context.
    shared: Option<Arc<Shared>>,
    /// The handler was pending, so a waker of its driver may be kept in `shared`.
    was_pending: bool,
}

enum Stage {
    /// Decided before the handler ran.
    Decided(Settled),
    Running(Running),
    Over,
}

type Settled = Result<ToolResult, Rejection>;

impl Work {
    /// Decodes the arguments and calls the handler for its future.
    pub(super) fn call(
        catalogue: Arc<Catalogue>,
        id: Id,
        place: u32,
        arguments: &str,
        shared: Option<Arc<Shared>>,
    ) -> Self {
        let tool = catalogue.tool(place);
        let stage = match tool.arguments.as_ref().and_then(|outline| outline.fault(arguments)) {
            Some(fault) => {
                Stage::Decided(Ok(ToolResult::error(alloc::format!("Invalid arguments: {fault}"))))
            }
            None => {
                let context = shared.clone().map(Context::new);
                match catalogue.panics.run(&tool.name, || tool.handler.start(arguments, context)) {
                    Some(Ok(running)) => Stage::Running(running),
                    Some(Err(BadArguments(text))) => Stage::Decided(Ok(ToolResult::error(text))),
                    None => Stage::Decided(Err(internal())),
                }
            }
        };
        Self { catalogue, id, place, stage, shared, was_pending: false }
    }

    pub(super) fn id(&self) -> &Id {
        &self.id
    }

    pub(super) fn poll(&mut self, cx: &mut TaskContext<'_>) -> Poll<Response> {
        let settled = match &mut self.stage {
            Stage::Running(running) => {
                if let (true, Some(shared)) = (self.was_pending, &self.shared) {
                    shared.polling();
                }
                let tool = self.catalogue.tool(self.place);
                match self.catalogue.panics.run(&tool.name, || running.as_mut().poll(cx)) {
                    Some(Poll::Pending) => {
                        self.was_pending = true;
                        return Poll::Pending;
                    }
                    Some(Poll::Ready(result)) => settle(tool, result),
                    None => Err(internal()),
                }
            }
            Stage::Decided(_) => match core::mem::replace(&mut self.stage, Stage::Over) {
                Stage::Decided(settled) => settled,
                Stage::Running(_) | Stage::Over => Err(internal()),
            },
            Stage::Over => Err(internal()),
        };
        self.stop();
        Poll::Ready(match settled {
            Ok(result) => Response::result(self.id.clone(), Arc::clone(&self.catalogue), Body::Tool(result)),
            Err(error) => error.with_id(self.id.clone()).into(),
        })
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

    /// The progress token; there when a progress notice is.
    pub(super) fn token(&self) -> Option<&Id> {
        self.shared.as_ref()?.token()
    }

    /// Tells work that moved elsewhere, then drops the handler's future: its destructors may wait for that work.
    fn stop(&mut self) {
        if let Some(shared) = &self.shared {
            shared.end();
        }
        if let Stage::Running(running) = core::mem::replace(&mut self.stage, Stage::Over) {
            let tool = self.catalogue.tool(self.place);
            let _ = self.catalogue.panics.run(&tool.name, || drop(running));
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        if !matches!(self.stage, Stage::Over) {
            self.stop();
        }
    }
}

/// What the client gets of the handler's answer.
fn settle(tool: &Definition, result: Result<ToolResult, Failure>) -> Settled {
    match result {
        Ok(result) => match problem(tool, &result) {
            None => Ok(result),
            Some(problem) => {
                log::error!("tool {:?} answered with a result that cannot be sent: {problem}", tool.name);
                Err(internal())
            }
        },
        Err(failure) => match failure.into_kind() {
            FailureKind::Tool(text) => Ok(ToolResult::error(text)),
            FailureKind::Internal(detail) => {
                log::error!("tool {:?} failed: {detail}", tool.name);
                Err(internal())
            }
            FailureKind::Protocol(error) if code::is_for_handlers(error.code) => Err(*error),
            FailureKind::Protocol(error) => {
                log::error!("tool {:?} chose the reserved error code {}", tool.name, error.code);
                Err(Rejection { code: code::INTERNAL_ERROR, ..*error })
            }
        },
    }
}

/// Why a result cannot be sent, without its values.
fn problem(tool: &Definition, result: &ToolResult) -> Option<alloc::string::String> {
    if let Err(invalid) = result.check() {
        return Some(invalid.0.into());
    }
    let outline = tool.output.as_ref().filter(|_| !result.is_error)?;
    match result.structured_json() {
        Some(json) => outline.fault(json).map(|fault| alloc::format!("by its output schema, {fault}")),
        None => Some("it has an output schema, so it needs structured content: return `Json(value)`".into()),
    }
}

#[cold]
fn internal() -> Rejection {
    Rejection::new(code::INTERNAL_ERROR, "Internal error")
}
