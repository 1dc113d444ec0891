//! What differs by protocol revision: one table of methods, and a module for each revision's own forms.

pub(crate) mod mirrored;
mod rules;
pub(crate) mod v2026_07_28;

pub(crate) use rules::{Member, Method, MethodKind, Need, Rule, rule};

use crate::json::Writer;

/// The revisions this engine speaks, the preferred one first.
pub(crate) const SUPPORTED: [&str; 1] = [v2026_07_28::VERSION];

/// Writes them as a JSON array.
pub(crate) fn write_supported(w: &mut Writer<'_>) {
    let mut separator = "[";
    for version in SUPPORTED {
        w.literal(separator).string(version);
        separator = ",";
    }
    w.literal("]");
}
