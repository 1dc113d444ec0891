//! SIGINT and SIGTERM.

use std::future::{Future, poll_fn};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use log::debug;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::low_level::{pipe, unregister};
use signal_hook::{SigId, flag};

use super::bell::Bell;
use crate::LOG;

/// While it lives, the first signal is told and the second ends the process from inside the signal handler, even
/// while a tool blocks every thread. Afterwards each ends the process as if nobody handled it.
pub(super) struct Signals {
    handlers: Vec<SigId>,
    seen: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
}

impl Signals {
    pub(super) fn catch(bell: &Bell) -> io::Result<Signals> {
        let mut signals = Signals { handlers: Vec::new(), seen: Arc::default(), over: Arc::default() };
        let Signals { handlers, seen, over } = &mut signals;
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_default(signal, Arc::clone(over))?;
            // In this order the first signal does not yet see its own mark.
            handlers.push(flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(seen))?);
            handlers.push(flag::register(signal, Arc::clone(seen))?);
            handlers.push(pipe::register(signal, bell.rope()?)?);
        }
        Ok(signals)
    }

    /// Ready when a signal has come. The bell wakes whoever polls it.
    pub(super) fn first(&self) -> impl Future<Output = ()> + Send + use<> {
        let seen = Arc::clone(&self.seen);
        poll_fn(move |_| {
            if !seen.load(Ordering::SeqCst) {
                return Poll::Pending;
            }
            debug!(target: LOG, "a signal asks for the end");
            Poll::Ready(())
        })
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        self.handlers.drain(..).for_each(|handler| {
            unregister(handler);
        });
        self.over.store(true, Ordering::SeqCst);
    }
}
