//! The answer to a request.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::catalogue::Catalogue;
use super::routes::Listed;
use super::target::Reading;
use crate::define::ExtensionResult;
use crate::dialect::v2026_07_28 as dialect;
use crate::id::Id;
use crate::json::Writer;
use crate::jsonrpc::{Rejection, Unavailable};
use crate::model::{Completion, InputRequired, Meta, PromptResult, ReadResult, ToolResult};
use crate::subscription::{write_cancelled, write_completion_meta};

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
    List(Listed),
    Tool(ToolResult),
    Read(Box<Read>),
    Prompt(Box<PromptResult>),
    Completion(Box<Completion>),
    InputRequired(Box<InputRequired>),
    Extension(Box<ExtensionResult>),
    SubscriptionEnd,
}

/// What was read, and from where.
#[derive(Clone)]
pub(super) struct Read {
    pub(super) reading: Arc<Reading>,
    pub(super) result: ReadResult,
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

    /// Whether this ends a subscription from the server's side.
    #[must_use]
    pub fn ends_subscription(&self) -> bool {
        matches!(self.0, Answer::Result { body: Body::SubscriptionEnd, .. })
    }

    /// Appends what follows the last response of a subscription, result or error, on a channel that other messages
    /// share, such as standard output: `notifications/cancelled` for its id. Official clients take that, and not the
    /// result, for the end. Not for other requests. Spec: basic/patterns/cancellation.
    pub fn encode_cancelled(&self, out: &mut Vec<u8>) {
        if let Some(id) = self.id() {
            write_cancelled(id, &mut Writer::new(out));
        }
    }

    /// Appends the message to `out`: one line of UTF-8 without a line break, whatever went in. It cannot fail.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let w = &mut Writer::new(out);
        match &self.0 {
            Answer::Result { id, catalogue, body: Body::Tool(result) } => {
                dialect::open(id, w);
                result.write_members(w);
                dialect::close(&catalogue.tail, result.own_meta(), w);
            }
            other => other.encode(w),
        }
    }
}

impl Answer {
    /// Of any kind.
    #[inline(never)]
    fn encode(&self, w: &mut Writer<'_>) {
        match self {
            Self::Error(error) => write_error(error, w),
            Self::Result { id, catalogue, body } => {
                match body {
                    Body::InputRequired(_) => dialect::open_input_required(id, w),
                    Body::SubscriptionEnd => {
                        return dialect::write_empty(
                            id,
                            &catalogue.tail,
                            |w| write_completion_meta(id, w),
                            w,
                        );
                    }
                    Body::Extension(result) => dialect::open_as(id, result.kind(), w),
                    _ => dialect::open(id, w),
                }
                body.write(catalogue, w);
                dialect::close(&catalogue.tail, body.own_meta(), w);
            }
        }
    }
}

impl Body {
    fn write(&self, catalogue: &Catalogue, w: &mut Writer<'_>) {
        match self {
            Self::Tool(result) => result.write_members(w),
            Self::Discover => drop(w.literal(&catalogue.discovery)),
            Self::List(listed) => listed.write(catalogue, w),
            Self::Read(read) => read.write(catalogue, w),
            Self::Prompt(result) => result.write_members(w),
            Self::Completion(completion) => completion.write_members(w),
            Self::InputRequired(demand) => demand.write_members(w),
            Self::Extension(result) => result.write_members(w),
            Self::SubscriptionEnd => {}
        }
    }

    fn own_meta(&self) -> Option<&Meta> {
        match self {
            Self::Tool(result) => result.own_meta(),
            Self::Read(read) => read.result.own_meta(),
            Self::Prompt(result) => result.own_meta(),
            Self::Completion(completion) => completion.own_meta(),
            Self::InputRequired(demand) => demand.own_meta(),
            Self::Discover | Self::List(_) | Self::Extension(_) | Self::SubscriptionEnd => None,
        }
    }
}

impl Read {
    fn write(&self, catalogue: &Catalogue, w: &mut Writer<'_>) {
        let Reading { place, uri, .. } = &*self.reading;
        let resource = catalogue.resources.at(*place);
        self.result.write_members(uri, resource.mime_type.as_deref(), w);
        catalogue.reading_hint(&self.result).write(w);
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
