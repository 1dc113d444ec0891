//! Methods of extensions.

use super::{Material, Route};
use crate::json::Kind;
use crate::jsonrpc::{Rejection, code};
use crate::server::catalogue::Denied;
use crate::server::extensions;
use crate::server::prepare::{Inquiry, NO_ARGUMENTS};
use crate::server::target::Target;

pub(super) fn call<'a>(place: u32, inquiry: Inquiry<'_, 'a>) -> Result<Route<'a>, Rejection> {
    let (catalogue, params) = (inquiry.catalogue, &inquiry.request.params);
    let method = catalogue.methods.at(place);
    let unknown = || Rejection::new(code::METHOD_NOT_FOUND, "Method not found");
    catalogue.admit(&catalogue.methods.component(place), inquiry.call).map_err(|denied| match denied {
        Denied::Concealed => unknown(),
        Denied::Refused(refusal) => refusal,
    })?;
    extensions::negotiated(&method.extension, inquiry.request)?;
    let arguments = match params.whole.kind() {
        Kind::Object => params.whole.raw(inquiry.text()),
        _ => NO_ARGUMENTS,
    };
    let around = catalogue.extensions.around(inquiry.request);
    let wants_context = method.handler.wants_context() || !around.is_empty();
    let shared = wants_context.then(|| inquiry.shared(None));
    Ok(Route::Start { target: Target::Method(place), material: Material::Json(arguments), shared, around })
}
