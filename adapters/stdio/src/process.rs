//! The process's own streams and signals.

#[cfg(unix)]
mod bell;
#[cfg(unix)]
mod pollable;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod streams;
#[cfg(unix)]
mod takeover;
mod thread;

use crate::error::Kind;
use crate::{Error, Stdio};

/// Serves on standard input and output until the end.
#[cfg(unix)]
pub(crate) fn serve(mut settings: Stdio) -> Result<(), Error> {
    use std::sync::Arc;

    use self::bell::Bell;
    use self::signals::Signals;
    use self::streams::Streams;
    use self::takeover::Takeover;

    let bell = Arc::new(Bell::new().map_err(Kind::Process)?);
    // Put back in the opposite order: the streams first, the signals last.
    let signals = settings.signals.then(|| Signals::catch(&bell)).transpose().map_err(Kind::Process)?;
    if let Some(signals) = &signals {
        settings = settings.shutdown_on(signals.first());
    }
    let Streams { input, output, pollable } = Streams::open().map_err(Kind::Process)?;
    let _takeover = settings.isolate.then(Takeover::begin).transpose().map_err(Kind::Process)?;
    pollable::block_on(settings.serve_on(input, output), &pollable, &bell).map_err(Kind::Process)?
}

/// Serves on standard input and output until the end.
#[cfg(not(unix))]
pub(crate) fn serve(settings: Stdio) -> Result<(), Error> {
    use self::thread::{ThreadReader, ThreadWriter};

    let reader = ThreadReader::new(std::io::stdin()).map_err(Kind::Process)?;
    let writer = ThreadWriter::new(std::io::stdout()).map_err(Kind::Process)?;
    futures_lite::future::block_on(settings.serve_on(reader, writer))
}
