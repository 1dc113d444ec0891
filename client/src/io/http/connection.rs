//! One connection: the machine of HTTP/1.1 on a socket.

use std::future::poll_fn;
use std::io;
use std::task::{Context, Poll, Waker, ready};

use snodo_http1::client::{self, Body, Event, Head, Limits, Refusal};

use super::socket::Socket;

/// After so many reads without a wait others have their turn, deadlines among them: a server that never stops sending
/// shall not keep them from it.
const READS_PER_TURN: usize = 16;

#[derive(Debug)]
pub(super) struct Connection {
    socket: Socket,
    http: client::Connection,
    /// Requests that were sent on it.
    requests: usize,
    /// Something of the answer at hand has arrived.
    answering: bool,
    /// Reads since the last wait.
    reads: usize,
}

/// What ended an answer, or a request before it was answered.
#[derive(Debug, thiserror::Error)]
pub(super) enum Broken {
    #[error("{0}")]
    Socket(#[from] io::Error),
    #[error("{0}")]
    Answer(#[from] Refusal),
}

/// A request that was not answered.
#[derive(Debug)]
pub(super) struct Unanswered {
    pub(super) why: Broken,
    /// Something of the request left, so the server may have carried it out.
    pub(super) was_sent: bool,
    /// Something of an answer came.
    pub(super) was_answering: bool,
}

impl Connection {
    pub(super) fn new(socket: Socket) -> Self {
        Self {
            socket,
            http: client::Connection::new(Limits::default()),
            requests: 0,
            answering: false,
            reads: 0,
        }
    }

    /// How many requests were sent on it.
    pub(super) fn requests(&self) -> usize {
        self.requests
    }

    /// Writes a request: a POST with this body.
    pub(super) fn encode<'h>(
        &mut self,
        target: &str,
        host: &str,
        headers: impl IntoIterator<Item = (&'h str, &'h str)>,
        body: &[u8],
    ) -> Result<Vec<u8>, client::Error> {
        let mut request = Vec::with_capacity(body.len() + 512);
        self.http.request("POST", target, host, headers, Body::Full(body), &mut request)?;
        self.requests += 1;
        self.answering = false;
        self.reads = 0;
        Ok(request)
    }

    /// Sends what was encoded, and waits for the head of the answer, which is given to `read`.
    ///
    /// Both are done at once: a server that answers before it has read everything may read no further, and its answer
    /// says why.
    pub(super) async fn send<T>(
        &mut self,
        request: &[u8],
        mut read: impl FnMut(&Head<'_>) -> T,
    ) -> Result<T, Unanswered> {
        let mut unsent = request;
        let mut failure = None;
        poll_fn(|cx| {
            if failure.is_none() {
                failure = self.write(cx, &mut unsent).err();
            }
            let read = ready!(self.poll_head(cx, &mut read));
            if !unsent.is_empty() {
                // The rest of the request is never sent, so nothing can follow it.
                self.http.close();
            }
            Poll::Ready(read)
        })
        .await
        .map_err(|why| Unanswered {
            // When both failed, what went wrong first says more.
            why: failure.map_or(why, Broken::Socket),
            was_sent: unsent.len() < request.len(),
            was_answering: self.answering,
        })
    }

    /// Writes as much as is taken.
    fn write(&mut self, cx: &mut Context<'_>, unsent: &mut &[u8]) -> io::Result<()> {
        while !unsent.is_empty() {
            match self.socket.poll_write(cx, unsent)? {
                Poll::Ready(0) => return Err(io::ErrorKind::WriteZero.into()),
                Poll::Ready(count) => *unsent = &unsent[count..],
                Poll::Pending => return Ok(()),
            }
        }
        match self.socket.poll_flush(cx) {
            Poll::Ready(flushed) => flushed,
            Poll::Pending => Ok(()),
        }
    }

    fn poll_head<T>(
        &mut self,
        cx: &mut Context<'_>,
        read: &mut impl FnMut(&Head<'_>) -> T,
    ) -> Poll<Result<T, Broken>> {
        loop {
            if let Event::Head(head) = self.http.next_event()? {
                return Poll::Ready(Ok(read(&head)));
            }
            ready!(self.poll_more(cx))?;
        }
    }

    /// Bounds the body whose head was just given.
    pub(super) fn limit_body(&mut self, bytes: Option<u64>) {
        self.http.limit_body(bytes);
    }

    /// The next stretch of the body, which `take` gets; with `None` it is whole.
    pub(super) fn poll_body<T>(
        &mut self,
        cx: &mut Context<'_>,
        take: impl FnOnce(&[u8]) -> T,
    ) -> Poll<Result<Option<T>, Broken>> {
        loop {
            match self.http.next_event()? {
                Event::Body(bytes) => return Poll::Ready(Ok(Some(take(bytes)))),
                Event::End => return Poll::Ready(Ok(None)),
                _ => {}
            }
            ready!(self.poll_more(cx))?;
        }
    }

    /// Reads what has arrived.
    fn poll_more(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.reads == READS_PER_TURN {
            self.reads = 0;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let Poll::Ready(count) = self.socket.poll_read(cx, self.http.space())? else {
            self.reads = 0;
            return Poll::Pending;
        };
        self.reads += 1;
        match count {
            0 => self.http.closed(),
            count => {
                self.answering = true;
                self.http.filled(count);
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Whether the end of the body has arrived and nothing but framing is in front of it. It waits for nothing.
    pub(super) fn has_ended(&mut self) -> bool {
        let cx = &mut Context::from_waker(Waker::noop());
        matches!(self.poll_body(cx, |_| ()), Poll::Ready(Ok(None)))
    }

    /// Whether another request can follow the one that was answered.
    pub(super) fn is_reusable(&self) -> bool {
        self.http.reusable()
    }

    /// Whether the server is still there, as far as can be told without waiting, and has said nothing unasked.
    pub(super) fn is_fresh(&mut self) -> bool {
        self.http.reusable() && self.socket.is_quiet()
    }
}
