//! Completion of arguments, beside the prompt or template that has them.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use serde::Deserialize;

use super::handler::Erased;
use crate::model::Completion;

/// What is to be completed: a value as far as it was typed, and the arguments that are settled already.
///
/// Spec: server/utilities/completion.
#[derive(Debug, Clone, Default, Deserialize)]
#[non_exhaustive]
pub struct CompletionRequest {
    /// What the user has typed so far.
    pub value: String,
    /// Other arguments of the same prompt or template, by name.
    #[serde(default)]
    pub arguments: BTreeMap<String, String>,
}

/// The completed arguments of one prompt or template.
#[derive(Clone, Default)]
pub(crate) struct Completers(Vec<(String, Arc<dyn Erased<Completion>>)>);

impl Completers {
    /// The last handler given for an argument counts.
    pub(super) fn insert(&mut self, argument: String, handler: Arc<dyn Erased<Completion>>) {
        self.0.retain(|(name, _)| *name != argument);
        self.0.push((argument, handler));
    }

    pub(crate) fn get(&self, argument: &str) -> Option<&Arc<dyn Erased<Completion>>> {
        self.0.iter().find(|(name, _)| name == argument).map(|(_, handler)| handler)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first completed argument that is none of `known`.
    pub(super) fn stray(&self, known: &[&str]) -> Option<&str> {
        self.0.iter().map(|(name, _)| name.as_str()).find(|name| !known.contains(name))
    }
}

impl fmt::Debug for Completers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}
