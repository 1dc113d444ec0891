//! One message of a stream.

use alloc::vec::Vec;

use super::response::Response;
use crate::context::{LogMessage, Notice, ProgressReport};
use crate::id::Id;
use crate::json::Writer;

/// One message of a [`StreamResponse`](crate::StreamResponse).
#[derive(Debug)]
#[non_exhaustive]
pub enum Frame {
    /// `notifications/progress`. Spec: basic/patterns/progress.
    Progress(ProgressFrame),
    /// `notifications/message`. Spec: server/utilities/logging.
    Log(LogFrame),
    /// The answer: the last frame.
    Response(Response),
}

/// A progress notification.
#[derive(Debug)]
pub struct ProgressFrame {
    token: Id,
    report: ProgressReport,
}

/// A log message notification.
#[derive(Debug)]
pub struct LogFrame(LogMessage);

impl Frame {
    pub(super) fn notice(notice: Notice, token: Option<&Id>) -> Self {
        match notice {
            // Reports are taken only where there is a token.
            Notice::Progress(report) => Self::Progress(ProgressFrame {
                token: token.cloned().unwrap_or_else(|| Id::from(0_i64)),
                report,
            }),
            Notice::Log(message) => Self::Log(LogFrame(message)),
        }
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
        }
    }
}

impl ProgressFrame {
    fn write(&self, w: &mut Writer<'_>) {
        w.literal(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":",
        );
        self.token.write(w);
        w.literal(",\"progress\":").float(self.report.progress);
        if let Some(total) = self.report.total {
            w.literal(",\"total\":").float(total);
        }
        if let Some(message) = &self.report.message {
            w.literal(",\"message\":").string(message);
        }
        w.literal("}}");
    }
}

impl LogFrame {
    fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":");
        w.string(self.0.level.name());
        if let Some(logger) = &self.0.logger {
            w.literal(",\"logger\":").string(logger);
        }
        w.literal(",\"data\":").raw(&self.0.data).literal("}}");
    }
}
