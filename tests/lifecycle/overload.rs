//! More than there is room for.

use crate::hosts::{Plan, over_each};
use crate::messages::{acknowledged, echo, ended, listen, named, overloaded, progress, text};

#[test]
fn a_call_too_many_is_refused_and_never_starts() {
    over_each(Plan { max_running: 2, ..Plan::default() }, |scene| {
        let mut first = scene.host.send(&named(1, "wait", "a"));
        let mut second = scene.host.send(&named(2, "steps", "b"));
        scene.stage.wait_for("start a");
        scene.stage.wait_for("start b");
        scene.expect(&named(3, "wait", "c"), overloaded(3));
        scene.stage.open("a");
        assert_eq!(first.next(), Some(text(1, "a")));
        assert_eq!(first.next(), None);
        scene.stage.wait_for("gone a");
        // There is room again.
        scene.expect(&echo(4), text(4, "hi"));
        for step in 1..=3 {
            assert_eq!(second.next(), Some(progress(2, step)));
            scene.stage.open("b");
        }
        assert_eq!(second.next(), Some(text(2, "b")));
        assert_eq!(second.next(), None);
        scene.stage.wait_for("gone b");
    });
}

#[test]
fn a_subscription_too_many_is_refused_and_takes_no_room_of_calls() {
    over_each(Plan { max_running: 1, max_subscriptions: 2, ..Plan::default() }, |scene| {
        let mut first = scene.host.send(&listen(1));
        let mut second = scene.host.send(&listen(2));
        assert_eq!(first.next(), Some(acknowledged(1)));
        assert_eq!(second.next(), Some(acknowledged(2)));
        scene.expect(&listen(3), overloaded(3));
        scene.stage.wait_for("closed: Overloaded");
        scene.expect(&echo(4), text(4, "hi"));
        assert_eq!(scene.hub.complete_all(), 2);
        assert_eq!(first.next(), Some(ended(1)));
        assert_eq!(second.next(), Some(ended(2)));
        assert_eq!((first.next(), second.next()), (None, None));
        scene.stage.wait_for("closed: Complete");
        scene.stage.wait_for("closed: Complete");
    });
}
