//! A handler's future, of whatever kind of component.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::task::{Context as TaskContext, Poll};

use super::catalogue::Catalogue;
use super::extensions::Around;
use super::response::Body;
use super::rounds;
use super::settle::{self, Settled};
use super::target::Target;
use crate::context::{Context, Shared};
use crate::define::{BadArguments, Erased, ExtensionResult, Input, Invocation, Running};
use crate::jsonrpc::Rejection;
use crate::model::{Completion, InputRequired, PromptResult, ReadResult, ToolResult};
use crate::validator::CompiledSchema;

pub(super) enum Job {
    Tool(Running<ToolResult>),
    Read(Running<ReadResult>),
    Prompt(Running<PromptResult>),
    Completion(Running<Completion>),
    Method(Running<ExtensionResult>),
}

impl Job {
    /// Decodes the arguments and calls the handler for its future; or what is answered instead.
    pub(super) fn start(
        catalogue: &Catalogue,
        target: &Target,
        input: Input<'_>,
        context: Option<Context>,
    ) -> Result<Self, Settled> {
        match target {
            Target::Tool(place) => {
                let tool = catalogue.tools.at(*place);
                catalogue.fits(target, tool.arguments.as_deref(), input)?;
                start(catalogue, target, &*tool.handler, input, context, bad_arguments).map(Self::Tool)
            }
            Target::Read(reading) => {
                let handler = &*catalogue.resources.at(reading.place).handler;
                start(catalogue, target, handler, input, context, bad_parameters).map(Self::Read)
            }
            Target::Prompt(place) => {
                let handler = &*catalogue.prompts.at(*place).handler;
                start(catalogue, target, handler, input, context, bad_parameters).map(Self::Prompt)
            }
            Target::Method(place) => {
                let handler = &*catalogue.methods.at(*place).handler;
                start(catalogue, target, handler, input, context, bad_parameters).map(Self::Method)
            }
            Target::Complete(completing) => {
                let completer = completing.of.completers(catalogue).get(&completing.argument);
                complete(catalogue, target, completer.map(|handler| &**handler), input, context)
            }
        }
    }

    /// Checks the arguments as [`start`](Self::start) does, without calling the handler; or what is answered instead.
    pub(super) fn check(catalogue: &Catalogue, target: &Target, input: Input<'_>) -> Result<(), Settled> {
        match target {
            Target::Tool(place) => {
                let tool = catalogue.tools.at(*place);
                catalogue.fits(target, tool.arguments.as_deref(), input)?;
                check(catalogue, target, &*tool.handler, input, bad_arguments)
            }
            Target::Read(reading) => {
                let handler = &*catalogue.resources.at(reading.place).handler;
                check(catalogue, target, handler, input, bad_parameters)
            }
            Target::Prompt(place) => {
                check(catalogue, target, &*catalogue.prompts.at(*place).handler, input, bad_parameters)
            }
            Target::Method(place) => {
                check(catalogue, target, &*catalogue.methods.at(*place).handler, input, bad_parameters)
            }
            // They are decoded from what the route itself has put together.
            Target::Complete(_) => Ok(()),
        }
    }

    /// Puts what the negotiated extensions do around the handler.
    pub(super) fn around(self, around: &Around, call: &Invocation<'_>) -> Self {
        around.iter().fold(self, |job, middleware| match job {
            Self::Tool(running) => Self::Tool(middleware.tool(call, running)),
            Self::Read(running) => Self::Read(middleware.read(call, running)),
            Self::Prompt(running) => Self::Prompt(middleware.prompt(call, running)),
            Self::Completion(running) => Self::Completion(middleware.completion(call, running)),
            Self::Method(running) => Self::Method(middleware.method(call, running)),
        })
    }

