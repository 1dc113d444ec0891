//! What users write, erased once in the constructor so that nothing generic is compiled again elsewhere.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use core::any::TypeId;
use core::future::Future;
use core::marker::PhantomData;
use core::pin::Pin;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::arguments::{BadArguments, Input};
use super::component::Component;
use super::into_result::IntoResult;
use crate::context::Context;
use crate::failure::Failure;
use crate::model::{IntoToolResult, ToolResult};

/// A handler at work on a `T`: a tool's, a resource's, a prompt's or a completion's result.
pub(crate) type Running<T> = Pin<Box<dyn Future<Output = Result<T, Failure>> + Send>>;

/// A handler of one kind of component behind one pointer.
pub(crate) trait Erased<T>: Send + Sync {
    /// Whether calls have to build a [`Context`].
    fn wants_context(&self) -> bool;

    /// Whether the arguments' type accepts any object, so that only the schema says what is required.
    fn takes_anything(&self) -> bool;

    /// Decodes the arguments, and nothing else.
    fn check(&self, input: Input<'_>) -> Result<(), BadArguments>;

    /// Decodes the arguments and makes the future; `context` is there when it is wanted, and `component` is what was
    /// asked for.
    fn start<'c>(
        &self,
        input: Input<'_>,
        context: Option<Context>,
        component: &dyn Fn() -> Component<'c>,
    ) -> Result<Running<T>, BadArguments>;
}

/// Closures and functions that handle a component: `Fn(Arguments)` or `Fn(Arguments, Context)`, async. `T` is what
/// they answer: a [`ToolResult`], a [`PromptResult`](crate::PromptResult), a [`ReadResult`](crate::ReadResult), a
/// [`Completion`](crate::Completion), or anything that becomes one, see [`IntoToolResult`] and its siblings.
///
/// `Arguments` is anything that serde can deserialize without borrowing: a struct of yours,
/// [`NoArguments`](crate::NoArguments), or for tools `Box<RawValue>`, the text as the client wrote it (`Value` works
/// too, but rounds numbers). A handler that asks for no [`Context`] costs none.
///
/// The future must not borrow from the closure: for shared state use [`Tool::with_state`](crate::Tool::with_state)
/// and its siblings.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a handler that answers a `{T}`",
    label = "not a handler of this component",
    note = "write `async |args: Args| Ok(…)` or `async |args: Args, cx: Context| Ok(…)`, with `Args: DeserializeOwned + Send`",
    note = "captured state cannot be borrowed across an await: hand it over with `Tool::with_state(name, state, async |state, args| …)`"
)]
pub trait Handler<T, Marker>: Send + Sync + Sized + 'static {
    /// The type that the arguments are decoded into.
    type Arguments: DeserializeOwned + 'static;
    #[doc(hidden)]
    const CONTEXT: bool;
    #[doc(hidden)]
    fn run(&self, arguments: Self::Arguments, context: Option<Context>) -> Running<T>;
}

/// Like [`Handler`], with shared state before the arguments: `Fn(Arc<State>, Arguments)` or
/// `Fn(Arc<State>, Arguments, Context)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a handler with state that answers a `{T}`",
    label = "not a handler with state of this component",
    note = "write `async |state: Arc<State>, args: Args| Ok(…)` or `async |state: Arc<State>, args: Args, cx: Context| Ok(…)`"
)]
pub trait StateHandler<T, State, Marker>: Send + Sync + Sized + 'static {
    /// The type that the arguments are decoded into.
    type Arguments: DeserializeOwned + 'static;
    #[doc(hidden)]
    const CONTEXT: bool;
    #[doc(hidden)]
    fn run(&self, state: Arc<State>, arguments: Self::Arguments, context: Option<Context>) -> Running<T>;
}

/// A struct that handles a tool. See [`Tool::from_handler`](crate::Tool::from_handler).
pub trait ToolHandler: Send + Sync + 'static {
    /// The type that `arguments` is decoded into.
    type Arguments: DeserializeOwned + Send + 'static;
    /// What a call answers.
    type Output: IntoToolResult;

    /// Carries out one call. Dropping the future cancels it.
    fn call(
        self: Arc<Self>,
        arguments: Self::Arguments,
        context: Context,
    ) -> impl Future<Output = Result<Self::Output, Failure>> + Send + 'static;
}

fn running<T, R: IntoResult<T>>(
    future: impl Future<Output = Result<R, Failure>> + Send + 'static,
) -> Running<T> {
    Box::pin(async move { future.await.map(R::into_result) })
}

impl<T, F, A, Fut, R> Handler<T, (A,)> for F
where
    F: Fn(A) -> Fut + Send + Sync + 'static,
    A: DeserializeOwned + 'static,
    Fut: Future<Output = Result<R, Failure>> + Send + 'static,
    R: IntoResult<T>,
{
    type Arguments = A;
    const CONTEXT: bool = false;

    fn run(&self, arguments: A, _: Option<Context>) -> Running<T> {
        running(self(arguments))
    }
}

