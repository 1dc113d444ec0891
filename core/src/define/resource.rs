//! A resource's definition: one at a URI, or a template for many.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use serde_json::Value;

use super::about::{About, about_methods};
use super::completion::Completers;
use super::handler::{Closure, Erased, Handler, StateHandler, WithState};
use super::middleware::{Middleware, Wrapped};
use crate::error::{Error, ErrorKind};
use crate::json::Writer;
use crate::jsonrpc::{Capability, ClientCapabilities};
use crate::model::{Annotations, Completion, Icon, ReadResult, is_absolute_uri};
use crate::template::{Template, Variables};

/// Data that a client can read: at one URI, or at every URI of a template.
///
/// ```
/// # extern crate alloc;
/// use serde::Deserialize;
/// use serde_json::json;
/// use snodo_core::{Json, NoArguments, Resource};
///
/// let motd = Resource::new("app://motd", "motd", async |_: NoArguments| Ok("Be kind."));
///
/// #[derive(Deserialize)]
/// struct Person {
///     id: u32,
/// }
///
/// let profile = Resource::template("people:///{id}/profile", "profile", async |person: Person| {
///     Ok(Json(json!({ "id": person.id })))
/// })
/// .mime_type("application/json");
/// # let _ = (motd, profile);
/// ```
///
/// Spec: server/resources.
#[derive(Clone)]
#[must_use]
pub struct Resource {
    place: Place,
    name: String,
    about: About,
    mime_type: Option<String>,
    annotations: Option<Annotations>,
    size: Option<u64>,
    requires: ClientCapabilities,
    handler: Arc<dyn Erased<ReadResult>>,
    completers: Completers,
}

/// Where a resource is found.
#[derive(Clone)]
enum Place {
    Uri(String),
    Template(String),
    Matched(String, Arc<OwnMatcher>),
}

type OwnMatcher = dyn Fn(&str) -> Option<Variables> + Send + Sync;

