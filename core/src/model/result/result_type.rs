//! That a result is complete.

use crate::json::Writer;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::serde_text::serde_as_json;

/// The word `complete`. Servers of earlier revisions leave it out, and mean it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Complete;

impl Complete {
    fn write(&self, w: &mut Writer<'_>) {
        w.literal("\"complete\"");
    }
}

serde_as_json!(Complete => Self::write);

impl Decode for Complete {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        raw.word(|word| (word == "complete").then_some(Self), "must be complete")
    }
}
