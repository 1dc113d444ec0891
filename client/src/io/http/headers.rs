//! Header fields that the caller gives: which they may be, and that their values are kept to ourselves.

use std::fmt;

use memchr::memmem;
use snodo_http1::client::{self, Body, Limits};

use crate::error::Error;

/// More fields would not fit into the heads that servers read.
const MAX_HEADERS: usize = 64;
/// A longer value would not either.
const MAX_VALUE: usize = 8_192;
/// Shorter values occur everywhere, and are no secrets.
const MIN_SECRET: usize = 4;

/// Fields that say how the message is framed, what is in it and what may come back: the transport's own.
const OWNED: [&str; 13] = [
    "accept",
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "expect",
    "host",
    "keep-alive",
    "proxy-connection",
    "te",
    "transfer-encoding",
    "upgrade",
];

/// The fields that go out with every request, in the order in which they were given.
#[derive(Clone, Default)]
pub(super) struct Headers(Vec<(Box<str>, Box<str>)>);

impl Headers {
    /// Adds a field; one of the same name is replaced.
    ///
    /// # Errors
    ///
    /// The caller's fault; values are not repeated.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let is_owned = |name: &str| {
            let is_mirrored = name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("mcp-"));
            is_mirrored || OWNED.iter().any(|owned| owned.eq_ignore_ascii_case(name))
        };
        let mut connection = client::Connection::new(Limits::default());
        let written =
            connection.request("POST", "/", "localhost", [(name, value)], Body::None, &mut Vec::new());
        match written {
            Ok(()) if !is_owned(name) => {}
            Ok(()) | Err(client::Error::OwnedHeader) => {
                return Err(Error::usage(format!("the header {name} is the transport's own")));
            }
            Err(_) => {
                return Err(Error::usage(
                    "a header has a malformed name, or a control character in its value",
                ));
            }
        }
        if value.len() > MAX_VALUE {
            return Err(Error::usage(format!("the header {name} is longer than {MAX_VALUE} bytes")));
        }
        let (name, value) = (Box::from(name), Box::from(value.trim_matches([' ', '\t'])));
        if let Some(field) = self.0.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(&name)) {
            *field = (name, value);
            return Ok(());
        }
        if self.0.len() == MAX_HEADERS {
            return Err(Error::usage(format!("there are more than {MAX_HEADERS} headers")));
        }
        self.0.push((name, value));
        Ok(())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// `text` without the values, and without the credentials behind a scheme's name.
    pub(super) fn redact(&self, text: &[u8]) -> Vec<u8> {
        let mut text = text.to_vec();
        for (_, value) in &self.0 {
            let credentials = value.split_once(' ').map_or("", |(_, credentials)| credentials.trim_start());
            for secret in [&**value, credentials] {
                if secret.len() >= MIN_SECRET {
                    text = without(&text, secret.as_bytes());
                }
            }
        }
        text
    }

    /// How far behind a cut `redact` has to see, so that no part of a value is left in front of it.
    pub(super) fn longest(&self) -> usize {
        self.0.iter().map(|(_, value)| value.len()).max().unwrap_or_default()
    }
}

/// Names only: values may be secrets.
impl fmt::Debug for Headers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|(name, _)| name)).finish()
    }
}

fn without(text: &[u8], secret: &[u8]) -> Vec<u8> {
    let mut left = Vec::with_capacity(text.len());
    let mut from = 0;
    for at in memmem::find_iter(text, secret) {
        left.extend_from_slice(&text[from..at]);
        left.extend_from_slice(b"[redacted]");
        from = at + secret.len();
    }
    left.extend_from_slice(&text[from..]);
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(fields: &[(&str, &str)]) -> Headers {
        let mut headers = Headers::default();
        for (name, value) in fields {
            headers.set(name, value).expect("fields that may be set");
        }
        headers
    }

    #[test]
    fn own_fields_are_refused_in_any_case() {
        for name in OWNED.into_iter().chain(["Host", "CONTENT-LENGTH", "Mcp-Method", "mcp-param-x", "MCP-"]) {
            let error = Headers::default().set(name, "secret").expect_err(name);
            assert!(error.message().contains("transport's own"), "{error}");
        }
        // Not all that begins so.
        for name in ["mcp", "mcpx-method", "x-mcp-method", "hosts", "authorization", "cookie"] {
            assert!(Headers::default().set(name, "x").is_ok(), "{name}");
        }
    }

    #[test]
    fn no_field_breaks_out_of_its_line() {
        for (name, value) in [
            ("x", "secret\r\ny: z"),
            ("x", "secret\n"),
            ("x", "\rsecret"),
            ("x", "secret\0"),
            ("x", "secret\x7F"),
            ("x\r\ny", "secret"),
            ("x y", "secret"),
            ("x:", "secret"),
            ("", "secret"),
            ("\u{f6}", "secret"),
        ] {
            let error = Headers::default().set(name, value).expect_err(name);
            assert!(!error.message().contains("secret"), "{error}");
        }
        assert!(Headers::default().set("x", &"v".repeat(8_193)).is_err());
        assert!(Headers::default().set("x", &"v".repeat(8_192)).is_ok());
    }

    #[test]
    fn a_name_that_is_given_again_replaces() {
        let headers = headers(&[("X-A", "1"), ("x-b", " 2\t"), ("x-a", "3")]);
        assert_eq!(headers.iter().collect::<Vec<_>>(), [("x-a", "3"), ("x-b", "2")]);
        assert_eq!(format!("{headers:?}"), "[\"x-a\", \"x-b\"]");
    }

    #[test]
    fn there_is_a_limit_to_their_number() {
        let mut headers = Headers::default();
        for at in 0..MAX_HEADERS {
            headers.set(&format!("x-{at}"), "v").expect("there is room");
        }
        assert!(headers.set("x-0", "w").is_ok());
        assert!(headers.set("y", "v").is_err());
    }

    #[test]
    fn values_and_credentials_are_left_out_of_texts() {
        let headers = headers(&[("authorization", "Bearer  s3cret"), ("x-key", "k3y!"), ("x-flag", "1")]);
        let redact = |text: &str| String::from_utf8(headers.redact(text.as_bytes())).expect("UTF-8");
        assert_eq!(redact("s3crets3cret k3y! 1"), "[redacted][redacted] [redacted] 1");
        assert_eq!(redact("got Bearer  s3cret."), "got [redacted].");
        assert_eq!(redact("s3cre k3y"), "s3cre k3y");
        assert_eq!(headers.longest(), 14);
    }
}
