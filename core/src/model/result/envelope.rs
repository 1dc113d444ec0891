//! What every result has.

use alloc::boxed::Box;

use crate::json::Writer;
use crate::model::decode::{Members, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::meta::Meta;

/// Writes a whole result that is complete.
pub(crate) fn write_complete(members: impl FnOnce(&mut Writer<'_>), meta: Option<&Meta>, w: &mut Writer<'_>) {
    w.literal("{\"resultType\":\"complete\",");
    members(w);
    if let Some(meta) = meta {
        meta.write(w);
    }
    w.literal("}");
}

/// The members of a result that is complete. Servers of earlier revisions do not say that it is.
pub(crate) fn read_complete(raw: Raw<'_>) -> Result<Members<'_>, DecodeError> {
    let members = raw.members()?;
    if members.given("resultType").is_some() {
        members.word("resultType", "complete")?;
    }
    Ok(members)
}

pub(crate) fn read_meta(members: &Members<'_>) -> Result<Option<Box<Meta>>, DecodeError> {
    members.optional("_meta").map(|meta| meta.map(Box::new))
}
