//! What differs by protocol revision: one table of methods, and a module for each revision's own forms.

pub(crate) mod mirrored;
mod rules;
pub(crate) mod v2026_07_28;

pub(crate) use rules::{MethodKind, Need, rule};

/// The revisions this engine speaks, the preferred one first.
pub(crate) const SUPPORTED: [&str; 1] = [v2026_07_28::VERSION];
