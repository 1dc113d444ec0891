//! JSON Schema for the tools of a [`snodo_core`] server: arguments and results are checked against the whole schema
//! instead of only its outline.
//!
//! [`JsonSchema`] is the [`Validator`] to give to the server's builder. Each schema is compiled once, when the server
//! is built; a schema that cannot be used fails the build.
//!
//! ```
//! use snodo_core::{CompiledSchema, Validator};
//! use snodo_jsonschema::JsonSchema;
//!
//! let schema = JsonSchema::new().compile(
//!     r#"{"type":"object","required":["count"],"properties":{"count":{"type":"integer","maximum":9}}}"#,
//! )?;
//! assert_eq!(schema.fault(r#"{"count":1.0}"#), None);
//! assert_eq!(schema.fault(r#"{"count":"7"}"#).as_deref(), Some("/count must be an integer"));
//! assert_eq!(schema.fault(r#"{"count":70}"#).as_deref(), Some("/count must be at most 9"));
//! assert_eq!(schema.fault("{}").as_deref(), Some("/count is required"));
//! # Ok::<(), String>(())
//! ```
//!
//! # What schemas may say
//!
//! - **Dialects.** JSON Schema 2020-12, which is also meant when there is no `$schema`, and draft-07 when `$schema`
//!   names it. Every other dialect is refused by its name, and so is a second dialect inside a schema.
//! - **References** lead to schemas of the same document: by pointer, `$anchor`, `$dynamicAnchor` or `$id`. What leads
//!   out of the document, to no schema, or in a circle that never goes into the value is refused. Nothing is fetched:
//!   the code for it is not compiled in.
//! - **Patterns** are matched in linear time. Those that need backtracking (lookaround, back-references) are refused,
//!   and so are those whose automaton would be larger than 1 MiB.
//! - **`format`** annotates, unless [`JsonSchema::formats`] makes it assert. `contentEncoding`, `contentMediaType` and
//!   `contentSchema` only annotate.
//! - **Nothing is cast**: `"7"` is no integer. `1.0` is one, as in 2020-12, in both dialects.
//! - **Numbers** are kept exactly when they are integers from -2^63 to 2^64-1, and otherwise as the nearest 64-bit
//!   float: two larger integers that differ by less than its precision are equal here. A number beyond the range of
//!   64-bit floats, such as `1e400`, counts as the last one in a value, and makes a schema unusable.
//!
//! # What is said about a value
//!
//! [`CompiledSchema::fault`] gives the first fault: always the same one for the same schema and value. It names the
//! place by JSON pointer (the root is "the object" or "the value"), and the rule. What stands in the value is not told,
//! but for the names of members, which are the path; of the schema, its bounds, format names and short patterns are.
//! Where a value fits none of several alternatives, and all but one of these are for another kind of value, the fault
//! is the one within the remaining alternative. The text has at most 1 KiB.
//!
//! # Bounds
//!
//! The size and the depth of both schemas and values are bounded, and the steps that one check may take: see
//! [`JsonSchema`]. Beside its settings, a schema may have 10,000 subschemas, and through references and combinators
//! 4,096 may be about one place of the value, nested 64 deep, each counted as often as it is looked at.
//!
//! Checking needs no lock and does no I/O. A value is parsed once by the strict rules of [`snodo_core::json`], its
//! strings borrowed from the text: 24 bytes of memory for each part, 40 for a member with its name, and at worst 24
//! bytes for each byte of the text. They are freed before `fault` returns. Looking at a value that fits allocates
//! nothing more, but for recursive schemas, uniqueness and unevaluated members. A small call takes about two
//! microseconds.
//!
//! The stack used grows with the nesting of the value times that of the schema; this product is bounded so that 512 KiB
//! are enough, 1.5 MiB in unoptimized builds.

mod alternatives;
mod check;
mod compile;
mod dialect;
mod expansion;
mod meter;
mod order;
mod positions;
mod seen;
mod settings;
mod value;
mod words;

pub use settings::JsonSchema;

#[cfg(doc)]
use snodo_core::{CompiledSchema, Validator};
