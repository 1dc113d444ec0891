//! `resources/read`. Spec: server/resources.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::sync::Arc;

use super::{Material, Route};
use crate::jsonrpc::Rejection;
use crate::server::catalogue::written;
use crate::server::prepare::{Inquiry, NO_ARGUMENTS};
use crate::server::resources::Found;
use crate::server::rounds;
use crate::server::target::{Reading, Target};

#[inline(never)]
pub(super) fn read<'a>(inquiry: Inquiry<'_, 'a>) -> Result<Route<'a>, Rejection> {
    let (text, params, catalogue) = (inquiry.text(), &inquiry.request.params, inquiry.catalogue);
    let Some(uri) = params.uri.string(text) else {
        return Err(Rejection::invalid_params("Invalid params: uri must be a string"));
    };
    let Found { place, variables } = catalogue.resource(&uri)?.ok_or_else(|| not_found(&uri))?;
    let component = catalogue.resources.component(place).at(&uri);
    catalogue.admit(&component, inquiry.call).map_err(|denied| denied.or(|| not_found(&uri)))?;
    let resource = catalogue.resources.at(place);
    inquiry.has(resource.requires)?;
    let is_retry = params.input_responses.is_given() || params.request_state.is_given();
    let target = Target::Read(Arc::new(Reading { place, uri: Box::from(&*uri), is_retry }));
    let material = variables.map_or(Material::Json(NO_ARGUMENTS), Material::Variables);
    let around = catalogue.extensions.around(inquiry.request);
    let wants_context = resource.handler.wants_context() || !around.is_empty();
    let shared = rounds::shared("resources/read", &target, wants_context, inquiry)?;
    Ok(Route::Start { target, material, shared, around })
}

/// Spec: server/resources, section "Error Handling": -32602, never -32002 of older revisions.
pub(in crate::server) fn not_found(uri: &str) -> Rejection {
    let data = written(|w| {
        w.literal("{\"uri\":").string(uri).literal("}");
    });
    Rejection::invalid_params(Cow::Borrowed("Resource not found")).with_data(data)
}
