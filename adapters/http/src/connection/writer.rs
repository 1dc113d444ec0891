//! Answers in HTTP's form.

use std::borrow::Cow;
use std::time::Instant;

use log::error;
use snodo_core::http::{EventStream, Response};
use snodo_core::{Rejection, code};
use snodo_http1::Status;
use snodo_http1::server::{Body, Connection};

use crate::LOG;
use crate::date::Date;
use crate::gate::Refusal;

/// What the connection could complain about would be a bug here.
const IN_ORDER: &str = "each request gets one answer, and its fields are in order";

/// Appends answers to the output, each to the request at hand.
pub(super) struct Writer {
    pub(super) http: Connection,
    date: Date,
}

impl Writer {
    pub(super) fn new(http: Connection) -> Writer {
        Writer { http, date: Date::default() }
    }

    pub(super) fn respond(&mut self, response: &Response, out: &mut Vec<u8>, now: Instant) {
        let status = Status::new(response.status()).expect("the engine's statuses are final ones");
        let mut fields = [("date", self.date.at(now)); 4];
        let mut count = 1;
        for field in response.headers() {
            fields[count] = field;
            count += 1;
        }
        let fields = &fields[..count];
        let answered = if response.has_body() {
            self.http.respond_with(status, fields, |out| response.encode_body(out), out)
        } else {
            self.http.respond(status, fields, Body::Empty, out)
        };
        answered.expect(IN_ORDER);
    }

    /// An answer of the listener's own to what is no request for the endpoint. It has no id, for there is none.
    pub(super) fn refuse(
        &mut self,
        status: Status,
        text: impl Into<Cow<'static, str>>,
        out: &mut Vec<u8>,
        now: Instant,
    ) {
        let response = snodo_core::Response::from(Rejection::new(code::INVALID_REQUEST, text));
        let fields = [("date", self.date.at(now)), ("content-type", "application/json")];
        self.http.respond_with(status, &fields, |out| response.encode(out), out).expect(IN_ORDER);
    }

    /// The gate's answer, or, where that cannot be sent, the one for its faults.
    pub(super) fn reject(&mut self, refusal: &Refusal, out: &mut Vec<u8>, now: Instant) {
        if !self.rejected(refusal, out, now) {
            error!(target: LOG, "the gate's refusal cannot be sent: {refusal:?}");
            assert!(self.rejected(&Refusal::internal(), out, now), "{IN_ORDER}");
        }
    }

    fn rejected(&mut self, refusal: &Refusal, out: &mut Vec<u8>, now: Instant) -> bool {
        let own = [("date", self.date.at(now)), ("content-type", "text/plain; charset=utf-8")];
        let theirs = refusal.fields.iter().map(|(name, value)| (&**name, &**value));
        let repeats = |(name, _): (&str, &str)| own.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let status = Status::new(refusal.status).filter(|status| status.code() >= 400);
        let Some(status) = status.filter(|_| !theirs.clone().any(repeats)) else { return false };
        let fields: Vec<_> = own.into_iter().chain(theirs).collect();
        // When it is refused, nothing was written.
        self.http.respond(status, &fields, Body::Full(refusal.text.as_bytes()), out).is_ok()
    }

    pub(super) fn healthy(&mut self, out: &mut Vec<u8>, now: Instant) {
        let fields =
            [("date", self.date.at(now)), ("content-type", "text/plain"), ("cache-control", "no-store")];
        self.http.respond(Status::OK, &fields, Body::Full(b"ok\n"), out).expect(IN_ORDER);
    }

    pub(super) fn not_get(&mut self, out: &mut Vec<u8>, now: Instant) {
        let fields = [("date", self.date.at(now)), ("allow", "GET, HEAD")];
        self.http.respond(Status::METHOD_NOT_ALLOWED, &fields, Body::Empty, out).expect(IN_ORDER);
    }

    pub(super) fn begin_stream(&mut self, out: &mut Vec<u8>, now: Instant) {
        let [content_type, cache, buffering] = EventStream::HEADERS;
        let fields = [("date", self.date.at(now)), content_type, cache, buffering];
        self.http.respond(Status::OK, &fields, Body::Stream, out).expect(IN_ORDER);
    }

    /// Appends what `write` gives to the stream, and tells how many bytes there were.
    pub(super) fn events(&mut self, out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) -> usize {
        let mut length = 0;
        let measured = |out: &mut Vec<u8>| {
            let from = out.len();
            write(out);
            length = out.len() - from;
        };
        self.http.chunk_with(measured, out).expect("a stream is open");
        length
    }

    pub(super) fn finish(&mut self, out: &mut Vec<u8>) {
        self.http.finish(out).expect("a stream is open");
    }
}
