//! The bodies of answers.

use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Frame, SizeHint};

use crate::events::Events;

/// The body of an answer: all of it, or server-sent events as they come. It never fails.
///
/// Dropping a stream before its end cancels the call, or closes the subscription, which is what a client asks for when
/// it closes the connection. Hosts drop the body of an answer that they cannot write.
#[must_use = "dropping the body of a stream cancels its call"]
pub struct Body(Kind);

enum Kind {
    /// Until it is taken; never empty.
    Full(Option<Bytes>),
    Events(Box<Events>),
}

impl Body {
    pub(crate) fn full(bytes: Vec<u8>) -> Body {
        Body(Kind::Full(if bytes.is_empty() { None } else { Some(bytes.into()) }))
    }

    pub(crate) fn events(events: Events) -> Body {
        Body(Kind::Events(Box::new(events)))
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let data = match &mut self.0 {
            Kind::Full(bytes) => Poll::Ready(bytes.take()),
            Kind::Events(events) => events.poll(cx),
        };
        data.map(|data| data.map(|data| Ok(Frame::data(data))))
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Kind::Full(bytes) => bytes.is_none(),
            Kind::Events(events) => events.is_over(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Kind::Full(bytes) => {
                let length = bytes.as_ref().map_or(0, Bytes::len);
                SizeHint::with_exact(u64::try_from(length).unwrap_or(u64::MAX))
            }
            Kind::Events(_) => SizeHint::new(),
        }
    }
}

impl fmt::Debug for Body {
    /// Without its content: that may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Body").field("is_stream", &matches!(self.0, Kind::Events(_))).finish_non_exhaustive()
    }
}
