//! What tests of the values use.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::Writer;

/// What `write` writes.
pub(super) fn written(write: impl FnOnce(&mut Writer<'_>)) -> String {
    let mut out = Vec::new();
    write(&mut Writer::new(&mut out));
    String::from_utf8(out).expect("JSON is UTF-8")
}
