//! What a seal makes and what it takes back.

mod bindings;
mod keys;
mod limits;
mod tampering;
mod time;
mod tokens;

use snodo_core::{Binding, Sealer};
use snodo_seal::{Key, Seal};

/// The bytes 0 to 31.
const SECRET: [u8; 32] = *b"\0\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\
    \x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f";
const NOW: u64 = 1_700_000_000;

/// A seal with these keys, at [`NOW`].
fn seal(keys: impl IntoIterator<Item = Key>) -> Seal {
    let builder = Seal::builder().clock(|| NOW);
    keys.into_iter().fold(builder, snodo_seal::SealBuilder::key).build().expect("the keys go together")
}

/// A key without an id whose secret is 32 times `byte`.
fn key(byte: u8) -> Key {
    Key::new(&[byte; 32]).expect("32 bytes are enough")
}

/// A key with an id whose secret is 32 times `byte`.
fn named(id: &str, byte: u8) -> Key {
    Key::with_id(id, &[byte; 32]).expect("ids of tests are ids")
}

/// The request of most tests.
fn deploy() -> Binding<'static> {
    Binding::new("tools/call", r#"{"name":"deploy","arguments":{"to":"test"}}"#, Some("ada"))
}

fn opens(seal: &Seal, token: &str, binding: &Binding<'_>) -> bool {
    seal.open(token, binding).is_some()
}
