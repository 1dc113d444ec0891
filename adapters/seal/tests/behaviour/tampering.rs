//! Nobody but the seal makes a token, by however little it differs from one.

use snodo_core::{Binding, Sealer};
use snodo_seal::{Key, Seal};

use crate::{NOW, SECRET, deploy, key, named, opens, seal};

const BARE: &str = "s1.1700000000.c3RlcCAy.F4wbf_OO6dY4qaBN68BPkcgD5s2RzRpgM4fZ3VNm3x8";
const WITH_ID: &str = "s1.2026-a.1700000000.c3RlcCAy.nmTHYG7BgO8xDpP_0UDBmOjfMZeNLP8d9hudb3-bqSY";

/// One that opens both tokens.
fn subject() -> Seal {
    let signing = Key::with_id("2026-a", &SECRET).expect("it is an id, and 32 bytes");
    let seal = seal([signing, key(9), named("9", 8)]);
    assert!(opens(&seal, BARE, &deploy()) && opens(&seal, WITH_ID, &deploy()));
    seal
}

#[track_caller]
fn refused(seal: &Seal, token: &str) {
    assert_eq!(seal.open(token, &deploy()), None, "{token}");
}

#[test]
fn every_byte_counts() {
    let seal = subject();
    for token in [BARE, WITH_ID] {
        for at in 0..token.len() {
            for other in (0..128_u8).filter(|other| *other != token.as_bytes()[at]) {
                let mut bytes = token.as_bytes().to_vec();
                bytes[at] = other;
                refused(&seal, str::from_utf8(&bytes).unwrap());
            }
        }
    }
}

#[test]
fn no_byte_can_be_left_out_or_put_in() {
    let seal = subject();
    for token in [BARE, WITH_ID] {
        for at in 0..token.len() {
            refused(&seal, &token[..at]);
            refused(&seal, &token[at + 1..]);
            let (before, behind) = token.split_at(at);
            refused(&seal, &[before, &behind[1..]].concat());
            for more in ["A", "0", ".", "=", " ", "\n", "\0", "é"] {
                refused(&seal, &[before, more, behind].concat());
            }
        }
        for more in ["A", "0", ".", "=", "==", " ", "\n", "\0", "é"] {
            refused(&seal, &[token, more].concat());
        }
    }
}

/// The last character of a tag holds two bits that no byte needs, the last one of this payload has four. A reader
/// that ignores them would take other spellings of the same bytes.
#[test]
fn base64_has_one_spelling() {
    let binding = Binding::new("tools/call", "{}", None);
    let seal = seal([Key::new(&SECRET).unwrap()]);
    let token = seal.seal("x", &binding).unwrap();
    assert!(token.starts_with("s1.1700000000.eA."));
    for payload in ["eB", "eP", "eA=", "eA==", "eAA", "e"] {
        assert_eq!(seal.open(&token.replace(".eA.", &format!(".{payload}.")), &binding), None, "{payload}");
    }
    // `8` is 60, so that 61 to 63 are `9`, `-` and `_`.
    let tag = BARE.strip_suffix('8').unwrap();
    for last in ["9", "-", "_", "8=", "9=", "8A", "", "+", "/"] {
        refused(&subject(), &[tag, last].concat());
    }
    refused(&subject(), &BARE.replace('_', "/"));
}

/// This tag ends in a zero byte. A reader that begins with zeros could do without it.
#[test]
fn no_byte_of_a_tag_goes_without_saying() {
    let token = "s1.1700000000.c3RlcCAyNTI.-_8zy9cuuo6ti5TsWrp0oa0KT3vFYARMqxxiDGSM4QA";
    assert_eq!(subject().open(token, &deploy()).as_deref(), Some("step 252"));
    refused(&subject(), token.strip_suffix('A').unwrap());
}

#[test]
fn case_matters() {
    refused(&subject(), &BARE.to_uppercase());
    refused(&subject(), &BARE.to_lowercase());
}

#[test]
fn parts_cannot_move() {
    let seal = subject();
    let (signed, tag) = BARE.rsplit_once('.').unwrap();
    let (signed_with_id, tag_with_id) = WITH_ID.rsplit_once('.').unwrap();
    refused(&seal, &[signed, ".", tag_with_id].concat());
    refused(&seal, &[signed_with_id, ".", tag].concat());
    // The id taken away, added, moved into another part, or another one.
    refused(&seal, &WITH_ID.replace("2026-a.", ""));
    refused(&seal, &WITH_ID.replace("2026-a", "9"));
    refused(&seal, &WITH_ID.replace("2026-a", ""));
    refused(&seal, &WITH_ID.replace("2026-a.", "2026-a"));
    refused(&seal, &BARE.replace("s1.", "s1.2026-a."));
    refused(&seal, &BARE.replace("s1.", "s1.."));
    refused(&seal, &BARE.replace("1700000000.", "17.00000000."));
    refused(&seal, &BARE.replace("1700000000", "01700000000"));
    refused(&seal, &BARE.replace("1700000000", "+1700000000"));
    refused(&seal, &BARE.replace("1700000000.", "1700000000.."));
}

#[test]
fn what_is_no_token_is_refused() {
    let seal = subject();
    let tag = "A".repeat(43);
    let dots = ".".repeat(16_384);
    for token in [
        "",
        ".",
        "..",
        "...",
        "s1",
        "s1.",
        "s1...",
        "s1....",
        &tag,
        &format!(".{tag}"),
        &format!("..{tag}"),
        &format!("...{tag}"),
        &format!("s1.{tag}"),
        &format!("s1..{tag}"),
        &format!("s1...{tag}"),
        &format!("s1....{tag}"),
        &format!("s1.....{tag}"),
        &format!("s2.{NOW}..{tag}"),
        &format!("s1x.{NOW}..{tag}"),
        &format!("{dots}{tag}")[43..],
        &dots,
    ] {
        refused(&seal, token);
    }
}

#[test]
fn another_secret_signs_for_others() {
    let almost = {
        let mut secret = SECRET;
        secret[31] ^= 1;
        Key::new(&secret).unwrap()
    };
    let token = seal([almost]).seal("step 2", &deploy()).unwrap();
    assert_eq!(token.len(), BARE.len());
    refused(&subject(), &token);
}
