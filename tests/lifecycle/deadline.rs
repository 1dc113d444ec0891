//! Calls that take too long.

use std::time::Duration;

use crate::hosts::{Plan, over_each};
use crate::messages::{acknowledged, changed, ended, listen, named, progress, timeout};

/// No other limit of any host is as long as this.
const TIMEOUT: Duration = Duration::from_millis(70);

fn plan() -> Plan {
    Plan { timeout: TIMEOUT, ..Plan::default() }
}

#[test]
fn a_call_at_its_deadline_is_cancelled_and_told() {
    over_each(plan(), |scene| {
        let mut exchange = scene.host.send(&named(1, "wait", "a"));
        scene.stage.wait_for("start a");
        scene.host.pass(TIMEOUT);
        assert_eq!(exchange.next(), Some(timeout(1)));
        assert_eq!(exchange.next(), None);
        scene.stage.wait_for("gone a");
    });
}

#[test]
fn one_that_has_reported_is_told_with_its_last_message() {
    over_each(plan(), |scene| {
        let mut exchange = scene.host.send(&named(1, "steps", "a"));
        assert_eq!(exchange.next(), Some(progress(1, 1)));
        scene.stage.wait_for("start a");
        scene.host.pass(TIMEOUT);
        assert_eq!(exchange.next(), Some(timeout(1)));
        assert_eq!(exchange.next(), None);
        scene.stage.wait_for("gone a");
    });
}

#[test]
fn a_subscription_has_none() {
    over_each(plan(), |scene| {
        let mut subscription = scene.host.send(&listen(1));
        assert_eq!(subscription.next(), Some(acknowledged(1)));
        let mut call = scene.host.send(&named(2, "wait", "a"));
        scene.stage.wait_for("start a");
        scene.host.pass(TIMEOUT);
        assert_eq!(call.next(), Some(timeout(2)));
        assert_eq!(call.next(), None);
        scene.stage.wait_for("gone a");
        assert_eq!(scene.hub.tools_changed().matched, 1);
        assert_eq!(subscription.next(), Some(changed(1)));
        assert_eq!(scene.hub.complete_all(), 1);
        assert_eq!(subscription.next(), Some(ended(1)));
        assert_eq!(subscription.next(), None);
        scene.stage.wait_for("closed: Complete");
    });
}
