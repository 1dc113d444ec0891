//! Every message that is emitted, judged by the protocol's own JSON Schema and a validator that shares nothing with us.
//!
//! The schema is no part of this repository. Where it is missing there is nothing to judge by, and this says so.

mod fixture;
mod vectors;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use jsonschema::Validator;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use snodo::http::{Endpoint, Head, Reply};
use snodo::{Call, Outcome, Server};

/// Next to the repository.
const SCHEMA: &str = "../shared/spec/schema/2026-07-28/schema.json";

/// Each definition that something is judged by, and members without which nothing may keep to it.
///
/// A result of a method that may demand input is judged twice: its response may as well hold such a demand, which is
/// hardly more than any object.
const DEFINITIONS: [(&str, &[&str]); 38] = [
    ("JSONRPCMessage", &["/jsonrpc"]),
    ("DiscoverResultResponse", &["/id", "/result", "/result/supportedVersions", "/result/capabilities"]),
    (
        "ListToolsResultResponse",
        &["/id", "/result", "/result/tools", "/result/ttlMs", "/result/tools/0/inputSchema"],
    ),
    ("CallToolResultResponse", &["/id", "/result", "/result/resultType"]),
    ("CallToolResult", &["/content", "/resultType"]),
    (
        "ListResourcesResultResponse",
        &["/id", "/result", "/result/resources", "/result/ttlMs", "/result/resources/0/uri"],
    ),
    (
        "ListResourceTemplatesResultResponse",
        &["/id", "/result", "/result/cacheScope", "/result/resourceTemplates/0/uriTemplate"],
    ),
    (
        "ListPromptsResultResponse",
        &["/id", "/result", "/result/prompts", "/result/ttlMs", "/result/prompts/0/name"],
    ),
    ("ReadResourceResultResponse", &["/id", "/result", "/result/resultType"]),
    ("ReadResourceResult", &["/contents", "/resultType", "/ttlMs", "/cacheScope"]),
    ("GetPromptResultResponse", &["/id", "/result", "/result/resultType"]),
    ("GetPromptResult", &["/messages", "/resultType"]),
    ("CompleteResultResponse", &["/id", "/result", "/result/completion", "/result/completion/values"]),
    ("InputRequiredResult", &["/resultType"]),
    ("InputRequests", &["/who/method"]),
    ("ElicitRequest", &["/method", "/params", "/params/message"]),
    ("ElicitRequestFormParams", &["/message", "/requestedSchema", "/requestedSchema/properties"]),
    ("ElicitRequestURLParams", &["/message", "/url", "/mode"]),
    ("CreateMessageRequest", &["/method", "/params", "/params/maxTokens", "/params/messages"]),
    ("ListRootsRequest", &["/method"]),
    ("SubscriptionsListenResultResponse", &["/id", "/result", "/result/_meta", "/result/resultType"]),
    ("SubscriptionsAcknowledgedNotification", &["/jsonrpc", "/method", "/params", "/params/notifications"]),
    ("ToolListChangedNotification", &["/jsonrpc", "/method"]),
    ("PromptListChangedNotification", &["/jsonrpc", "/method"]),
    ("ResourceListChangedNotification", &["/jsonrpc", "/method"]),
    ("ResourceUpdatedNotification", &["/jsonrpc", "/method", "/params", "/params/uri"]),
    ("ServerNotification", &["/method"]),
    ("ProgressNotification", &["/method", "/params/progressToken", "/params/progress"]),
    ("LoggingMessageNotification", &["/method", "/params/level", "/params/data"]),
    ("JSONRPCErrorResponse", &["/error", "/error/code", "/error/message"]),
    ("ParseError", &["/code", "/message"]),
    ("InvalidRequestError", &["/code", "/message"]),
    ("MethodNotFoundError", &["/code", "/message"]),
    ("InvalidParamsError", &["/code", "/message"]),
    ("InternalError", &["/code", "/message"]),
    ("HeaderMismatchError", &["/jsonrpc", "/error/code", "/error/message"]),
    ("MissingRequiredClientCapabilityError", &["/error/data", "/error/data/requiredCapabilities"]),
    ("UnsupportedProtocolVersionError", &["/error/data/supported", "/error/data/requested"]),
];

