//! The HTTP transport against servers that play a script: literal bytes on loopback sockets.

mod answers;
mod bodies;
mod cancellation;
mod concurrency;
mod connecting;
mod events;
mod limits;
mod redirects;
mod requests;
mod reuse;
mod script;
#[cfg(feature = "tls")]
mod tls;
mod tokens;
mod transport;
mod warnings;
