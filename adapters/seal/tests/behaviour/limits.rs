//! Each limit at, below and above.

use std::time::Duration;

use snodo_core::Sealer;
use snodo_seal::{Key, Seal, SealError};

use crate::{deploy, key, named, opens, seal};

#[test]
fn a_secret_has_32_bytes_or_more() {
    for (length, expected) in
        [(0, false), (31, false), (32, true), (33, true), (64, true), (65, true), (10_000, true)]
    {
        let secret = vec![7; length];
        assert_eq!(Key::new(&secret).is_ok(), expected, "{length}");
        assert_eq!(Key::with_id("a", &secret).is_ok(), expected, "{length}");
    }
    assert_eq!(Key::new(&[7; 31]).unwrap_err(), SealError::Secret);
    assert_eq!(Key::with_id("a", &[7; 31]).unwrap_err(), SealError::Secret);
}

#[test]
fn an_id_has_1_to_32_characters_of_its_alphabet() {
    for id in ["a", "Z", "0", "9", "_", "-", "AZaz09_-", &"x".repeat(31), &"x".repeat(32)] {
        let seal = seal([named(id, 1)]);
        let token = seal.seal("x", &deploy()).unwrap();
        assert!(token.starts_with(&format!("s1.{id}.1700000000.")));
        assert!(opens(&seal, &token, &deploy()));
    }
    for id in
        ["", " ", "a.b", ".", "a ", "a/b", "a+b", "a=", "é", "a\0", "@", "[", "`", "{", ":", &"x".repeat(33)]
    {
        assert_eq!(Key::with_id(id, &[1; 32]).unwrap_err(), SealError::Id, "{id}");
    }
}

#[test]
fn there_are_1_to_8_keys() {
    let build = |keys: u8| (0..keys).fold(Seal::builder(), |builder, byte| builder.key(key(byte))).build();
    assert_eq!(build(0).unwrap_err(), SealError::NoKey);
    assert!(build(1).is_ok());
    assert!(build(7).is_ok());
    assert!(build(8).is_ok());
    assert_eq!(build(9).unwrap_err(), SealError::TooManyKeys);
}

#[test]
fn ids_differ() {
    let build = |keys: [Key; 3]| keys.into_iter().fold(Seal::builder(), snodo_seal::SealBuilder::key).build();
    assert!(build([key(1), named("a", 1), named("b", 2)]).is_ok());
    assert!(build([key(1), named("a", 1), key(2)]).is_ok());
    assert_eq!(build([named("a", 1), named("b", 2), named("a", 3)]).unwrap_err(), SealError::SameId);
    assert_eq!(build([key(1), named("a", 1), named("a", 1)]).unwrap_err(), SealError::SameId);
}

#[test]
fn a_lifetime_is_1_to_900_seconds() {
    let build = |lifetime| Seal::builder().key(key(1)).lifetime(lifetime).build();
    for millis in [1_000, 1_001, 300_000, 899_999, 900_000] {
        assert!(build(Duration::from_millis(millis)).is_ok(), "{millis}");
    }
    for millis in [0, 999, 900_001, 3_600_000] {
        assert_eq!(build(Duration::from_millis(millis)).unwrap_err(), SealError::Lifetime, "{millis}");
    }
    assert_eq!(build(Duration::MAX).unwrap_err(), SealError::Lifetime);
}

#[test]
fn a_token_has_at_most_16384_bytes() {
    for (seal, longest) in [
        (seal([key(1)]), 12_244),
        (seal([named("a", 1)]), 12_243),
        (seal([named(&"x".repeat(32), 1)]), 12_219),
    ] {
        for length in [longest - 1, longest] {
            let payload = "p".repeat(length);
            let token = seal.seal(&payload, &deploy()).unwrap();
            assert!((16_380..=16_384).contains(&token.len()), "{}", token.len());
            assert_eq!(seal.open(&token, &deploy()), Some(payload));
        }
        assert_eq!(seal.seal(&"p".repeat(longest + 1), &deploy()), None);
        assert_eq!(seal.seal(&"p".repeat(1_000_000), &deploy()), None);
    }
}

/// Of 16,384 bytes, to the byte, and one above; both tags were computed by the recipe beside the literal tokens.
#[test]
fn a_longer_token_does_not_open() {
    let seal =
        seal([Key::with_id("a", &crate::SECRET).unwrap(), Key::with_id("ab", &crate::SECRET).unwrap()]);
    let payload = "p".repeat(12_243);
    let written = "cHBw".repeat(4_081);
    let token = format!("s1.a.1700000000.{written}.{AT}");
    assert_eq!(token.len(), 16_384);
    assert_eq!(seal.open(&token, &deploy()), Some(payload));
    let token = format!("s1.ab.1700000000.{written}.{ABOVE}");
    assert_eq!(token.len(), 16_385);
    assert_eq!(seal.open(&token, &deploy()), None);
}

const AT: &str = "mK7K1XotgzNEqgZgnGCUTQwL5375xlJLRblneC2hfdo";
const ABOVE: &str = "Mice6QnxjhNagbvlexsyzINKq7f2DpfiVWsGhrYFbAY";
