//! Several rounds of one request: what earlier rounds brought, and what this one asks for.
//!
//! Spec: basic/patterns/mrtr.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::model::InputRequest;
use crate::seal::{Binding, Sealer};
use crate::sync;

/// What earlier rounds brought. Empty in a first round.
#[derive(Debug, Default)]
pub(crate) struct Earlier {
    /// The JSON text of each answer, by the key of its question.
    pub(crate) answers: Vec<(Box<str>, Box<str>)>,
    /// The JSON text of what the handler kept.
    pub(crate) state: Option<Box<str>>,
}

/// What seals the state of this request, with what it is bound to. There where the server has a sealer.
pub(crate) struct Sealing {
    /// There until this is dropped.
    pub(crate) sealer: Option<Arc<dyn Sealer>>,
    pub(crate) method: &'static str,
    /// A copy of the request's `params`: the message is gone when a handler asks.
    pub(crate) params: Box<str>,
    pub(crate) principal: Option<Box<str>>,
}

/// What this round asks for. Nothing of it exists until the handler asks or keeps.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// In the order they were asked; each key once.
    pub(crate) questions: Vec<(Box<str>, InputRequest)>,
    /// Earlier answers that this round has used, by their places: they go along to the next.
    pub(crate) used: Vec<usize>,
    /// The JSON text of what the handler keeps.
    pub(crate) kept: Option<String>,
    /// Why the questions cannot go out: the handler's author's fault.
    pub(crate) fault: Option<&'static str>,
}

impl Earlier {
    /// The place and text of the answer to a question.
    pub(crate) fn answer(&self, key: &str) -> Option<(usize, &str)> {
        let place = self.answers.iter().position(|(k, _)| **k == *key)?;
        Some((place, &self.answers[place].1))
    }
}

impl Asked {
    pub(crate) fn ask(&mut self, key: Box<str>, question: InputRequest) {
        if self.questions.iter().any(|(k, _)| *k == key) {
            self.fault = Some("two questions have the same key");
        }
        self.questions.push((key, question));
    }

    pub(super) fn uses(&mut self, place: usize) {
        if !self.used.contains(&place) {
            self.used.push(place);
        }
    }
}

impl Sealing {
    pub(crate) fn seal(&self, payload: &str) -> Option<String> {
        self.sealer.as_ref()?.seal(payload, &self.binding())
    }

    pub(crate) fn open(&self, token: &str) -> Option<String> {
        self.sealer.as_ref()?.open(token, &self.binding())
    }

    fn binding(&self) -> Binding<'_> {
        Binding::new(self.method, &self.params, self.principal.as_deref())
    }
}

impl Drop for Sealing {
    /// A context may outlive its server and then hold the last reference to a sealer, whose destructor may panic.
    fn drop(&mut self) {
        let sealer = self.sealer.take();
        if sync::contain(|| drop(sealer)).is_err() {
            log::error!("a sealer panicked while it was dropped");
        }
    }
}

impl fmt::Debug for Sealing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sealing").field("method", &self.method).finish_non_exhaustive()
    }
}
