//! A request body that is there, for hosts of the tower family.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use http_body::{Body, Frame};

/// Until it was taken.
pub(crate) struct Whole(pub(crate) Option<Vec<u8>>);

impl Body for Whole {
    type Data = VecDeque<u8>;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Infallible>>> {
        Poll::Ready(self.0.take().map(|body| Ok(Frame::data(body.into()))))
    }
}
