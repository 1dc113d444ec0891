//! Streams that cannot be waited for, each behind a thread that blocks instead.
//!
//! A thread that is inside a system call cannot be called back. It ends with that call once its stream has been
//! dropped, or with the process.

use std::io::{self, Read, Write};
use std::mem;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread;

use futures_lite::{AsyncRead, AsyncWrite};

/// How many bytes may be on the way to or from a thread, and as many again inside it.
const BOUND: usize = 16 * 1024;

/// Bytes read by a thread.
pub(super) struct ThreadReader(Arc<Shared>);

/// Bytes to be written by a thread.
pub(super) struct ThreadWriter(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Tells the thread that `state` is different now.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Read and not yet taken, or to be written.
    bytes: Vec<u8>,
    /// The thread has bytes in hand.
    busy: bool,
    /// The thread comes to an end, and why if it failed.
    ended: Option<io::Result<()>>,
    /// The other side is gone.
    closed: bool,
    /// To be woken when the thread has done something.
    waker: Option<Waker>,
}

impl ThreadReader {
    pub(super) fn new(mut source: impl Read + Send + 'static) -> io::Result<ThreadReader> {
        let shared = Arc::<Shared>::default();
        let of_thread = Arc::clone(&shared);
        thread::Builder::new().name("snodo-stdin".to_owned()).spawn(move || {
            let mut bytes = vec![0; BOUND];
            of_thread.run(|| {
                let count = match source.read(&mut bytes) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(true),
                    read => read?,
                };
                let mut state = of_thread.wait_while(|state| !state.bytes.is_empty());
                state.bytes.extend_from_slice(&bytes[..count]);
                Ok(count > 0)
            });
        })?;
        Ok(ThreadReader(shared))
    }
}

impl ThreadWriter {
    pub(super) fn new(mut sink: impl Write + Send + 'static) -> io::Result<ThreadWriter> {
        let shared = Arc::<Shared>::default();
        let of_thread = Arc::clone(&shared);
        thread::Builder::new().name("snodo-stdout".to_owned()).spawn(move || {
            let mut bytes = Vec::new();
            of_thread.run(|| {
                bytes.clear();
                let mut state = of_thread.wait_while(|state| state.bytes.is_empty());
                mem::swap(&mut state.bytes, &mut bytes);
                state.busy = !bytes.is_empty();
                // There is room from here on, not only when these are written.
                Shared::wake(state);
                sink.write_all(&bytes)?;
                sink.flush()?;
                Ok(!bytes.is_empty())
            });
        })?;
        Ok(ThreadWriter(shared))
    }
}

impl Shared {
    /// The thread: `step` after `step`, until one says that it was the last, or fails, or nobody is interested.
    fn run(&self, mut step: impl FnMut() -> io::Result<bool>) {
        loop {
            let ended = match step() {
                Ok(true) => None,
                Ok(false) => Some(Ok(())),
                Err(error) => Some(Err(error)),
            };
            let mut state = self.lock();
            state.busy = false;
            state.ended = ended;
            let over = state.closed || state.ended.is_some();
            Shared::wake(state);
            if over {
                return;
            }
        }
    }

    /// Blocks the thread while it holds, or until the other side is gone.
    fn wait_while(&self, condition: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let waiting = |state: &mut State| condition(state) && !state.closed;
        self.changed.wait_while(self.lock(), waiting).unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the other side, with nothing held meanwhile.
    fn wake(mut state: MutexGuard<'_, State>) {
        let waker = state.waker.take();
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_one();
    }
}

impl State {
    fn wait(&mut self, cx: &Context<'_>) {
        self.waker = Some(cx.waker().clone());
    }

    /// An error is told once; after that the stream is at its end.
    fn result(&mut self) -> Option<io::Result<()>> {
        let ended = self.ended.take()?;
        self.ended = Some(Ok(()));
        Some(ended)
    }
}

impl AsyncRead for ThreadReader {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut [u8]) -> Poll<io::Result<usize>> {
        let mut state = self.0.lock();
        if state.bytes.is_empty() {
            return match state.result() {
                Some(ended) => Poll::Ready(ended.map(|()| 0)),
                None => {
                    state.wait(cx);
                    Poll::Pending
                }
            };
        }
        let count = buf.len().min(state.bytes.len());
        buf[..count].copy_from_slice(&state.bytes[..count]);
        state.bytes.drain(..count);
        self.0.changed.notify_one();
        Poll::Ready(Ok(count))
    }
}