/// What the results of a method are: its response, and where that may hold a demand for input, its complete result.
const RESULTS: [(&str, &str, Option<&str>); 10] = [
    ("server/discover", "DiscoverResultResponse", None),
    ("tools/list", "ListToolsResultResponse", None),
    ("tools/call", "CallToolResultResponse", Some("CallToolResult")),
    ("resources/list", "ListResourcesResultResponse", None),
    ("resources/templates/list", "ListResourceTemplatesResultResponse", None),
    ("resources/read", "ReadResourceResultResponse", Some("ReadResourceResult")),
    ("prompts/list", "ListPromptsResultResponse", None),
    ("prompts/get", "GetPromptResultResponse", Some("GetPromptResult")),
    ("completion/complete", "CompleteResultResponse", None),
    ("subscriptions/listen", "SubscriptionsListenResultResponse", None),
];

const NOTIFICATIONS: [(&str, &str); 7] = [
    ("notifications/progress", "ProgressNotification"),
    ("notifications/message", "LoggingMessageNotification"),
    ("notifications/subscriptions/acknowledged", "SubscriptionsAcknowledgedNotification"),
    ("notifications/tools/list_changed", "ToolListChangedNotification"),
    ("notifications/prompts/list_changed", "PromptListChangedNotification"),
    ("notifications/resources/list_changed", "ResourceListChangedNotification"),
    ("notifications/resources/updated", "ResourceUpdatedNotification"),
];

#[test]
fn every_message_that_is_emitted_keeps_to_the_protocols_schema() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(SCHEMA);
    let schema = match fs::read_to_string(&path) {
        Ok(schema) => serde_json::from_str(&schema).unwrap(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            println!("skipped: the protocol's schema is not at {}", path.display());
            return;
        }
        Err(error) => panic!("{}: {error}", path.display()),
    };
    let server = fixture::server();
    let endpoint = Endpoint::builder(server.clone()).build().unwrap();
    let mut judge = Judge::new(&schema);
    for vector in vectors::all() {
        for exchange in vector.exchanges {
            let request = &exchange.request;
            let method = method(request);
            let mut judge = |channel: &str, messages: Vec<Vec<u8>>| {
                for message in messages {
                    judge.judge(&format!("{}, {channel}", vector.name), method.as_deref(), &message);
                }
            };
            judge("as written", exchange.answers);
            judge("in process", in_process(&server, request));
            judge("over HTTP", over_http(&endpoint, request, &mirrored(request)));
            judge("over HTTP, fields missing", over_http(&endpoint, request, &[]));
        }
    }
    for (name, count) in judge.finish() {
        println!("{count:6} {name}");
    }
}

struct Judge {
    validators: BTreeMap<&'static str, Validator>,
    /// Messages that were judged, by definition, with the first of each that has all that may not be missing.
    judged: BTreeMap<&'static str, (usize, Value)>,
    disagreements: String,
}

impl Judge {
    fn new(schema: &Value) -> Self {
        let validator = |name| {
            let part = json!({
                "$schema": schema["$schema"],
                "$defs": schema["$defs"],
                "$ref": format!("#/$defs/{name}"),
            });
            jsonschema::options().should_validate_formats(true).build(&part).expect("the schema is sound")
        };
        let validators = DEFINITIONS.iter().map(|(name, _)| (*name, validator(name))).collect();
        Self { validators, judged: BTreeMap::new(), disagreements: String::new() }
    }