    /// Polls the handler, and settles what it answers. A handler that waits for an answer of the client is done for
    /// this round.
    pub(super) fn poll(
        &mut self,
        catalogue: &Catalogue,
        target: &Target,
        shared: Option<&Shared>,
        cx: &mut TaskContext<'_>,
    ) -> Poll<Settled> {
        let component = || target.component(catalogue);
        let polled = match self {
            Self::Tool(running) => running.as_mut().poll(cx).map(|result| {
                let Target::Tool(place) = target else { return Err(Rejection::internal()) };
                settle::tool(catalogue.tools.at(*place), component, result, shared)
            }),
            Self::Read(running) => running.as_mut().poll(cx).map(|result| {
                let Target::Read(reading) = target else { return Err(Rejection::internal()) };
                settle::read(reading, component, result, shared)
            }),
            Self::Prompt(running) => {
                running.as_mut().poll(cx).map(|result| settle::prompt(component, result, shared))
            }
            Self::Completion(running) => {
                running.as_mut().poll(cx).map(|result| settle::completion(component, result, shared))
            }
            Self::Method(running) => {
                running.as_mut().poll(cx).map(|result| settle::method(component, result, shared))
            }
        };
        match (polled, shared) {
            (Poll::Pending, Some(shared)) if shared.awaits_input() => {
                Poll::Ready(settle::round(component, rounds::required(shared, InputRequired::new())))
            }
            (polled, _) => polled,
        }
    }
}

#[inline(never)]
fn start<T>(
    catalogue: &Catalogue,
    target: &Target,
    handler: &dyn Erased<T>,
    input: Input<'_>,
    context: Option<Context>,
    bad: impl FnOnce(String) -> Settled,
) -> Result<Running<T>, Settled> {
    let component = || target.component(catalogue);
    match catalogue.panics.run(component, || handler.start(input, context, &component)) {
        Some(Ok(running)) => Ok(running),
        Some(Err(BadArguments(text))) => Err(bad(text)),
        None => Err(Err(Rejection::internal())),
    }
}

fn check<T>(
    catalogue: &Catalogue,
    target: &Target,
    handler: &dyn Erased<T>,
    input: Input<'_>,
    bad: impl FnOnce(String) -> Settled,
) -> Result<(), Settled> {
    match catalogue.panics.run(|| target.component(catalogue), || handler.check(input)) {
        Some(Ok(())) => Ok(()),
        Some(Err(BadArguments(text))) => Err(bad(text)),
        None => Err(Err(Rejection::internal())),
    }
}

/// Of a tool: for the model to read.
#[cold]
#[inline(never)]
fn bad_arguments(text: String) -> Settled {
    Ok(Body::Tool(ToolResult::error(text)))
}

#[cold]
#[inline(never)]
fn bad_parameters(text: String) -> Settled {
    Err(Rejection::invalid_params(text))
}

/// Nothing is suggested for an argument that nobody completes.
fn complete(
    catalogue: &Catalogue,
    target: &Target,
    completer: Option<&dyn Erased<Completion>>,
    input: Input<'_>,
    context: Option<Context>,
) -> Result<Job, Settled> {
    match completer {
        Some(handler) => {
            start(catalogue, target, handler, input, context, bad_parameters).map(Job::Completion)
        }
        None => Err(Ok(Body::Completion(Box::default()))),
    }
}

impl Catalogue {
    /// Checks arguments by their schema. A validator is its author's code.
    fn fits(
        &self,
        target: &Target,
        schema: Option<&dyn CompiledSchema>,
        input: Input<'_>,
    ) -> Result<(), Settled> {
        match (schema, input) {
            (Some(schema), Input::Json(arguments)) => self.fit(target, schema, arguments),
            _ => Ok(()),
        }
    }

    #[inline(never)]
    fn fit(&self, target: &Target, schema: &dyn CompiledSchema, arguments: &str) -> Result<(), Settled> {
        match self.panics.run(|| target.component(self), || schema.fault(arguments)) {
            Some(None) => Ok(()),
            Some(Some(fault)) => Err(bad_arguments(format!("Invalid arguments: {fault}"))),
            None => Err(Err(Rejection::internal())),
        }
    }
}
