//! The transports.

mod background;
#[cfg(unix)]
pub(crate) mod child;
pub(crate) mod direct;
pub(crate) mod http;
pub(crate) mod stream;