    /// Judges a message that answers a request with this method.
    fn judge(&mut self, place: &str, method: Option<&str>, message: &[u8]) {
        let message: Value = serde_json::from_slice(message)
            .unwrap_or_else(|error| panic!("{place}: {error} in {}", message.escape_ascii()));
        let mut judge = |name: &'static str, part: &Value| {
            if let Err(error) = self.validators[name].validate(part) {
                let _ = write!(
                    self.disagreements,
                    "\n{place}\n  is no {name}: {error} at {}\n  {message}\n",
                    error.instance_path()
                );
            }
            let (count, sample) = self.judged.entry(name).or_insert_with(|| (0, part.clone()));
            *count += 1;
            let (_, required) =
                DEFINITIONS.iter().find(|(known, _)| *known == name).expect("it is a definition");
            if required.iter().any(|pointer| sample.pointer(pointer).is_none()) {
                sample.clone_from(part);
            }
        };
        judge("JSONRPCMessage", &message);
        let notification = message["method"].as_str();
        match (notification, message.get("result"), message.get("error")) {
            (Some(notification), None, None) => {
                judge("ServerNotification", &message);
                let kind = NOTIFICATIONS.iter().find(|(method, _)| *method == notification);
                judge(kind.unwrap_or_else(|| panic!("{place}: the notification {notification}")).1, &message);
            }
            (None, Some(result), None) => {
                let method = method.unwrap_or_else(|| panic!("{place}: a result of no method"));
                let (_, response, complete) = *RESULTS
                    .iter()
                    .find(|(known, ..)| *known == method)
                    .unwrap_or_else(|| panic!("{place}: a result of {method}"));
                judge(response, &message);
                match complete {
                    Some(_) if result["resultType"] == "input_required" => {
                        demanded(result).into_iter().for_each(|(name, part)| judge(name, part));
                    }
                    Some(complete) => judge(complete, result),
                    None => assert_eq!(result["resultType"], "complete", "{place}"),
                }
            }
            (None, None, Some(error)) => {
                judge("JSONRPCErrorResponse", &message);
                match error["code"].as_i64() {
                    Some(-32700) => judge("ParseError", error),
                    Some(-32600) => judge("InvalidRequestError", error),
                    Some(-32601) => judge("MethodNotFoundError", error),
                    Some(-32602) => judge("InvalidParamsError", error),
                    Some(-32603) => judge("InternalError", error),
                    Some(-32020) => judge("HeaderMismatchError", &message),
                    Some(-32021) => judge("MissingRequiredClientCapabilityError", &message),
                    Some(-32022) => judge("UnsupportedProtocolVersionError", &message),
                    // A code of the tool's own.
                    _ => {}
                }
            }
            _ => panic!("{place}: no message of the protocol: {message}"),
        }
    }

    /// All was judged: each definition was used and can say no, and nothing disagrees. Gives how much there was.
    fn finish(self) -> impl Iterator<Item = (&'static str, usize)> {
        for (name, required) in DEFINITIONS {
            let judged = self.judged.get(name);
            let (_, sample) = judged.unwrap_or_else(|| panic!("nothing was judged as {name}"));
            for pointer in required {
                let damaged = without(sample, pointer);
                assert!(
                    !self.validators[name].is_valid(&damaged),
                    "{name} does not miss {pointer}: {damaged}"
                );
            }
        }
        assert!(self.disagreements.is_empty(), "{}", self.disagreements);
        self.judged.into_iter().map(|(name, (count, _))| (name, count))
    }
}

/// A demand for input, and each of its questions by itself: as one of several kinds, a wrong one may pass for another.
fn demanded(result: &Value) -> Vec<(&'static str, &Value)> {
    let mut parts = vec![("InputRequiredResult", result)];
    let Some(requests) = result.get("inputRequests") else { return parts };
    parts.push(("InputRequests", requests));
    for request in requests.as_object().expect("it is an object").values() {
        let params = &request["params"];
        match (request["method"].as_str(), params["mode"].as_str()) {
            (Some("elicitation/create"), Some("form")) => {
                parts.extend([("ElicitRequest", request), ("ElicitRequestFormParams", params)]);
            }
            (Some("elicitation/create"), Some("url")) => {
                parts.extend([("ElicitRequest", request), ("ElicitRequestURLParams", params)]);
            }
            (Some("sampling/createMessage"), None) => parts.push(("CreateMessageRequest", request)),
            (Some("roots/list"), None) => parts.push(("ListRootsRequest", request)),
            _ => panic!("no question of the protocol: {request}"),
        }
    }
    parts
}

