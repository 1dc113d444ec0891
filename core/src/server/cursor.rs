//! Cursors: where the next page starts, by the name of the last definition before it. A cursor survives changes of
//! the catalogue as long as that definition is still there.
//!
//! Spec: server/utilities/pagination.

use alloc::format;
use alloc::string::String;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::dialect::v2026_07_28::VERSION;

/// The longest cursor that is looked at.
const MAX_BYTES: usize = 2_048;

/// The longest name that a cursor has room for, whatever the method.
pub(super) const MAX_NAME_BYTES: usize = 1_400;

/// The cursor of the page of `method` that follows the definition named `last`.
pub(super) fn encode(method: &str, last: &str) -> String {
    URL_SAFE_NO_PAD.encode(format!("{VERSION} {method} {last}"))
}

/// The name in a cursor of `method`, or `None` when it is not one of ours.
pub(super) fn decode(method: &str, cursor: &str) -> Option<String> {
    if cursor.len() > MAX_BYTES {
        return None;
    }
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
    let name = text.strip_prefix(VERSION)?.strip_prefix(' ')?.strip_prefix(method)?.strip_prefix(' ')?;
    Some(name.into())
}