impl<T, F, A, Fut, R> Handler<T, (A, Context)> for F
where
    F: Fn(A, Context) -> Fut + Send + Sync + 'static,
    A: DeserializeOwned + 'static,
    Fut: Future<Output = Result<R, Failure>> + Send + 'static,
    R: IntoResult<T>,
{
    type Arguments = A;
    const CONTEXT: bool = true;

    fn run(&self, arguments: A, context: Option<Context>) -> Running<T> {
        running(self(arguments, context.expect("calls of a handler with CONTEXT bring one")))
    }
}

impl<T, F, S, A, Fut, R> StateHandler<T, S, (A,)> for F
where
    F: Fn(Arc<S>, A) -> Fut + Send + Sync + 'static,
    A: DeserializeOwned + 'static,
    Fut: Future<Output = Result<R, Failure>> + Send + 'static,
    R: IntoResult<T>,
{
    type Arguments = A;
    const CONTEXT: bool = false;

    fn run(&self, state: Arc<S>, arguments: A, _: Option<Context>) -> Running<T> {
        running(self(state, arguments))
    }
}

impl<T, F, S, A, Fut, R> StateHandler<T, S, (A, Context)> for F
where
    F: Fn(Arc<S>, A, Context) -> Fut + Send + Sync + 'static,
    A: DeserializeOwned + 'static,
    Fut: Future<Output = Result<R, Failure>> + Send + 'static,
    R: IntoResult<T>,
{
    type Arguments = A;
    const CONTEXT: bool = true;

    fn run(&self, state: Arc<S>, arguments: A, context: Option<Context>) -> Running<T> {
        running(self(state, arguments, context.expect("calls of a handler with CONTEXT bring one")))
    }
}

/// Only a schema restricts these.
fn takes_anything<A: 'static>() -> bool {
    [TypeId::of::<Box<RawValue>>(), TypeId::of::<Value>(), TypeId::of::<Map<String, Value>>()]
        .contains(&TypeId::of::<A>())
}

pub(super) struct Closure<H, M>(H, PhantomData<fn() -> M>);

impl<H, M> Closure<H, M> {
    pub(super) fn new(handler: H) -> Self {
        Self(handler, PhantomData)
    }
}

impl<T, M: 'static, H: Handler<T, M>> Erased<T> for Closure<H, M> {
    fn wants_context(&self) -> bool {
        H::CONTEXT
    }

    fn takes_anything(&self) -> bool {
        takes_anything::<H::Arguments>()
    }

    fn check(&self, input: Input<'_>) -> Result<(), BadArguments> {
        input.decode::<H::Arguments>().map(drop)
    }

    fn start<'c>(
        &self,
        input: Input<'_>,
        context: Option<Context>,
        _: &dyn Fn() -> Component<'c>,
    ) -> Result<Running<T>, BadArguments> {
        Ok(self.0.run(input.decode()?, context))
    }
}

pub(super) struct WithState<S, H, M>(Arc<S>, H, PhantomData<fn() -> M>);

impl<S, H, M> WithState<S, H, M> {
    pub(super) fn new(state: Arc<S>, handler: H) -> Self {
        Self(state, handler, PhantomData)
    }
}

impl<T, S: Send + Sync + 'static, M: 'static, H: StateHandler<T, S, M>> Erased<T> for WithState<S, H, M> {
    fn wants_context(&self) -> bool {
        H::CONTEXT
    }

    fn takes_anything(&self) -> bool {
        takes_anything::<H::Arguments>()
    }

    fn check(&self, input: Input<'_>) -> Result<(), BadArguments> {
        input.decode::<H::Arguments>().map(drop)
    }

    fn start<'c>(
        &self,
        input: Input<'_>,
        context: Option<Context>,
        _: &dyn Fn() -> Component<'c>,
    ) -> Result<Running<T>, BadArguments> {
        Ok(self.1.run(Arc::clone(&self.0), input.decode()?, context))
    }
}

pub(super) struct Object<H>(pub(super) Arc<H>);

impl<H: ToolHandler> Erased<ToolResult> for Object<H> {
    fn wants_context(&self) -> bool {
        true
    }

    fn takes_anything(&self) -> bool {
        takes_anything::<H::Arguments>()
    }

    fn check(&self, input: Input<'_>) -> Result<(), BadArguments> {
        input.decode::<H::Arguments>().map(drop)
    }

    fn start<'c>(
        &self,
        input: Input<'_>,
        context: Option<Context>,
        _: &dyn Fn() -> Component<'c>,
    ) -> Result<Running<ToolResult>, BadArguments> {
        let context = context.expect("wants_context is true");
        Ok(running(Arc::clone(&self.0).call(input.decode()?, context)))
    }
}
