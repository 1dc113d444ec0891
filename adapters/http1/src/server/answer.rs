//! The sending half of a connection: answers, written straight into the caller's buffer.

use alloc::vec::Vec;

use super::connection::Connection;
use super::error::Error;
use super::state::{Receiving, Sending, Sent};
use crate::fields::{end_sized_head, is_field, write_field};
use crate::framing::Known;
use crate::number;
use crate::status::Status;
use crate::version::Version;

/// The body of an answer.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Body<'a> {
    /// No bytes: `content-length: 0`.
    Empty,
    /// These bytes.
    Full(&'a [u8]),
    /// So many bytes, which the caller sends by itself right behind the head. For bodies that are not worth a
    /// copy.
    Length(usize),
    /// As many bytes as come until [`Connection::finish`]: chunked, or up to the end of the connection for an
    /// HTTP/1.0 peer.
    Stream,
}

impl Connection {
    /// Appends an answer to `out`: the whole of it, or its head when the body is a [stream](Body::Stream) or is
    /// [sent by the caller](Body::Length).
    ///
    /// `headers` must not have the fields that the connection writes by itself: `content-length`,
    /// `transfer-encoding` and `connection`. A caller who has a clock adds `date` (RFC 9110 section 6.6.1);
    /// there is none in here.
    ///
    /// The answer to a `HEAD` request, and one with status 204 or 304, ends with its head whatever the body is;
    /// the caller must not send the bytes of [`Body::Length`] then.
    ///
    /// A request that isn't whole can be answered: its rest is never read, nor anything behind it, and the
    /// connection ends after the answer. That is how to refuse by the head alone, how to say 408 at a deadline,
    /// and how to turn away a connection at once. To keep the connection, read the body first.
    ///
    /// # Errors
    ///
    /// The caller's fault, and nothing was written: the request [has its answer](Error::Answered), or a header
    /// is [malformed](Error::Header) or [not the caller's](Error::FramingHeader).
    pub fn respond(
        &mut self,
        status: Status,
        headers: &[(&str, &str)],
        body: Body<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let (length, bytes) = match body {
            Body::Empty => (0, &[][..]),
            Body::Length(length) => (length, &[][..]),
            Body::Full(bytes) => (bytes.len(), bytes),
            Body::Stream => return self.respond_stream(status, headers, out),
        };
        self.begin(status, headers, out)?;
        if status.has_no_body() {
            out.extend_from_slice(b"\r\n");
        } else {
            end_sized_head(out, length);
        }
        if !self.answer_ends_with_head(status) {
            out.extend_from_slice(bytes);
        }
        self.states.sent(Sent::WholeAnswer);
        Ok(())
    }

    /// Like [`respond`](Self::respond) with [`Body::Full`], for a body that `write` appends: it is encoded in
    /// place, behind a head that learns its length afterwards.
    ///
    /// # Errors
    ///
    /// As [`respond`](Self::respond); `write` isn't called then.
    ///
    /// # Panics
    ///
    /// When `write` takes away from what it was given instead of appending to it.
    pub fn respond_with(
        &mut self,
        status: Status,
        headers: &[(&str, &str)],
        write: impl FnOnce(&mut Vec<u8>),
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        if status.has_no_body() {
            return self.respond(status, headers, Body::Empty, out);
        }
        self.begin(status, headers, out)?;
        out.extend_from_slice(b"content-length: ");
        let length = number::push_measured::<10>(out, b"\r\n\r\n", write);
        if self.answer_ends_with_head(status) {
            out.truncate(out.len() - length);
        }
        self.states.sent(Sent::WholeAnswer);
        Ok(())
    }

    /// Appends a piece of a streamed answer to `out`. Empty pieces are passed over.
    ///
    /// # Errors
    ///
    /// The caller's fault: [no stream is open](Error::NotStreaming).
    pub fn chunk(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        self.chunk_with(|out| out.extend_from_slice(piece), out)
    }

    /// Like [`chunk`](Self::chunk), for a piece that `write` appends.
    ///
    /// # Errors
    ///
    /// As [`chunk`](Self::chunk); `write` isn't called then.
    ///
    /// # Panics
    ///
    /// When `write` takes away from what it was given instead of appending to it.
    pub fn chunk_with(&mut self, write: impl FnOnce(&mut Vec<u8>), out: &mut Vec<u8>) -> Result<(), Error> {
        if self.states.sending != Sending::Streaming {
            return Err(Error::NotStreaming);
        }
        let start = out.len();
        if self.parsed.answer_has_no_body {
            write(out);
            out.truncate(start);
        } else if self.parsed.version == Version::Http10 {
            write(out);
        } else if number::push_measured::<16>(out, b"\r\n", write) == 0 {
            // An empty chunk would end the body.
            out.truncate(start);
        } else {
            out.extend_from_slice(b"\r\n");
        }
        Ok(())
    }

    /// Ends a streamed answer. A stream that can't be completed is dropped with its connection instead, so that
    /// the peer sees that something is missing.
    ///
    /// # Errors
    ///
    /// The caller's fault: [no stream is open](Error::NotStreaming).
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        if self.states.sending != Sending::Streaming {
            return Err(Error::NotStreaming);
        }
        if self.parsed.version == Version::Http11 && !self.parsed.answer_has_no_body {
            out.extend_from_slice(b"0\r\n\r\n");
        }
        self.states.sent(Sent::StreamEnded);
        Ok(())
    }

    fn respond_stream(
        &mut self,
        status: Status,
        headers: &[(&str, &str)],
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        self.begin(status, headers, out)?;
        if !status.has_no_body() && self.parsed.version == Version::Http11 {
            out.extend_from_slice(b"transfer-encoding: chunked\r\n");
        }
        out.extend_from_slice(b"\r\n");
        self.parsed.answer_has_no_body |= status.has_no_body();
        self.states.sent(Sent::StreamBegun);
        Ok(())
    }

    fn answer_ends_with_head(&self, status: Status) -> bool {
        self.parsed.answer_has_no_body || status.has_no_body()
    }

    /// Writes a head up to the fields that frame the body.
    fn begin(&mut self, status: Status, headers: &[(&str, &str)], out: &mut Vec<u8>) -> Result<(), Error> {
        if self.states.sending != Sending::Waiting {
            return Err(Error::Answered);
        }
        check_headers(headers)?;
        if self.states.receiving != Receiving::Complete {
            self.stop();
        }
        status.write_line(out);
        for (name, value) in headers {
            write_field(out, name, value);
        }
        if self.states.receiving == Receiving::Stopped || !self.goes_on() {
            out.extend_from_slice(b"connection: close\r\n");
        }
        Ok(())
    }
}

/// Apart from the writing, since neither has registers to spare.
#[inline(never)]
fn check_headers(headers: &[(&str, &str)]) -> Result<(), Error> {
    for (name, value) in headers {
        if !is_field(name, value) {
            return Err(Error::Header);
        }
        if let Some(Known::Connection | Known::ContentLength | Known::TransferEncoding) =
            Known::of(name.as_bytes())
        {
            return Err(Error::FramingHeader);
        }
    }
    Ok(())
}
