//! The answer to a request.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::catalogue::Catalogue;
use super::cursor;
use crate::dialect::v2026_07_28 as dialect;
use crate::id::Id;
use crate::json::Writer;
use crate::jsonrpc::{Rejection, Unavailable};
use crate::model::ToolResult;

/// One answer: a result, or an error.
#[derive(Clone)]
#[must_use = "a response has to be sent"]
pub struct Response(Answer);

#[derive(Clone)]
enum Answer {
    /// With the id of its request, when that could be read.
    Error(Rejection),
    Result {
        id: Id,
        catalogue: Arc<Catalogue>,
        body: Body,
    },
}

/// What a result holds besides what all results hold.
#[derive(Clone)]
pub(super) enum Body {
    Discover,
    Tools(Range<usize>),
    Tool(ToolResult),
}

impl Response {
    pub(super) fn result(id: Id, catalogue: Arc<Catalogue>, body: Body) -> Self {
        Self(Answer::Result { id, catalogue, body })
    }

    /// The answer to a request that could not be carried out now.
    pub fn unavailable(id: Id, why: Unavailable) -> Self {
        Rejection::from(why).with_id(id).into()
    }

    /// The request's id, when it could be read.
    #[must_use]
    pub fn id(&self) -> Option<&Id> {
        match &self.0 {
            Answer::Error(error) => error.id(),
            Answer::Result { id, .. } => Some(id),
        }
    }

    /// The error, when it is one. A tool's own failure is a result and not one of these.
    #[must_use]
    pub fn rejection(&self) -> Option<&Rejection> {
        match &self.0 {
            Answer::Error(error) => Some(error),
            Answer::Result { .. } => None,
        }
    }

    /// Appends the message to `out`: one line of UTF-8 without a line break, whatever went in. It cannot fail.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let w = &mut Writer::new(out);
        match &self.0 {
            Answer::Error(error) => write_error(error, w),
            Answer::Result { id, catalogue, body } => {
                dialect::open(id, w);
                body.write(catalogue, w);
                let own_meta = match body {
                    Body::Tool(result) => result.own_meta(),
                    Body::Discover | Body::Tools(_) => None,
                };
                dialect::close(&catalogue.tail, own_meta, w);
            }
        }
    }
}

impl Body {
    fn write(&self, catalogue: &Catalogue, w: &mut Writer<'_>) {
        match self {
            Self::Tool(result) => result.write_members(w),
            Self::Discover => drop(w.literal(&catalogue.discovery)),
            Self::Tools(page) => {
                let listing = &catalogue.tools_listing;
                let last = page.end.checked_sub(1).filter(|_| page.end < listing.len());
                let next = last.map(|last| cursor::encode("tools/list", &catalogue.tools[last].name));
                listing.write("tools", page.clone(), next.as_deref(), w);
            }
        }
    }
}

fn write_error(error: &Rejection, w: &mut Writer<'_>) {
    w.literal("{\"jsonrpc\":\"2.0\",");
    if let Some(id) = &error.id {
        w.literal("\"id\":");
        id.write(w);
        w.literal(",");
    }
    w.literal("\"error\":{\"code\":").integer(error.code).literal(",\"message\":").string(&error.message);
    if let Some(data) = &error.data {
        w.literal(",\"data\":").raw(data);
    }
    w.literal("}}");
}

impl From<Rejection> for Response {
    fn from(refusal: Rejection) -> Self {
        Self(Answer::Error(refusal))
    }
}

impl fmt::Debug for Response {
    /// Without the result's content: it may hold secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response")
            .field("id", &self.id())
            .field("rejection", &self.rejection())
            .finish_non_exhaustive()
    }
}
