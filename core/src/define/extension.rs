//! An extension of the protocol, as a server offers it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use serde_json::Value;

use super::handler::{Closure, Erased, Handler};
use super::method::{ExtensionResult, MethodDefinition};
use super::middleware::{AroundAny, Middleware};
use crate::error::{Error, ErrorKind};
use crate::jsonrpc::is_prefixed;

/// An extension: an id, settings that discovery shows, methods, and something to be done around every request of
/// clients that have it too.
///
/// Nothing of it happens for clients that do not declare the same id: its methods refuse them with -32021.
///
/// ```
/// # extern crate alloc;
/// use serde::Deserialize;
/// use serde_json::json;
/// use snodo_core::{Extension, Json};
///
/// #[derive(Deserialize)]
/// struct Echo {
///     text: String,
/// }
///
/// let extension = Extension::new("com.example/echo")
///     .settings(json!({ "max": 100 }))
///     .method("com.example/echo", async |params: Echo| Ok(Json(json!({ "text": params.text }))));
/// # let _ = extension;
/// ```
///
/// Spec: basic/versioning, section "Extension Negotiation".
#[derive(Clone)]
#[must_use]
pub struct Extension {
    id: Arc<str>,
    settings: String,
    methods: Vec<Method>,
    around: Option<Arc<dyn AroundAny>>,
}

#[derive(Clone)]
struct Method {
    name: String,
    mirrored_name: Option<String>,
    handler: Arc<dyn Erased<ExtensionResult>>,
}

impl Extension {
    /// An extension by its id: a prefix of dot-separated labels, a slash and a name.
    pub fn new(id: impl Into<Arc<str>>) -> Self {
        Self { id: id.into(), settings: "{}".into(), methods: Vec::new(), around: None }
    }

    /// What discovery shows of it: an object. Default: the empty one.
    pub fn settings(self, settings: impl Into<Value>) -> Self {
        Self { settings: settings.into().to_string(), ..self }
    }

    /// Adds a method. Its handler's arguments are decoded from the request's `params` without `_meta`, for which see
    /// [`Context::meta`](crate::Context::meta); parameters that do not fit are answered with -32602.
    pub fn method<M: 'static, H: Handler<ExtensionResult, M>>(
        self,
        name: impl Into<String>,
        handler: H,
    ) -> Self {
        self.push(name.into(), None, handler)
    }

    /// Adds a method whose requests over HTTP repeat a member of `params`, a string, in the `Mcp-Name` header.
    pub fn named_method<M: 'static, H: Handler<ExtensionResult, M>>(
        self,
        name: impl Into<String>,
        member: impl Into<String>,
        handler: H,
    ) -> Self {
        self.push(name.into(), Some(member.into()), handler)
    }

    fn push<M: 'static, H: Handler<ExtensionResult, M>>(
        mut self,
        name: String,
        mirrored_name: Option<String>,
        handler: H,
    ) -> Self {
        self.methods.push(Method { name, mirrored_name, handler: Arc::new(Closure::new(handler)) });
        self
    }

    /// Puts a [`Middleware`] around every tool call, read, prompt, completion and method of an extension whose client
    /// has declared this extension.
    pub fn around(self, middleware: impl Middleware) -> Self {
        Self { around: Some(Arc::new(middleware)), ..self }
    }

    pub(crate) fn define(self, is_core: impl Fn(&str) -> bool) -> Result<ExtensionDefinition, Error> {
        let error =
            |kind, problem: String| Err(Error::new(kind, format!("extension {:?}: {problem}", self.id)));
        if !is_prefixed(&self.id) {
            return error(ErrorKind::Name, "an id has a prefix and a name, as in com.example/name".into());
        }
        if !self.settings.starts_with('{') {
            return error(ErrorKind::Schema, "its settings are not an object".into());
        }
        let mut methods = Vec::new();
        for method in self.methods {
            if method.name.is_empty() || is_core(&method.name) {
                let problem = format!("the method {:?} is the protocol's own", method.name);
                return error(ErrorKind::Duplicate, problem);
            }
            methods.push(MethodDefinition {
                name: method.name,
                extension: Arc::clone(&self.id),
                mirrored_name: method.mirrored_name,
                handler: method.handler,
            });
        }
        Ok(ExtensionDefinition { id: self.id, settings: self.settings, methods, around: self.around })
    }
}

impl fmt::Debug for Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extension").field("id", &self.id).finish_non_exhaustive()
    }
}

/// An extension as the engine keeps it.
pub(crate) struct ExtensionDefinition {
    pub(crate) id: Arc<str>,
    /// JSON text.
    pub(crate) settings: String,
    pub(crate) methods: Vec<MethodDefinition>,
    pub(crate) around: Option<Arc<dyn AroundAny>>,
}
