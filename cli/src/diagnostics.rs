//! What went wrong, for people and for programs.

use std::error::Error as _;
use std::fmt::Write as _;

use log::{LevelFilter, Log, Metadata, Record};
use serde::Serialize;
use serde_json::value::RawValue;
use snodo_client::{Error, ErrorKind};

use crate::exit::Failure;
use crate::notices::Notices;

/// How a failure is told.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub(crate) is_json: bool,
    pub(crate) is_verbose: bool,
}

/// Says why a command failed.
pub(crate) fn tell(failure: &Failure, style: Style, notices: &Notices) {
    match failure {
        Failure::ReaderGone => {}
        Failure::Client(error) if style.is_json => notices.say(&as_json(error)),
        Failure::Client(error) if style.is_verbose => notices.say(&in_detail(error)),
        Failure::Client(error) => {
            let more = if error.stderr().is_some() { " (-v shows what it said)" } else { "" };
            notices.say(&format!("snodo: {error}{more}"));
        }
        Failure::Server(text) | Failure::Usage(text) | Failure::File(text) => {
            notices.say(&format!("snodo: {text}"));
        }
    }
}

fn kind(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::JsonRpc => "json-rpc",
        ErrorKind::Protocol => "protocol",
        ErrorKind::Execution => "execution",
        ErrorKind::Connection => "connection",
        ErrorKind::Timeout => "timeout",
        ErrorKind::Result => "result",
        ErrorKind::Input => "input",
        ErrorKind::Usage => "usage",
        _ => "other",
    }
}

/// One line for programs.
fn as_json(error: &Error) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Told<'a> {
        kind: &'a str,
        code: i64,
        message: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        data: Option<&'a RawValue>,
        #[serde(skip_serializing_if = "Option::is_none")]
        http_status: Option<u16>,
        #[serde(skip_serializing_if = "Option::is_none")]
        challenge: Option<&'a str>,
    }
    let told = Told {
        kind: kind(error.kind()),
        code: error.code(),
        message: error.message(),
        data: error.object().data.as_deref(),
        http_status: error.http_status(),
        challenge: error.challenge(),
    };
    serde_json::to_string(&told).unwrap_or_default().replace(['\r', '\n'], " ")
}

/// Everything for people.
fn in_detail(error: &Error) -> String {
    let mut text = format!("snodo: {error}\n  kind: {}\n  code: {}", kind(error.kind()), error.code());
    let members = [
        ("data", error.data().map(str::to_owned)),
        ("HTTP status", error.http_status().map(|status| status.to_string())),
        ("challenge", error.challenge().map(str::to_owned)),
        ("result", error.raw_result().map(str::to_owned)),
    ];
    for (name, value) in members {
        if let Some(value) = value {
            let _ = write!(text, "\n  {name}: {value}");
        }
    }
    let mut source = error.source();
    while let Some(error) = source {
        let _ = write!(text, "\n  because: {error}");
        source = error.source();
    }
    text
}

/// Shows warnings of the client when much is to be said.
struct Warnings(Notices);

/// Has the client's warnings shown.
pub(crate) fn show_warnings(notices: &Notices) {
    if log::set_boxed_logger(Box::new(Warnings(notices.clone()))).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}

impl Log for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= LevelFilter::Warn
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            self.0.say(&format!("snodo: {}", record.args()));
        }
    }

    fn flush(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_line_for_programs() {
        let error = Error::connection("the server answered HTTP 401 with no message")
            .with_http_status(401)
            .with_challenge("Bearer realm=\"x\"");
        assert_eq!(
            as_json(&error),
            r#"{"kind":"connection","code":-32000,"message":"the server answered HTTP 401 with no message","httpStatus":401,"challenge":"Bearer realm=\"x\""}"#
        );
    }

    #[test]
    fn an_error_has_its_causes_for_people() {
        let cause = std::io::Error::other("no route");
        let error = Error::connection("cannot connect").with_source(cause);
        assert_eq!(
            in_detail(&error),
            "snodo: cannot connect\n  kind: connection\n  code: -32000\n  because: no route"
        );
    }
}
