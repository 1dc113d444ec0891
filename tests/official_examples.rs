//! The protocol's own example values: each is read as the type it is an example of, and written as the same JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use snodo::model::{
    BooleanSchema, CallTool, CallToolRequestParams, Cancelled, CancelledNotificationParams,
    ClientCapabilities, Complete, CompleteRequestParams, Completion, Content, CreateMessage,
    CreateMessageResult, Discover, DiscoverResult, ElicitResult, ErrorObject, FormElicitation, GetPrompt,
    GetPromptRequestParams, InputRequest, InputRequired, InputResponse, JsonRpcErrorResponse,
    JsonRpcNotification, JsonRpcRequest, JsonRpcResultResponse, ListPrompts, ListPromptsResult,
    ListResourceTemplates, ListResourceTemplatesResult, ListResources, ListResourcesResult, ListRootsResult,
    ListTools, ListToolsResult, LoggingMessage, LoggingMessageNotificationParams, Method, ModelPreferences,
    MultiSelectEnumSchema, NumberSchema, PaginatedRequestParams, PrimitiveSchema, Progress,
    ProgressNotificationParams, PromptListChanged, PromptResult, ReadResource, ReadResult, Resource,
    ResourceContents, ResourceListChanged, ResourceUpdated, ResourceUpdatedNotificationParams, Root,
    SamplingContent, SamplingMessage, ServerCapabilities, SingleSelectEnumSchema, StringSchema,
    SubscriptionsAcknowledged, SubscriptionsListen, SubscriptionsListenResult, Tool, ToolListChanged,
    ToolResult, UrlElicitation,
};

/// From the repository's root. Where the specification is not beside the repository there is nothing to read.
const EXAMPLES: &str = "../shared/spec/schema/2026-07-28/examples";

/// Reads a text as some type and writes it again.
type Trip = fn(&str) -> Result<Value, String>;

/// Read from text and from a tree, and written to text and to a tree: all the same.
fn trip<T: Serialize + DeserializeOwned>(text: &str) -> Result<Value, String> {
    let value: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let written = serde_json::to_string(&value).map_err(|error| error.to_string())?;
    let written: Value = serde_json::from_str(&written).map_err(|error| error.to_string())?;
    let tree: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let again: T = serde_json::from_value(tree).map_err(|error| error.to_string())?;
    let again = serde_json::to_value(&again).map_err(|error| error.to_string())?;
    if same(&written, &again) { Ok(written) } else { Err(format!("two ways, two values: {written} {again}")) }
}

/// The result of a method, as a whole message.
fn response<M: Method>(text: &str) -> Result<Value, String> {
    trip::<JsonRpcResultResponse<M::Result>>(text)
}

/// An error whose data have a form of their own.
fn error_with<T: Serialize>(text: &str, data: impl Fn(&ErrorObject) -> Option<T>) -> Result<Value, String> {
    let mut written = trip::<JsonRpcErrorResponse>(text)?;
    let response: JsonRpcErrorResponse = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let data = data(&response.error).ok_or("the data are of another form")?;
    written["error"]["data"] = serde_json::to_value(data).map_err(|error| error.to_string())?;
    Ok(written)
}

