//! What comes back for a request: one message, or a stream of them.

use std::mem;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use snodo_executor::Clock;
use snodo_http1::client::Refusal;

use super::connection::{Broken, Connection};
use super::headers::Headers;
use super::pool::Lease;
use super::reply::{Media, Reply};
use crate::error::Error;
use crate::machine::EventDecoder;
use crate::transport::{Arrivals, Arrived};

/// As much is read of a body that is no message by its media type: enough for an error that says why.
const ENOUGH: usize = 64 * 1024;

/// A request whose answer has begun.
#[derive(Debug)]
pub(super) struct Exchange {
    pub(super) connection: Connection,
    pub(super) lease: Lease<Connection>,
    pub(super) reply: Reply,
    pub(super) headers: Arc<Headers>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) max_requests: usize,
    /// How long a message may be.
    pub(super) max_response: usize,
}

impl Exchange {
    /// What comes back. `is_endless` says that the answer is a stream whose length as a whole has no limit.
    ///
    /// # Errors
    ///
    /// When the answer is one that cannot be read.
    pub(super) fn arrivals(mut self, is_endless: bool) -> Result<Box<dyn Arrivals>, Error> {
        if let Some(coding) = &self.reply.coding {
            return Err(self
                .reply
                .error(&format!("the response is encoded ({coding}), which was not asked for")));
        }
        let is_stream = self.reply.media == Media::Events;
        let limit = if is_stream && is_endless { None } else { Some(self.max_response) };
        self.connection.limit_body(limit.map(|limit| u64::try_from(limit).unwrap_or(u64::MAX)));
        Ok(if is_stream {
            let decoder = EventDecoder::new(self.max_response);
            Box::new(Events { decoder, unread: Vec::new(), read: 0, exchange: Some(self) })
        } else {
            Box::new(Whole { body: Vec::new(), exchange: Some(self) })
        })
    }

    /// Keeps the connection for the next request, if it can be used again.
    fn end(self) {
        if self.connection.is_reusable() && self.connection.requests() < self.max_requests {
            self.lease.pool().keep(self.connection, self.clock.now(), self.reply.patience);
        }
    }

    fn broken(&self, why: Broken) -> Error {
        let text = match &why {
            Broken::Answer(Refusal::BodyTooLarge) => {
                format!("the response is larger than {} bytes", self.max_response)
            }
            why => broken(why),
        };
        self.reply.error(&text).with_source(why)
    }
}

/// What an answer that broke off, or broke the rules, is called.
pub(super) fn broken(why: &Broken) -> String {
    match why {
        Broken::Answer(Refusal::EndBeforeHead) => "the connection ended before the response".to_owned(),
        Broken::Socket(_)
        | Broken::Answer(Refusal::EndInHead | Refusal::EndInBody | Refusal::EndInChunks) => {
            format!("the connection ended before the response: {why}")
        }
        Broken::Answer(_) => format!("the response cannot be read: {why}"),
    }
}

/// An answer that is one message, or an error.
#[derive(Debug)]
struct Whole {
    body: Vec<u8>,
    exchange: Option<Exchange>,
}

impl Whole {
    fn poll_whole(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Arrived, Error>>> {
        let Some(exchange) = &mut self.exchange else { return Poll::Ready(None) };
        if let Poll::Ready(error) = exchange.lease.poll_closed(cx) {
            return Poll::Ready(Some(Err(error)));
        }
        let is_message = exchange.reply.media == Media::Json;
        let mut is_cut = false;
        while !is_cut {
            let body = &mut self.body;
            match ready!(exchange.connection.poll_body(cx, |bytes| body.extend_from_slice(bytes))) {
                Ok(Some(())) => is_cut = !is_message && body.len() > ENOUGH,
                Ok(None) => break,
                Err(why) if exchange.reply.is_success() => {
                    return Poll::Ready(Some(Err(exchange.broken(why))));
                }
                // The status says more.
                Err(_) => is_cut = true,
            }
        }
        let judged = exchange.reply.judge(mem::take(&mut self.body), is_cut, &exchange.headers);
        if let Some(exchange) = self.exchange.take() {
            exchange.end();
        }
        Poll::Ready(Some(judged))
    }
}

impl Arrivals for Whole {
    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Arrived, Error>>> {
        let arrived = ready!(self.poll_whole(cx));
        self.exchange = None;
        Poll::Ready(arrived)
    }
}

/// An answer that is a stream of messages.
#[derive(Debug)]
struct Events {
    decoder: EventDecoder,
    /// What has arrived behind the last event, from `read` on.
    unread: Vec<u8>,
    read: usize,
    exchange: Option<Exchange>,
}

impl Events {
    fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<Arrived>, Error>> {
        let Some(exchange) = &mut self.exchange else { return Poll::Ready(Ok(None)) };
        if let Poll::Ready(error) = exchange.lease.poll_closed(cx) {
            return Poll::Ready(Err(error));
        }
        loop {
            let mut unread = &self.unread[self.read..];
            let event = self.decoder.next_event(&mut unread);
            self.read = self.unread.len() - unread.len();
            match event {
                // It says that the stream has begun.
                Ok(Some(event)) if event.is_empty() => continue,
                Ok(Some(event)) => {
                    return Poll::Ready(Ok(Some(
                        Arrived::new(event).with_http_status(exchange.reply.status),
                    )));
                }
                Ok(None) => {}
                Err(error) => {
                    return Poll::Ready(Err(exchange.reply.error(&error.to_string()).with_source(error)));
                }
            }
            let unread = &mut self.unread;
            unread.clear();
            self.read = 0;
            match ready!(exchange.connection.poll_body(cx, |bytes| unread.extend_from_slice(bytes))) {
                Ok(Some(())) => {}
                Ok(None) if self.decoder.is_within_event() => {
                    let text = "the connection ended before the response: the stream ended within an event";
                    return Poll::Ready(Err(exchange.reply.error(text)));
                }
                Ok(None) => return Poll::Ready(Ok(None)),
                Err(why) => return Poll::Ready(Err(exchange.broken(why))),
            }
        }
    }
}

impl Arrivals for Events {
    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Arrived, Error>>> {
        let arrived = ready!(self.poll_event(cx));
        match &arrived {
            Ok(Some(_)) => {}
            Ok(None) => {
                if let Some(exchange) = self.exchange.take() {
                    exchange.end();
                }
            }
            Err(_) => self.exchange = None,
        }
        Poll::Ready(arrived.transpose())
    }
}

/// The caller has its response, or has given up. When the stream has ended by itself, which the response mostly comes
/// with, the connection is as good as any; if not, it is closed, and that cancels the request.
impl Drop for Events {
    fn drop(&mut self) {
        if let Some(mut exchange) = self.exchange.take()
            && exchange.connection.has_ended()
        {
            exchange.end();
        }
    }
}
