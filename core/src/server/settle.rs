//! From what a handler returns to what the client gets.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use core::time::Duration;

use super::response::{Body, Read};
use super::rounds::{self, Problem};
use super::routes::not_found;
use super::target::Reading;
use crate::context::Shared;
use crate::define::{Component, ExtensionResult, ToolDefinition};
use crate::failure::{Failure, Kind};
use crate::instrument::End;
use crate::jsonrpc::{Rejection, code};
use crate::model::{CacheScope, Completion, InputRequired, Invalid, PromptResult, ReadResult, ToolResult};
use crate::validator::CompiledSchema;

/// A result's body, or an error.
pub(super) type Settled = Result<Body, Rejection>;

/// How a request ended, for who watches.
pub(super) fn end(settled: &Settled) -> End {
    match settled {
        Ok(Body::Tool(result)) if result.is_error => End::ToolError,
        Ok(Body::InputRequired(_)) => End::InputRequired,
        Ok(_) => End::Completed,
        Err(refusal) => End::Error { code: refusal.code },
    }
}

pub(super) fn tool<'c>(
    tool: &ToolDefinition,
    component: impl Fn() -> Component<'c> + Copy,
    result: Result<ToolResult, Failure>,
    shared: Option<&Shared>,
) -> Settled {
    match result {
        Ok(result) => match problem(tool, &result) {
            None => Ok(Body::Tool(result)),
            Some(problem) => Err(unsendable(component, &problem)),
        },
        Err(failure) => tool_failed(component, failure, shared),
    }
}

#[inline(never)]
fn tool_failed<'c>(
    component: impl Fn() -> Component<'c> + Copy,
    failure: Failure,
    shared: Option<&Shared>,
) -> Settled {
    match failure.into_kind() {
        Kind::Told(text) => Ok(Body::Tool(ToolResult::error(text))),
        Kind::NotFound => Ok(Body::Tool(ToolResult::error("Not found"))),
        other => fail(component, other, shared),
    }
}

#[inline(never)]
pub(super) fn read<'c>(
    reading: &Arc<Reading>,
    component: impl Fn() -> Component<'c> + Copy,
    result: Result<ReadResult, Failure>,
    shared: Option<&Shared>,
) -> Settled {
    match result {
        Ok(result) => {
            sendable(component, result.check())?;
            let result = match reading.is_retry {
                true => result.cache(CacheScope::Private, Duration::ZERO),
                false => result,
            };
            Ok(Body::Read(Box::new(Read { reading: Arc::clone(reading), result })))
        }
        Err(failure) => match failure.into_kind() {
            Kind::NotFound => Err(not_found(&reading.uri)),
            other => fail(component, other, shared),
        },
    }
}

#[inline(never)]
pub(super) fn prompt<'c>(
    component: impl Fn() -> Component<'c> + Copy,
    result: Result<PromptResult, Failure>,
    shared: Option<&Shared>,
) -> Settled {
    match result {
        Ok(result) => {
            sendable(component, result.check())?;
            Ok(Body::Prompt(Box::new(result)))
        }
        Err(failure) => fail(component, failure.into_kind(), shared),
    }
}

#[inline(never)]
pub(super) fn completion<'c>(
    component: impl Fn() -> Component<'c> + Copy,
    result: Result<Completion, Failure>,
    shared: Option<&Shared>,
) -> Settled {
    match result {
        Ok(result) => {
            sendable(component, result.check())?;
            Ok(Body::Completion(Box::new(result)))
        }
        Err(failure) => fail(component, failure.into_kind(), shared),
    }
}

#[inline(never)]
pub(super) fn method<'c>(
    component: impl Fn() -> Component<'c> + Copy,
    result: Result<ExtensionResult, Failure>,
    shared: Option<&Shared>,
) -> Settled {
    match result {
        Ok(result) => {
            sendable(component, result.check())?;
            Ok(Body::Extension(Box::new(result)))
        }
        Err(failure) => fail(component, failure.into_kind(), shared),
    }
}

/// What every kind of component makes of a failure.
fn fail<'c>(component: impl Fn() -> Component<'c> + Copy, failure: Kind, shared: Option<&Shared>) -> Settled {
    match (failure, shared) {
        (Kind::InputRequired(what), Some(shared)) => round(component, rounds::required(shared, *what)),
        (failure, _) => Err(refusal(component, failure)),
    }
}

/// The error that a failure is answered with.
pub(super) fn refusal<'c>(component: impl Fn() -> Component<'c> + Copy, failure: Kind) -> Rejection {
    match failure {
        Kind::Told(text) => Rejection::new(code::INTERNAL_ERROR, Cow::Owned(text)),
        Kind::NotFound => Rejection::invalid_params("Not found"),
        Kind::Internal(detail) => {
            log::error!("{} failed: {detail}", component());
            Rejection::internal()
        }
        Kind::Protocol(error) => error.for_handlers(),
        Kind::InputRequired(_) => {
            unsendable(component, "to ask for input, a handler has to take a `Context`")
        }
    }
}

/// The end of a round, or why it cannot end so.
pub(super) fn round<'c>(
    component: impl Fn() -> Component<'c> + Copy,
    required: Result<InputRequired, Problem>,
) -> Settled {
    match required {
        Ok(required) => Ok(Body::InputRequired(Box::new(required))),
        Err(Problem::Client(refusal)) => Err(refusal),
        Err(Problem::Author(problem)) => Err(unsendable(component, problem)),
    }
}

fn sendable<'c>(
    component: impl Fn() -> Component<'c> + Copy,
    checked: Result<(), Invalid>,
) -> Result<(), Rejection> {
    checked.map_err(|invalid| unsendable(component, invalid.0))
}

#[cold]
fn unsendable<'c>(component: impl Fn() -> Component<'c> + Copy, problem: &str) -> Rejection {
    log::error!("{} answered with a result that cannot be sent: {problem}", component());
    Rejection::internal()
}

/// Why a tool's result cannot be sent, without its values.
fn problem(tool: &ToolDefinition, result: &ToolResult) -> Option<String> {
    if let Err(invalid) = result.check() {
        return Some(invalid.0.into());
    }
    let schema = tool.output.as_ref().filter(|_| !result.is_error)?;
    misfit(&**schema, result)
}

/// Where a result does not fit the output schema.
#[inline(never)]
fn misfit(schema: &dyn CompiledSchema, result: &ToolResult) -> Option<String> {
    match result.structured_json() {
        Some(json) => schema.fault(json).map(|fault| format!("by its output schema, {fault}")),
        None => Some("it has an output schema, so it needs structured content: return `Json(value)`".into()),
    }
}
