//! A request's head in the endpoint's terms.

use http::Version;
use http::header::HOST;
use http::request::Parts;
use snodo_core::http::Head;

/// The head, as a request to the endpoint's `path`: the host has routed it here, whatever its own path is.
///
/// The authority of the target, which HTTP/2 sends in place of `Host`, is what `Host` says. RFC 9112, section 3.2.2;
/// RFC 9113, section 8.3.1.
pub(crate) fn collect<'a>(parts: &'a Parts, path: &'a str) -> Head<'a> {
    let authority = parts.uri.authority().map(|authority| ("host", authority.as_str().as_bytes()));
    // One that is repeated stays, and is refused.
    let is_replaced = authority.is_some() && hosts(parts) == 1;
    let fields = parts.headers.iter().filter(move |(name, _)| !is_replaced || *name != HOST);
    let fields = fields.map(|(name, value)| (name.as_str(), value.as_bytes()));
    Head::collect(parts.method.as_str(), path, fields.chain(authority))
}

/// Whether it says which host it is for, as HTTP/1.1 demands. RFC 9112, section 3.2.
pub(crate) fn names_host(parts: &Parts) -> bool {
    parts.version != Version::HTTP_11 || parts.uri.authority().is_some() || hosts(parts) > 0
}

fn hosts(parts: &Parts) -> usize {
    parts.headers.get_all(HOST).iter().count()
}