impl AsyncWrite for ThreadWriter {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let mut state = self.0.lock();
        if let Some(ended) = state.result() {
            return Poll::Ready(ended.map(|()| 0));
        }
        let count = buf.len().min(BOUND - state.bytes.len());
        if count == 0 {
            state.wait(cx);
            return Poll::Pending;
        }
        state.bytes.extend_from_slice(&buf[..count]);
        self.0.changed.notify_one();
        Poll::Ready(Ok(count))
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut state = self.0.lock();
        if let Some(ended) = state.result() {
            return Poll::Ready(ended);
        }
        if state.bytes.is_empty() && !state.busy {
            return Poll::Ready(Ok(()));
        }
        state.wait(cx);
        Poll::Pending
    }

    /// The sink itself is closed when this is dropped.
    fn poll_close(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(cx)
    }
}

impl Drop for ThreadReader {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Drop for ThreadWriter {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use futures_lite::future::{block_on, poll_once};
    use futures_lite::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    /// Tells when a write has begun, and finishes it when told how.
    struct Slow(Sender<Vec<u8>>, Receiver<io::Result<()>>);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.send(bytes.to_vec()).unwrap();
            self.1.recv().unwrap().map(|()| bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn slow() -> (ThreadWriter, Receiver<Vec<u8>>, Sender<io::Result<()>>) {
        let (begun, writes) = channel();
        let (verdict, verdicts) = channel();
        (ThreadWriter::new(Slow(begun, verdicts)).unwrap(), writes, verdict)
    }

    #[test]
    fn flushing_waits_for_the_write_that_is_going_on() {
        let (mut writer, writes, verdict) = slow();
        block_on(writer.write_all(b"one")).unwrap();
        assert_eq!(writes.recv().unwrap(), b"one");
        assert!(block_on(poll_once(writer.flush())).is_none());
        verdict.send(Ok(())).unwrap();
        block_on(writer.flush()).unwrap();
    }

    #[test]
    fn what_waits_is_bounded_and_written_in_order() {
        let (mut writer, writes, verdict) = slow();
        block_on(writer.write_all(b"one")).unwrap();
        assert_eq!(writes.recv().unwrap(), b"one");
        let many = vec![b'x'; BOUND + 1];
        assert_eq!(block_on(writer.write(&many)).unwrap(), BOUND);
        assert!(block_on(poll_once(writer.write(b"y"))).is_none());
        verdict.send(Ok(())).unwrap();
        assert_eq!(block_on(writer.write(b"y")).unwrap(), 1);
        assert_eq!(writes.recv().unwrap(), many[1..]);
    }

    #[test]
    fn a_failed_write_is_told_once() {
        let (mut writer, _writes, verdict) = slow();
        verdict.send(Err(io::ErrorKind::StorageFull.into())).unwrap();
        block_on(writer.write_all(b"one")).unwrap();
        assert_eq!(block_on(writer.flush()).unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(block_on(writer.write(b"two")).unwrap(), 0);
    }

    /// Gives one item per read; nothing more is an error.
    struct Items(Receiver<Option<Vec<u8>>>);

    impl Read for Items {
        fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
            let item = self.0.recv().map_err(|_| io::ErrorKind::BrokenPipe)?;
            let bytes = item.ok_or(io::ErrorKind::Interrupted)?;
            buf[..bytes.len()].copy_from_slice(&bytes);
            Ok(bytes.len())
        }
    }

    #[test]
    fn reads_come_in_order_and_then_the_end() {
        let (give, items) = channel();
        let mut reader = ThreadReader::new(Items(items)).unwrap();
        assert!(block_on(poll_once(reader.read(&mut [0; 4]))).is_none());
        // An end right behind data is not lost, as a terminal tells it once only.
        for item in [Some(b"one".to_vec()), None, Some(b"two".to_vec()), Some(Vec::new())] {
            give.send(item).unwrap();
        }
        let mut read = Vec::new();
        block_on(reader.read_to_end(&mut read)).unwrap();
        assert_eq!(read, b"onetwo");
    }

    #[test]
    fn a_failed_read_is_told_after_what_was_read() {
        let (give, items) = channel();
        let mut reader = ThreadReader::new(Items(items)).unwrap();
        give.send(Some(b"one".to_vec())).unwrap();
        drop(give);
        let mut read = Vec::new();
        assert_eq!(block_on(reader.read_to_end(&mut read)).unwrap_err().kind(), io::ErrorKind::BrokenPipe);
        assert_eq!(read, b"one");
    }
}
