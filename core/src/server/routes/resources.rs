//! `resources/read`. Spec: server/resources.

use alloc::borrow::Cow;
use alloc::boxed::Box;

use super::{Material, Route};
use crate::jsonrpc::Rejection;
use crate::server::catalogue::written;
use crate::server::prepare::{Inquiry, NO_ARGUMENTS};
use crate::server::resources::Found;
use crate::server::rounds;
use crate::server::target::Target;

pub(super) fn read<'a>(inquiry: Inquiry<'_, 'a>) -> Result<Route<'a>, Rejection> {
    let (text, params, catalogue) = (inquiry.text(), &inquiry.request.params, inquiry.catalogue);
    let Some(uri) = params.uri.string(text) else {
        return Err(Rejection::invalid_params("Invalid params: uri must be a string"));
    };
    let is_retry = params.input_responses.is_given() || params.request_state.is_given();
    let (target, material, resource) = match catalogue.resource(&uri)? {
        None => return Err(not_found(&uri)),
        Some(Found::Direct(place)) => {
            let target = Target::Resource { place, uri: Box::from(&*uri), is_retry };
            (target, Material::Json(NO_ARGUMENTS), catalogue.resources.direct.at(place))
        }
        Some(Found::Template(place, variables)) => {
            let target = Target::Template { place, uri: Box::from(&*uri), is_retry };
            (target, Material::Variables(variables), catalogue.resources.templates.at(place))
        }
    };
    catalogue
        .admit(&target.component(catalogue), inquiry.call)
        .map_err(|denied| denied.or(|| not_found(&uri)))?;
    inquiry.has(resource.requires)?;
    let around = catalogue.extensions.around(inquiry.request);
    let wants_context = resource.handler.wants_context() || !around.is_empty();
    let shared = rounds::shared(&target, wants_context, inquiry)?;
    Ok(Route::Start { target, material, shared, around })
}

/// Spec: server/resources, section "Error Handling": -32602, never -32002 of older revisions.
pub(in crate::server) fn not_found(uri: &str) -> Rejection {
    let data = written(|w| {
        w.literal("{\"uri\":").string(uri).literal("}");
    });
    Rejection::invalid_params(Cow::Borrowed("Resource not found")).with_data(data)
}
