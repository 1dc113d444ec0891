//! One message of a stream.

use alloc::vec::Vec;

use super::response::Response;
use crate::context::{LogMessage, Notice, ProgressReport};
use crate::id::Id;
use crate::json::Writer;
use crate::model::Level;
use crate::subscription::{Event, Filter, write_acknowledgement};

/// One message of a [`StreamResponse`](crate::StreamResponse).
#[derive(Debug)]
#[non_exhaustive]
pub enum Frame {
    /// `notifications/progress`. Spec: basic/patterns/progress.
    Progress(ProgressFrame),
    /// `notifications/message`. Spec: server/utilities/logging.
    Log(LogFrame),
    /// `notifications/subscriptions/acknowledged`: the first of a subscription. Spec: basic/patterns/subscriptions.
    Acknowledged(AcknowledgedFrame),
    /// A subscription's event.
    Event(EventFrame),
    /// The answer: the last frame.
    Response(Response),
}

/// A progress notification.
#[derive(Debug)]
pub struct ProgressFrame(ProgressReport);

/// A subscription's first message: what it will carry.
#[derive(Debug)]
pub struct AcknowledgedFrame {
    subscription: Id,
    accepted: Filter,
}

/// A subscription's event.
#[derive(Debug)]
pub struct EventFrame {
    subscription: Id,
    event: Event,
}

impl AcknowledgedFrame {
    /// What was accepted of what was asked.
    pub fn accepted(&self) -> &Filter {
        &self.accepted
    }
}

impl EventFrame {
    /// The event, which may be many subscriptions' at once.
    #[must_use]
    pub fn event(&self) -> &Event {
        &self.event
    }
}

/// A log message notification.
#[derive(Debug)]
pub struct LogFrame(LogMessage);

impl Frame {
    pub(super) fn notice(notice: Notice) -> Self {
        match notice {
            Notice::Progress(report) => Self::Progress(ProgressFrame(report)),
            Notice::Log(message) => Self::Log(LogFrame(message)),
        }
    }

    pub(super) fn acknowledged(subscription: Id, accepted: Filter) -> Self {
        Self::Acknowledged(AcknowledgedFrame { subscription, accepted })
    }

    pub(super) fn event(subscription: Id, event: Event) -> Self {
        Self::Event(EventFrame { subscription, event })
    }

    /// Whether it is the response, after which nothing comes.
    #[must_use]
    pub fn is_last(&self) -> bool {
        matches!(self, Self::Response(_))
    }

    /// Appends the message to `out`: one line of UTF-8 without a line break, whatever went in. It cannot fail.
    pub fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Self::Response(response) => response.encode(out),
            Self::Progress(frame) => frame.write(&mut Writer::new(out)),
            Self::Log(frame) => frame.write(&mut Writer::new(out)),
            Self::Acknowledged(frame) => {
                write_acknowledgement(&frame.subscription, &frame.accepted, &mut Writer::new(out));
            }
            Self::Event(frame) => frame.event.write(&frame.subscription, &mut Writer::new(out)),
        }
    }
}

impl ProgressFrame {
    /// How far the work has come.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.0.progress
    }

    /// Out of how much, where that is known.
    #[must_use]
    pub fn total(&self) -> Option<f64> {
        self.0.total
    }

    /// A message for people.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.0.message.as_deref()
    }

    fn write(&self, w: &mut Writer<'_>) {
        w.literal(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":",
        );
        self.0.token.write(w);
        w.literal(",\"progress\":").float(self.0.progress);
        if let Some(total) = self.0.total {
            w.literal(",\"total\":").float(total);
        }
        if let Some(message) = &self.0.message {
            w.literal(",\"message\":").string(message);
        }
        w.literal("}}");
    }
}

impl LogFrame {
    /// How severe it is.
    #[must_use]
    pub fn level(&self) -> Level {
        self.0.level
    }

    /// Whose message it is.
    #[must_use]
    pub fn logger(&self) -> Option<&str> {
        self.0.logger.as_deref()
    }

    /// What is said: JSON text.
    #[must_use]
    pub fn data(&self) -> &str {
        &self.0.data
    }

    fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":");
        w.string(self.0.level.name());
        if let Some(logger) = &self.0.logger {
            w.literal(",\"logger\":").string(logger);
        }
        w.literal(",\"data\":").raw(&self.0.data).literal("}}");
    }
}
