//! One line for each check.

use std::fmt::Debug;
use std::future::Future;
use std::io::{Write as _, stdout};
use std::process::ExitCode;
use std::time::Duration;

use async_io::Timer;
use futures_lite::future::or;
use serde_json::Value;

use crate::Fault;

/// How long a check may take.
const DEADLINE: Duration = Duration::from_secs(60);

#[derive(Default)]
pub(crate) struct Report {
    failures: usize,
}

impl Report {
    /// Carries out a check and prints its verdict: `ok name`, or `not ok name: why`.
    pub(crate) async fn check(&mut self, name: &str, body: impl Future<Output = Result<(), Fault>>) {
        let late = async {
            Timer::after(DEADLINE).await;
            Err(format!("not done within {DEADLINE:?}").into())
        };
        let line = match or(body, late).await {
            Ok(()) => format!("ok {name}"),
            Err(fault) => {
                self.failures += 1;
                format!("not ok {name}: {}", fault.to_string().replace('\n', " "))
            }
        };
        // Nobody is left to tell when standard output is closed.
        let _ = writeln!(stdout(), "{line}");
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        if self.failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "both are made for it, and calls read better")]
pub(crate) fn equal<T: Debug + PartialEq<U>, U: Debug>(found: T, expected: U) -> Result<(), Fault> {
    if found == expected { Ok(()) } else { Err(format!("{found:?} instead of {expected:?}").into()) }
}

pub(crate) fn contains(found: &str, expected: &str) -> Result<(), Fault> {
    if found.contains(expected) { Ok(()) } else { Err(format!("no {expected:?} in {found:?}").into()) }
}

/// Compares what stands at a JSON pointer of a result.
pub(crate) fn equal_at(raw: &str, pointer: &str, expected: &Value) -> Result<(), Fault> {
    equal(serde_json::from_str::<Value>(raw)?.pointer(pointer), Some(expected))
}
