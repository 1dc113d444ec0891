//! A tool's definition.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use serde_json::Value;

use super::about::{About, about_methods};
use super::handler::{Closure, Erased, Handler, Object, StateHandler, ToolHandler, WithState};
use super::middleware::{Middleware, Wrapped};
use super::mirrors::Mirrors;
use super::outline::Outline;
use super::schema::{self, IntoSchema};
use crate::error::{Error, ErrorKind};
use crate::json::Writer;
use crate::jsonrpc::{Capability, ClientCapabilities};
use crate::model::{Icon, ToolAnnotations, ToolResult};
use crate::validator::{CompiledSchema, Validator};

/// A function that a model can call.
///
/// It is checked when the server is built: see [`ServerBuilder::build`](crate::ServerBuilder::build).
///
/// ```
/// # extern crate alloc;
/// use serde::Deserialize;
/// use serde_json::json;
/// use snodo_core::{Context, Tool};
///
/// #[derive(Deserialize)]
/// struct Count {
///     to: u32,
/// }
///
/// let tool = Tool::new("count", async |args: Count, cx: Context| {
///     for n in 1..=args.to {
///         cx.progress(n.into(), Some(args.to.into())).await;
///     }
///     Ok("done")
/// })
/// .description("Count up to a number")
/// .input_schema(json!({ "properties": { "to": { "type": "integer", "minimum": 1 } }, "required": ["to"] }));
/// # let _ = tool;
/// ```
///
/// Spec: server/tools.
#[derive(Clone)]
#[must_use]
pub struct Tool {
    name: String,
    about: About,
    input_schema: String,
    output_schema: Option<String>,
    annotations: Option<ToolAnnotations>,
    requires: ClientCapabilities,
    handler: Arc<dyn Erased<ToolResult>>,
}

