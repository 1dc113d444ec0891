//! Methods of extensions.

use alloc::string::String;

use super::{Material, Route};
use crate::json;
use crate::jsonrpc::{Rejection, code};
use crate::server::catalogue::written;
use crate::server::extensions;
use crate::server::prepare::Inquiry;
use crate::server::target::Target;

#[inline(never)]
pub(super) fn call<'a>(place: u32, inquiry: Inquiry<'_, 'a>) -> Result<Route<'a>, Rejection> {
    let (catalogue, params) = (inquiry.catalogue, &inquiry.request.params);
    let method = catalogue.methods.at(place);
    let unknown = || Rejection::new(code::METHOD_NOT_FOUND, "Method not found");
    catalogue
        .admit(&catalogue.methods.component(place), inquiry.call)
        .map_err(|denied| denied.or(unknown))?;
    extensions::negotiated(&method.extension, inquiry.request)?;
    let arguments = without_meta(params.whole.raw(inquiry.text()));
    let around = catalogue.extensions.around(inquiry.request);
    let wants_context = method.handler.wants_context() || !around.is_empty();
    let shared = wants_context.then(|| inquiry.shared(None));
    Ok(Route::Start { target: Target::Method(place), material: Material::Written(arguments), shared, around })
}

/// The method's own parameters: `_meta`, which every request has, is in the context.
fn without_meta(params: &str) -> String {
    written(|w| {
        let mut separator = "{";
        let read = json::parse(params, |r| {
            r.object(|r, key| {
                let value = r.value()?;
                if key != b"_meta" {
                    w.literal(separator).string(&String::from_utf8_lossy(key)).literal(":");
                    w.literal(value.raw(params));
                    separator = ",";
                }
                Ok(())
            })
        });
        debug_assert!(read.is_ok(), "the message was read before");
        w.literal(if separator == "{" { "{}" } else { "}" });
    })
}
