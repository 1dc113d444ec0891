//! Lines of the `log` crate.

use std::time::Instant;

use log::Level;
use snodo_core::{ComponentKind, End, Facts, Instrument, Span};

use crate::outcome;

/// Writes a line for each request when it is over, under the target `snodo::request`:
///
/// ```text
/// tools/call tool "add" completed in 41 µs
/// tools/call error -32602 in 3 µs
/// ```
///
/// By default at the level `info`, and where the server failed (-32603) at `warn`. Nothing of it is the client's text.
#[derive(Debug, Clone)]
pub struct LogRequests {
    level: Level,
}

impl LogRequests {
    /// Writes at `info`.
    #[must_use]
    pub fn new() -> Self {
        Self { level: Level::Info }
    }

    /// The level of lines about requests that did not fail.
    #[must_use]
    pub fn level(self, level: Level) -> Self {
        Self { level }
    }
}

impl Default for LogRequests {
    fn default() -> Self {
        Self::new()
    }
}

const TARGET: &str = "snodo::request";
const INTERNAL_ERROR: i64 = -32603;

impl Instrument for LogRequests {
    fn start(&self, facts: &Facts<'_>) -> Option<Box<dyn Span>> {
        if !log::log_enabled!(target: TARGET, self.level.min(Level::Warn)) {
            return None;
        }
        Some(Box::new(Line {
            level: self.level,
            method: facts.method.into(),
            component: facts.component.map(|component| (component.kind, component.name.into())),
            started: Instant::now(),
        }))
    }
}

struct Line {
    level: Level,
    method: Box<str>,
    component: Option<(ComponentKind, Box<str>)>,
    started: Instant,
}

impl Span for Line {
    fn end(self: Box<Self>, end: End) {
        let micros = self.started.elapsed().as_micros();
        let (level, code) = match end {
            End::Error { code: INTERNAL_ERROR } => (Level::Warn, Some(INTERNAL_ERROR)),
            End::Error { code } => (self.level, Some(code)),
            _ => (self.level, None),
        };
        let method = self.method;
        let component = self.component.map_or(String::new(), |(kind, name)| format!(" {kind} {name:?}"));
        let code = code.map_or(String::new(), |code| format!(" {code}"));
        log::log!(target: TARGET, level, "{method}{component} {}{code} in {micros} µs", outcome(end));
    }
}