impl Tool {
    /// A tool with a closure or function as its [`Handler`]. Its input schema is any object until
    /// [`input_schema`](Tool::input_schema) says more.
    ///
    /// The name has 1 to 128 of the characters `A–Z a–z 0–9 _ - .`.
    pub fn new<M: 'static, H: Handler<ToolResult, M>>(name: impl Into<String>, handler: H) -> Self {
        Self::erased(name, Arc::new(Closure::new(handler)))
    }

    /// A tool whose handler gets shared state before the arguments.
    ///
    /// ```
    /// # extern crate alloc;
    /// use alloc::sync::Arc;
    /// use core::sync::atomic::{AtomicU64, Ordering};
    /// use snodo_core::{NoArguments, Tool};
    ///
    /// let hits = Arc::new(AtomicU64::new(0));
    /// let tool = Tool::with_state("hit", hits, async |hits: Arc<AtomicU64>, _: NoArguments| {
    ///     Ok(format!("{} hits", hits.fetch_add(1, Ordering::Relaxed) + 1))
    /// });
    /// # let _ = tool;
    /// ```
    pub fn with_state<S, M, H>(name: impl Into<String>, state: impl Into<Arc<S>>, handler: H) -> Self
    where
        S: Send + Sync + 'static,
        M: 'static,
        H: StateHandler<ToolResult, S, M>,
    {
        Self::erased(name, Arc::new(WithState::new(state.into(), handler)))
    }

    /// A tool handled by a struct.
    pub fn from_handler<H: ToolHandler>(name: impl Into<String>, handler: impl Into<Arc<H>>) -> Self {
        Self::erased(name, Arc::new(Object(handler.into())))
    }

    fn erased(name: impl Into<String>, handler: Arc<dyn Erased<ToolResult>>) -> Self {
        Self {
            name: name.into(),
            about: About::default(),
            input_schema: "{}".into(),
            output_schema: None,
            annotations: None,
            requires: ClientCapabilities::default(),
            handler,
        }
    }

    about_methods!();

    /// Puts a [`Middleware`] around the handler. The last one given is the outermost.
    pub fn wrap(self, middleware: impl Middleware) -> Self {
        let handler = Wrapped::around(self.handler, middleware);
        Self { handler, ..self }
    }

    /// What arguments it takes, as JSON Schema 2020-12 unless `$schema` says otherwise. The root's `type` must be
    /// `object`; it is added where it is left out. Otherwise the text is sent as given, without its white space.
    ///
    /// Typed arguments are checked by their type. Where the handler takes any object (`Box<RawValue>`, `Value`,
    /// `Map`), the schema's required members and the types of its direct members are checked before the call. A server
    /// with a [`validator`](crate::ServerBuilder::validator) checks all arguments by the whole schema.
    pub fn input_schema(self, schema: impl IntoSchema) -> Self {
        Self { input_schema: schema.into_schema(), ..self }
    }

    /// What structured content it answers. A success without structured content, or with content whose root type,
    /// required members or direct members' types are not the schema's, is answered with -32603 and logged as an
    /// error; failures pass as they are.
    pub fn output_schema(self, schema: impl IntoSchema) -> Self {
        Self { output_schema: Some(schema.into_schema()), ..self }
    }

    /// What it does to the world.
    pub fn annotations(self, annotations: ToolAnnotations) -> Self {
        Self { annotations: Some(annotations), ..self }
    }

    /// Checks everything that can be checked now and writes the definition once for all listings.
    pub(crate) fn define(self, settings: ToolSettings<'_>) -> Result<ToolDefinition, Error> {
        check_name(&self.name, settings.any_name)?;
        let subject = format!("tool {:?}", self.name);
        let error = |problem: String| Error::new(ErrorKind::Schema, format!("{subject}: {problem}"));
        let of_input = |problem: String| error(format!("input schema: {problem}"));
        let of_output = |problem: String| error(format!("output schema: {problem}"));
        let input = schema::input(&self.input_schema).map_err(of_input)?;
        let output = self.output_schema.as_deref().map(schema::output).transpose().map_err(of_output)?;
        let mirrors = Mirrors::read(&input).map_err(of_input)?;
        self.about.check(&subject)?;
        let (arguments, result) = match settings.validator {
            Some(validator) => (
                Some(validator.compile(&input).map_err(of_input)?),
                output.as_deref().map(|output| validator.compile(output)).transpose().map_err(of_output)?,
            ),
            // Typed arguments are checked by their type.
            None => (
                self.handler.takes_anything().then(|| Outline::compiled(&input)),
                output.as_deref().map(Outline::compiled),
            ),
        };
        Ok(ToolDefinition {
            json: self.write(&input, output.as_deref()),
            arguments,
            output: result,
            mirrors,
            name: self.name,
            requires: self.requires,
            handler: self.handler,
        })
    }

    fn write(&self, input: &str, output: Option<&str>) -> String {
        let mut out = Vec::new();
        let mut w = Writer::new(&mut out);
        w.literal("{\"name\":").string(&self.name);
        self.about.write_start(&mut w);
        w.literal(",\"inputSchema\":").literal(input);
        if let Some(output) = output {
            w.literal(",\"outputSchema\":").literal(output);
        }
        if let Some(annotations) = &self.annotations {
            annotations.write(&mut w);
        }
        self.about.write_end(&mut w);
        String::from_utf8(out).unwrap_or_else(|e| e.to_string())
    }
}

/// What a server says about all its tools.
#[derive(Clone, Copy)]
pub(crate) struct ToolSettings<'a> {
    pub(crate) any_name: bool,
    pub(crate) validator: Option<&'a dyn Validator>,
}

/// The longest name, where any is allowed.
const MAX_ANY_NAME: usize = 256;

fn check_name(name: &str, any: bool) -> Result<(), Error> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    let fits = if any {
        (1..=MAX_ANY_NAME).contains(&name.len())
    } else {
        (1..=128).contains(&name.len()) && name.bytes().all(plain)
    };
    if fits {
        return Ok(());
    }
    let rule = if any { "1 to 256 bytes" } else { "1 to 128 of the characters A-Z a-z 0-9 _ - ." };
    Err(Error::new(ErrorKind::Name, format!("tool {name:?}: a tool's name has {rule}")))
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A tool as the engine keeps it.
pub(crate) struct ToolDefinition {
    pub(crate) name: String,
    /// The `Tool` object as listings show it.
    pub(crate) json: String,
    pub(crate) requires: ClientCapabilities,
    /// What arguments are checked against before they are decoded.
    pub(crate) arguments: Option<Arc<dyn CompiledSchema>>,
    pub(crate) output: Option<Arc<dyn CompiledSchema>>,
    /// Arguments that HTTP clients repeat in headers.
    pub(crate) mirrors: Mirrors,
    pub(crate) handler: Arc<dyn Erased<ToolResult>>,
}
