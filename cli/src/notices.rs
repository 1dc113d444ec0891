//! What is said to the person while a call is on its way: standard error.

use std::io::{self, IsTerminal as _, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use snodo_core::model::{LoggingMessageNotificationParams, ProgressNotificationParams};

use crate::terminal::{self, columns_of, visible};

/// Standard error. Cloning shares it.
///
/// On a terminal one line of progress stands below what was said, and is written over.
#[derive(Clone)]
pub(crate) struct Notices(Arc<Mutex<Inner>>);

struct Inner {
    out: Box<dyn Write + Send>,
    /// None when it is no terminal.
    columns: Option<usize>,
    has_progress: bool,
}

/// What a terminal has when it does not say.
const USUAL_COLUMNS: usize = 80;
const BAR: usize = 20;

impl Notices {
    pub(crate) fn standard() -> Self {
        let stderr = io::stderr();
        let columns = stderr.is_terminal().then(|| terminal::width(&stderr).unwrap_or(USUAL_COLUMNS));
        Self::new(stderr, columns)
    }

    fn new(out: impl Write + Send + 'static, columns: Option<usize>) -> Self {
        Self(Arc::new(Mutex::new(Inner { out: Box::new(out), columns, has_progress: false })))
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.inner().columns.is_some()
    }

    /// Says something, in lines of its own. When nobody hears it, it is lost.
    pub(crate) fn say(&self, text: &str) {
        let mut inner = self.inner();
        inner.clear();
        let is_terminal = inner.columns.is_some();
        let shown = if is_terminal { visible(text) } else { text.into() };
        let _ = writeln!(inner.out, "{}", shown.trim_end());
        let _ = inner.out.flush();
    }

    /// Shows how far a call is. Only a terminal has a line for that.
    pub(crate) fn progress(&self, progress: &ProgressNotificationParams) {
        let mut inner = self.inner();
        let Some(columns) = inner.columns else { return };
        let line = cut(&progress_line(progress), columns.saturating_sub(1));
        let _ = write!(inner.out, "\r\x1B[K{line}");
        let _ = inner.out.flush();
        inner.has_progress = true;
    }

    /// Takes the line of progress away.
    pub(crate) fn clear(&self) {
        self.inner().clear();
    }

    pub(crate) fn log(&self, message: &LoggingMessageNotificationParams) {
        let data: Option<String> = serde_json::from_str(message.data.get()).ok();
        let data = data.as_deref().unwrap_or(message.data.get());
        match &message.logger {
            Some(logger) => self.say(&format!("[{}] {logger}: {data}", message.level)),
            None => self.say(&format!("[{}] {data}", message.level)),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn clear(&mut self) {
        if self.has_progress {
            let _ = write!(self.out, "\r\x1B[K");
            let _ = self.out.flush();
            self.has_progress = false;
        }
    }
}

fn progress_line(progress: &ProgressNotificationParams) -> String {
    let done = progress.progress;
    let message = progress.message.as_deref().unwrap_or_default();
    match progress.total {
        Some(total) if total > 0.0 => {
            let share = (done / total).clamp(0.0, 1.0);
            let filled = (1..=BAR).filter(|step| *step as f64 <= share * BAR as f64).count();
            format!("[{:<BAR$}] {done}/{total} {message}", "#".repeat(filled))
        }
        _ => format!("{done} {message}"),
    }
}

/// As much of a text as fits into one line.
fn cut(text: &str, columns: usize) -> String {
    let mut used = 0;
    let line = visible(text);
    let fitting = line.chars().map(|c| if matches!(c, '\n' | '\t') { ' ' } else { c }).take_while(|c| {
        used += columns_of(*c);
        used <= columns
    });
    fitting.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn said(columns: Option<usize>, say: impl FnOnce(&Notices)) -> String {
        let out = Shared::default();
        say(&Notices::new(out.clone(), columns));
        String::from_utf8(out.0.lock().unwrap().clone()).unwrap()
    }

    fn report(json: &str) -> ProgressNotificationParams {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn progress_is_one_line_that_is_taken_away() {
        let written = said(Some(50), |notices| {
            notices.progress(&report(
                r#"{"progressToken":1,"progress":1,"total":2,"message":"half\nof\u001bit"}"#,
            ));
            notices.progress(&report(r#"{"progressToken":1,"progress":7}"#));
            notices.say("done");
        });
        assert_eq!(written, "\r\x1B[K[##########          ] 1/2 half of\u{241B}it\r\x1B[K7 \r\x1B[Kdone\n");
    }

    #[test]
    fn progress_fits_into_the_terminal() {
        let progress = report(r#"{"progressToken":1,"progress":1,"message":"漢字漢字漢字"}"#);
        assert_eq!(said(Some(8), |notices| notices.progress(&progress)), "\r\x1B[K1 漢字");
    }

    #[test]
    fn what_is_no_terminal_gets_no_progress_and_all_bytes() {
        let written = said(None, |notices| {
            notices.progress(&report(r#"{"progressToken":1,"progress":1}"#));
            notices.say("\x1B[1mloud");
        });
        assert_eq!(written, "\x1B[1mloud\n");
    }

    #[test]
    fn log_messages_are_text_or_json() {
        let log = |json: &str| {
            let message = serde_json::from_str(json).unwrap();
            said(None, |notices| notices.log(&message))
        };
        assert_eq!(log(r#"{"level":"info","logger":"db","data":"ready"}"#), "[info] db: ready\n");
        assert_eq!(log(r#"{"level":"error","data":{"code": 7}}"#), "[error] {\"code\": 7}\n");
    }
}
