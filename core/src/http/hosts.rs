//! Which names a request may come from (`Origin`) and be for (`Host`): the guard against DNS rebinding.
//!
//! Spec: basic/transports/streamable-http, section "Security & Endpoint"; RFC 6454, section 6.2; RFC 9110, section 7.2.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};

/// A list of names; an empty one allows nothing.
#[derive(Debug, Clone)]
pub(super) struct Hosts(Vec<Entry>);

#[derive(Debug, Clone)]
struct Entry {
    /// Any scheme if none.
    scheme: Option<Scheme>,
    /// In lower case; an IPv6 address in its brackets.
    host: Box<str>,
    /// Any port if none.
    port: Option<u16>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Http,
    Https,
}

impl Scheme {
    fn default_port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

impl Entry {
    /// The one port that it allows: a scheme alone means its default.
    fn pinned_port(&self) -> Option<u16> {
        self.port.or(self.scheme.map(Scheme::default_port))
    }
}

impl Hosts {
    /// The names of this machine for itself, at any port.
    pub(super) fn loopback() -> Self {
        let entry = |host: &str| Entry { scheme: None, host: host.into(), port: None };
        Self(["localhost", "127.0.0.1", "[::1]"].map(entry).into())
    }

    /// `host`, `host:port`, or either after `http://` or `https://`.
    pub(super) fn parse(entries: &[String]) -> Result<Self, Error> {
        let parse = |entry: &String| {
            let (scheme, authority) = match split_scheme(entry) {
                Some((scheme, rest)) => (Some(scheme), rest),
                None => (None, entry.as_str()),
            };
            let (host, port) = split_port(authority).ok_or_else(|| {
                Error::new(
                    ErrorKind::Host,
                    format!("{entry:?} is no host name: write \"app.example\", \"app.example:8080\" or \"https://app.example\""),
                )
            })?;
            Ok(Entry { scheme, host: host.to_ascii_lowercase().into(), port })
        };
        entries.iter().map(parse).collect::<Result<_, _>>().map(Self)
    }

    /// Whether an `Origin` value names one of these.
    #[inline(never)]
    pub(super) fn allow_origin(&self, value: &[u8]) -> bool {
        let origin = core::str::from_utf8(value).ok().and_then(split_scheme);
        let Some((scheme, authority)) = origin else { return false };
        let Some((host, port)) = split_port(authority) else { return false };
        let port = port.unwrap_or(scheme.default_port());
        self.0.iter().any(|entry| {
            entry.scheme.is_none_or(|s| s == scheme)
                && entry.host.eq_ignore_ascii_case(host)
                && entry.pinned_port().is_none_or(|p| p == port)
        })
    }

    /// Whether a `Host` value names one of these. Without a port it is taken as the default of the entry's scheme, or
    /// of either.
    #[inline(never)]
    pub(super) fn allow_host(&self, value: &[u8]) -> bool {
        let host = core::str::from_utf8(value).ok().and_then(split_port);
        let Some((host, port)) = host else { return false };
        self.0.iter().any(|entry| {
            entry.host.eq_ignore_ascii_case(host)
                && entry.pinned_port().is_none_or(|pinned| match (port, entry.scheme) {
                    (Some(port), _) => port == pinned,
                    (None, Some(scheme)) => scheme.default_port() == pinned,
                    (None, None) => matches!(pinned, 80 | 443),
                })
        })
    }
}

fn split_scheme(origin: &str) -> Option<(Scheme, &str)> {
    let (scheme, rest) = origin.split_once("://")?;
    if scheme.eq_ignore_ascii_case("http") {
        Some((Scheme::Http, rest))
    } else if scheme.eq_ignore_ascii_case("https") {
        Some((Scheme::Https, rest))
    } else {
        None
    }
}

/// The host and the port of an authority without user information.
fn split_port(authority: &str) -> Option<(&str, Option<u16>)> {
    let (host, port) = match authority.strip_prefix('[').and_then(|rest| rest.find(']')) {
        Some(end) => {
            let (host, rest) = authority.split_at(end + 2);
            match rest {
                "" => (host, None),
                _ => (host, Some(rest.strip_prefix(':')?)),
            }
        }
        None => match authority.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (authority, None),
        },
    };
    let inner = host.strip_prefix('[').and_then(|h| h.strip_suffix(']'));
    let is_host = match inner {
        Some(address) => address.parse::<core::net::Ipv6Addr>().is_ok(),
        None => {
            !host.is_empty()
                && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_'))
        }
    };
    let port = match port {
        None => None,
        Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => Some(digits.parse().ok()?),
        Some(_) => return None,
    };
    is_host.then_some((host, port))
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned;

    use super::*;

    fn hosts(entries: &[&str]) -> Hosts {
        Hosts::parse(&entries.iter().map(|e| (*e).to_owned()).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn loopback_names_are_allowed_at_any_port_and_nothing_like_them() {
        let list = Hosts::loopback();
        for good in [
            "http://localhost",
            "http://localhost:9",
            "https://LOCALHOST",
            "http://127.0.0.1:3000",
            "HTTP://[::1]:5",
        ] {
            assert!(list.allow_origin(good.as_bytes()), "{good}");
        }
        for bad in [
            "",
            "null",
            "localhost",
            "http://localhost.evil.example",
            "http://evil.example#localhost",
            "http://a@localhost",
            "http://localhost:",
            "http://localhost:x",
            "http://localhost:+1",
            "http://localhost:65536",
            "http://localhost/",
            "ftp://localhost",
            "http://[::1",
            "http://[::1]x",
            "http://[::2]",
            "http://127.0.0.1.",
            "http://evil.example",
            "http://localhost http://localhost",
            "http://",
            "//localhost",
        ] {
            assert!(!list.allow_origin(bad.as_bytes()), "{bad}");
        }
        assert!(!list.allow_origin(b"\xFF"));
    }

    #[test]
    fn an_entry_pins_what_it_names() {
        let list = hosts(&["localhost:3000", "https://app.example"]);
        for (origin, allowed) in [
            ("http://localhost:3000", true),
            ("http://localhost:3001", false),
            ("http://localhost", false),
            ("https://app.example", true),
            ("https://app.example:443", true),
            ("http://app.example", false),
            ("https://app.example:8443", false),
            ("http://127.0.0.1:3000", false),
        ] {
            assert_eq!(list.allow_origin(origin.as_bytes()), allowed, "{origin}");
        }
        assert!(hosts(&["localhost:80"]).allow_origin(b"http://localhost"));
        assert!(!hosts(&[]).allow_origin(b"http://localhost"));
    }

    #[test]
    fn host_values_follow_the_same_entries() {
        let list = hosts(&["app.example", "pinned.example:8080", "tls.example:443"]);
        for (host, allowed) in [
            ("app.example", true),
            ("APP.example:1", true),
            ("pinned.example:8080", true),
            ("pinned.example", false),
            ("tls.example", true),
            ("rebind.example", false),
            ("u@app.example", false),
            ("", false),
        ] {
            assert_eq!(list.allow_host(host.as_bytes()), allowed, "{host}");
        }
    }

    #[test]
    fn entries_that_name_no_host_are_refused() {
        for bad in ["", "*", "a b", "ftp://a", "a:b", "http://a/b", "u@a"] {
            assert!(Hosts::parse(&[bad.to_owned()]).is_err(), "{bad}");
        }
    }
}
