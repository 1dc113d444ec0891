//! The end of the host, with requests in flight.

use std::time::Duration;

use crate::hosts::{Plan, over_each};
use crate::messages::{acknowledged, ended, listen, named, progress, shutting_down, text};

/// No other limit of any host is as long as this.
const DRAIN: Duration = Duration::from_millis(70);

#[test]
fn what_runs_may_finish_and_nothing_new_starts() {
    over_each(Plan::default(), |scene| {
        let mut quiet = scene.host.send(&named(1, "wait", "a"));
        let mut reporting = scene.host.send(&named(2, "steps", "b"));
        scene.stage.wait_for("start a");
        scene.stage.wait_for("start b");
        assert_eq!(reporting.next(), Some(progress(2, 1)));
        scene.host.shut_down();
        let mut late = scene.host.send(&named(3, "wait", "c"));
        for step in 2..=3 {
            scene.stage.open("b");
            assert_eq!(reporting.next(), Some(progress(2, step)));
        }
        scene.stage.open("b");
        assert_eq!(reporting.next(), Some(text(2, "b")));
        scene.stage.open("a");
        assert_eq!(quiet.next(), Some(text(1, "a")));
        assert_eq!((quiet.next(), reporting.next()), (None, None));
        scene.stage.wait_for("gone a");
        scene.stage.wait_for("gone b");
        // Where it is answered at all, its id may be unread.
        let refusal = late.next();
        let expected = [shutting_down(3), shutting_down(3).replace("\"id\":3,", "")];
        assert!(refusal.as_ref().is_none_or(|refusal| expected.contains(refusal)), "{refusal:?}");
    });
}

#[test]
fn what_is_not_done_at_the_drain_limit_is_cancelled_and_told() {
    over_each(Plan { drain: DRAIN, ..Plan::default() }, |scene| {
        if !scene.host.has_drain_limit() {
            return;
        }
        let mut quiet = scene.host.send(&named(1, "wait", "a"));
        let mut reporting = scene.host.send(&named(2, "steps", "b"));
        scene.stage.wait_for("start a");
        scene.stage.wait_for("start b");
        assert_eq!(reporting.next(), Some(progress(2, 1)));
        scene.host.shut_down();
        scene.host.pass(DRAIN);
        assert_eq!(quiet.next(), Some(shutting_down(1)));
        assert_eq!(reporting.next(), Some(shutting_down(2)));
        assert_eq!((quiet.next(), reporting.next()), (None, None));
        scene.stage.wait_for("gone a");
        scene.stage.wait_for("gone b");
    });
}

#[test]
fn subscriptions_end_with_their_result() {
    over_each(Plan::default(), |scene| {
        let mut exchanges = [scene.host.send(&listen(1)), scene.host.send(&listen(2))];
        assert_eq!(exchanges[0].next(), Some(acknowledged(1)));
        assert_eq!(exchanges[1].next(), Some(acknowledged(2)));
        scene.host.shut_down();
        for (exchange, id) in exchanges.iter_mut().zip(1..) {
            assert_eq!(exchange.next(), Some(ended(id)));
            assert_eq!(exchange.next(), None);
            scene.stage.wait_for("closed: Shutdown");
        }
    });
}
