//! From a request to something that can run, or to the first reason why not.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::fmt;

use super::catalogue::{Catalogue, Denied};
use super::execution::Execution;
use super::job::Job;
use super::listen::Listen;
use super::response::{Body, Response};
use super::routes::{self, Asked, Route};
use super::work::Work;
use crate::context::{Call, Earlier, Origin, Sealing, Shared, TraceContext};
use crate::define::Component;
use crate::dialect::mirrored::MirroredHeaders;
use crate::dialect::v2026_07_28::{self as dialect, Metadata};
use crate::dialect::{Method, MethodKind, Rule, rule};
use crate::id::Id;
use crate::instrument::{End, Facts, Instrument, Watched};
use crate::json::Kind;
use crate::jsonrpc::{ClientCapabilities, Members, Rejection, Request, code};
use crate::subscription::Filter;

/// A request that was found in order. It borrows the message; [`execute`](Prepared::execute) takes what the handler
/// needs from it.
#[must_use = "a prepared request does nothing until it is executed"]
pub struct Prepared<'a> {
    id: Id,
    route: Route<'a>,
    watched: Watched,
    /// Dropped after the route: what others have written goes with the catalogue, which contains their panics.
    catalogue: Arc<Catalogue>,
}

/// What `params` without `arguments` means.
pub(super) const NO_ARGUMENTS: &str = "{}";

/// A request whose envelope, metadata, headers, version and method are in order, on its way to a route.
pub(super) struct Inquiry<'r, 'a> {
    pub(super) catalogue: &'r Catalogue,
    pub(super) request: &'r Request<'a>,
    pub(super) metadata: Metadata,
    pub(super) call: &'r Call,
}

/// The order decides which code a message with several faults gets: metadata, headers, version, method, then what the
/// method looks up.
pub(super) fn prepare<'a, E: From<Rejection>>(
    catalogue: Arc<Catalogue>,
    request: &mut Request<'a>,
    headers: Option<&MirroredHeaders<'_>>,
    call: &Call,
) -> Result<Prepared<'a>, E> {
    let route = route(&catalogue, request, headers, call);
    let mut watched = match &catalogue.instrument {
        None => Watched::default(),
        Some(instrument) => watch(&**instrument, &catalogue, request, route.as_ref().ok()),
    };
    let id = request.take_id();
    match route {
        Ok(route) => Ok(Prepared { catalogue, id, route, watched }),
        Err(refusal) => {
            watched.end(End::Error { code: refusal.code });
            Err(refusal.with_id(id).into())
        }
    }
}

fn route<'a>(
    catalogue: &Catalogue,
    request: &Request<'a>,
    headers: Option<&MirroredHeaders<'_>>,
    call: &Call,
) -> Result<Route<'a>, Rejection> {
    let metadata = dialect::metadata(request)?;
    let rule = rule(&request.method);
    if let Some(headers) = headers {
        headers.agree(request, rule)?;
        match rule.map(|rule| rule.kind) {
            Some(MethodKind::Request(Method::CallTool)) if catalogue.mirrors => {
                agree_on_arguments(catalogue, request, headers, call)?;
            }
            Some(_) => {}
            None => agree_on_name(catalogue, request, headers, call)?,
        }
    }
    dialect::version(request)?;
    let asked = asked(catalogue, request, rule)?;
    routes::find(asked, Inquiry { catalogue, request, metadata, call })
}

#[inline(never)]
fn watch(
    instrument: &dyn Instrument,
    catalogue: &Catalogue,
    request: &Request<'_>,
    route: Option<&Route<'_>>,
) -> Watched {
    let meta = request.params.meta;
    let method = &*request.method;
    let is_known = rule(method).is_some() || catalogue.methods.place(method).is_some();
    let facts = Facts {
        method: if is_known { method } else { "unknown" },
        id: &request.id,
        protocol_version: dialect::VERSION,
        component: route.and_then(|route| route.component(catalogue)),
        trace: (meta.kind() == Kind::Object).then(|| TraceContext::read(meta.raw(request.text))).flatten(),
    };
    Watched::start(instrument, &facts)
}

/// What is asked for, when the protocol or an extension has it as a request and the server offers what it needs.
fn asked(catalogue: &Catalogue, request: &Request<'_>, rule: Option<&Rule>) -> Result<Asked, Rejection> {
    let unknown = || Rejection::new(code::METHOD_NOT_FOUND, "Method not found");
    let Some(rule) = rule else {
        return catalogue.methods.place(&request.method).map(Asked::Extension).ok_or_else(unknown);
    };
    match rule.kind {
        MethodKind::Request(method) if catalogue.offers(rule.need) => Ok(Asked::Protocol(method)),
        MethodKind::Request(_) => Err(unknown()),
        MethodKind::Notification => {
            Err(Rejection::invalid_request("Invalid request: this method is a notification and takes no id"))
        }
        MethodKind::Embedded => Err(Rejection::invalid_request(
            "Invalid request: this method is asked by servers, inside a result",
        )),
    }
}

