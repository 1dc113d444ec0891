//! SIGINT and SIGTERM. Elsewhere than on Unix, what the system does with them.

#[cfg(not(unix))]
pub(crate) use elsewhere::Signals;
#[cfg(unix)]
pub(crate) use unix::Signals;

#[cfg(unix)]
mod unix {
    use std::io;
    use std::os::unix::net::UnixStream;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use async_io::Async;
    use futures_lite::AsyncReadExt as _;
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;
    use signal_hook::low_level::pipe;

    use crate::exit::{Exit, Failure};

    /// Until there is a connection, a signal ends the process as if nobody handled it. Then the first one is told, so that
    /// the call can be cancelled and the server be ended, and the second ends the process from inside the signal handler.
    pub(crate) struct Signals {
        /// Has a byte for every signal.
        told: Async<UnixStream>,
        /// The number of the last one.
        number: Arc<AtomicUsize>,
        is_alone: Arc<AtomicBool>,
    }

    impl Signals {
        pub(crate) fn catch() -> Result<Self, Failure> {
            Self::install().map_err(|error| unusable(&error))
        }

        fn install() -> io::Result<Self> {
            let (told, teller) = UnixStream::pair()?;
            let (number, seen) = (Arc::<AtomicUsize>::default(), Arc::<AtomicBool>::default());
            let is_alone = Arc::new(AtomicBool::new(true));
            for (signal, value) in [(SIGINT, 2), (SIGTERM, 15)] {
                flag::register_conditional_default(signal, Arc::clone(&is_alone))?;
                // In this order the first signal does not yet see its own mark.
                flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&seen))?;
                flag::register(signal, Arc::clone(&seen))?;
                flag::register_usize(signal, Arc::clone(&number), value)?;
                pipe::register(signal, teller.try_clone()?)?;
            }
            Ok(Self { told: Async::new(told)?, number, is_alone })
        }

        /// There is a connection now that has to be ended in good order.
        pub(crate) fn take_over(&self) {
            self.is_alone.store(false, Ordering::SeqCst);
        }

        /// Waits for the next one.
        pub(crate) async fn next(&self) -> Result<Exit, Failure> {
            (&self.told).read_exact(&mut [0]).await.map_err(|error| unusable(&error))?;
            let number = self.number.load(Ordering::SeqCst);
            Ok(Exit::Signal(u8::try_from(number).unwrap_or(u8::MAX)))
        }
    }

    fn unusable(error: &io::Error) -> Failure {
        Failure::File(format!("signals: {error}"))
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use crate::exit::{Exit, Failure};

    pub(crate) struct Signals;

    impl Signals {
        pub(crate) fn catch() -> Result<Self, Failure> {
            Ok(Self)
        }

        pub(crate) fn take_over(&self) {}

        pub(crate) async fn next(&self) -> Result<Exit, Failure> {
            std::future::pending().await
        }
    }
}