/// A message without the member at `pointer`, which it has.
fn without(message: &Value, pointer: &str) -> Value {
    let mut damaged = message.clone();
    let (parent, member) = pointer.rsplit_once('/').expect("a pointer starts with a slash");
    let parent = damaged.pointer_mut(parent).and_then(Value::as_object_mut);
    let removed = parent.and_then(|parent| parent.remove(member));
    assert!(removed.is_some(), "{message} has no {pointer}");
    damaged
}

/// The text of a member, whatever stands beside it.
fn member<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(object).ok()?;
    members.get(name).map(|value| value.get())
}

fn string(text: &str) -> Option<String> {
    serde_json::from_str(text).ok()
}

/// A request as text, or nothing where it is none.
fn text(request: &[u8]) -> &str {
    str::from_utf8(request).map_or("", |text| text.trim_start_matches('\u{feff}'))
}

fn method(request: &[u8]) -> Option<String> {
    member(text(request), "method").and_then(string)
}

/// The header fields that repeat what the body says.
fn mirrored(request: &[u8]) -> Vec<(&'static str, String)> {
    let params = member(text(request), "params").unwrap_or_default();
    let meta = member(params, "_meta").unwrap_or_default();
    let values = [
        ("mcp-protocol-version", member(meta, "io.modelcontextprotocol/protocolVersion").and_then(string)),
        ("mcp-method", method(request)),
        ("mcp-name", named(request).and_then(|name| member(params, name)).and_then(string)),
    ];
    values.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// The member that says whom a request goes to.
fn named(request: &[u8]) -> Option<&'static str> {
    match method(request)?.as_str() {
        "resources/read" => Some("uri"),
        "tools/call" | "prompts/get" => Some("name"),
        _ => None,
    }
}

fn in_process(server: &Server, request: &[u8]) -> Vec<Vec<u8>> {
    let encoded = |encode: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = Vec::new();
        encode(&mut bytes);
        bytes
    };
    match server.handle(request, &Call::new()).map(snodo::Execution::wait) {
        None => Vec::new(),
        Some(Outcome::Response(response)) => vec![encoded(&|out| response.encode(out))],
        Some(Outcome::Stream(mut stream)) => std::iter::from_fn(|| stream.wait_frame())
            .map(|frame| encoded(&|out| frame.encode(out)))
            .collect(),
    }
}

fn over_http(endpoint: &Endpoint, request: &[u8], mirrored: &[(&'static str, String)]) -> Vec<Vec<u8>> {
    let fields = [("content-type", "application/json"), ("accept", "application/json, text/event-stream")];
    let mirrored = mirrored.iter().map(|(name, value)| (*name, value.as_bytes()));
    let fields = fields.into_iter().map(|(name, value)| (name, value.as_bytes())).chain(mirrored);
    match endpoint.handle(Head::collect("POST", "/mcp", fields), request, &Call::new()).wait() {
        Reply::Response(response) => {
            let mut body = Vec::new();
            response.encode_body(&mut body);
            Vec::from_iter(response.has_body().then_some(body))
        }
        Reply::Stream(mut stream) => {
            let next = || {
                let mut event = Vec::new();
                stream.wait_event(&mut event).then_some(event)
            };
            let data = |event: Vec<u8>| {
                let data = event.strip_prefix(b"data: ").and_then(|data| data.strip_suffix(b"\n\n"));
                data.expect("an event holds one message").to_vec()
            };
            std::iter::from_fn(next).map(data).collect()
        }
    }
}
