//! What waits for the transport, in the order it was emitted. It never grows beyond its limits.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::String;

use crate::id::Id;
use crate::limits::Limits;
use crate::model::Level;

/// A notification of a request at work.
#[derive(Debug)]
pub(crate) enum Notice {
    Progress(ProgressReport),
    Log(LogMessage),
}

#[derive(Debug)]
pub(crate) struct ProgressReport {
    pub(crate) token: Id,
    pub(crate) progress: f64,
    pub(crate) total: Option<f64>,
    pub(crate) message: Option<Box<str>>,
}

#[derive(Debug)]
pub(crate) struct LogMessage {
    pub(crate) level: Level,
    pub(crate) logger: Option<Box<str>>,
    /// JSON text.
    pub(crate) data: String,
}

/// Empty until the first emission: a call that emits nothing allocates nothing here.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    waiting: VecDeque<Notice>,
    /// The last progress accepted; reports have to grow.
    last_progress: Option<f64>,
    updates: u32,
    /// How many notices were taken so far, and how many were ever put in: a notice is written when `taken` has
    /// reached the number it was given.
    taken: u64,
    put: u64,
    dropped_logs: u64,
}

impl Outbox {
    /// Puts a report in and gives its number, or `None` when it is not to be sent.
    pub(super) fn report(&mut self, mut report: ProgressReport, limits: &Limits) -> Option<u64> {
        let grows = self.last_progress.is_none_or(|last| report.progress > last);
        if !report.progress.is_finite() || !grows || self.updates >= limits.progress_updates {
            return None;
        }
        report.total = report.total.filter(|total| total.is_finite());
        report.message = report.message.map(|message| cut(message, limits.progress_message));
        let progress = report.progress;
        let number = if self.waiting.len() < limits.outbox {
            self.push(Notice::Progress(report))
        } else {
            // Full: the newest says all that the last one said. Among log messages alone there is no room for it.
            *self.last_report()? = report;
            self.put
        };
        self.last_progress = Some(progress);
        self.updates += 1;
        Some(number)
    }

    fn last_report(&mut self) -> Option<&mut ProgressReport> {
        self.waiting.iter_mut().rev().find_map(|notice| match notice {
            Notice::Progress(last) => Some(last),
            Notice::Log(_) => None,
        })
    }

    /// Puts a message in, or drops and counts it.
    pub(super) fn log(&mut self, message: LogMessage, limits: &Limits) {
        if self.waiting.len() < limits.outbox {
            self.push(Notice::Log(message));
        } else {
            self.dropped_logs += 1;
        }
    }

    fn push(&mut self, notice: Notice) -> u64 {
        self.waiting.push_back(notice);
        self.put += 1;
        self.put
    }

    pub(super) fn take(&mut self) -> Option<Notice> {
        let notice = self.waiting.pop_front()?;
        self.taken += 1;
        Some(notice)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(super) fn is_taken(&self, number: u64) -> bool {
        self.taken >= number
    }

    pub(super) fn dropped_logs(&self) -> u64 {
        self.dropped_logs
    }

    pub(super) fn count_dropped_log(&mut self) {
        self.dropped_logs += 1;
    }
}

/// At most `limit` bytes, ending at a character boundary.
fn cut(message: Box<str>, limit: usize) -> Box<str> {
    if message.len() <= limit {
        return message;
    }
    let end = message.floor_char_boundary(limit);
    message[..end].into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(progress: f64) -> ProgressReport {
        ProgressReport { token: Id::from(1_i64), progress, total: None, message: None }
    }

    fn message() -> LogMessage {
        LogMessage { level: Level::Info, logger: None, data: "1".into() }
    }

    #[test]
    fn only_growing_finite_reports_are_taken() {
        let (mut outbox, limits) = (Outbox::default(), Limits::default());
        let taken = [1.0, 1.0, 0.5, f64::NAN, f64::INFINITY, 2.0]
            .map(|p| outbox.report(report(p), &limits).is_some());
        assert_eq!(taken, [true, false, false, false, false, true]);
    }

    #[test]
    fn a_full_outbox_keeps_the_newest_report_and_drops_logs() {
        let (mut outbox, limits) = (Outbox::default(), Limits::default().outbox(2));
        outbox.log(message(), &limits);
        outbox.report(report(1.0), &limits);
        outbox.log(message(), &limits);
        outbox.report(report(2.0), &limits);
        assert_eq!(outbox.dropped_logs(), 1);
        assert!(matches!(outbox.take(), Some(Notice::Log(_))));
        assert!(matches!(outbox.take(), Some(Notice::Progress(p)) if p.progress == 2.0));
        assert!(outbox.is_empty());
    }

    #[test]
    fn a_report_that_found_no_room_may_be_made_again() {
        let (mut outbox, limits) = (Outbox::default(), Limits::default().outbox(1));
        outbox.log(message(), &limits);
        assert_eq!(outbox.report(report(1.0), &limits), None);
        assert!(matches!(outbox.take(), Some(Notice::Log(_))));
        assert!(outbox.report(report(1.0), &limits).is_some());
    }

    #[test]
    fn updates_of_a_request_are_bounded() {
        let (mut outbox, limits) = (Outbox::default(), Limits::default().progress_updates(2));
        let taken = [1.0, 2.0, 3.0].map(|p| outbox.report(report(p), &limits).is_some());
        assert_eq!(taken, [true, true, false]);
    }

    #[test]
    fn messages_are_cut_at_a_character() {
        assert_eq!(&*cut("aéb".into(), 2), "a");
        assert_eq!(&*cut("aéb".into(), 3), "aé");
        assert_eq!(&*cut("aéb".into(), 4), "aéb");
    }
}
