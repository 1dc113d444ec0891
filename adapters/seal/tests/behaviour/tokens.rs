//! Tokens byte by byte, against ones that were computed elsewhere.
//!
//! The first one by a shell; what is signed has 14 bytes, the method 10:
//!
//! ```sh
//! z='\0\0\0\0\0\0\0'
//! printf "T$z\16s1.1700000000.M$z\12tools/callA{$z\0" | openssl dgst -sha256 -binary >digest
//! key=$(printf '%02x' $(seq 0 31))
//! (printf 'snodo-seal 1'; cat digest) |
//!     openssl dgst -sha256 -mac HMAC -macopt hexkey:$key -binary | basenc --base64url
//! ```
//!
//! The others by Python:
//!
//! ```python
//! import base64, hashlib, hmac, json
//!
//! class Number(str): pass
//! class Members(list): pass
//!
//! def part(mark, content):
//!     return mark + len(content).to_bytes(8, 'big') + content
//!
//! def value(v):
//!     if isinstance(v, Number): return part(b'#', v.encode())
//!     if isinstance(v, str): return part(b'"', v.encode())
//!     if isinstance(v, Members):
//!         digests = [hashlib.sha256(part(b'"', n.encode()) + value(v)).digest() for n, v in v]
//!         return b'{' + len(digests).to_bytes(8, 'big') + b''.join(sorted(digests))
//!     if isinstance(v, list): return b'[' + b''.join(map(value, v)) + b']'
//!     return part(b'#', json.dumps(v).encode())
//!
//! def token(secret, head, payload, method, params, principal):
//!     written = lambda raw: base64.urlsafe_b64encode(raw).rstrip(b'=').decode()
//!     signed = head + written(payload.encode())
//!     params = json.loads(params, object_pairs_hook=Members, parse_int=Number, parse_float=Number)
//!     who = b'A' if principal is None else part(b'P', principal.encode())
//!     what = part(b'T', signed.encode()) + part(b'M', method.encode()) + who + value(params)
//!     digest = hashlib.sha256(what).digest()
//!     return signed + '.' + written(hmac.new(secret, b'snodo-seal 1' + digest, hashlib.sha256).digest())
//!
//! params = '{"name":"deploy","arguments":{"to":"test"}}'
//! token(bytes(range(32)), 's1.1700000000.', 'step 2', 'tools/call', params, 'ada')
//! ```

use snodo_core::{Binding, Sealer};
use snodo_seal::{Key, Seal};

use crate::{NOW, SECRET, deploy};

#[track_caller]
fn check(key: Key, time: u64, payload: &str, binding: &Binding<'_>, expected: &str) {
    let seal = Seal::builder().key(key).clock(move || time).build().expect("one key is enough");
    assert_eq!(seal.seal(payload, binding).as_deref(), Some(expected));
    assert_eq!(seal.open(expected, binding).as_deref(), Some(payload));
}

fn anonymous() -> Key {
    Key::new(&SECRET).expect("32 bytes are enough")
}

#[test]
fn nothing_for_nobody() {
    let binding = Binding::new("tools/call", "{}", None);
    check(anonymous(), NOW, "", &binding, "s1.1700000000..7T1vrzKnFDKk85RSnFTnSuVRY2NzsIvqFiPBSDHsSb0");
}

#[test]
fn without_a_key_id() {
    let expected = "s1.1700000000.c3RlcCAy.F4wbf_OO6dY4qaBN68BPkcgD5s2RzRpgM4fZ3VNm3x8";
    check(anonymous(), NOW, "step 2", &deploy(), expected);
}

#[test]
fn with_a_key_id() {
    let key = Key::with_id("2026-a", &SECRET).unwrap();
    let expected = "s1.2026-a.1700000000.c3RlcCAy.nmTHYG7BgO8xDpP_0UDBmOjfMZeNLP8d9hudb3-bqSY";
    check(key, NOW, "step 2", &deploy(), expected);
}

#[test]
fn values_of_every_kind() {
    let params = r#"{"name":"\u00e9\n","arguments":{"b":[1,1.0,-0,1e5,true,false,null,"",[],{}],"a":"x"}}"#;
    let binding = Binding::new("prompts/get", params, Some(""));
    let expected = "s1.1700000000.eyLDqSI6IuaXpeacrCJ9.J-YBNciRDfptdZoowvtq9IGbO3Rxfr7qN4PeizfO_bA";
    check(anonymous(), NOW, "{\"é\":\"日本\"}", &binding, expected);
}

/// HMAC hashes a secret of more than 64 bytes first.
#[test]
fn a_long_secret() {
    let secret: Vec<u8> = (100..200).collect();
    let binding = Binding::new("resources/read", r#"{"uri":"file:///a"}"#, None);
    let expected = "s1.A_z-09.1700000000.eA.aXpLAvCUKS3izFyCuPhwQ4DfOZxi0AXA0iMo4eXWaMU";
    check(Key::with_id("A_z-09", &secret).unwrap(), NOW, "x", &binding, expected);
}

#[test]
fn the_first_and_the_last_second() {
    let binding = Binding::new("tools/call", "{}", None);
    check(anonymous(), 0, "x", &binding, "s1.0.eA.-9UY3XouSQaPhCQySQHTiBDUaihsqGhKSlUpkJw9Li8");
    let expected = "s1.18446744073709551615.eA.vmnnFE-6SaSyyxwjAyEB-rAHifQvGg633lUxAZ-zMf0";
    check(anonymous(), u64::MAX, "x", &binding, expected);
}
