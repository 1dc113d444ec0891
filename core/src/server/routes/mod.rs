//! What each method looks up: the component it names, and what that one is started with.

mod completion;
mod listing;
mod methods;
mod prompts;
mod resources;
mod tools;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;

pub(super) use listing::Listed;
pub(super) use resources::not_found;

use listing::ListKind;

use super::catalogue::Catalogue;
use super::extensions::Around;
use super::listen;
use super::prepare::Inquiry;
use super::target::Target;
use crate::context::{Call, Shared};
use crate::define::{Component, Input};
use crate::dialect::Method;
use crate::jsonrpc::Rejection;
use crate::subscription::Filter;
use crate::template::Variables;

/// Who has a request's method.
#[derive(Debug, Clone, Copy)]
pub(super) enum Asked {
    Protocol(Method),
    /// By its place.
    Extension(u32),
}

pub(super) enum Route<'a> {
    Discover,
    List(Listed),
    Listen(Box<(Filter, Call)>),
    Start { target: Target, material: Material<'a>, shared: Option<Arc<Shared>>, around: Around },
}

impl Route<'_> {
    /// Whom the request goes to, where it goes to a component.
    pub(super) fn component<'c>(&'c self, catalogue: &'c Catalogue) -> Option<Component<'c>> {
        match self {
            Self::Start { target, .. } => Some(target.component(catalogue)),
            Self::Listen(..) => Some(listen::SOURCE),
            Self::Discover | Self::List(_) => None,
        }
    }
}

/// What a handler's arguments will be decoded from.
pub(super) enum Material<'a> {
    Json(&'a str),
    Written(String),
    Variables(Box<Variables>),
}

impl Material<'_> {
    pub(super) fn input(&self) -> Input<'_> {
        match self {
            Self::Json(text) => Input::Json(text),
            Self::Written(text) => Input::Json(text),
            Self::Variables(variables) => Input::Variables(variables),
        }
    }
}

/// The route of a request that the server offers. All but that of a call are apart, so that its code stands together.
pub(super) fn find<'a>(asked: Asked, inquiry: Inquiry<'_, 'a>) -> Result<Route<'a>, Rejection> {
    let method = match asked {
        Asked::Protocol(method) => method,
        Asked::Extension(place) => return methods::call(place, inquiry),
    };
    match method {
        Method::CallTool => tools::call(inquiry),
        Method::ListTools => listing::list(ListKind::Tools, &inquiry),
        Method::ReadResource => resources::read(inquiry),
        Method::ListResources => listing::list(ListKind::Resources, &inquiry),
        Method::ListResourceTemplates => listing::list(ListKind::Templates, &inquiry),
        Method::GetPrompt => prompts::get(inquiry),
        Method::ListPrompts => listing::list(ListKind::Prompts, &inquiry),
        Method::Listen => listen(&inquiry),
        Method::Complete => completion::complete(inquiry),
        Method::Discover => Ok(Route::Discover),
    }
}

#[inline(never)]
fn listen<'a>(inquiry: &Inquiry<'_, 'a>) -> Result<Route<'a>, Rejection> {
    Ok(Route::Listen(Box::new((listen::filter(inquiry)?, inquiry.call.clone()))))
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
