//! What the host knows about a request, for handlers.

use std::fmt;

use http::request::Parts;
use snodo_core::Call;

type Step = Box<dyn Fn(&Parts, Call) -> Call + Send + Sync>;

/// How a [`Call`] is made from a request's head: each step adds something.
#[derive(Default)]
pub(crate) struct Known(Vec<Step>);

impl Known {
    pub(crate) fn add(&mut self, step: impl Fn(&Parts, Call) -> Call + Send + Sync + 'static) {
        self.0.push(Box::new(step));
    }

    pub(crate) fn call(&self, parts: &Parts) -> Call {
        self.0.iter().fold(Call::new(), |call, step| step(parts, call))
    }
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Known").field(&self.0.len()).finish()
    }
}