impl Resource {
    /// A resource at an absolute URI. Its handler takes [`NoArguments`](crate::NoArguments).
    ///
    /// Text and bytes that the handler returns get this URI and [`mime_type`](Resource::mime_type);
    /// [`ResourceContents`](crate::ResourceContents) say their own.
    pub fn new<M: 'static, H: Handler<ReadResult, M>>(
        uri: impl Into<String>,
        name: impl Into<String>,
        handler: H,
    ) -> Self {
        Self::erased(Place::Uri(uri.into()), name, Arc::new(Closure::new(handler)))
    }

    /// Resources at all URIs that a template (RFC 6570) matches. The handler's arguments are decoded from the
    /// template's variables; [`Variables`] takes them as they are.
    ///
    /// The subset: `{var}` is one segment, `{+var}` one or more, `{/var}` none or one, `{/var*}` any number,
    /// `{?a,b}` and `{&c}` the query. They stand in the path and the query, not in the authority: `people:///{id}`, not
    /// `people://{id}`. A URI is matched in linear time. What is outside the subset is refused when
    /// the server is built, by the shape's name; [`matching`](Resource::matching) takes a matcher of your own.
    ///
    /// **Values are the client's**: decoded once, they may hold `/`, `..` or NUL. Check them before they name a file.
    pub fn template<M: 'static, H: Handler<ReadResult, M>>(
        template: impl Into<String>,
        name: impl Into<String>,
        handler: H,
    ) -> Self {
        Self::erased(Place::Template(template.into()), name, Arc::new(Closure::new(handler)))
    }

    /// Resources at all URIs that `matcher` gives variables for; `template` is only shown to clients. Own matchers are
    /// asked last, in the order of definition, so that of two that match one URI the first counts.
    pub fn matching<M: 'static, H: Handler<ReadResult, M>>(
        template: impl Into<String>,
        name: impl Into<String>,
        matcher: impl Fn(&str) -> Option<Variables> + Send + Sync + 'static,
        handler: H,
    ) -> Self {
        let place = Place::Matched(template.into(), Arc::new(matcher));
        Self::erased(place, name, Arc::new(Closure::new(handler)))
    }

    /// Like [`new`](Resource::new), with shared state before the arguments.
    ///
    /// ```
    /// # extern crate alloc;
    /// use alloc::sync::Arc;
    /// use snodo_core::{NoArguments, Resource};
    ///
    /// let page = Resource::with_state("app://page", "page", "hello".to_owned(), async |text: Arc<String>, _: NoArguments| {
    ///     Ok(text.to_string())
    /// });
    /// # let _ = page;
    /// ```
    pub fn with_state<S, M, H>(
        uri: impl Into<String>,
        name: impl Into<String>,
        state: impl Into<Arc<S>>,
        handler: H,
    ) -> Self
    where
        S: Send + Sync + 'static,
        M: 'static,
        H: StateHandler<ReadResult, S, M>,
    {
        Self::erased(Place::Uri(uri.into()), name, Arc::new(WithState::new(state.into(), handler)))
    }

    /// Like [`template`](Resource::template), with shared state before the arguments.
    pub fn template_with_state<S, M, H>(
        template: impl Into<String>,
        name: impl Into<String>,
        state: impl Into<Arc<S>>,
        handler: H,
    ) -> Self
    where
        S: Send + Sync + 'static,
        M: 'static,
        H: StateHandler<ReadResult, S, M>,
    {
        Self::erased(Place::Template(template.into()), name, Arc::new(WithState::new(state.into(), handler)))
    }

    fn erased(place: Place, name: impl Into<String>, handler: Arc<dyn Erased<ReadResult>>) -> Self {
        Self {
            place,
            name: name.into(),
            about: About::default(),
            mime_type: None,
            annotations: None,
            size: None,
            requires: ClientCapabilities::default(),
            handler,
            completers: Completers::default(),
        }
    }

    about_methods!();

    /// Puts a [`Middleware`] around the handler. The last one given is the outermost.
    pub fn wrap(self, middleware: impl Middleware) -> Self {
        let handler = Wrapped::around(self.handler, middleware);
        Self { handler, ..self }
    }

    /// Its media type; of a template, when all its resources have the same.
    pub fn mime_type(self, mime_type: impl Into<String>) -> Self {
        Self { mime_type: Some(mime_type.into()), ..self }
    }

    /// For whom it is, how important, how old.
    pub fn annotations(self, annotations: Annotations) -> Self {
        Self { annotations: Some(annotations), ..self }
    }

    /// Its size in bytes, before any encoding. Templates have none.
    pub fn size(self, bytes: u64) -> Self {
        Self { size: Some(bytes), ..self }
    }

    /// Suggests values for a variable of a template. The handler takes a
    /// [`CompletionRequest`](crate::CompletionRequest). One completed variable declares the server's `completions`
    /// capability.
    pub fn complete<M: 'static, H: Handler<Completion, M>>(
        mut self,
        variable: impl Into<String>,
        handler: H,
    ) -> Self {
        self.completers.insert(variable.into(), Arc::new(Closure::new(handler)));
        self
    }

    pub(crate) fn is_template(&self) -> bool {
        !matches!(self.place, Place::Uri(_))
    }

    pub(crate) fn define(self) -> Result<ResourceDefinition, Error> {
        let (member, place) = match &self.place {
            Place::Uri(uri) => ("uri", uri),
            Place::Template(template) | Place::Matched(template, _) => ("uriTemplate", template),
        };
        let subject = format!("resource {place:?}");
        let error = |kind, problem: String| Err(Error::new(kind, format!("{subject}: {problem}")));
        if self.name.is_empty() {
            return error(ErrorKind::Name, "a resource needs a name".into());
        }
        self.about.check(&subject)?;
        let finder = match &self.place {
            Place::Uri(uri) if !is_absolute_uri(uri) => {
                return error(ErrorKind::Uri, "it is not an absolute URI".into());
            }
            Place::Uri(_) if !self.completers.is_empty() => {
                return error(ErrorKind::Template, "only templates have variables to complete".into());
            }
            Place::Uri(_) => Finder::Exact,
            Place::Matched(_, matcher) => Finder::Own(Arc::clone(matcher)),
            Place::Template(template) => {
                let template = match Template::parse(template) {
                    Ok(template) => template,
                    Err(problem) => return error(ErrorKind::Template, problem),
                };
                if let Some(stray) = self.completers.stray(&template.variables().collect::<Vec<_>>()) {
                    let problem = format!("it completes {stray:?}, which is not among its variables");
                    return error(ErrorKind::Template, problem);
                }
                Finder::Template(Box::new(template))
            }
        };
        Ok(ResourceDefinition {
            json: self.write(member, place),
            place: place.to_owned(),
            finder,
            mime_type: self.mime_type,
            requires: self.requires,
            handler: self.handler,
            completers: self.completers,
        })
    }

    fn write(&self, member: &str, place: &str) -> String {
        let mut out = Vec::new();
        let mut w = Writer::new(&mut out);
        w.literal("{\"").literal(member).literal("\":").string(place);
        w.literal(",\"name\":").string(&self.name);
        self.about.write_start(&mut w);
        if let Some(mime_type) = &self.mime_type {
            w.literal(",\"mimeType\":").string(mime_type);
        }
        if let Some(annotations) = &self.annotations {
            annotations.write(&mut w);
        }
        if let Some(size) = self.size.filter(|_| !self.is_template()) {
            w.literal(",\"size\":").unsigned(size);
        }
        self.about.write_end(&mut w);
        String::from_utf8(out).unwrap_or_else(|e| e.to_string())
    }
}

impl fmt::Debug for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resource").field("name", &self.name).finish_non_exhaustive()
    }
}

/// How the URIs of a definition are told.
pub(crate) enum Finder {
    Exact,
    Template(Box<Template>),
    Own(Arc<OwnMatcher>),
}

/// A resource or a template as the engine keeps it.
pub(crate) struct ResourceDefinition {
    /// The URI, or the template's text.
    pub(crate) place: String,
    /// The `Resource` or `ResourceTemplate` object as listings show it.
    pub(crate) json: String,
    pub(crate) finder: Finder,
    pub(crate) mime_type: Option<String>,
    pub(crate) requires: ClientCapabilities,
    pub(crate) handler: Arc<dyn Erased<ReadResult>>,
    pub(crate) completers: Completers,
}
