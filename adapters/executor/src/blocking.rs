//! Handlers that block their thread.
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use ::blocking::{Task, unblock};
use snodo_core::Failure;

use crate::guest::Guest;

/// Makes an async handler of a function or closure that blocks its thread: by computing for long, by reading files, by
/// a client library that knows no async.
///
/// Its parameters are those of an async handler: the arguments, the context if it is wanted, and the state before them
/// for [`with_state`](snodo_core::Tool::with_state) and its siblings. The closure, what it is given and what it answers
/// go to another thread, so they are `Send + 'static`; the closure is `Sync` besides, because calls overlap.
///
/// ```
/// use std::sync::Arc;
/// use snodo_core::{Context, NoArguments, Tool};
/// use snodo_executor::blocking;
///
/// let tool = Tool::new("read", blocking(|_: NoArguments| Ok(std::fs::read_to_string("/etc/hostname")?)));
/// # let _ = tool;
///
/// let tool = Tool::new(
///     "count",
///     blocking(|_: NoArguments, cx: Context| {
///         let sum = (0..1_000_000_u64).take_while(|n| n % 1024 != 0 || !cx.cancelled()).sum::<u64>();
///         Ok(sum.to_string())
///     }),
/// );
/// # let _ = tool;
///
/// let names = Arc::new(vec!["Ada", "Grace"]);
/// let tool = Tool::with_state("names", names, blocking(|names: Arc<Vec<&str>>, _: NoArguments| Ok(names.join(" "))));
/// # let _ = tool;
/// ```
///
/// # Capacity
///
/// The running place of a call is held until its closure has returned, even when the call was answered, cancelled or
/// given up before that. So no more than [`max_running`](crate::ExecutorBuilder::max_running) calls of an executor
/// have closures at work, and abandoned ones cannot pile up; calls that find no place wait in the queue or are refused
/// as usual. This holds for closures that the task of the call itself starts. Where the engine is driven without an
/// [`Executor`](crate::Executor), and in tasks that a handler spawns, nothing is held.
///
/// # Cancel safety
///
/// Nothing stops a closure that has begun. When its call is cancelled or runs into its deadline, the call ends at once
/// as it always does, and what the closure answers later is dropped. A closure that may take long should ask
/// [`Context::cancelled`](snodo_core::Context::cancelled) from time to time and return. One that had not begun never
/// does.
///
/// Emitting [progress](snodo_core::Context::progress) works from a closure. Waiting does not: it cannot await what that
/// gives, nor [questions](snodo_core::Context::input) to the client.
///
/// # Panics
///
/// A panic of the closure goes on in the task of its call, as if an async handler had panicked there.
///
/// # Costs
///
/// Two changes of thread, some 10 to 40 microseconds, and a few small allocations. Whatever takes less is better left
/// async.
///
/// The threads are those of the [`blocking`](https://docs.rs/blocking) crate, one pool for the whole process and shared
/// with `smol`. It grows on demand up to 500 threads, each with a stack, or as many as the environment variable
/// `BLOCKING_MAX_THREADS` (1 to 10,000) or `blocking::set_max_blocking_threads` says; what finds no thread waits, with
/// its place, without a bound other than that of the places.
#[must_use]
pub fn blocking<Arguments, F: BlockingHandler<Arguments>>(f: F) -> F::Handler {
    f.into_async()
}

/// Functions and closures for [`blocking()`]: `Fn(A)`, `Fn(A, B)` or `Fn(A, B, C)`, not async, that answer
/// `Result<_, Failure>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a blocking handler",
    label = "not a blocking handler",
    note = "write `|args: Args| Ok(…)` or `|args: Args, cx: Context| Ok(…)`, not async, with all that goes in and out `Send + 'static`"
)]
pub trait BlockingHandler<Arguments>: Send + Sync + 'static {
    /// The same arguments, and a [`Blocking`] future.
    type Handler;

    #[doc(hidden)]
    fn into_async(self) -> Self::Handler;
}

/// What a handler made by [`blocking()`] gives: a future that sends the closure to its thread when it is first
/// polled.
#[must_use = "futures do nothing unless polled"]
pub struct Blocking<R> {
    /// Until the first poll.
    closure: Option<Closure<R>>,
    /// From then on. Dropping it leaves the closure to itself.
    task: Option<Task<Result<R, Failure>>>,
}

type Closure<R> = Box<dyn FnOnce() -> Result<R, Failure> + Send>;

/// A closure on its way to its thread. Fields are in the order of dropping: what it owns goes before its place.
struct Errand<R> {
    closure: Closure<R>,
    guest: Option<Arc<Guest>>,
}

impl<R> Errand<R> {
    fn run(self) -> Result<R, Failure> {
        let Self { closure, guest: _guest } = self;
        closure()
    }
}

impl<R: Send + 'static> Blocking<R> {
    fn new(closure: impl FnOnce() -> Result<R, Failure> + Send + 'static) -> Self {
        Self { closure: Some(Box::new(closure)), task: None }
    }
}

impl<R: Send + 'static> Future for Blocking<R> {
    type Output = Result<R, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        if let Some(closure) = self.closure.take() {
            let errand = Errand { closure, guest: Guest::of_this_poll() };
            self.task = Some(unblock(move || errand.run()));
        }
        let task = self.task.as_mut().expect("there since the first poll");
        Pin::new(task).poll(cx)
    }
}

impl<R> fmt::Debug for Blocking<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blocking").field("started", &self.task.is_some()).finish_non_exhaustive()
    }
}

macro_rules! blocking_handler {
    ($($name:ident: $Argument:ident),+) => {
        impl<F, R, $($Argument),+> BlockingHandler<($($Argument,)+)> for F
        where
            F: Fn($($Argument),+) -> Result<R, Failure> + Send + Sync + 'static,
            R: Send + 'static,
            $($Argument: Send + 'static,)+
        {
            type Handler = Box<dyn Fn($($Argument),+) -> Blocking<R> + Send + Sync>;

            fn into_async(self) -> Self::Handler {
                let f = Arc::new(self);
                Box::new(move |$($name),+| {
                    let f = Arc::clone(&f);
                    Blocking::new(move || f($($name),+))
                })
            }
        }
    };
}

blocking_handler!(a: A);
blocking_handler!(a: A, b: B);
blocking_handler!(a: A, b: B, c: C);