/// Each folder of examples with the type they are of, and texts that are not of that type.
#[rustfmt::skip]
const KINDS: [(&str, Trip, &[&str]); 88] = [
    ("AudioContent", trip::<Content>, &[
        r#"{"type":"audio","data":"AQ=="}"#,
        r#"{"type":"audio","data":"AQ","mimeType":"audio/wav"}"#,
        r#"{"data":"AQ==","mimeType":"audio/wav"}"#,
    ]),
    ("BlobResourceContents", trip::<ResourceContents>, &[
        r#"{"uri":"file:///a","blob":"*"}"#, r#"{"blob":"AQ=="}"#, r#"{"uri":"file:///a","blob":"AQ==","text":"a"}"#,
    ]),
    ("BooleanSchema", trip::<BooleanSchema>, &[r#"{"type":"string"}"#, r#"{"type":"boolean","default":"no"}"#]),
    ("CallToolRequest", trip::<JsonRpcRequest<CallTool>>, &[
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"name":"a"}}"#,
        r#"{"jsonrpc":"1.0","id":1,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"name":"a"}}"#,
        r#"{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"name":"a"}}"#,
    ]),
    ("CallToolRequestParams", trip::<CallToolRequestParams>, &[
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}"#,
        r#"{"_meta":{"io.modelcontextprotocol/clientCapabilities":{}},"name":"a"}"#,
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"name":"a","arguments":[1]}"#,
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"progressToken":1.5},"name":"a"}"#,
    ]),
    ("CallToolResult", trip::<ToolResult>, &[
        r#"{"resultType":"complete"}"#, r#"{"resultType":"new","content":[]}"#,
        r#"{"resultType":"complete","content":[{"text":"a"}]}"#, r#"{"resultType":"complete","content":[],"isError":0}"#,
    ]),
    ("CallToolResultResponse", response::<CallTool>, &[
        r#"{"jsonrpc":"2.0","result":{"resultType":"complete","content":[]}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"new","content":[]}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required"}}"#,
    ]),
    ("CancelledNotification", trip::<JsonRpcNotification<Cancelled>>, &[
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"requestId":1}}"#,
    ]),
    ("CancelledNotificationParams", trip::<CancelledNotificationParams>, &["{}", r#"{"requestId":[]}"#]),
    ("ClientCapabilities", trip::<ClientCapabilities>, &["[1]", r#"{"roots":true}"#, r#"{"elicitation":{"form":1}}"#]),
    ("CompleteRequest", trip::<JsonRpcRequest<Complete>>, &["{}"]),
    ("CompleteRequestParams", trip::<CompleteRequestParams>, &[
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"ref":{"type":"ref/tool","name":"a"},"argument":{"name":"b","value":""}}"#,
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"b"}}"#,
    ]),
    ("CompleteResult", trip::<Completion>, &[r#"{"resultType":"complete"}"#, r#"{"completion":{"values":[1]}}"#]),
    ("CompleteResultResponse", response::<Complete>, &[r#"{"jsonrpc":"2.0","id":1,"result":{}}"#]),
    ("CreateMessageRequest", trip::<InputRequest>, &[
        r#"{"method":"sampling/createMessage"}"#, r#"{"method":"tools/call","params":{}}"#,
    ]),
    ("CreateMessageRequestParams", trip::<CreateMessage>, &[
        r#"{"messages":[]}"#, r#"{"messages":[{"role":"system","content":[]}],"maxTokens":1}"#,
        r#"{"messages":[],"maxTokens":-1}"#, r#"{"messages":[],"maxTokens":1,"toolChoice":{"mode":"maybe"}}"#,
    ]),
    ("CreateMessageResult", trip::<CreateMessageResult>, &[r#"{"role":"assistant","content":[]}"#]),
    ("DiscoverRequest", trip::<JsonRpcRequest<Discover>>, &[r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}"#]),
    ("DiscoverResult", trip::<DiscoverResult>, &[r#"{"resultType":"complete","supportedVersions":[]}"#]),
    ("DiscoverResultResponse", response::<Discover>, &[r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","supportedVersions":[],"capabilities":{}}}"#]),
    ("ElicitRequest", trip::<InputRequest>, &[r#"{"method":"elicitation/create","params":{"mode":"voice","message":""}}"#]),
    ("ElicitRequestFormParams", trip::<FormElicitation>, &[
        r#"{"message":"a"}"#, r#"{"message":"a","requestedSchema":{"type":"array","properties":{}}}"#,
        r#"{"message":"a","requestedSchema":{"type":"object","properties":{"b":{"type":"object"}}}}"#,
    ]),
    ("ElicitRequestURLParams", trip::<UrlElicitation>, &[r#"{"url":"https://a","message":""}"#, r#"{"mode":"url","message":""}"#]),
    ("ElicitResult", trip::<ElicitResult>, &["{}", r#"{"action":"agree"}"#, r#"{"action":"accept","content":"a"}"#]),
    ("EmbeddedResource", trip::<Content>, &[r#"{"type":"resource"}"#, r#"{"type":"resource","resource":{"uri":"file:///a"}}"#]),
    ("GetPromptRequest", trip::<JsonRpcRequest<GetPrompt>>, &["{}"]),
    ("GetPromptRequestParams", trip::<GetPromptRequestParams>, &[
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"name":"a","arguments":{"b":1}}"#,
    ]),
    ("GetPromptResult", trip::<PromptResult>, &["{}", r#"{"messages":[{"role":"user","content":[]}]}"#]),
    ("GetPromptResultResponse", response::<GetPrompt>, &[r#"{"jsonrpc":"2.0","id":1,"result":{}}"#]),
    ("HeaderMismatchError", trip::<JsonRpcErrorResponse>, &[r#"{"jsonrpc":"2.0","id":1}"#, r#"{"jsonrpc":"2.0","id":1,"error":{"code":"a","message":""}}"#]),
    ("ImageContent", trip::<Content>, &[r#"{"type":"image","mimeType":"image/png"}"#, r#"{"type":"image","data":"AQ==","mimeType":"image/png","annotations":{"audience":["all"]}}"#]),
    ("InputRequests", trip::<BTreeMap<String, InputRequest>>, &[r#"{"a":{"method":"ping"}}"#]),
    ("InputRequiredResult", trip::<InputRequired>, &[r#"{"resultType":"input_required"}"#, r#"{"resultType":"complete","requestState":"a"}"#, r#"{"resultType":"input_required","requestState":1}"#]),
    ("InputResponses", trip::<BTreeMap<String, InputResponse>>, &[r#"{"a":{}}"#, r#"{"a":{"action":1}}"#]),
    ("InternalError", trip::<ErrorObject>, &[r#"{"code":-32603}"#]),
    ("InvalidParamsError", trip::<ErrorObject>, &[r#"{"message":"a"}"#]),
    ("ListPromptsRequest", trip::<JsonRpcRequest<ListPrompts>>, &["{}"]),
    ("ListPromptsResult", trip::<ListPromptsResult>, &["{}", r#"{"prompts":[{}]}"#]),
    ("ListPromptsResultResponse", response::<ListPrompts>, &[r#"{"jsonrpc":"2.0","id":1,"result":{}}"#]),
    ("ListResourceTemplatesRequest", trip::<JsonRpcRequest<ListResourceTemplates>>, &["{}"]),
    ("ListResourceTemplatesResult", trip::<ListResourceTemplatesResult>, &[r#"{"resourceTemplates":[{"uri":"a","name":"b"}]}"#]),
    ("ListResourceTemplatesResultResponse", response::<ListResourceTemplates>, &[r#"{"jsonrpc":"2.0","id":1,"result":{}}"#]),
    ("ListResourcesRequest", trip::<JsonRpcRequest<ListResources>>, &["{}"]),
    ("ListResourcesResult", trip::<ListResourcesResult>, &[r#"{"resources":{}}"#, r#"{"resources":[{"name":"a"}]}"#]),
    ("ListResourcesResultResponse", response::<ListResources>, &[r#"{"jsonrpc":"2.0","id":1,"result":{}}"#]),
    ("ListRootsRequest", trip::<InputRequest>, &[r#"{"id":1}"#]),
    ("ListRootsResult", trip::<ListRootsResult>, &["{}", r#"{"roots":[{"uri":"https://a"}]}"#]),
    ("ListToolsRequest", trip::<JsonRpcRequest<ListTools>>, &["{}"]),
    ("ListToolsResult", trip::<ListToolsResult>, &[r#"{"resultType":"partial","tools":[]}"#, r#"{"tools":[{"name":"a"}]}"#]),
    ("ListToolsResultResponse", response::<ListTools>, &[r#"{"jsonrpc":"2.0","id":1,"result":{}}"#]),
    ("LoggingMessageNotification", trip::<JsonRpcNotification<LoggingMessage>>, &["{}"]),
    ("LoggingMessageNotificationParams", trip::<LoggingMessageNotificationParams>, &[r#"{"level":"error"}"#, r#"{"level":"loud","data":1}"#]),
    ("MethodNotFoundError", trip::<ErrorObject>, &["[]"]),
    ("MissingRequiredClientCapabilityError", |text| error_with(text, ErrorObject::missing_capabilities), &[
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"","data":{"requiredCapabilities":{}}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"","data":{}}}"#,
    ]),
    ("ModelPreferences", trip::<ModelPreferences>, &[r#"{"hints":["a"]}"#, r#"{"costPriority":"high"}"#]),
    ("NumberSchema", trip::<NumberSchema>, &[r#"{"type":"string"}"#, r#"{"type":"number","minimum":"0"}"#]),
    ("PaginatedRequestParams", trip::<PaginatedRequestParams>, &["{}", r#"{"_meta":{},"cursor":"a"}"#]),
    ("ParseError", trip::<ErrorObject>, &[r#"{"code":1.5,"message":""}"#]),
    ("ProgressNotification", trip::<JsonRpcNotification<Progress>>, &["{}"]),
    ("ProgressNotificationParams", trip::<ProgressNotificationParams>, &[r#"{"progressToken":1}"#, r#"{"progressToken":null,"progress":1}"#]),
    ("PromptListChangedNotification", trip::<JsonRpcNotification<PromptListChanged>>, &[r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#]),
    ("ReadResourceRequest", trip::<JsonRpcRequest<ReadResource>>, &["{}"]),
    ("ReadResourceResult", trip::<ReadResult>, &["{}", r#"{"contents":[{"uri":"file:///a"}]}"#, r#"{"contents":{}}"#]),
    ("ReadResourceResultResponse", response::<ReadResource>, &[r#"{"jsonrpc":"2.0","id":1,"result":{}}"#]),
    ("Resource", trip::<Resource>, &[r#"{"uri":"file:///a"}"#, r#"{"uri":"file:///a","name":"a","size":-1}"#]),
    ("ResourceLink", trip::<Content>, &[r#"{"type":"resource_link","name":"a"}"#, r#"{"type":"resource_link","uri":"file:///a","name":"a","icons":[{}]}"#]),
    ("ResourceListChangedNotification", trip::<JsonRpcNotification<ResourceListChanged>>, &["{}"]),
    ("ResourceUpdatedNotification", trip::<JsonRpcNotification<ResourceUpdated>>, &[r#"{"jsonrpc":"2.0","method":"notifications/resources/updated"}"#]),
    ("ResourceUpdatedNotificationParams", trip::<ResourceUpdatedNotificationParams>, &["{}"]),
    ("Root", trip::<Root>, &[r#"{"name":"a"}"#, r#"{"uri":"https://a"}"#]),
    ("SamplingMessage", trip::<SamplingMessage>, &[r#"{"role":"user"}"#, r#"{"role":"user","content":"a"}"#]),
    ("ServerCapabilities", trip::<ServerCapabilities>, &[r#"{"tools":true}"#, r#"{"resources":{"subscribe":1}}"#]),
    ("StringSchema", trip::<StringSchema>, &[r#"{"type":"string","format":"hostname"}"#, r#"{"type":"string","minLength":-1}"#]),
    ("SubscriptionsAcknowledgedNotification", trip::<JsonRpcNotification<SubscriptionsAcknowledged>>, &[r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{}}"#]),
    ("SubscriptionsListenRequest", trip::<JsonRpcRequest<SubscriptionsListen>>, &["{}"]),
    ("SubscriptionsListenResult", trip::<SubscriptionsListenResult>, &[r#"{"resultType":"complete"}"#, r#"{"_meta":{}}"#, r#"{"_meta":{"io.modelcontextprotocol/subscriptionId":[]}}"#]),
    ("SubscriptionsListenResultResponse", response::<SubscriptionsListen>, &[r#"{"jsonrpc":"2.0","id":1,"result":{}}"#]),
    ("TextContent", trip::<Content>, &[r#"{"type":"text"}"#, r#"{"type":"text","text":1}"#, r#"{"text":"a"}"#]),
    ("TextResourceContents", trip::<ResourceContents>, &[r#"{"uri":"file:///a"}"#, r#"{"uri":"file:///a","text":1}"#]),
    ("TitledMultiSelectEnumSchema", trip::<MultiSelectEnumSchema>, &[r#"{"type":"array","items":{"anyOf":[{"const":"a"}]}}"#]),
    ("TitledSingleSelectEnumSchema", trip::<SingleSelectEnumSchema>, &[r#"{"type":"string","oneOf":[{"title":"a"}]}"#]),
    ("Tool", trip::<Tool>, &[r#"{"name":"a"}"#, r#"{"name":"a","inputSchema":true}"#]),
    ("ToolListChangedNotification", trip::<JsonRpcNotification<ToolListChanged>>, &["{}"]),
    ("ToolResultContent", trip::<SamplingContent>, &[r#"{"type":"tool_result","content":[]}"#]),
    ("ToolUseContent", trip::<SamplingContent>, &[r#"{"type":"tool_use","id":"1","name":"a","input":1}"#]),
    ("UnsupportedProtocolVersionError", |text| error_with(text, ErrorObject::unsupported_version), &[
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"","data":{"supported":[]}}}"#,
    ]),
    ("UntitledMultiSelectEnumSchema", trip::<PrimitiveSchema>, &[r#"{"type":"array","items":{"enum":["a"]}}"#, r#"{"type":"array"}"#]),
    ("UntitledSingleSelectEnumSchema", trip::<PrimitiveSchema>, &[r#"{"type":"string","enum":[1]}"#, r#"{"type":"null","enum":["a"]}"#]),
];

#[test]
fn every_example_is_read_and_written_as_the_same_json() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(EXAMPLES);
    let folders = match fs::read_dir(&folder) {
        Ok(folders) => folders.map(|entry| entry.unwrap().path()).collect::<BTreeSet<_>>(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            println!("skipped: the protocol's examples are not at {}", folder.display());
            return;
        }
        Err(error) => panic!("{}: {error}", folder.display()),
    };
    let kinds: BTreeMap<_, _> = KINDS.iter().map(|(name, trip, _)| ((*name).to_owned(), *trip)).collect();
    let names: BTreeSet<_> = folders.iter().map(|path| name(path)).collect();
    assert_eq!(names, kinds.keys().cloned().collect(), "each folder has a type, and each type a folder");
    let mut failures = String::new();
    let mut count = 0;
    for folder in &folders {
        let trip = kinds[&name(folder)];
        let files: BTreeSet<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(!files.is_empty(), "{} is empty", folder.display());
        for file in files {
            count += 1;
            let text = fs::read_to_string(&file).unwrap();
            let expected = expected(&name(folder), &text);
            match trip(&text) {
                Ok(written) if same(&written, &expected) => {}
                Ok(written) => {
                    failures += &format!("\n{}\n  {expected}\n  {written}\n", file.display());
                }
                Err(error) => failures += &format!("\n{}\n  {error}\n", file.display()),
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    println!("{count} examples of {} types", folders.len());
}

#[test]
fn what_is_of_another_form_is_refused() {
    for (name, trip, refused) in KINDS {
        assert!(!refused.is_empty(), "{name} refuses nothing");
        for text in refused {
            assert!(serde_json::from_str::<Value>(text).is_ok(), "{name}: {text} is no JSON");
            if let Ok(value) = trip(text) {
                panic!("{name}: {text} was read, and written as {value}");
            }
        }
    }
}

#[test]
fn what_later_revisions_add_is_skipped_or_kept() {
    let tool = r#"{"name":"a","inputSchema":{"type":"object","later":[1]},"later":{"b":1}}"#;
    let written = trip::<Tool>(tool).unwrap();
    assert_eq!(written.to_string(), r#"{"inputSchema":{"later":[1],"type":"object"},"name":"a"}"#);
    let content = r#"{"type":"hologram","depth":[3],"_meta":{"k":1}}"#;
    assert_eq!(trip::<Content>(content).unwrap(), serde_json::from_str::<Value>(content).unwrap());
    let result = r#"{"content":[],"later":1}"#;
    assert_eq!(trip::<ToolResult>(result).unwrap().to_string(), r#"{"content":[],"resultType":"complete"}"#);
}

fn name(path: &Path) -> String {
    path.file_name().expect("it has a name").to_string_lossy().into_owned()
}

/// What an example has to be written as.
fn expected(kind: &str, text: &str) -> Value {
    let mut value: Value = serde_json::from_str(text).expect("examples are JSON");
    // A question inside a result is no message of its own. The example shows an id that its schema does not have.
    if kind == "ListRootsRequest" {
        let id = value.as_object_mut().and_then(|request| request.remove("id"));
        assert!(id.is_some(), "the example has lost its id");
    }
    value
}

/// Whether two values are the same JSON: members in any order, numbers by their value.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}
