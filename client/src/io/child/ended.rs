//! How a child ended.

use std::process::ExitStatus;

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ended {
    /// Its exit status; none when the operating system did not tell it.
    pub status: Option<ExitStatus>,
    /// What it took.
    pub by: EndedBy,
}

/// What it took to end a child and its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EndedBy {
    /// Nothing but, at most, the end of its input.
    Itself,
    /// SIGTERM, because it, or something that it had started, went on after that.
    Terminated,
    /// SIGKILL, because SIGTERM was not enough.
    Killed,
}
