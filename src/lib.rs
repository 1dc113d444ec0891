#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub use snodo_core::*;

/// Running executions: bounded admission, a queue, deadlines, cancellation, statistics.
#[cfg(any(feature = "http", feature = "stdio"))]
pub use snodo_executor as executor;

/// The server over standard input and output, and over any other byte stream with newline framing.
#[cfg(feature = "stdio")]
pub use snodo_stdio as stdio;

/// Streamable HTTP: the endpoint's rules for any HTTP server and, with the feature `http`, a listener of its own.
pub mod http {
    pub use snodo_core::http::*;

    #[cfg(feature = "http")]
    pub use snodo_http::*;
}
