//! `tools/call`. Spec: server/tools.

use alloc::format;

use super::{Material, Route, shortened};
use crate::json::Kind;
use crate::jsonrpc::Rejection;
use crate::server::prepare::{Inquiry, NO_ARGUMENTS};
use crate::server::rounds;
use crate::server::target::Target;

pub(super) fn call<'a>(inquiry: Inquiry<'_, 'a>) -> Result<Route<'a>, Rejection> {
    match inquiry.request.params.name.plain(inquiry.text()) {
        Some(name) => call_named(name, inquiry),
        None => call_unusual(inquiry),
    }
}

/// With a name that is spelled with escapes, or with none.
#[inline(never)]
fn call_unusual<'a>(inquiry: Inquiry<'_, 'a>) -> Result<Route<'a>, Rejection> {
    match inquiry.request.params.name.string(inquiry.text()) {
        Some(name) => call_named(&name, inquiry),
        None => Err(Rejection::invalid_params("Invalid params: name must be a string")),
    }
}

#[inline]
fn call_named<'a>(name: &str, inquiry: Inquiry<'_, 'a>) -> Result<Route<'a>, Rejection> {
    let (text, params, catalogue) = (inquiry.text(), &inquiry.request.params, inquiry.catalogue);
    let place = catalogue.tools.place(name).ok_or_else(|| unknown(name))?;
    catalogue
        .admit(&catalogue.tools.component(place), inquiry.call)
        .map_err(|denied| denied.or(|| unknown(name)))?;
    let tool = catalogue.tools.at(place);
    inquiry.has(tool.requires)?;
    let arguments = match params.arguments.kind() {
        Kind::Missing => NO_ARGUMENTS,
        Kind::Object => params.arguments.raw(text),
        _ => return Err(Rejection::invalid_params("Invalid params: arguments must be an object")),
    };
    let target = Target::Tool(place);
    let around = catalogue.extensions.around(inquiry.request);
    let wants_context = tool.handler.wants_context() || !around.is_empty();
    let shared = rounds::shared("tools/call", &target, wants_context, inquiry)?;
    Ok(Route::Start { target, material: Material::Json(arguments), shared, around })
}

#[cold]
fn unknown(name: &str) -> Rejection {
    Rejection::invalid_params(format!("Unknown tool: {}", shortened(name)))
}
