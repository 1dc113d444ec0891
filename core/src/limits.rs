//! What a handler may emit, and how much of a catalogue stands on one page.

/// Bounds of one server. Each has a default; a builder method changes it.
///
/// # Defaults
///
/// | limit | default | worst-case memory |
/// |---|---|---|
/// | [`outbox`](Limits::outbox) | 64 frames | `outbox × max(progress_message, log_data)` for each request in flight whose frames nobody takes: 1 MiB |
/// | [`progress_updates`](Limits::progress_updates) | 1,000 a request | none |
/// | [`progress_message`](Limits::progress_message) | 4,096 bytes | see `outbox` |
/// | [`log_data`](Limits::log_data) | 16,384 bytes | see `outbox` |
/// | [`request_state`](Limits::request_state) | 65,536 bytes | none of the server's: it travels |
/// | [`page_size`](Limits::page_size) | 100 definitions | none: pages are slices of one text made at build |
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Limits {
    pub(crate) outbox: usize,
    pub(crate) progress_updates: u32,
    pub(crate) progress_message: usize,
    pub(crate) log_data: usize,
    pub(crate) request_state: usize,
    pub(crate) page_size: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            outbox: 64,
            progress_updates: 1_000,
            progress_message: 4_096,
            log_data: 16_384,
            request_state: 65_536,
            page_size: 100,
        }
    }
}

impl Limits {
    /// Frames of one request that wait for the transport. When it is full, a progress report replaces the
    /// last waiting one (and is dropped when log messages fill it), and log messages are dropped and counted. At least 1.
    pub fn outbox(self, frames: usize) -> Self {
        Self { outbox: frames.max(1), ..self }
    }

    /// Progress notifications of one request; later reports are dropped.
    pub fn progress_updates(self, count: u32) -> Self {
        Self { progress_updates: count, ..self }
    }

    /// Bytes of a progress message; a longer one is cut at a character boundary.
    pub fn progress_message(self, bytes: usize) -> Self {
        Self { progress_message: bytes, ..self }
    }

    /// Bytes of the JSON text of one log message's data; a larger one is dropped and counted.
    pub fn log_data(self, bytes: usize) -> Self {
        Self { log_data: bytes, ..self }
    }

    /// Bytes of `requestState`: earlier rounds' answers and what a handler keeps, sealed where there is a sealer, which may
    /// have a lower bound of its own. A longer one is refused with -32602 when it comes, and makes the answer -32603
    /// instead of going out.
    pub fn request_state(self, bytes: usize) -> Self {
        Self { request_state: bytes, ..self }
    }

    /// Definitions on one page of a listing. At least 1.
    pub fn page_size(self, definitions: usize) -> Self {
        Self { page_size: definitions.max(1), ..self }
    }
}
