//! `prompts/get`. Spec: server/prompts.

use alloc::format;
use alloc::vec::Vec;

use super::{Material, Route, shortened};
use crate::define::PromptDefinition;
use crate::json::{self, Kind};
use crate::jsonrpc::Rejection;
use crate::server::catalogue::written;
use crate::server::prepare::{Inquiry, NO_ARGUMENTS};
use crate::server::rounds;
use crate::server::target::Target;

#[inline(never)]
pub(super) fn get<'a>(inquiry: Inquiry<'_, 'a>) -> Result<Route<'a>, Rejection> {
    let (text, params, catalogue) = (inquiry.text(), &inquiry.request.params, inquiry.catalogue);
    let Some(name) = params.name.string(text) else {
        return Err(Rejection::invalid_params("Invalid params: name must be a string"));
    };
    let place = admitted(&inquiry, &name)?;
    let prompt = catalogue.prompts.at(place);
    inquiry.has(prompt.requires)?;
    let arguments = match params.arguments.kind() {
        Kind::Missing => NO_ARGUMENTS,
        Kind::Object => params.arguments.raw(text),
        _ => return Err(Rejection::invalid_params("Invalid params: arguments must be an object")),
    };
    check(prompt, arguments)?;
    let target = Target::Prompt(place);
    let around = catalogue.extensions.around(inquiry.request);
    let wants_context = prompt.handler.wants_context() || !around.is_empty();
    let shared = rounds::shared("prompts/get", &target, wants_context, inquiry)?;
    Ok(Route::Start { target, material: Material::Json(arguments), shared, around })
}

/// The prompt's place, when it exists for this caller.
pub(super) fn admitted(inquiry: &Inquiry<'_, '_>, name: &str) -> Result<u32, Rejection> {
    let catalogue = inquiry.catalogue;
    let unknown = || Rejection::invalid_params(format!("Unknown prompt: {}", shortened(name)));
    let place = catalogue.prompts.place(name).ok_or_else(unknown)?;
    catalogue
        .admit(&catalogue.prompts.component(place), inquiry.call)
        .map_err(|denied| denied.or(unknown))?;
    Ok(place)
}

/// All arguments are strings, and the required ones are there.
fn check(prompt: &PromptDefinition, arguments: &str) -> Result<(), Rejection> {
    let mut given = alloc::vec![false; prompt.arguments.len()];
    let mut all_strings = true;
    let read = json::parse(arguments, |r| {
        r.object(|r, key| {
            all_strings &= r.value()?.kind() == Kind::String;
            let known = prompt.arguments.iter().position(|(name, _)| name.as_bytes() == key);
            if let Some(place) = known {
                given[place] = true;
            }
            Ok(())
        })
    });
    debug_assert!(read.is_ok(), "arguments were read before");
    if !all_strings {
        return Err(Rejection::invalid_params("Invalid params: the arguments of a prompt are strings"));
    }
    let missing: Vec<_> = prompt
        .arguments
        .iter()
        .zip(given)
        .filter(|((_, required), given)| *required && !given)
        .map(|((name, _), _)| name.as_str())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let data = written(|w| {
        let mut separator = "{\"missing\":[";
        for name in &missing {
            w.literal(separator).string(name);
            separator = ",";
        }
        w.literal("]}");
    });
    let message = format!("Invalid params: missing arguments: {}", missing.join(", "));
    Err(Rejection::invalid_params(message).with_data(data))
}
