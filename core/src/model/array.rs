//! Arrays.

use alloc::string::String;

use crate::json::Writer;

/// Writes `[…]`, each item by `write`.
pub(super) fn write_array<T>(
    items: impl IntoIterator<Item = T>,
    w: &mut Writer<'_>,
    mut write: impl FnMut(T, &mut Writer<'_>),
) {
    w.literal("[");
    let mut separator = "";
    for item in items {
        w.literal(separator);
        write(item, w);
        separator = ",";
    }
    w.literal("]");
}

/// Writes `["…"]`.
pub(super) fn write_strings(items: &[String], w: &mut Writer<'_>) {
    write_array(items, w, |item, w| {
        w.string(item);
    });
}
