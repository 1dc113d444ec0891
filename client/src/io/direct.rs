//! A server in this process: messages are handed over, and nothing runs unless the call is polled.

use std::pin::Pin;
use std::task::{Context, Poll};

use snodo_core::{Call, Execution, Outcome, Server, StreamResponse};

use crate::error::Error;
use crate::machine::Message;
use crate::transport::{Arrivals, Arrived, Transport, TransportFuture};

/// The way to a server in this process.
pub(crate) struct Direct {
    server: Server,
    call: Call,
}

impl Direct {
    pub(crate) fn new(server: Server, call: Call) -> Self {
        Self { server, call }
    }
}

impl Transport for Direct {
    fn request(&self, message: Message) -> TransportFuture<'_, Box<dyn Arrivals>> {
        let execution = self.server.handle(message.body(), &self.call);
        Box::pin(async move {
            let state = execution.map_or(State::Over, State::Running);
            Ok(Box::new(Running(state)) as Box<dyn Arrivals>)
        })
    }

    /// There is nothing to end.
    fn close(&self) -> TransportFuture<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}

struct Running(State);

enum State {
    Running(Execution),
    Streaming(Box<StreamResponse>),
    Over,
}

impl Arrivals for Running {
    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Arrived, Error>>> {
        if let State::Running(execution) = &mut self.0 {
            match std::task::ready!(Pin::new(execution).poll(cx)) {
                Outcome::Response(response) => {
                    self.0 = State::Over;
                    let mut message = Vec::new();
                    response.encode(&mut message);
                    return Poll::Ready(Some(Ok(Arrived::new(message))));
                }
                Outcome::Stream(stream) => self.0 = State::Streaming(stream),
            }
        }
        let State::Streaming(stream) = &mut self.0 else { return Poll::Ready(None) };
        let frame = std::task::ready!(stream.poll_frame(cx));
        Poll::Ready(frame.map(|frame| {
            let mut message = Vec::new();
            frame.encode(&mut message);
            Ok(Arrived::new(message))
        }))
    }
}
