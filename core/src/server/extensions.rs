//! The extensions of a server, and which of them a request's client has too.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::catalogue::written;
use super::shelf::Shelf;
use crate::define::{AroundAny, ComponentKind, Extension, ExtensionDefinition, MethodDefinition};
use crate::dialect::rule;
use crate::error::{Error, ErrorKind};
use crate::jsonrpc::{Members, Rejection, Request, client_extension, code};
use crate::model::CacheHint;

#[derive(Default)]
pub(super) struct Extensions {
    /// Without their methods, which stand on a shelf.
    all: Vec<ExtensionDefinition>,
}

/// What is done around one request, the outermost last.
pub(super) type Around = Vec<Arc<dyn AroundAny>>;

impl Extensions {
    pub(super) fn new(extensions: Vec<Extension>) -> Result<(Self, Shelf<MethodDefinition>), Error> {
        let (mut all, mut methods) = (Vec::<ExtensionDefinition>::new(), Vec::new());
        for extension in extensions {
            let mut definition = extension.define(|method| rule(method).is_some())?;
            if all.iter().any(|before| before.id == definition.id) {
                let problem = format!("there is a second extension {:?}", definition.id);
                return Err(Error::new(ErrorKind::Duplicate, problem));
            }
            methods.append(&mut definition.methods);
            all.push(definition);
        }
        let methods = Shelf::new(ComponentKind::Method, methods, false, CacheHint::default())?;
        Ok((Self { all }, methods))
    }

    pub(super) fn settings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.all.iter().map(|extension| (&*extension.id, extension.settings.as_str()))
    }

    /// What the extensions that both sides have do around this request.
    #[inline]
    pub(super) fn around(&self, request: &Request<'_>) -> Around {
        if self.all.is_empty() { Around::new() } else { self.negotiated(request) }
    }

    fn negotiated(&self, request: &Request<'_>) -> Around {
        let declared = Members::of(request.params.reserved.client_capabilities, request.text);
        let around = self.all.iter().filter_map(|extension| {
            let around = extension.around.as_ref()?;
            client_extension(declared, &extension.id).map(|_| Arc::clone(around))
        });
        around.collect()
    }
}

impl IntoIterator for Extensions {
    type Item = ExtensionDefinition;
    type IntoIter = alloc::vec::IntoIter<ExtensionDefinition>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

/// Refuses clients that have not declared the extension whose method they call.
pub(super) fn negotiated(id: &str, request: &Request<'_>) -> Result<(), Rejection> {
    let declared = Members::of(request.params.reserved.client_capabilities, request.text);
    if client_extension(declared, id).is_some() {
        return Ok(());
    }
    let data = written(|w| {
        w.literal("{\"requiredCapabilities\":{\"extensions\":{").string(id).literal(":{}}}}");
    });
    let message = "The client has not declared an extension that this needs";
    Err(Rejection::new(code::MISSING_CLIENT_CAPABILITY, message).with_data(data))
}