/// Checks `Mcp-Name` of an extension's method that has it.
#[inline(never)]
fn agree_on_name(
    catalogue: &Catalogue,
    request: &Request<'_>,
    headers: &MirroredHeaders<'_>,
    call: &Call,
) -> Result<(), Rejection> {
    let Some(place) = catalogue.methods.place(&request.method) else { return Ok(()) };
    let Some(member) = &catalogue.methods.at(place).mirrored_name else { return Ok(()) };
    if is_concealed(catalogue, &catalogue.methods.component(place), call) {
        return Ok(());
    }
    let params = Members::of(request.params.whole, request.text);
    headers.agree_on_name(params.string(member.as_bytes()).as_deref())
}

/// Checks the headers that repeat arguments, where the tool that is called has such. Only some servers have such tools.
#[inline(never)]
fn agree_on_arguments(
    catalogue: &Catalogue,
    request: &Request<'_>,
    headers: &MirroredHeaders<'_>,
    call: &Call,
) -> Result<(), Rejection> {
    let name = request.params.name.string(request.text);
    let Some(place) = name.and_then(|name| catalogue.tools.place(&name)) else { return Ok(()) };
    let (mirrors, arguments) = (&catalogue.tools.at(place).mirrors, request.params.arguments);
    if mirrors.is_empty() || is_concealed(catalogue, &catalogue.tools.component(place), call) {
        return Ok(());
    }
    match arguments.kind() {
        Kind::Object => mirrors.agree(arguments.raw(request.text), headers),
        _ => mirrors.agree(NO_ARGUMENTS, headers),
    }
}

/// Whether a policy conceals a component: its headers must not tell it from one that does not exist, so the route gives
/// the answer.
fn is_concealed(catalogue: &Catalogue, component: &Component<'_>, call: &Call) -> bool {
    matches!(catalogue.admit(component, call), Err(Denied::Concealed))
}

impl<'a> Inquiry<'_, 'a> {
    pub(super) fn text(&self) -> &'a str {
        self.request.text
    }

    /// All of the request's parameters.
    pub(super) fn params(&self) -> Members<'a> {
        Members::of(self.request.params.whole, self.request.text)
    }

    /// Refuses clients that have not declared what a component needs.
    pub(super) fn has(&self, required: ClientCapabilities) -> Result<(), Rejection> {
        let missing = required.missing_from(self.metadata.capabilities);
        if missing.is_empty() { Ok(()) } else { Err(dialect::missing_capability(missing)) }
    }

    /// What the handler may know and say of its call; `rounds` where it may ask for input.
    pub(super) fn shared(self, rounds: Option<(Earlier, Option<Box<Sealing>>)>) -> Arc<Shared> {
        let params = &self.request.params;
        let origin = Origin {
            text: self.request.text,
            meta: params.meta,
            client_info: params.reserved.client_info,
            token: self.metadata.token,
            level: self.metadata.level.filter(|_| self.catalogue.logging),
            capabilities: self.metadata.capabilities,
            rounds,
        };
        Shared::new(self.request.id.clone(), origin, self.call, self.catalogue.limits)
    }
}

impl Prepared<'_> {
    /// Decodes the arguments and makes the future that carries the request out. It owns all it needs; the message
    /// may go.
    ///
    /// Nothing of the handler's own future runs before the first poll. Arguments that do not fit are answered with
    /// an `isError` result of the tool, or with -32602, that names the place and what was expected.
    pub fn execute(self) -> Execution {
        let Self { catalogue, id, route, mut watched } = self;
        let body = match route {
            Route::Start { target, material, shared, around } => {
                let input = material.input();
                return Execution::new(Work::start(catalogue, id, target, input, shared, &around, watched));
            }
            Route::Listen(asked) => return listen(catalogue, id, &asked, watched),
            Route::Discover => Body::Discover,
            Route::List(listed) => Body::List(listed),
        };
        watched.end(End::Completed);
        Execution::ready(Response::result(id, catalogue, body))
    }

    /// Checks the arguments as [`execute`](Prepared::execute) will, without calling the handler: for hosts that store a
    /// request before they carry it out.
    ///
    /// # Errors
    ///
    /// What executing it would answer at once: of a tool, a result with `isError`. The client's fault.
    pub fn check(&self) -> Result<(), Response> {
        let Route::Start { target, material, .. } = &self.route else { return Ok(()) };
        Job::check(&self.catalogue, target, material.input()).map_err(|settled| match settled {
            Ok(body) => Response::result(self.id.clone(), Arc::clone(&self.catalogue), body),
            Err(refusal) => refusal.with_id(self.id.clone()).into(),
        })
    }

    /// The request's id.
    #[must_use]
    pub fn id(&self) -> &Id {
        &self.id
    }
}

#[inline(never)]
fn listen(catalogue: Arc<Catalogue>, id: Id, (filter, call): &(Filter, Call), watched: Watched) -> Execution {
    match Listen::open(catalogue, id.clone(), filter, call, watched) {
        Ok(listen) => Execution::listening(listen),
        Err(refusal) => Execution::ready(refusal.with_id(id).into()),
    }
}

impl fmt::Debug for Prepared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared").field("id", &self.id).finish_non_exhaustive()
    }
}
