//! When a token opens.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use snodo_core::Sealer;
use snodo_seal::Seal;

use crate::{NOW, deploy, key, opens};

/// A seal, and the clock it goes by.
fn subject(lifetime: Option<u64>) -> (Seal, Arc<AtomicU64>) {
    let time = Arc::new(AtomicU64::new(NOW));
    let clock = Arc::clone(&time);
    let builder = Seal::builder().key(key(1)).clock(move || clock.load(Ordering::Relaxed));
    let builder = match lifetime {
        Some(seconds) => builder.lifetime(Duration::from_secs(seconds)),
        None => builder,
    };
    (builder.build().expect("tests set what is allowed"), time)
}

#[track_caller]
fn check(lifetime: Option<u64>, times: impl IntoIterator<Item = (u64, bool)>) {
    let (seal, clock) = subject(lifetime);
    let token = seal.seal("x", &deploy()).expect("the payload is short");
    for (time, expected) in times {
        clock.store(time, Ordering::Relaxed);
        assert_eq!(opens(&seal, &token, &deploy()), expected, "{lifetime:?} {time}");
    }
}

#[test]
fn a_token_opens_for_300_seconds_unless_set() {
    check(None, [(NOW, true), (NOW + 299, true), (NOW + 300, false), (NOW + 301, false), (u64::MAX, false)]);
}

#[test]
fn a_token_opens_for_its_lifetime() {
    check(Some(1), [(NOW, true), (NOW + 1, false), (NOW + 2, false)]);
    check(Some(60), [(NOW + 59, true), (NOW + 60, false), (NOW + 61, false)]);
    check(Some(900), [(NOW + 899, true), (NOW + 900, false), (NOW + 901, false)]);
}

#[test]
fn fractions_of_a_lifetime_do_not_count() {
    let seal = |time: u64| {
        let builder = Seal::builder().key(key(1)).lifetime(Duration::from_millis(2_999));
        builder.clock(move || time).build().unwrap()
    };
    let token = seal(NOW).seal("x", &deploy()).unwrap();
    assert!(opens(&seal(NOW + 1), &token, &deploy()));
    assert!(!opens(&seal(NOW + 2), &token, &deploy()));
}

#[test]
fn clocks_may_disagree_by_30_seconds() {
    check(
        None,
        [
            (NOW - 29, true),
            (NOW - 30, true),
            (NOW - 31, false),
            (NOW - 900, false),
            (0, false),
            // It is back.
            (NOW, true),
        ],
    );
    check(Some(1), [(NOW - 30, true), (NOW - 31, false)]);
}

#[test]
fn a_shorter_lifetime_goes_for_tokens_that_are_out() {
    let (long, _) = subject(Some(900));
    let token = long.seal("x", &deploy()).unwrap();
    let (short, clock) = subject(Some(60));
    clock.store(NOW + 60, Ordering::Relaxed);
    assert!(!opens(&short, &token, &deploy()));
}

#[test]
fn the_ends_of_time_are_times() {
    let (seal, clock) = subject(None);
    clock.store(u64::MAX, Ordering::Relaxed);
    let last = seal.seal("x", &deploy()).unwrap();
    assert!(opens(&seal, &last, &deploy()));
    clock.store(0, Ordering::Relaxed);
    assert!(!opens(&seal, &last, &deploy()));
    let first = seal.seal("x", &deploy()).unwrap();
    assert!(opens(&seal, &first, &deploy()));
    clock.store(300, Ordering::Relaxed);
    assert!(!opens(&seal, &first, &deploy()));
}

#[test]
fn the_machine_s_clock_serves_unless_another_is_set() {
    let seal = Seal::new(key(1));
    let token = seal.seal("x", &deploy()).unwrap();
    assert_eq!(seal.open(&token, &deploy()).as_deref(), Some("x"));
    // A token of 2023.
    let (earlier, _) = subject(None);
    assert!(!opens(&seal, &earlier.seal("x", &deploy()).unwrap(), &deploy()));
}
