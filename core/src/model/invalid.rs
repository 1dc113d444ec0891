//! What a handler's author got wrong.

/// Why a value cannot be sent: the handler's author's fault, answered with -32603.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Invalid(pub(crate) &'static str);

/// A `_meta` key that breaks the grammar.
pub(super) const BAD_META_KEY: Invalid = Invalid("a _meta key breaks the grammar");
