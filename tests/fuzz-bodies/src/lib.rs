//! What the fuzz targets check: one function for each target, which panics when a property is broken.
//!
//! They are ordinary library code, so that the compiler, the linter and the tests see them: `cargo test` replays each
//! over its corpus, and the targets in `fuzz/` only hand them what libFuzzer makes up.
//!
//! The expected side never comes from the code under test. Where bytes cannot be compared with literals, they are
//! compared with a second opinion that is slow and simple: serde_json and what `tokens` and `members` make of it, and
//! for HTTP/1.1 the readers in `wire`.

mod choices;
mod client;
mod connection;
mod endpoint;
mod envelope;
mod execute;
mod filter;
mod header;
mod http1;
mod http1_response;
mod json;
mod lines;
mod members;
mod paging;
mod rounds;
mod seal;
mod sse;
mod subject;
mod template;
mod tokens;
mod values;
mod wire;

pub use client::client;
pub use connection::connection;
pub use endpoint::endpoint;
pub use envelope::envelope;
pub use execute::execute;
pub use filter::filter;
pub use header::header;
pub use http1::http1;
pub use http1_response::http1_response;
pub use json::json;
pub use lines::lines;
pub use paging::paging;
pub use rounds::rounds;
pub use seal::seal;
pub use sse::sse;
pub use template::template;
