//! An executor: threads, and a queue of tasks that are due to be polled.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Wake, Waker};
use std::thread::{self, JoinHandle};

use snodo::executor::{Spawn, Task};

/// Polls tasks on threads of its own until it is dropped. Tasks that are not done by then are never polled again.
pub(crate) struct Pool {
    due: Arc<Due>,
    threads: Vec<JoinHandle<()>>,
}

/// Hands tasks to a pool.
#[derive(Clone)]
pub(crate) struct Spawner(Arc<Due>);

/// The tasks that are due, in the order in which they were woken.
#[derive(Default)]
struct Due {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Arc<Job>>,
    is_closed: bool,
}

struct Job {
    /// Until it is done.
    task: Mutex<Option<Task>>,
    /// It waits in the queue already: waking it again changes nothing.
    is_due: AtomicBool,
    due: Arc<Due>,
}

impl Pool {
    pub(crate) fn new(threads: usize) -> io::Result<Pool> {
        let mut pool = Pool { due: Arc::default(), threads: Vec::with_capacity(threads) };
        for _ in 0..threads {
            let due = Arc::clone(&pool.due);
            pool.threads.push(thread::Builder::new().spawn(move || due.run())?);
        }
        Ok(pool)
    }

    pub(crate) fn spawner(&self) -> Spawner {
        Spawner(Arc::clone(&self.due))
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let waiting = {
            let mut queue = locked(&self.due.queue);
            queue.is_closed = true;
            std::mem::take(&mut queue.jobs)
        };
        // Tasks are dropped without the lock: their destructors may wake others.
        drop(waiting);
        self.due.changed.notify_all();
        for thread in self.threads.drain(..) {
            thread.join().expect("no poll panics: the engine contains its handlers' panics");
        }
    }
}

impl Spawn for Spawner {
    fn spawn(&self, task: Task) {
        let (task, due) = (Mutex::new(Some(task)), Arc::clone(&self.0));
        Arc::new(Job { task, is_due: AtomicBool::new(false), due }).wake();
    }
}

impl Due {
    /// The life of a thread.
    fn run(&self) {
        while let Some(job) = self.next() {
            job.poll();
        }
    }

    /// Waits for a job; `None` when the pool is closed.
    fn next(&self) -> Option<Arc<Job>> {
        let waits = |queue: &mut Queue| queue.jobs.is_empty() && !queue.is_closed;
        let queue = self.changed.wait_while(locked(&self.queue), waits);
        queue.unwrap_or_else(PoisonError::into_inner).jobs.pop_front()
    }

    fn push(&self, job: Arc<Job>) {
        let mut queue = locked(&self.queue);
        if !queue.is_closed {
            queue.jobs.push_back(job);
            self.changed.notify_one();
        }
    }
}

impl Job {
    fn poll(self: Arc<Self>) {
        // From here on a wake counts for the next poll.
        self.is_due.store(false, Ordering::Release);
        let waker = Waker::from(Arc::clone(&self));
        let mut task = locked(&self.task);
        if let Some(running) = task.as_mut()
            && running.as_mut().poll(&mut Context::from_waker(&waker)).is_ready()
        {
            *task = None;
        }
    }
}

impl Wake for Job {
    fn wake(self: Arc<Self>) {
        if !self.is_due.swap(true, Ordering::AcqRel) {
            let due = Arc::clone(&self.due);
            due.push(self);
        }
    }
}

/// A panic leaves nothing half done in here.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
