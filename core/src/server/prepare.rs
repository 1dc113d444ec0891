//! From a request to something that can run, or to the first reason why not.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

use super::catalogue::Catalogue;
use super::cursor;
use super::execution::Execution;
use super::response::{Body, Response};
use super::work::Work;
use crate::context::{Call, Origin, Shared};
use crate::dialect::mirrored::MirroredHeaders;
use crate::dialect::v2026_07_28::{self as dialect, Metadata};
use crate::dialect::{MethodKind, Need, rule};
use crate::id::Id;
use crate::json::Kind;
use crate::jsonrpc::{Rejection, Request, code};

/// A request that was found in order. It borrows the message; [`execute`](Prepared::execute) takes what the handler
/// needs from it.
#[must_use = "a prepared request does nothing until it is executed"]
pub struct Prepared<'a> {
    catalogue: Arc<Catalogue>,
    id: Id,
    route: Route<'a>,
}

enum Route<'a> {
    Discover,
    ListTools { first: usize },
    CallTool { place: u32, arguments: &'a str, context: Option<Arc<Shared>> },
}

/// What `params` without `arguments` means.
const NO_ARGUMENTS: &str = "{}";

/// The order decides which code a message with several faults gets: metadata, headers, version, method, then what the
/// method looks up.
pub(super) fn prepare<'a>(
    catalogue: Arc<Catalogue>,
    request: Request<'a>,
    headers: Option<&MirroredHeaders<'_>>,
    call: &Call,
) -> Result<Prepared<'a>, Rejection> {
    let metadata = dialect::metadata(&request)?;
    if let Some(headers) = headers {
        headers.agree(&request)?;
        agree_on_arguments(&catalogue, &request, headers)?;
    }
    dialect::version(&request)?;
    let route = match route_of(&catalogue, &request)? {
        "tools/call" => call_tool(&catalogue, &request, metadata, call)?,
        "tools/list" => Route::ListTools { first: first_tool(&catalogue, &request)? },
        _ => Route::Discover,
    };
    Ok(Prepared { catalogue, id: request.id, route })
}

/// The method, when the protocol has it as a request and the server offers what it needs.
fn route_of<'r>(catalogue: &Catalogue, request: &'r Request<'_>) -> Result<&'r str, Rejection> {
    let unknown = || Err(Rejection::new(code::METHOD_NOT_FOUND, "Method not found"));
    let Some(rule) = rule(&request.method) else { return unknown() };
    match rule.kind {
        MethodKind::Request => {}
        MethodKind::Notification => {
            return Err(Rejection::invalid_request(
                "Invalid request: this method is a notification and takes no id",
            ));
        }
        MethodKind::Embedded => {
            return Err(Rejection::invalid_request(
                "Invalid request: this method is asked by servers, inside a result",
            ));
        }
    }
    match rule.need {
        Need::Nothing => Ok(&request.method),
        Need::Tools if catalogue.offers_tools => Ok(&request.method),
        Need::Tools | Need::Unoffered => unknown(),
    }
}

/// Checks the headers that repeat arguments, where the request calls a tool that has such.
fn agree_on_arguments(
    catalogue: &Catalogue,
    request: &Request<'_>,
    headers: &MirroredHeaders<'_>,
) -> Result<(), Rejection> {
    if request.method != "tools/call" {
        return Ok(());
    }
    let name = request.params.name.string(request.text);
    let Some(place) = name.and_then(|name| catalogue.place_of_tool(&name)) else { return Ok(()) };
    let (mirrors, arguments) = (&catalogue.tool(place).mirrors, request.params.arguments);
    match arguments.kind() {
        _ if mirrors.is_empty() => Ok(()),
        Kind::Object => mirrors.agree(arguments.raw(request.text), headers),
        _ => mirrors.agree(NO_ARGUMENTS, headers),
    }
}

fn first_tool(catalogue: &Catalogue, request: &Request<'_>) -> Result<usize, Rejection> {
    let cursor = request.params.cursor;
    let Some(cursor) = (match cursor.kind() {
        Kind::Missing => return Ok(0),
        _ => cursor.string(request.text),
    }) else {
        return Err(Rejection::invalid_params("Invalid params: cursor must be a string"));
    };
    let Some(last) = cursor::decode("tools/list", &cursor) else {
        return Err(Rejection::invalid_params("Invalid cursor"));
    };
    match catalogue.place_of_tool(&last) {
        Some(place) => Ok(place as usize + 1),
        None => {
            Err(Rejection::invalid_params("Expired cursor: the list has changed, start from its first page"))
        }
    }
}

fn call_tool<'a>(
    catalogue: &Catalogue,
    request: &Request<'a>,
    metadata: Metadata,
    call: &Call,
) -> Result<Route<'a>, Rejection> {
    let (text, params) = (request.text, &request.params);
    let Some(name) = params.name.string(text) else {
        return Err(Rejection::invalid_params("Invalid params: name must be a string"));
    };
    let Some(place) = catalogue.place_of_tool(&name) else {
        return Err(Rejection::invalid_params(format!("Unknown tool: {}", shortened(&name))));
    };
    let tool = catalogue.tool(place);
    let missing = tool.requires.missing_from(metadata.capabilities);
    if !missing.is_empty() {
        return Err(dialect::missing_capability(missing));
    }
    let arguments = match params.arguments.kind() {
        Kind::Missing => NO_ARGUMENTS,
        Kind::Object => params.arguments.raw(text),
        _ => return Err(Rejection::invalid_params("Invalid params: arguments must be an object")),
    };
    let context = tool.handler.wants_context().then(|| {
        let origin = Origin {
            text,
            meta: params.meta,
            client_info: params.reserved.client_info,
            token: metadata.token,
            level: metadata.level.filter(|_| catalogue.logging),
            capabilities: metadata.capabilities,
        };
        Shared::new(request.id.clone(), origin, call, catalogue.limits)
    });
    Ok(Route::CallTool { place, arguments, context })
}

/// A name as an error may echo it.
fn shortened(name: &str) -> String {
    /// As long as a tool's name may be.
    const ECHOED: usize = 128;
    match name.len() <= ECHOED {
        true => name.into(),
        false => format!("{}…", &name[..name.floor_char_boundary(ECHOED)]),
    }
}

impl Prepared<'_> {
    /// Decodes the arguments and makes the future that carries the request out. It owns all it needs; the message
    /// may go.
    ///
    /// Nothing of the handler's own future runs before the first poll. Arguments that do not fit are answered with
    /// an `isError` result that names the place and what was expected.
    pub fn execute(self) -> Execution {
        let Self { catalogue, id, route } = self;
        match route {
            Route::CallTool { place, arguments, context } => {
                Execution::new(Work::call(catalogue, id, place, arguments, context))
            }
            Route::Discover => Execution::ready(Response::result(id, catalogue, Body::Discover)),
            Route::ListTools { first } => {
                let page = catalogue.tools_listing.page(first, catalogue.limits.page_size);
                Execution::ready(Response::result(id, catalogue, Body::Tools(page)))
            }
        }
    }

    /// The request's id.
    #[must_use]
    pub fn id(&self) -> &Id {
        &self.id
    }
}

impl fmt::Debug for Prepared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared").field("id", &self.id).finish_non_exhaustive()
    }
}
