//! Polls an execution as an executor does: only when it was woken.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker, ready};

use snodo_core::{Execution, Frame, Outcome, Response, StreamResponse, Unavailable};

use super::tools;

/// More than any of the tools needs.
const MAX_POLLS: usize = 10_000;

/// How a call ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Ending {
    /// When its handler does.
    Natural,
    /// Dropped after so many polls.
    Dropped(u8),
    /// Given up after so many polls.
    Abandoned(u8),
}

impl Ending {
    pub(super) fn choose(choice: u8) -> Self {
        match choice {
            0..208 => Self::Natural,
            208..232 => Self::Dropped(choice % 8),
            232.. => Self::Abandoned(choice % 8),
        }
    }

    fn is_due(self, polls: usize) -> bool {
        match self {
            Self::Natural => false,
            Self::Dropped(after) | Self::Abandoned(after) => polls == usize::from(after),
        }
    }
}

/// What is being polled.
enum Call {
    Execution(Execution),
    Stream(Box<StreamResponse>),
    Over,
}

impl Call {
    /// The next frame; `None` when nothing follows.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<Frame>> {
        if let Self::Execution(execution) = self {
            match ready!(Pin::new(execution).poll(cx)) {
                Outcome::Response(response) => {
                    *self = Self::Over;
                    return Poll::Ready(Some(Frame::Response(response)));
                }
                Outcome::Stream(stream) => *self = Self::Stream(stream),
            }
        }
        match self {
            Self::Stream(stream) => stream.poll_frame(cx),
            Self::Execution(_) | Self::Over => Poll::Ready(None),
        }
    }

    /// The answer that says why there is none.
    fn abandon(self) -> Option<Response> {
        match self {
            Self::Execution(execution) => Some(execution.abandon(Unavailable::Timeout)),
            Self::Stream(stream) => Some(stream.abandon(Unavailable::Overloaded)),
            Self::Over => None,
        }
    }
}

/// The encoded frames of a call, in their order.
pub(super) fn frames(execution: Execution, ending: Ending) -> Vec<Vec<u8>> {
    let frames = polled(Call::Execution(execution), ending);
    tools::end_elsewhere();
    frames
}

fn polled(mut call: Call, ending: Ending) -> Vec<Vec<u8>> {
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(Arc::clone(&woken));
    let mut cx = Context::from_waker(&waker);
    let mut frames = Vec::new();
    for polls in 0..MAX_POLLS {
        if ending.is_due(polls) {
            if let Ending::Abandoned(_) = ending {
                frames.extend(call.abandon().map(|answer| encoded(&Frame::Response(answer))));
            }
            return frames;
        }
        match call.poll(&mut cx) {
            Poll::Pending => woken.wait(),
            Poll::Ready(None) => panic!("a call ends without an answer"),
            Poll::Ready(Some(frame)) => {
                frames.push(encoded(&frame));
                if frame.is_last() {
                    assert!(matches!(call.poll(&mut cx), Poll::Ready(None)), "something follows the answer");
                    return frames;
                }
            }
        }
    }
    panic!("a call does not end");
}

/// The bytes of a frame, which go behind what is in the buffer.
pub(super) fn encoded(frame: &Frame) -> Vec<u8> {
    let mut out = Vec::from(*b"kept");
    frame.encode(&mut out);
    out.strip_prefix(b"kept").expect("what was there before stays").into()
}

/// Whether a call may be polled again.
#[derive(Default)]
struct Woken(AtomicBool);

impl Woken {
    /// Returns when the call was woken; other threads' work is done here meanwhile.
    fn wait(&self) {
        while !self.0.swap(false, Ordering::Relaxed) {
            let wakes = tools::proceed_elsewhere();
            assert!(!wakes || self.0.load(Ordering::Relaxed), "a wake-up is lost");
        }
    }
}

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}
