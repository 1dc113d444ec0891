//! Streamable HTTP.
//!
//! ```text
//! request ─▶ a place ─▶ an idle connection, or a new one ─▶ POST ─▶ head ─┬─ 307, 308 ─▶ again
//!                                                                         ├─ JSON ─────▶ one message
//!                                                                         ├─ events ───▶ messages
//!                                                                         └─ other ────▶ an error
//! ```
//!
//! Spec: basic/transports/streamable-http.

mod arrivals;
mod connect;
mod connection;
mod headers;
mod pool;
mod redirect;
mod reply;
mod settings;
mod socket;
#[cfg(feature = "tls")]
mod tls;
mod token;
mod url;

use std::borrow::Cow;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use futures_lite::future::or;

pub use settings::Http;
pub use token::{TokenFuture, TokenProvider};

use crate::error::Error;
use crate::machine::Message;
use crate::transport::{Arrivals, Transport, TransportFuture};
use arrivals::Exchange;
use connection::{Connection, Unanswered};
use headers::Headers;
use pool::Lease;
use reply::Reply;
use url::Url;

/// As much is read of a body that nobody wants, to keep the connection.
const WORTH_READING: usize = 64 * 1024;

/// The method whose answer is a stream that may never end.
const LISTEN: &str = "subscriptions/listen";

/// Methods that ask and change nothing: sent again, they do no harm.
const READING: [&str; 9] = [
    "completion/complete",
    "prompts/get",
    "prompts/list",
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "server/discover",
    LISTEN,
    "tools/list",
];

impl Transport for Http {
    fn request(&self, message: Message) -> TransportFuture<'_, Box<dyn Arrivals>> {
        Box::pin(async move {
            let is_endless = message.method() == LISTEN;
            let lease =
                if is_endless { Lease::of_stream(&self.pool)? } else { Lease::new(&self.pool).await? };
            let closed = poll_fn(|cx| lease.poll_closed(cx).map(Err));
            let (connection, reply, headers) = or(closed, self.authorized_exchange(&message)).await?;
            let exchange = Exchange {
                connection,
                lease,
                reply,
                headers,
                clock: self.clock.clone(),
                max_requests: self.max_requests,
                max_response: self.max_response,
            };
            exchange.arrivals(is_endless)
        })
    }

    fn has_headers(&self) -> bool {
        true
    }

    fn close(&self) -> TransportFuture<'_, ()> {
        Box::pin(async {
            self.pool.close();
            Ok(())
        })
    }
}

impl Drop for Http {
    fn drop(&mut self) {
        self.pool.close();
    }
}

impl Http {
    /// Sends a request with the provider's token, and once more with another one when the server refuses it.
    async fn authorized_exchange(
        &self,
        message: &Message,
    ) -> Result<(Connection, Reply, Arc<Headers>), Error> {
        let own = || Arc::clone(&self.headers);
        let Some(tokens) = &self.tokens else {
            let (connection, reply) = self.exchange(message, &self.headers).await?;
            return Ok((connection, reply, own()));
        };
        let headers = token::authorized(&self.headers, tokens.token()).await?.unwrap_or_else(own);
        let (connection, reply) = self.exchange(message, &headers).await?;
        if !token::is_refused(&reply) {
            return Ok((connection, reply, headers));
        }
        let another = tokens.refused(reply.status, reply.challenge());
        let Some(headers) = token::authorized(&self.headers, another).await? else {
            return Ok((connection, reply, headers));
        };
        self.discard(connection, reply.patience).await;
        let (connection, reply) = self.exchange(message, &headers).await?;
        Ok((connection, reply, headers))
    }

    /// Sends a request where it and its redirects lead, and waits for the head of the answer.
    async fn exchange(&self, message: &Message, headers: &Headers) -> Result<(Connection, Reply), Error> {
        let mut url = Cow::Borrowed(&self.url);
        let mut hops = 0;
        loop {
            let (connection, reply) = self.send(&url, message, headers).await?;
            let Some(next) = redirect::follow(&reply, &url, hops, headers)? else {
                return Ok((connection, reply));
            };
            self.discard(connection, reply.patience).await;
            url = Cow::Owned(next);
            hops += 1;
        }
    }

    /// Sends a request once, or twice when a connection that was kept turns out to be dead.
    ///
    /// The server may close a kept connection in the same moment in which a request is sent on it. Then it cannot be
    /// known whether the request was read, so it is sent again only if nothing of it had left, or if it only reads (RFC
    /// 9110 section 9.2.2).
    async fn send(
        &self,
        url: &Url,
        message: &Message,
        headers: &Headers,
    ) -> Result<(Connection, Reply), Error> {
        if let Some(mut connection) = self.idle() {
            match self.send_on(&mut connection, url, message, headers).await? {
                Ok(reply) => return Ok((connection, reply)),
                Err(unanswered) => {
                    let is_safe = !unanswered.was_sent || READING.contains(&message.method());
                    if unanswered.was_answering || !is_safe {
                        return Err(unanswered.into());
                    }
                }
            }
        }
        let mut connection = self.dialer.connect(&url.origin, &*self.clock).await?;
        let reply = self.send_on(&mut connection, url, message, headers).await??;
        Ok((connection, reply))
    }

    async fn send_on(
        &self,
        connection: &mut Connection,
        url: &Url,
        message: &Message,
        headers: &Headers,
    ) -> Result<Result<Reply, Unanswered>, Error> {
        let own = [
            ("accept", "application/json, text/event-stream"),
            ("accept-encoding", "identity"),
            ("content-type", "application/json"),
        ];
        let headers = own.into_iter().chain(message.headers()).chain(headers.iter());
        let request =
            connection.encode(&url.target, &url.origin.to_string(), headers, message.body()).map_err(
                |error| Error::usage(format!("the request cannot be sent: {error}")).with_source(error),
            )?;
        Ok(connection.send(&request, Reply::read).await)
    }

    /// A connection that was kept and is still good.
    fn idle(&self) -> Option<Connection> {
        while let Some(mut connection) = self.pool.take(self.clock.now()) {
            if connection.is_fresh() {
                return Some(connection);
            }
        }
        None
    }

    /// Passes over the body of an answer, as far as that is worth it to keep the connection.
    async fn discard(&self, mut connection: Connection, patience: Option<Duration>) {
        let mut length = 0;
        while length < WORTH_READING {
            match poll_fn(|cx| connection.poll_body(cx, <[u8]>::len)).await {
                Ok(Some(more)) => length += more,
                Ok(None) if connection.is_reusable() && connection.requests() < self.max_requests => {
                    return self.pool.keep(connection, self.clock.now(), patience);
                }
                Ok(None) | Err(_) => return,
            }
        }
    }
}

impl From<Unanswered> for Error {
    fn from(unanswered: Unanswered) -> Self {
        let mut text = arrivals::broken(&unanswered.why);
        if unanswered.was_sent && !unanswered.was_answering {
            text.push_str("; whether the request was carried out is not known");
        }
        Self::connection(text).with_source(unanswered.why)
    }
}
