use std::sync::atomic::AtomicBool;
use std::task::Wake;

use super::*;

/// A job that keeps the place it is given.
#[derive(Default)]
struct Keeper(Mutex<Option<Place>>);

impl Start for Keeper {
    fn start(&self, place: Place) {
        *self.0.lock().unwrap() = Some(place);
    }
}

impl Keeper {
    fn runs(&self) -> bool {
        self.0.lock().unwrap().is_some()
    }

    fn stop(&self) {
        let place = self.0.lock().unwrap().take();
        drop(place);
    }
}

#[derive(Default)]
struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// A submitter's view: its turn, and whether it was woken.
#[derive(Default)]
struct Waiter {
    turn: Option<Ticket>,
    flag: Arc<Flag>,
}

impl Waiter {
    fn has_room(&mut self, admission: &Arc<Admission>, bytes: usize) -> bool {
        let waker = Waker::from(Arc::clone(&self.flag));
        admission.poll_room(&mut Context::from_waker(&waker), bytes, &mut self.turn).is_ready()
    }

    fn was_woken(&self) -> bool {
        self.flag.0.swap(false, Ordering::SeqCst)
    }

    fn submit(&mut self, admission: &Arc<Admission>, bytes: usize) -> Option<(Arc<Keeper>, Option<Ticket>)> {
        let keeper = Arc::new(Keeper::default());
        match admission.admit(bytes, &mut self.turn)? {
            Admitted::Running(hold) => {
                keeper.start(hold.keep());
                Some((keeper, None))
            }
            Admitted::Queued(ticket) => {
                admission.enqueue(ticket.number(), keeper.clone());
                Some((keeper, Some(ticket)))
            }
        }
    }
}

fn admission(max_running: usize, max_queued: usize, max_bytes: usize) -> Arc<Admission> {
    Arc::new(Admission::new(max_running, max_queued, max_bytes))
}

#[test]
fn places_are_counted_and_passed_on_in_order() {
    let admission = admission(2, 2, 100);
    let (first, second) = (admission.hold().unwrap().keep(), admission.hold().unwrap().keep());
    assert!(admission.hold().is_none());
    let (third, _third) = Waiter::default().submit(&admission, 10).unwrap();
    let (fourth, _fourth) = Waiter::default().submit(&admission, 20).unwrap();
    assert_eq!(admission.counts(), (2, 2, 30));
    assert!(Waiter::default().submit(&admission, 1).is_none(), "the queue is full");

    drop(second);
    assert!(third.runs() && !fourth.runs());
    assert_eq!(admission.counts(), (2, 1, 20));
    drop(first);
    assert!(fourth.runs());
    assert_eq!(admission.counts(), (2, 0, 0));
    third.stop();
    fourth.stop();
    assert_eq!(admission.counts(), (0, 0, 0));
    assert_eq!(admission.word.load(Ordering::SeqCst), 0, "the lock-free way is open again");
}

#[test]
fn a_shared_place_is_passed_on_with_its_last_share() {
    let admission = admission(1, 1, 100);
    let mut place = admission.hold().unwrap().keep();
    let mut share = place.share();
    let of_share = share.share();
    let (next, _ticket) = Waiter::default().submit(&admission, 1).unwrap();
    drop(share);
    drop(place);
    assert!(!next.runs());
    assert_eq!(admission.counts(), (1, 1, 1));
    drop(of_share);
    assert!(next.runs());
    assert_eq!(admission.counts(), (1, 0, 0));
    next.stop();
    assert_eq!(admission.counts(), (0, 0, 0));
}

#[test]
fn the_queue_is_bounded_in_bytes() {
    let admission = admission(1, 10, 100);
    let _place = admission.hold().unwrap().keep();
    let _sixty = Waiter::default().submit(&admission, 60).unwrap();
    assert!(Waiter::default().submit(&admission, 41).is_none());
    assert!(Waiter::default().submit(&admission, usize::MAX).is_none());
    let _forty = Waiter::default().submit(&admission, 40).unwrap();
    assert_eq!(admission.counts(), (1, 2, 100));
}

#[test]
fn leaving_the_queue_frees_its_room_at_once() {
    let admission = admission(1, 1, 100);
    let place = admission.hold().unwrap().keep();
    let (gone, ticket) = Waiter::default().submit(&admission, 100).unwrap();
    drop(ticket);
    assert_eq!(admission.counts(), (1, 0, 0));
    let (next, _ticket) = Waiter::default().submit(&admission, 100).unwrap();
    drop(place);
    assert!(next.runs() && !gone.runs());
}

