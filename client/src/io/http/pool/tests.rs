use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};

use futures_lite::future::{block_on, poll_once};

use crate::error::Error;

use super::{Lease, Limits, Pool};

/// A connection that says when it is closed.
#[derive(Debug)]
struct Link(u32, Arc<AtomicUsize>);

impl Drop for Link {
    fn drop(&mut self) {
        self.1.fetch_add(1, Ordering::SeqCst);
    }
}

#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

fn waker() -> (Arc<Woken>, Waker) {
    let woken = Arc::new(Woken::default());
    (Arc::clone(&woken), Waker::from(woken))
}

fn pool(connections: usize, idle: usize) -> Arc<Pool<Link>> {
    let limits = Limits { connections, waiting: 3, streams: 2, idle, idle_timeout: Duration::from_secs(30) };
    Arc::new(Pool::new(limits))
}

/// Asks for a place that need not be waited for.
fn ask(pool: &Arc<Pool<Link>>) -> Result<Lease<Link>, Error> {
    block_on(poll_once(Lease::new(pool))).expect("it is given or refused at once")
}

#[test]
fn places_are_given_in_the_order_of_asking() {
    let pool = pool(1, 8);
    let (first_woken, first_waker) = waker();
    let (second_woken, second_waker) = waker();
    let held = ask(&pool).expect("a place is free");
    let mut first = pin!(Lease::new(&pool));
    let mut second = pin!(Lease::new(&pool));
    assert!(first.as_mut().poll(&mut Context::from_waker(&first_waker)).is_pending());
    assert!(second.as_mut().poll(&mut Context::from_waker(&second_waker)).is_pending());

    drop(held);
    assert_eq!((first_woken.0.load(Ordering::SeqCst), second_woken.0.load(Ordering::SeqCst)), (1, 0));
    // Who asks now does not get in front of those that wait, woken or not.
    let mut third = pin!(Lease::new(&pool));
    assert!(third.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    assert!(second.as_mut().poll(&mut Context::from_waker(&second_waker)).is_pending());
    let Poll::Ready(Ok(lease)) = first.as_mut().poll(&mut Context::from_waker(&first_waker)) else {
        panic!("the first has the place");
    };
    drop(lease);
    assert_eq!(second_woken.0.load(Ordering::SeqCst), 1);
    assert!(second.as_mut().poll(&mut Context::from_waker(&second_waker)).is_ready());
}

#[test]
fn who_gives_up_hands_on() {
    let pool = pool(1, 8);
    let (woken, waker) = waker();
    let held = ask(&pool).expect("a place is free");
    let mut gives_up = Box::pin(Lease::new(&pool));
    let mut was_given = Box::pin(Lease::new(&pool));
    let mut last = pin!(Lease::new(&pool));
    assert!(gives_up.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    assert!(was_given.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    assert!(last.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
    drop(gives_up);
    drop(held);
    // It has the place and never looked.
    assert_eq!(woken.0.load(Ordering::SeqCst), 0);
    drop(was_given);
    assert_eq!(woken.0.load(Ordering::SeqCst), 1);
    assert!(last.as_mut().poll(&mut Context::from_waker(&waker)).is_ready());
}

#[test]
fn too_many_do_not_wait() {
    let pool = pool(1, 8);
    let _held = ask(&pool).expect("a place is free");
    let mut waiting: Vec<_> = (0..3).map(|_| Box::pin(Lease::new(&pool))).collect();
    for lease in &mut waiting {
        assert!(lease.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    }
    assert!(ask(&pool).is_err());
    drop(waiting.pop());
    let mut next = pin!(Lease::new(&pool));
    assert!(next.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
}

#[test]
fn closing_tells_those_that_wait_and_those_that_work() {
    let (pool, closed) = (pool(1, 8), Arc::new(AtomicUsize::new(0)));
    let (working, working_waker) = waker();
    let (waiting, waiting_waker) = waker();
    pool.keep(Link(1, Arc::clone(&closed)), Instant::now(), None);
    let held = ask(&pool).expect("a place is free");
    assert!(held.poll_closed(&mut Context::from_waker(&working_waker)).is_pending());
    let mut next = pin!(Lease::new(&pool));
    assert!(next.as_mut().poll(&mut Context::from_waker(&waiting_waker)).is_pending());

    pool.close();
    assert_eq!((working.0.load(Ordering::SeqCst), waiting.0.load(Ordering::SeqCst)), (1, 1));
    assert_eq!(closed.load(Ordering::SeqCst), 1, "what was idle is closed");
    assert!(held.poll_closed(&mut Context::from_waker(&working_waker)).is_ready());
    let Poll::Ready(Err(_)) = next.as_mut().poll(&mut Context::from_waker(&waiting_waker)) else {
        panic!("nobody waits for a closed pool");
    };
    assert!(ask(&pool).is_err());
    pool.keep(Link(2, Arc::clone(&closed)), Instant::now(), None);
    assert_eq!(closed.load(Ordering::SeqCst), 2, "nothing is kept any more");
    pool.close();
}

#[test]
fn the_connection_that_was_used_last_is_the_next() {
    let (pool, closed) = (pool(1, 2), Arc::new(AtomicUsize::new(0)));
    let start = Instant::now();
    for number in 1..=3 {
        pool.keep(Link(number, Arc::clone(&closed)), start, None);
    }
    assert_eq!(closed.load(Ordering::SeqCst), 1, "two are kept");
    let number = || pool.take(start).map(|link| link.0);
    assert_eq!([number(), number(), number()], [Some(3), Some(2), None]);
}

#[test]
fn what_was_idle_for_too_long_is_closed() {
    let (pool, closed) = (pool(1, 8), Arc::new(AtomicUsize::new(0)));
    let start = Instant::now();
    let at = |seconds| start + Duration::from_secs(seconds);
    pool.keep(Link(1, Arc::clone(&closed)), at(0), None);
    pool.keep(Link(2, Arc::clone(&closed)), at(20), None);
    pool.keep(Link(3, Arc::clone(&closed)), at(29), None);
    assert_eq!(closed.load(Ordering::SeqCst), 0);
    pool.keep(Link(4, Arc::clone(&closed)), at(30), None);
    assert_eq!(closed.load(Ordering::SeqCst), 1);
    assert_eq!(pool.take(at(50)).map(|link| link.0), Some(4));
    // The one that was taken, and two whose time was over.
    assert_eq!(closed.load(Ordering::SeqCst), 3);
    assert_eq!(pool.take(at(59)).map(|link| link.0), None);
    assert_eq!(closed.load(Ordering::SeqCst), 4);
}

#[test]
fn the_other_end_may_have_less_patience() {
    let (pool, closed) = (pool(1, 8), Arc::new(AtomicUsize::new(0)));
    let start = Instant::now();
    let at = |seconds| start + Duration::from_secs(seconds);
    let keep = |number, patience| {
        pool.keep(Link(number, Arc::clone(&closed)), start, Some(Duration::from_secs(patience)));
    };
    keep(1, 100);
    keep(2, 4);
    keep(3, 0);
    assert_eq!(pool.take(at(3)).map(|link| link.0), Some(2));
    keep(2, 4);
    assert_eq!(pool.take(at(4)).map(|link| link.0), Some(1));
    keep(1, 100);
    assert_eq!(pool.take(at(30)).map(|link| link.0), None);
    assert_eq!(closed.load(Ordering::SeqCst), 5);
}

#[test]
fn streams_have_places_of_their_own() {
    let pool = pool(1, 8);
    let streams = [(); 2].map(|()| Lease::of_stream(&pool).expect("there is room"));
    assert!(Lease::of_stream(&pool).is_err());
    let request = ask(&pool).expect("no stream stands in its way");
    let [first, second] = streams;
    drop(first);
    let third = Lease::of_stream(&pool).expect("one has ended");

    let (woken, waker) = waker();
    assert!(second.poll_closed(&mut Context::from_waker(&waker)).is_pending());
    pool.close();
    assert_eq!(woken.0.load(Ordering::SeqCst), 1);
    assert!(second.poll_closed(&mut Context::from_waker(&waker)).is_ready());
    assert!(Lease::of_stream(&pool).is_err());
    drop((second, third, request));
}
