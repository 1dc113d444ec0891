//! JSON text, read strictly and written literally.
//!
//! # What is read
//!
//! One pass over the text finds where each value stands and refuses everything that is not exactly one JSON
//! value (RFC 8259), at every level, in the parts the caller asks for and in those it skips:
//!
//! - brackets nested more than [`MAX_DEPTH`] deep, counted from the first one;
//! - integers of more than [`MAX_DIGITS`] digits;
//! - two members of one name in an object, however each of them is spelled;
//! - half of a surrogate pair in a `\u` escape;
//! - bytes after the value other than white space;
//! - texts of more than [`MAX_BYTES`].
//!
//! Names are compared exactly: letter case matters, and `"\u0069d"` *is* `"id"`.
//!
//! # Contract
//!
//! Nothing is decoded or copied. The caller walks the objects it knows and keeps a [`Span`] of each value that
//! it will want; a span stays true when a [`Fault`] comes later, so that a request can be refused under the id
//! it has already shown. Reading takes time n log n in the bytes of the text, stack for at most [`MAX_DEPTH`]
//! levels, and memory only for objects of more than eight members or with escaped names: eight bytes for each
//! of their members and the name being resolved, which while the buffer grows is at most six times the text.
//!
//! ```
//! use snodo_core::json::{self, Fault, Span};
//!
//! let text = r#"{"jsonrpc":"2.0","id":7,"params":{"a":[1,2]}}"#;
//! let mut id = Span::default();
//! json::parse(text, |reader| {
//!     reader.object(|reader, name| {
//!         let value = reader.value()?;
//!         if name == b"id" {
//!             id = value;
//!         }
//!         Ok(())
//!     })
//! })?;
//! assert_eq!(id.raw(text), "7");
//! assert_eq!(json::check(r#"{"id":1,"\u0069d":2}"#), Err(Fault::Duplicate));
//! # Ok::<(), Fault>(())
//! ```
//!
//! # What is written
//!
//! [`Writer`] appends to a buffer the caller keeps: fixed parts are copied as they are, only strings and numbers
//! are formatted, and the result is one line of UTF-8.

mod compact;
mod fault;
mod keys;
mod reader;
mod span;
mod string;
mod writer;

#[cfg(test)]
mod tests;

pub use compact::compact;
pub use fault::{Fault, MAX_BYTES, MAX_DEPTH, MAX_DIGITS};
pub use reader::{Name, Reader, check, parse};
pub use span::{Kind, Span};
pub use writer::Writer;
