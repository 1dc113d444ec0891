//! Code around handlers: what is done before and after one, whatever it answers.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context as TaskContext, Poll};

use super::arguments::{BadArguments, Input};
use super::component::Component;
use super::handler::{Erased, Running};
use super::method::ExtensionResult;
use crate::context::Context;
use crate::failure::Failure;
use crate::model::{Completion, PromptResult, ReadResult, ToolResult};

/// Something that is done around handlers: limiting, timing, checking. It does not know what a handler answers, so
/// one serves tools, resources and prompts alike. `snodo-executor` has limits of rate, concurrency and time.
///
/// It runs after the component was found, authorized and its arguments were checked. Returning a [`Failure`] without
/// awaiting `next` refuses the call: of a tool with `isError`, of anything else with -32603.
///
/// ```
/// # extern crate alloc;
/// use snodo_core::{Context, Failure, Invocation, Middleware, Next, NoArguments, Tool};
///
/// struct Weekdays;
///
/// impl Middleware for Weekdays {
///     fn around<T: Send + 'static>(
///         &self,
///         call: &Invocation<'_>,
///         next: Next<T>,
///     ) -> impl Future<Output = Result<T, Failure>> + Send + 'static {
///         let open = call.context.extension::<OpenToday>().is_some();
///         async move { if open { next.await } else { Err(Failure::new("closed today")) } }
///     }
/// }
///
/// struct OpenToday;
///
/// let tool = Tool::new("order", async |_: NoArguments| Ok("ordered")).wrap(Weekdays);
/// # let _ = tool;
/// ```
pub trait Middleware: Send + Sync + 'static {
    /// The future that is polled in the handler's place. Nothing of the handler's future was polled yet, and dropping
    /// `next` cancels it; what a function does before it returns its future was done, so effects belong inside.
    fn around<T: Send + 'static>(
        &self,
        call: &Invocation<'_>,
        next: Next<T>,
    ) -> impl Future<Output = Result<T, Failure>> + Send + 'static;
}

impl<M: Middleware> Middleware for Arc<M> {
    fn around<T: Send + 'static>(
        &self,
        call: &Invocation<'_>,
        next: Next<T>,
    ) -> impl Future<Output = Result<T, Failure>> + Send + 'static {
        (**self).around(call, next)
    }
}

/// What a [`Middleware`] knows of a call.
#[derive(Debug)]
#[non_exhaustive]
pub struct Invocation<'a> {
    /// What is called.
    pub component: Component<'a>,
    /// Who calls.
    pub context: &'a Context,
}

impl<'a> Invocation<'a> {
    pub(crate) fn new(component: Component<'a>, context: &'a Context) -> Self {
        Self { component, context }
    }
}

/// The rest of a call: the next middleware inside, or the handler. A future that borrows nothing.
#[must_use = "a call that is not awaited is cancelled"]
pub struct Next<T>(Running<T>);

impl<T> Future for Next<T> {
    type Output = Result<T, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(cx)
    }
}

impl<T> fmt::Debug for Next<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Next").finish_non_exhaustive()
    }
}

/// A handler with a middleware around it.
pub(super) struct Wrapped<T, M> {
    inner: Arc<dyn Erased<T>>,
    middleware: M,
}

impl<T: Send + 'static, M: Middleware> Wrapped<T, M> {
    pub(super) fn around(inner: Arc<dyn Erased<T>>, middleware: M) -> Arc<dyn Erased<T>> {
        Arc::new(Self { inner, middleware })
    }
}

impl<T: Send + 'static, M: Middleware> Erased<T> for Wrapped<T, M> {
    /// The middleware asks who calls.
    fn wants_context(&self) -> bool {
        true
    }

    fn takes_anything(&self) -> bool {
        self.inner.takes_anything()
    }

    fn check(&self, input: Input<'_>) -> Result<(), BadArguments> {
        self.inner.check(input)
    }

    fn start<'c>(
        &self,
        input: Input<'_>,
        context: Option<Context>,
        component: &dyn Fn() -> Component<'c>,
    ) -> Result<Running<T>, BadArguments> {
        let context = context.expect("wants_context is true");
        let inner_context = self.inner.wants_context().then(|| context.clone());
        let inner = self.inner.start(input, inner_context, component)?;
        let call = Invocation::new(component(), &context);
        Ok(Box::pin(self.middleware.around(&call, Next(inner))))
    }
}

/// A middleware behind one pointer: what is generic in [`Middleware`], once for each kind of result.
pub(crate) trait AroundAny: Send + Sync {
    fn tool(&self, call: &Invocation<'_>, next: Running<ToolResult>) -> Running<ToolResult>;
    fn read(&self, call: &Invocation<'_>, next: Running<ReadResult>) -> Running<ReadResult>;
    fn prompt(&self, call: &Invocation<'_>, next: Running<PromptResult>) -> Running<PromptResult>;
    fn completion(&self, call: &Invocation<'_>, next: Running<Completion>) -> Running<Completion>;
    fn method(&self, call: &Invocation<'_>, next: Running<ExtensionResult>) -> Running<ExtensionResult>;
}

macro_rules! around_any {
    ($($name:ident: $result:ty),*) => {
        impl<M: Middleware> AroundAny for M {$(
            fn $name(&self, call: &Invocation<'_>, next: Running<$result>) -> Running<$result> {
                Box::pin(self.around(call, Next(next)))
            }
        )*}
    };
}
around_any!(tool: ToolResult, read: ReadResult, prompt: PromptResult, completion: Completion, method: ExtensionResult);
