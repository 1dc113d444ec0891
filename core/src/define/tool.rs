//! A tool's definition.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use serde_json::Value;

use super::handler::{Closure, Erased, Handler, Object, StateHandler, ToolHandler, WithState};
use super::mirrors::Mirrors;
use super::outline::Outline;
use super::schema::{self, IntoSchema};
use crate::error::{Error, ErrorKind};
use crate::json::Writer;
use crate::jsonrpc::{Capability, ClientCapabilities};
use crate::model::{Icon, Meta, ToolAnnotations, write_icons};

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
    title: Option<String>,
    description: Option<String>,
    icons: Vec<Icon>,
    input_schema: String,
    output_schema: Option<String>,
    annotations: Option<ToolAnnotations>,
    meta: Meta,
    requires: ClientCapabilities,
    handler: Arc<dyn Erased>,
}

impl Tool {
    /// A tool with a closure or function as its [`Handler`]. Its input schema is any object until
    /// [`input_schema`](Tool::input_schema) says more.
    ///
    /// The name has 1 to 128 of the characters `A–Z a–z 0–9 _ - .`.
    pub fn new<M: 'static, H: Handler<M>>(name: impl Into<String>, handler: H) -> Self {
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
        H: StateHandler<S, M>,
    {
        Self::erased(name, Arc::new(WithState::new(state.into(), handler)))
    }

    /// A tool handled by a struct.
    pub fn from_handler<H: ToolHandler>(name: impl Into<String>, handler: impl Into<Arc<H>>) -> Self {
        Self::erased(name, Arc::new(Object(handler.into())))
    }

    fn erased(name: impl Into<String>, handler: Arc<dyn Erased>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            icons: Vec::new(),
            input_schema: "{}".into(),
            output_schema: None,
            annotations: None,
            meta: Meta::default(),
            requires: ClientCapabilities::default(),
            handler,
        }
    }

    /// A title for people.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// What it does, for the model.
    pub fn description(self, description: impl Into<String>) -> Self {
        Self { description: Some(description.into()), ..self }
    }

    /// An icon. May be given several times.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icons.push(icon);
        self
    }

    /// What arguments it takes, as JSON Schema 2020-12 unless `$schema` says otherwise. The root's `type` must be
    /// `object`; it is added where it is left out. Otherwise the text is sent as given, without its white space.
    ///
    /// Typed arguments are checked by their type. Where the handler takes any object (`Box<RawValue>`, `Value`,
    /// `Map`), the schema's required members and the types of its direct members are checked before the call.
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

    /// A `_meta` member of the definition.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), &value.into());
        self
    }

    /// Refuses calls of clients that have not declared `capability`, with -32021 and the list of what is missing.
    /// May be given several times.
    pub fn requires(mut self, capability: Capability) -> Self {
        self.requires.add(capability);
        self
    }

    /// Checks everything that can be checked now and writes the definition once for all listings.
    pub(crate) fn define(self, any_name: bool) -> Result<Definition, Error> {
        check_name(&self.name, any_name)?;
        let error = |kind, problem: String| Err(Error::new(kind, format!("tool {:?}: {problem}", self.name)));
        let input = match schema::input(&self.input_schema) {
            Ok(schema) => schema,
            Err(problem) => return error(ErrorKind::Schema, format!("input schema: {problem}")),
        };
        let output = match self.output_schema.as_deref().map(schema::output).transpose() {
            Ok(schema) => schema,
            Err(problem) => return error(ErrorKind::Schema, format!("output schema: {problem}")),
        };
        let mirrors = match Mirrors::read(&input) {
            Ok(mirrors) => mirrors,
            Err(problem) => return error(ErrorKind::Schema, format!("input schema: {problem}")),
        };
        if !self.icons.iter().all(Icon::has_absolute_src) {
            return error(ErrorKind::Uri, "an icon's src is not an absolute URI".into());
        }
        if let Some(key) = self.meta.bad_key() {
            return error(ErrorKind::Meta, format!("_meta key {key:?} breaks the grammar"));
        }
        Ok(Definition {
            json: self.write(&input, output.as_deref()),
            arguments: self.handler.takes_anything().then(|| Outline::read(&input)),
            output: output.as_deref().map(Outline::read),
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
        if let Some(title) = &self.title {
            w.literal(",\"title\":").string(title);
        }
        if let Some(description) = &self.description {
            w.literal(",\"description\":").string(description);
        }
        w.literal(",\"inputSchema\":").literal(input);
        if let Some(output) = output {
            w.literal(",\"outputSchema\":").literal(output);
        }
        if let Some(annotations) = &self.annotations {
            annotations.write(&mut w);
        }
        write_icons(&self.icons, &mut w);
        self.meta.write(&mut w);
        w.literal("}");
        String::from_utf8(out).unwrap_or_else(|e| e.to_string())
    }
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
pub(crate) struct Definition {
    pub(crate) name: String,
    /// The `Tool` object as listings show it.
    pub(crate) json: String,
    pub(crate) requires: ClientCapabilities,
    /// What any-object arguments are checked against.
    pub(crate) arguments: Option<Outline>,
    pub(crate) output: Option<Outline>,
    /// Arguments that HTTP clients repeat in headers.
    pub(crate) mirrors: Mirrors,
    pub(crate) handler: Arc<dyn Erased>,
}
