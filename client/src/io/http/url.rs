//! Where requests go: the URL as it was written, and what a redirect makes of it.
//!
//! RFC 3986 for the form, RFC 9110 section 4.2 for what HTTP allows of it.

#[cfg(test)]
mod tests;

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

use snodo_http1::client::{self, Body, Limits};

use crate::error::Error;

/// Longer URLs are refused: no server takes them.
const MAX_URL: usize = 8_192;

/// An `http` or `https` URL, taken apart.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Url {
    pub(super) origin: Origin,
    /// The path and query, byte for byte as they were written; `/` when there was no path. No fragment.
    pub(super) target: Box<str>,
}

/// Whom a URL leads to.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) is_secure: bool,
    /// In lower case; IPv6 addresses in their brackets.
    host: Box<str>,
    pub(super) port: u16,
}

impl Url {
    /// Takes a URL apart.
    ///
    /// # Errors
    ///
    /// The caller's fault; the URL is not repeated, since it may hold a secret.
    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        if text.len() > MAX_URL {
            return Err(Error::usage(format!("the URL is longer than {MAX_URL} bytes")));
        }
        let (scheme, rest) = text.split_once("://").unwrap_or_default();
        let is_secure = scheme.eq_ignore_ascii_case("https");
        if !is_secure && !scheme.eq_ignore_ascii_case("http") {
            return Err(Error::usage("the URL does not begin with http:// or https://"));
        }
        let rest = without_fragment(rest);
        let (authority, target) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        if authority.contains('@') {
            return Err(Error::usage("the URL has user information: send credentials in a header"));
        }
        let origin = Origin::parse(is_secure, authority)?;
        let target = if target.starts_with('/') { target.into() } else { format!("/{target}").into() };
        let url = Self { origin, target };
        url.check()?;
        Ok(url)
    }

    /// Asks the encoder of requests, which has the last word anyway.
    fn check(&self) -> Result<(), Error> {
        let mut connection = client::Connection::new(Limits::default());
        let authority = self.origin.to_string();
        match connection.request("POST", &self.target, &authority, [], Body::None, &mut Vec::new()) {
            Ok(()) => Ok(()),
            Err(client::Error::Target) => Err(Error::usage(
                "the URL's path or query has characters that no URL has: write them percent-encoded",
            )),
            Err(_) => Err(Error::usage(
                "the URL's host is neither a name, an IPv4 address nor an IPv6 address in brackets; names beyond ASCII \
                 are written in their xn-- form",
            )),
        }
    }

    /// The URL that a reference leads to from this one: what a redirect says.
    ///
    /// # Errors
    ///
    /// When that is no http URL.
    pub(super) fn resolve(&self, reference: &str) -> Result<Self, Error> {
        let reference = without_fragment(reference);
        if has_scheme(reference) {
            return Self::parse(reference).map(Self::without_dot_segments);
        }
        if let Some(rest) = reference.strip_prefix("//") {
            let scheme = if self.origin.is_secure { "https" } else { "http" };
            return Self::parse(&format!("{scheme}://{rest}")).map(Self::without_dot_segments);
        }
        let (path, query) = self.target.split_at(self.target.find('?').unwrap_or(self.target.len()));
        let target = match reference.as_bytes().first() {
            None => format!("{path}{query}"),
            Some(b'/') => reference.to_owned(),
            Some(b'?') => format!("{path}{reference}"),
            Some(_) => {
                let folder = &path[..=path.rfind('/').expect("a path begins with one")];
                format!("{folder}{reference}")
            }
        };
        let url = Self { origin: self.origin.clone(), target: target.into() }.without_dot_segments();
        url.check()?;
        Ok(url)
    }

    /// RFC 3986 section 5.2.4.
    fn without_dot_segments(self) -> Self {
        let (path, query) = self.target.split_at(self.target.find('?').unwrap_or(self.target.len()));
        let mut kept = Vec::new();
        let mut segments = path.split('/').skip(1).peekable();
        while let Some(segment) = segments.next() {
            let is_last = segments.peek().is_none();
            match segment {
                "." => {}
                ".." => _ = kept.pop(),
                _ => kept.push(segment),
            }
            if is_last && matches!(segment, "." | "..") {
                kept.push("");
            }
        }
        let target = format!("/{}{query}", kept.join("/"));
        Self { target: target.into(), ..self }
    }
}

/// Without the query, which may hold a secret.
impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.origin.is_secure { "https" } else { "http" };
        let path = self.target.split('?').next().unwrap_or_default();
        write!(f, "{scheme}://{}{path}", self.origin)
    }
}

impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Origin {
    fn parse(is_secure: bool, authority: &str) -> Result<Self, Error> {
        let end_of_host = match authority.strip_prefix('[') {
            Some(literal) => literal.find(']').map_or(authority.len(), |at| at + 2),
            None => authority.find(':').unwrap_or(authority.len()),
        };
        let (host, port) = authority.split_at(end_of_host);
        let port = match port.strip_prefix(':') {
            None if port.is_empty() => Some(default_port(is_secure)),
            Some("") => Some(default_port(is_secure)),
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok(),
            _ => None,
        };
        let Some(port) = port.filter(|port| *port != 0) else {
            return Err(Error::usage("the URL's port is no number between 1 and 65535"));
        };
        Ok(Self { is_secure, host: host.to_ascii_lowercase().into(), port })
    }

    /// The host for looking it up: a name or an address, without brackets.
    pub(super) fn host(&self) -> &str {
        self.host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(&self.host)
    }

    /// The address, when the host is one.
    pub(super) fn address(&self) -> Option<IpAddr> {
        match self.host.strip_prefix('[') {
            Some(_) => self.host().parse::<Ipv6Addr>().ok().map(IpAddr::V6),
            None => self.host().parse().ok(),
        }
    }

    /// Whether the name or address is that of this machine.
    pub(super) fn is_loopback(&self) -> bool {
        match self.address() {
            Some(address) => address.is_loopback(),
            None => &*self.host == "localhost" || self.host.ends_with(".localhost"),
        }
    }
}

/// As the `Host` field has it: the port only when it is not the scheme's own.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.host)?;
        if self.port == default_port(self.is_secure) { Ok(()) } else { write!(f, ":{}", self.port) }
    }
}

fn default_port(is_secure: bool) -> u16 {
    if is_secure { 443 } else { 80 }
}

fn without_fragment(text: &str) -> &str {
    text.split('#').next().unwrap_or_default()
}

/// Whether a reference begins with a scheme and a colon.
fn has_scheme(reference: &str) -> bool {
    let Some((scheme, _)) = reference.split_once(':') else { return false };
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && scheme.bytes().all(is_part)
}
