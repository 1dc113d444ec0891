//! What happens when a handler panics.

use alloc::sync::Arc;
use core::fmt;

use crate::define::Component;
use crate::sync;

/// A panic of a handler, for the hook given to [`ServerBuilder::on_panic`](crate::ServerBuilder::on_panic).
#[derive(Debug)]
#[non_exhaustive]
pub struct PanicReport<'a> {
    /// Whose handler or helper panicked.
    pub component: Component<'a>,
    /// What the panic said, when it said it in text. It may hold what the client sent.
    pub message: &'a str,
}

pub(crate) type Hook = dyn Fn(&PanicReport<'_>) + Send + Sync;

/// What to do about panics of handlers.
#[derive(Clone)]
pub(crate) struct PanicPolicy {
    /// Otherwise they go through to the caller of the engine.
    pub(crate) contain: bool,
    pub(crate) hook: Option<Arc<Hook>>,
}

impl PanicPolicy {
    /// Runs `f`, the code of `component`, which is named only when it panics. `None`: it panicked, and that was reported.
    pub(super) fn run<'c, T>(
        &self,
        component: impl FnOnce() -> Component<'c>,
        f: impl FnOnce() -> T,
    ) -> Option<T> {
        if !self.contain {
            return Some(f());
        }
        match sync::contain(f) {
            Ok(value) => Some(value),
            Err(message) => {
                self.report(component(), &message);
                None
            }
        }
    }

    #[cold]
    fn report(&self, component: Component<'_>, message: &str) {
        log::error!("{component} panicked");
        let Some(hook) = &self.hook else { return };
        // A hook that panics too must not undo what was contained.
        if sync::contain(|| hook(&PanicReport { component, message })).is_err() {
            log::error!("the panic hook panicked");
        }
    }
}

impl fmt::Debug for PanicPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PanicPolicy").field("contain", &self.contain).finish_non_exhaustive()
    }
}