#[test]
fn room_is_promised_in_the_order_of_asking() {
    let admission = admission(1, 1, 100);
    let place = admission.hold().unwrap().keep();
    let (queued, _ticket) = Waiter::default().submit(&admission, 1).unwrap();
    let (mut a, mut b) = (Waiter::default(), Waiter::default());
    assert!(!a.has_room(&admission, 1));
    assert!(!b.has_room(&admission, 1));

    drop(place);
    assert!(queued.runs());
    assert!(a.was_woken() && !b.was_woken());
    assert!(Waiter::default().submit(&admission, 1).is_none(), "the room is kept");
    assert!(b.submit(&admission, 1).is_none(), "the room is another's");
    assert!(a.has_room(&admission, 1));
    let (of_a, _ticket) = a.submit(&admission, 1).unwrap();
    assert!(a.turn.is_none());

    assert!(!b.has_room(&admission, 1));
    queued.stop();
    assert!(of_a.runs());
    assert!(b.was_woken() && b.has_room(&admission, 1));
}

#[test]
fn a_large_message_is_not_overtaken_for_ever() {
    let admission = admission(1, 10, 100);
    let place = admission.hold().unwrap().keep();
    let (queued, _ticket) = Waiter::default().submit(&admission, 50).unwrap();
    let (mut large, mut small) = (Waiter::default(), Waiter::default());
    assert!(!large.has_room(&admission, 80));
    assert!(!small.has_room(&admission, 1), "though it would fit");
    assert!(Waiter::default().submit(&admission, 1).is_none());
    drop(place);
    assert!(queued.runs());
    assert!(large.was_woken() && small.was_woken());
    assert!(large.has_room(&admission, 80) && small.has_room(&admission, 20));
}

#[test]
fn a_promise_that_is_given_up_goes_to_the_next() {
    let admission = admission(1, 1, 100);
    let _place = admission.hold().unwrap().keep();
    let (_queued, ticket) = Waiter::default().submit(&admission, 1).unwrap();
    let (mut a, mut b) = (Waiter::default(), Waiter::default());
    assert!(!a.has_room(&admission, 1));
    assert!(!b.has_room(&admission, 1));
    drop(ticket);
    assert!(a.was_woken() && !b.was_woken());
    drop(a);
    assert!(b.was_woken() && b.has_room(&admission, 1));
}

#[test]
fn a_waiter_that_leaves_lets_those_behind_it_in() {
    let admission = admission(1, 10, 100);
    let _place = admission.hold().unwrap().keep();
    let _queued = Waiter::default().submit(&admission, 50).unwrap();
    let (mut large, mut small) = (Waiter::default(), Waiter::default());
    assert!(!large.has_room(&admission, 80));
    assert!(!small.has_room(&admission, 50));
    drop(large);
    assert!(small.was_woken() && small.has_room(&admission, 50));
}

#[test]
fn asking_for_more_than_was_promised_waits_again() {
    let admission = admission(1, 2, 100);
    let place = admission.hold().unwrap().keep();
    let (queued, _ticket) = Waiter::default().submit(&admission, 50).unwrap();
    let mut waiter = Waiter::default();
    assert!(waiter.has_room(&admission, 10));
    assert!(!waiter.has_room(&admission, 51));
    drop(place);
    assert!(queued.runs() && waiter.was_woken() && waiter.has_room(&admission, 51));
    assert!(waiter.submit(&admission, 101).is_none());
    assert_eq!(
        admission.lock().reserved(waiter.turn.as_ref().unwrap().number()),
        None,
        "the promise is spent"
    );
}

#[test]
fn without_a_queue_a_free_place_wakes_all_who_wait() {
    let admission = admission(1, 0, 0);
    let place = admission.hold().unwrap().keep();
    let (mut a, mut b) = (Waiter::default(), Waiter::default());
    assert!(!a.has_room(&admission, 1));
    assert!(!b.has_room(&admission, 1));
    drop(place);
    assert!(a.was_woken() && b.was_woken());
    assert!(a.has_room(&admission, 1) && b.has_room(&admission, 1));
    let (of_b, _) = b.submit(&admission, 1).unwrap();
    assert!(a.submit(&admission, 1).is_none());
    assert!(!a.has_room(&admission, 1));
    of_b.stop();
    assert!(a.was_woken() && a.submit(&admission, 1).is_some());
}

#[test]
fn a_place_that_becomes_free_before_queueing_starts_the_job() {
    let admission = admission(1, 1, 100);
    let place = admission.hold().unwrap().keep();
    let Some(Admitted::Queued(ticket)) = admission.admit(1, &mut None) else { panic!("no place is free") };
    drop(place);
    let keeper = Arc::new(Keeper::default());
    admission.enqueue(ticket.number(), keeper.clone());
    assert!(keeper.runs());
    assert_eq!(admission.counts(), (1, 0, 0));
}
