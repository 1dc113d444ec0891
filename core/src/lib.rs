//! The engine of snodo: Model Context Protocol messages in, responses out, and nothing else.
//!
//! A [`Server`] is a value. [`Server::prepare`] checks a request that it only borrows, [`Prepared::execute`] makes an
//! [`Execution`], a future that owns all it needs, and polling that gives a [`Response`] — or a [`StreamResponse`] as
//! soon as the handler has something to say before it is done. No socket, clock, thread or runtime is reachable from
//! here: the crate is `no_std` but for one file with a mutex, a map and panic containment. Adapters move the bytes.
//!
//! **The contract:** nothing runs unless you poll, and dropping what you poll cancels it.
//!
//! # In scope
//!
//! Protocol revision 2026-07-28, server side: tools, resources, prompts, completion, questions to the client, progress,
//! log messages, subscriptions, cancellation, extensions; authorization, middleware and instruments as hooks; strict JSON
//! and JSON-RPC; newline framing ([`lines`]); the rules of Streamable HTTP ([`http`]).
//!
//! # Out of scope
//!
//! Moving bytes, deadlines, queues and threads: see the adapters `snodo-stdio`, `snodo-http` and `snodo-executor`. Sealing
//! state and validating schemas take libraries: see `snodo-seal` and `snodo-jsonschema`.
//!
//! # Errors, by whose fault they are
//!
//! - [`Error`]: the caller of this library, while building. Nothing was built.
//! - [`Rejection`]: the peer, or the moment. It is answered; everything else goes on.
//! - [`Failure`]: what a handler returns instead of a result. The handler's author chooses what the peer sees.
//!
//! Panics of handlers are contained and answered with -32603; see [`ServerBuilder::contain_panics`].

#![no_std]
extern crate alloc;

mod context;
mod define;
mod dialect;
mod error;
mod failure;
pub mod http;
mod id;
mod instrument;
pub mod json;
mod jsonrpc;
mod limits;
pub mod lines;
pub mod model;
mod policy;
mod seal;
mod server;
mod subscription;
mod sync;
mod template;
mod validator;

pub use context::{Call, Context, Input, TraceContext, Written};
pub use define::{
    CompletionRequest, Component, ComponentKind, Extension, ExtensionResult, Handler, IntoResult, IntoSchema,
    Invocation, Middleware, Next, NoArguments, Prompt, PromptArgument, Resource, StateHandler, Tool,
    ToolHandler,
};
pub use error::{Error, ErrorKind};
pub use failure::Failure;
pub use id::{Id, MAX_ID_BYTES};
pub use instrument::{End, Facts, Instrument, Span};
pub use jsonrpc::{
    Cancelled, Capability, ClientCapabilities, Incoming, Notification, Rejection, Request, Unavailable, code,
};
pub use limits::Limits;
pub use model::{
    Annotations, Ask, BooleanSchema, CacheScope, Completion, Content, CreateMessage, CreateMessageResult,
    DecodeError, ElicitAction, ElicitResult, Form, FormElicitation, Icon, IncludeContext, InputRequest,
    InputRequired, IntoCompletion, IntoPromptResult, IntoReadResult, IntoToolResult, Json, Level, ListRoots,
    ListRootsResult, ModelPreferences, MultiSelectEnumSchema, NumberSchema, PrimitiveSchema, PromptMessage,
    PromptResult, ReadResult, ResourceContents, ResourceLink, Role, Root, SamplingContent, SamplingMessage,
    SingleSelectEnumSchema, StringFormat, StringSchema, Theme, ToolAnnotations, ToolChoice, ToolResult,
    ToolResultContent, ToolUseContent, UrlElicitation,
};
pub use policy::{Action, Decision, Policy, Refusal};
pub use seal::{Binding, Sealer};
pub use server::{
    AcknowledgedFrame, EventFrame, Execution, Frame, LogFrame, Outcome, PanicReport, Prepared, ProgressFrame,
    Response, Server, ServerBuilder, StreamResponse,
};
pub use subscription::{
    CloseReason, CustomEvent, Event, Events, Filter, Hub, HubBuilder, HubStats, Overflow, Published, Source,
    Subscription, Topics,
};
pub use template::Variables;
pub use validator::{CompiledSchema, Validator};
