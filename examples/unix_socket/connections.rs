//! Connections as tasks.

use std::future::Future;
use std::io;
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::Arc;
use std::time::Duration;

use smol::future::FutureExt as _;
use smol::lock::Semaphore;
use smol::{Async, Timer, channel};
use snodo::Server;
use snodo::executor::Executor;
use snodo::stdio::Stdio;

/// So many connections are served at a time; more wait in the socket's backlog.
const CONNECTIONS: usize = 64;
/// The longest line. With as many connections as may be, they hold 64 MB.
const MAX_LINE: usize = 1_000_000;

/// Serves until `ended` is ready. Connections that are open then may finish what they have begun.
pub(crate) async fn serve(
    listener: UnixListener,
    server: &Server,
    executor: &Executor,
    ended: impl Future<Output = io::Result<()>>,
) -> io::Result<()> {
    let listener = Async::new(listener)?;
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    // Nothing is ever sent: its end is the message.
    let (serving, over) = channel::bounded::<()>(1);
    let accepting = async {
        loop {
            let place = places.acquire_arc().await;
            let stream = match listener.accept().await {
                Ok((stream, _)) => stream,
                Err(error) => {
                    eprintln!("a connection could not be accepted: {error}");
                    // Without free descriptors the next attempt would fail at once, again and again.
                    Timer::after(Duration::from_millis(10)).await;
                    continue;
                }
            };
            let over = over.clone();
            let stdio = Stdio::new(server.clone()).executor(executor.clone()).max_line(MAX_LINE).shutdown_on(
                async move {
                    // An error: the other end is gone.
                    let _ = over.recv().await;
                },
            );
            smol::spawn(async move {
                talk(stdio, stream).await;
                drop(place);
            })
            .detach();
        }
    };
    let ended = ended.or(accepting).await;
    drop(serving);
    // All places are free when all connections are over.
    let mut free = Vec::with_capacity(CONNECTIONS);
    while free.len() < CONNECTIONS {
        free.push(places.acquire_arc().await);
    }
    ended
}

async fn talk(stdio: Stdio, stream: Async<UnixStream>) {
    if let Err(error) = stdio.serve_on(&stream, &stream).await {
        eprintln!("a connection ended early: {error}");
    }
}
