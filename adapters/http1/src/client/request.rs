//! The sending half of a connection: requests, written straight into the caller's buffer.

use alloc::vec::Vec;

use super::connection::Connection;
use super::error::Error;
use crate::fields::{end_sized_head, is_field, write_field};
use crate::framing::Known;
use crate::syntax::{is_host_and_port, is_token};

/// The body of a request.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Body<'a> {
    /// There is none, and nothing is said about it: for methods that have no use for one, such as `GET`.
    None,
    /// These bytes, of which there may be none: `content-length: 0`.
    Full(&'a [u8]),
    /// So many bytes, which the caller sends by itself right behind the head. For bodies that are not worth a copy.
    Length(usize),
}

impl Connection {
    /// Appends a request to `out`: the whole of it, or its head when the body is [sent by the caller](Body::Length).
    /// From now on what arrives is the answer to it.
    ///
    /// `target` is a path with an optional query, sent byte for byte as it is; `*` goes with `OPTIONS` only. `host` is
    /// what stands in the URL between the slashes and the path, without user information: a name or an address with an
    /// optional port, IPv6 in brackets. `headers` must not have the fields that are the connection's own: `host`,
    /// `connection`, `content-length` and `transfer-encoding`.
    ///
    /// # Errors
    ///
    /// The caller's fault, and nothing was written: the [last request](Error::Unanswered) is still being answered, the
    /// connection [carries no other request](Error::NotReusable), or a part is malformed
    /// ([`Method`](Error::Method), [`Target`](Error::Target), [`Host`](Error::Host), [`Header`](Error::Header)) or
    /// [not the caller's](Error::OwnedHeader).
    pub fn request<'h>(
        &mut self,
        method: &str,
        target: &str,
        host: &str,
        headers: impl IntoIterator<Item = (&'h str, &'h str)>,
        body: Body<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        if !self.reusable() {
            return Err(if self.is_at_rest() { Error::NotReusable } else { Error::Unanswered });
        }
        let start = out.len();
        let written = self.write_head(method, target, host, headers, out);
        if written.is_err() {
            out.truncate(start);
            return written;
        }
        match body {
            Body::None => out.extend_from_slice(b"\r\n"),
            Body::Full(bytes) => {
                end_sized_head(out, bytes.len());
                out.extend_from_slice(bytes);
            }
            Body::Length(length) => end_sized_head(out, length),
        }
        self.expect_answer(method == "HEAD");
        Ok(())
    }

    /// Writes a head up to the fields that frame the body.
    fn write_head<'h>(
        &self,
        method: &str,
        target: &str,
        host: &str,
        headers: impl IntoIterator<Item = (&'h str, &'h str)>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        if !is_token(method.as_bytes()) || method == "CONNECT" {
            return Err(Error::Method);
        }
        if !is_target(method, target) {
            return Err(Error::Target);
        }
        if !is_host_and_port(host.as_bytes()) {
            return Err(Error::Host);
        }
        for part in [method, " ", target, " HTTP/1.1\r\n"] {
            out.extend_from_slice(part.as_bytes());
        }
        write_field(out, "host", host);
        for (name, value) in headers {
            check_header(name, value)?;
            write_field(out, name, value);
        }
        if self.closing {
            write_field(out, "connection", "close");
        }
        Ok(())
    }
}

/// The origin form, or the asterisk form (RFC 9112 section 3.2). A fragment is never sent.
fn is_target(method: &str, target: &str) -> bool {
    let is_visible = |byte: u8| byte.is_ascii_graphic() && byte != b'#';
    (target.starts_with('/') || (target == "*" && method == "OPTIONS")) && target.bytes().all(is_visible)
}

fn check_header(name: &str, value: &str) -> Result<(), Error> {
    if !is_field(name, value) {
        return Err(Error::Header);
    }
    match Known::of(name.as_bytes()) {
        Some(Known::Host | Known::Connection | Known::ContentLength | Known::TransferEncoding) => {
            Err(Error::OwnedHeader)
        }
        Some(Known::Expect) | None => Ok(()),
    }
}
