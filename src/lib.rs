#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub use snodo_core::*;

/// A client for any server: in process, a program, a URL, or a transport of your own.
#[cfg(feature = "client")]
pub use snodo_client as client;

/// Running executions: bounded admission, a queue, deadlines, cancellation, statistics.
#[cfg(any(feature = "http", feature = "stdio", feature = "tower"))]
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

/// Log lines and spans for requests.
#[cfg(feature = "instrument")]
pub use snodo_instrument as instrument;

/// A JSON Schema validator for [`ServerBuilder::validator`].
#[cfg(feature = "jsonschema")]
pub use snodo_jsonschema as jsonschema;

/// Sealed request state for [`ServerBuilder::sealer`].
#[cfg(feature = "seal")]
pub use snodo_seal as seal;

/// The endpoint as a [`tower`](https://docs.rs/tower-service) service, for axum, hyper and other hosts.
#[cfg(feature = "tower")]
pub use snodo_tower as tower;

/// The guide's code, so that `cargo test` runs it.
#[cfg(all(doctest, feature = "http", feature = "schemars"))]
#[doc = include_str!("../docs/guide.md")]
mod guide {}

/// The code of the guides for hosts, likewise.
#[cfg(all(doctest, feature = "http", feature = "stdio"))]
mod hosting {
    #[doc = include_str!("../docs/hosting/choosing.md")]
    mod choosing {}
    #[doc = include_str!("../docs/hosting/embedding.md")]
    mod embedding {}
    #[doc = include_str!("../docs/hosting/executor.md")]
    mod executor {}
    #[doc = include_str!("../docs/hosting/http.md")]
    mod http {}
    #[doc = include_str!("../docs/hosting/stdio.md")]
    mod stdio {}
    #[doc = include_str!("../docs/hosting/testing.md")]
    mod testing {}
    #[doc = include_str!("../docs/hosting/tower.md")]
    mod tower {}
}
