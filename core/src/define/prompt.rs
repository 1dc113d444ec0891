//! A prompt's definition.

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
use crate::model::{Completion, Icon, PromptResult};

/// A template for messages, which a user picks.
///
/// ```
/// # extern crate alloc;
/// use serde::Deserialize;
/// use snodo_core::{Completion, CompletionRequest, Prompt, PromptArgument};
///
/// #[derive(Deserialize)]
/// struct Review {
///     code: String,
///     language: Option<String>,
/// }
///
/// let prompt = Prompt::new("review", async |args: Review| {
///     Ok(format!("Review this {} code:\n{}", args.language.unwrap_or_default(), args.code))
/// })
/// .description("Review a piece of code")
/// .argument(PromptArgument::required("code").description("The code"))
/// .argument(PromptArgument::optional("language"))
/// .complete("language", async |partial: CompletionRequest| {
///     Ok(Completion::matching(&partial.value, ["python", "rust", "typescript"]))
/// });
/// # let _ = prompt;
/// ```
///
/// Spec: server/prompts.
#[derive(Clone)]
#[must_use]
pub struct Prompt {
    name: String,
    about: About,
    arguments: Vec<PromptArgument>,
    requires: ClientCapabilities,
    handler: Arc<dyn Erased<PromptResult>>,
    completers: Completers,
}

/// An argument of a prompt: always a string on the wire.
#[derive(Debug, Clone)]
#[must_use]
pub struct PromptArgument {
    name: String,
    title: Option<String>,
    description: Option<String>,
    required: bool,
}

impl PromptArgument {
    /// One that every request has to bring: without it the answer is -32602 with its name in `data.missing`.
    pub fn required(name: impl Into<String>) -> Self {
        Self { name: name.into(), title: None, description: None, required: true }
    }

    /// One that may be left out.
    pub fn optional(name: impl Into<String>) -> Self {
        Self { required: false, ..Self::required(name) }
    }

    /// A title for people.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// What it means.
    pub fn description(self, description: impl Into<String>) -> Self {
        Self { description: Some(description.into()), ..self }
    }

    fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"name\":").string(&self.name);
        if let Some(title) = &self.title {
            w.literal(",\"title\":").string(title);
        }
        if let Some(description) = &self.description {
            w.literal(",\"description\":").string(description);
        }
        w.literal(if self.required { ",\"required\":true}" } else { "}" });
    }
}

impl Prompt {
    /// A prompt with a closure or function as its [`Handler`]. Its arguments are decoded from the strings the client
    /// sends, those that [`argument`](Prompt::argument) does not name included.
    pub fn new<M: 'static, H: Handler<PromptResult, M>>(name: impl Into<String>, handler: H) -> Self {
        Self::erased(name, Arc::new(Closure::new(handler)))
    }

    /// A prompt whose handler gets shared state before the arguments.
    pub fn with_state<S, M, H>(name: impl Into<String>, state: impl Into<Arc<S>>, handler: H) -> Self
    where
        S: Send + Sync + 'static,
        M: 'static,
        H: StateHandler<PromptResult, S, M>,
    {
        Self::erased(name, Arc::new(WithState::new(state.into(), handler)))
    }

    fn erased(name: impl Into<String>, handler: Arc<dyn Erased<PromptResult>>) -> Self {
        Self {
            name: name.into(),
            about: About::default(),
            arguments: Vec::new(),
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

    /// Adds an argument. Listings keep the order of these calls.
    pub fn argument(mut self, argument: PromptArgument) -> Self {
        self.arguments.push(argument);
        self
    }

    /// Suggests values for an argument. The handler takes a [`CompletionRequest`](crate::CompletionRequest).
    ///
    /// One completed argument declares the server's `completions` capability. What is suggested is the handler's
    /// care: a caller may see it who may not get the prompt, unless an authorization policy says otherwise.
    pub fn complete<M: 'static, H: Handler<Completion, M>>(
        mut self,
        argument: impl Into<String>,
        handler: H,
    ) -> Self {
        self.completers.insert(argument.into(), Arc::new(Closure::new(handler)));
        self
    }

    pub(crate) fn define(self) -> Result<PromptDefinition, Error> {
        let subject = format!("prompt {:?}", self.name);
        let error = |kind, problem: String| Err(Error::new(kind, format!("{subject}: {problem}")));
        if self.name.is_empty() {
            return error(ErrorKind::Name, "a prompt needs a name".into());
        }
        for (place, argument) in self.arguments.iter().enumerate() {
            if argument.name.is_empty() {
                return error(ErrorKind::Name, "an argument needs a name".into());
            }
            if self.arguments[..place].iter().any(|before| before.name == argument.name) {
                return error(ErrorKind::Duplicate, format!("two arguments are named {:?}", argument.name));
            }
        }
        let names: Vec<_> = self.arguments.iter().map(|argument| argument.name.as_str()).collect();
        if let Some(stray) = self.completers.stray(&names) {
            return error(
                ErrorKind::Name,
                format!("it completes {stray:?}, which is not among its arguments"),
            );
        }
        self.about.check(&subject)?;
        Ok(PromptDefinition {
            json: self.write(),
            name: self.name,
            arguments: self
                .arguments
                .into_iter()
                .map(|argument| (argument.name, argument.required))
                .collect(),
            requires: self.requires,
            handler: self.handler,
            completers: self.completers,
        })
    }

    fn write(&self) -> String {
        let mut out = Vec::new();
        let mut w = Writer::new(&mut out);
        w.literal("{\"name\":").string(&self.name);
        self.about.write_start(&mut w);
        let mut separator = ",\"arguments\":[";
        for argument in &self.arguments {
            w.literal(separator);
            argument.write(&mut w);
            separator = ",";
        }
        w.literal(if self.arguments.is_empty() { "" } else { "]" });
        self.about.write_end(&mut w);
        String::from_utf8(out).unwrap_or_else(|e| e.to_string())
    }
}

impl fmt::Debug for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prompt").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A prompt as the engine keeps it.
pub(crate) struct PromptDefinition {
    pub(crate) name: String,
    /// The `Prompt` object as listings show it.
    pub(crate) json: String,
    /// Each argument's name, and whether it is required.
    pub(crate) arguments: Vec<(String, bool)>,
    pub(crate) requires: ClientCapabilities,
    pub(crate) handler: Arc<dyn Erased<PromptResult>>,
    pub(crate) completers: Completers,
}
