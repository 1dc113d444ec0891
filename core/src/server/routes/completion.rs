//! `completion/complete`. Spec: server/utilities/completion.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Material, Route, prompts, shortened};
use crate::define::Finder;
use crate::json::{self, Kind};
use crate::jsonrpc::Rejection;
use crate::server::catalogue::written;
use crate::server::prepare::Inquiry;
use crate::server::target::{Completed, Completing, Target};

#[inline(never)]
pub(super) fn complete<'a>(inquiry: Inquiry<'_, 'a>) -> Result<Route<'a>, Rejection> {
    let asked = Asked::read(&inquiry)?;
    let catalogue = inquiry.catalogue;
    let of = if asked.is_prompt {
        let place = prompts::admitted(&inquiry, &asked.reference)?;
        let prompt = catalogue.prompts.at(place);
        asked.check(|name| prompt.arguments.iter().any(|(known, _)| known == name))?;
        Completed::Prompt(place)
    } else {
        let place = template(&inquiry, &asked.reference)?;
        let definition = catalogue.resources.templates.at(place);
        asked.check(|name| match &definition.finder {
            Finder::Template(template) => template.variables().any(|known| known == name),
            Finder::Exact | Finder::Own(_) => true,
        })?;
        Completed::Template(place)
    };
    let around = catalogue.extensions.around(inquiry.request);
    let completer = of.completers(catalogue).get(&asked.name);
    let wants_context = !around.is_empty() || completer.is_some_and(|completer| completer.wants_context());
    let target = Target::Complete(Box::new(Completing { of, argument: asked.name }));
    let shared = wants_context.then(|| inquiry.shared(None));
    Ok(Route::Start { target, material: Material::Written(asked.request), shared, around })
}

/// The place of a template by its text, when it exists for this caller.
fn template(inquiry: &Inquiry<'_, '_>, text: &str) -> Result<u32, Rejection> {
    let catalogue = inquiry.catalogue;
    let unknown = || Rejection::invalid_params(format!("Unknown resource template: {}", shortened(text)));
    let place = catalogue.resources.templates.place(text).ok_or_else(unknown)?;
    catalogue
        .admit(&catalogue.resources.templates.component(place), inquiry.call)
        .map_err(|denied| denied.or(unknown))?;
    Ok(place)
}

/// More arguments than a request may settle.
const MAX_SETTLED: usize = 256;

/// The parameters, read.
struct Asked {
    is_prompt: bool,
    /// The prompt's name, or the template's text.
    reference: String,
    /// The argument's name.
    name: String,
    /// Names of settled arguments.
    settled: Vec<String>,
    /// What the handler's request is decoded from.
    request: String,
}

impl Asked {
    fn read(inquiry: &Inquiry<'_, '_>) -> Result<Self, Rejection> {
        let params = inquiry.params();
        let bad = |problem: &str| Rejection::invalid_params(format!("Invalid params: {problem}"));
        let reference = params.object(b"ref");
        let (is_prompt, named) = match reference.string(b"type").as_deref() {
            Some("ref/prompt") => (true, reference.string(b"name")),
            Some("ref/resource") => (false, reference.string(b"uri")),
            _ => return Err(bad("ref must be an object of type ref/prompt or ref/resource")),
        };
        let named = named.ok_or_else(|| bad("ref must name a prompt or a resource template"))?;
        let argument = params.object(b"argument");
        let (Some(name), Some(value)) = (argument.string(b"name"), argument.raw(b"value", Kind::String))
        else {
            return Err(bad("argument must have a name and a value, both strings"));
        };
        if !matches!(params.kind(b"context"), Kind::Missing | Kind::Object) {
            return Err(bad("context must be an object"));
        }
        let context = params.object(b"context");
        let arguments = match context.kind(b"arguments") {
            Kind::Missing => "{}",
            _ => context
                .raw(b"arguments", Kind::Object)
                .ok_or_else(|| bad("context.arguments must be an object"))?,
        };
        let settled = strings(arguments).ok_or_else(|| bad("context.arguments must hold strings"))?;
        if settled.len() > MAX_SETTLED {
            return Err(bad("context.arguments holds more than 256"));
        }
        let request = written(|w| {
            w.literal("{\"value\":").literal(value);
            w.literal(",\"arguments\":").literal(arguments).literal("}");
        });
        Ok(Self { is_prompt, reference: named.into(), name: name.into(), settled, request })
    }

    /// Refuses names that are none of the component's.
    fn check(&self, is_known: impl Fn(&str) -> bool) -> Result<(), Rejection> {
        let names = core::iter::once(&self.name).chain(&self.settled);
        match names.into_iter().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(name) => Err(Rejection::invalid_params(format!("Unknown argument: {}", shortened(name)))),
        }
    }
}

/// The names of an object whose members are all strings; of more than anything has, the first ones.
fn strings(object: &str) -> Option<Vec<String>> {
    let (mut names, mut all_strings) = (Vec::new(), true);
    let read = json::parse(object, |r| {
        r.object(|r, key| {
            all_strings &= r.value()?.kind() == Kind::String;
            if names.len() <= MAX_SETTLED {
                names.push(String::from_utf8_lossy(key).into_owned());
            }
            Ok(())
        })
    });
    debug_assert!(read.is_ok(), "the message was read before");
    all_strings.then_some(names)
}
