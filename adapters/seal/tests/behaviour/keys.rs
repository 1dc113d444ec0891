//! Which keys sign, and which open.

use snodo_core::Sealer;
use snodo_seal::{Key, Seal};

use crate::{SECRET, deploy, key, named, opens, seal};

fn token(seal: &Seal) -> String {
    seal.seal("x", &deploy()).expect("the payload is short")
}

#[track_caller]
fn check(opening: impl IntoIterator<Item = Key>, token: &str, expected: bool) {
    assert_eq!(opens(&seal(opening), token, &deploy()), expected, "{token}");
}

#[test]
fn the_first_key_signs() {
    let both = token(&seal([key(1), key(2)]));
    check([key(1)], &both, true);
    check([key(2)], &both, false);
    assert!(token(&seal([named("a", 1), named("b", 2)])).starts_with("s1.a.1700000000."));
    assert!(token(&seal([key(1), named("b", 2)])).starts_with("s1.1700000000."));
}

#[test]
fn every_key_opens_wherever_it_stands() {
    for at in 0..8 {
        let keys = (0..8).map(|byte| key(100 + byte));
        check(keys, &token(&seal([key(100 + at)])), true);
        let keys = (0..8).map(|byte| named(&format!("k{byte}"), 100 + byte));
        check(keys, &token(&seal([named(&format!("k{at}"), 100 + at)])), true);
    }
    check((0..8).map(|byte| key(100 + byte)), &token(&seal([key(99)])), false);
}

/// The steps that the documentation gives, each with what replicas that are a step behind or ahead have signed.
#[test]
fn a_key_is_changed_without_failing_a_request() {
    for (old, new) in
        [(key(1), key(2)), (named("a", 1), named("b", 2)), (key(1), named("b", 2)), (named("a", 1), key(2))]
    {
        let steps = [
            seal([old.clone()]),
            seal([old.clone(), new.clone()]),
            seal([new.clone(), old.clone()]),
            seal([new.clone()]),
        ];
        for pair in steps.windows(2) {
            assert!(opens(&pair[0], &token(&pair[0]), &deploy()));
            assert!(opens(&pair[1], &token(&pair[1]), &deploy()));
        }
        assert!(opens(&steps[0], &token(&steps[1]), &deploy()), "the new key does not sign yet");
        assert!(opens(&steps[1], &token(&steps[2]), &deploy()), "the new key is known");
        assert!(opens(&steps[2], &token(&steps[1]), &deploy()), "the old key still opens");
        assert!(opens(&steps[2], &token(&steps[3]), &deploy()));
        assert!(!opens(&steps[3], &token(&steps[1]), &deploy()), "the old key is gone");
    }
}

#[test]
fn an_id_names_the_key() {
    let signed = token(&seal([named("a", 1)]));
    check([named("a", 1)], &signed, true);
    check([named("b", 1)], &signed, false);
    check([named("A", 1)], &signed, false);
    check([key(1)], &signed, false);
    check([named("a", 2), named("b", 1)], &signed, false);
    check([named("b", 2), key(3), named("a", 1)], &signed, true);
}

#[test]
fn a_key_can_be_given_an_id() {
    let bare = token(&seal([key(1)]));
    check([named("a", 1)], &bare, true);
    check([named("b", 2), named("a", 1)], &bare, true);
    check([named("a", 2)], &bare, false);
}

#[test]
fn nothing_shows_a_secret() {
    let key = Key::with_id("a", &SECRET).unwrap();
    assert_eq!(key.id(), Some("a"));
    assert_eq!(format!("{key:?}"), r#"Key { id: Some("a"), .. }"#);
    let other = Key::new(&[77; 32]).unwrap();
    assert_eq!(other.id(), None);
    let builder = Seal::builder().key(key).key(other);
    assert_eq!(
        format!("{builder:?}"),
        r#"SealBuilder { keys: [Key { id: Some("a"), .. }, Key { id: None, .. }], lifetime: 300s, .. }"#
    );
    assert_eq!(
        format!("{:?}", builder.build().unwrap()),
        r#"Seal { signing: Key { id: Some("a"), .. }, opening: [Key { id: None, .. }], lifetime: 300, .. }"#
    );
}
