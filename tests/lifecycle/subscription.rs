//! Subscriptions: opened, told, ended by their source, left by their client.

use crate::hosts::{Plan, over_each};
use crate::messages::{acknowledged, changed, echo, ended, listen, text};

#[test]
fn acknowledged_told_and_ended_by_the_source() {
    over_each(Plan::default(), |scene| {
        let mut exchange = scene.host.send(&listen(1));
        assert_eq!(exchange.next(), Some(acknowledged(1)));
        for _ in 0..3 {
            assert_eq!(scene.hub.tools_changed().matched, 1);
            assert_eq!(exchange.next(), Some(changed(1)));
        }
        // Calls go on beside it.
        scene.expect(&echo(2), text(2, "hi"));
        assert_eq!(scene.hub.complete_all(), 1);
        assert_eq!(exchange.next(), Some(ended(1)));
        assert_eq!(exchange.next(), None);
        scene.stage.wait_for("closed: Complete");
    });
}

#[test]
fn one_that_is_left_is_closed_at_its_source() {
    over_each(Plan::default(), |scene| {
        let mut stays = scene.host.send(&listen(1));
        let mut goes = scene.host.send(&listen(2));
        assert_eq!(stays.next(), Some(acknowledged(1)));
        assert_eq!(goes.next(), Some(acknowledged(2)));
        goes.leave();
        scene.stage.wait_for_one_of(&["closed: Cancelled", "closed: Disconnected"]);
        assert_eq!(scene.hub.tools_changed().matched, 1);
        assert_eq!(stays.next(), Some(changed(1)));
        assert_eq!(scene.hub.complete_all(), 1);
        assert_eq!(stays.next(), Some(ended(1)));
        assert_eq!(stays.next(), None);
        scene.stage.wait_for("closed: Complete");
    });
}
