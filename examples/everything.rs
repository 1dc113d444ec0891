//! A server with the tools that the official conformance suite calls, over standard input and output or HTTP.
//!
//! ```text
//! cargo run --release --example everything -- --stdio
//! cargo run --release --example everything -- --http
//! cargo run --release --example everything -- --http 127.0.0.1:0
//! ```
//!
//! Over HTTP it listens on 127.0.0.1:4000 unless another address is given; port 0 lets the system choose one. The
//! first line on standard error ends with the URL. It serves until it is interrupted.
//!
//! The suite fixes the tools' names and the form of what they answer; `tests/conformance/run` runs it. As an example
//! this shows each kind of content, a schema written by hand beside derived ones, an argument that HTTP clients repeat
//! in a header, and a tool that needs something of its client.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;
use snodo::http::Http;
use snodo::{
    Capability, Content, Context, Error, Failure, Level, NoArguments, ResourceContents, Server, Tool,
};

/// One grey pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\
    \0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9BU\
    \0\0\0\nIDATx\xDAch\0\0\0\x82\0\x81\xDAE\x08;\
    \0\0\0\0IEND\xAEB`\x82";

/// A millisecond of silence: 8 samples of 8 bits.
const WAV: &[u8] = b"RIFF,\0\0\0WAVE\
    fmt \x10\0\0\0\x01\0\x01\0@\x1F\0\0@\x1F\0\0\x01\0\x08\0\
    data\x08\0\0\0\x80\x80\x80\x80\x80\x80\x80\x80";

/// Keywords that a server must hand on as they are.
const CONTACT_SCHEMA: &str = r##"{
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
        }
    },
    "properties": {
        "name": { "type": "string" },
        "address": { "$ref": "#/$defs/address" },
        "contactMethod": { "type": "string", "enum": ["phone", "email"] },
        "phone": { "type": "string" },
        "email": { "type": "string" }
    },
    "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
    "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
    "then": { "required": ["phone"] },
    "else": { "required": ["email"] },
    "additionalProperties": false
}"##;

#[derive(Deserialize, JsonSchema)]
struct Query {
    /// Where to run it. HTTP clients say it in `Mcp-Param-Region` as well, for routers that read no bodies.
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: Option<String>,
}

fn everything() -> Result<Server, Error> {
    Server::builder("everything", "0.1.0")
        .title("Everything")
        .description("What the conformance suite calls")
        .logging()
        .tools(content_tools())
        .tools(behaviour_tools())
        .tools(schema_tools())
        .build()
}

/// One tool for each kind of content. The suite calls the first tool of the list without knowing what it takes, so
/// that is one that takes nothing.
fn content_tools() -> [Tool; 5] {
    [
        Tool::typed("test_simple_text", async |_: NoArguments| {
            Ok("This is a simple text response for testing.")
        })
        .description("Answer with text"),
        Tool::typed("test_image_content", async |_: NoArguments| Ok(Content::image(PNG, "image/png")))
            .description("Answer with an image"),
        Tool::typed("test_audio_content", async |_: NoArguments| Ok(Content::audio(WAV, "audio/wav")))
            .description("Answer with sound"),
        Tool::typed("test_embedded_resource", async |_: NoArguments| {
            Ok(ResourceContents::text("test://embedded-resource", "The text of an embedded resource.")
                .mime_type("text/plain"))
        })
        .description("Answer with a resource and its text"),
        Tool::typed("test_multiple_content_types", async |_: NoArguments| {
            Ok(vec![
                Content::text("Text, an image and a resource:"),
                Content::image(PNG, "image/png"),
                Content::resource(
                    ResourceContents::text("test://mixed-content-resource", r#"{"mixed":true}"#)
                        .mime_type("application/json"),
                ),
            ])
        })
        .description("Answer with three kinds of content"),
    ]
}

/// Tools that fail, take their time, or look at what the client can do.
fn behaviour_tools() -> [Tool; 5] {
    [
        Tool::typed("test_error_handling", async |_: NoArguments| {
            Err::<(), _>(Failure::new("This tool always fails."))
        })
        .description("Fail in the tool's own terms"),
        Tool::typed("test_tool_with_progress", progress).description("Report progress: nothing, half, all"),
        Tool::typed("test_logging_tool", async |_: NoArguments, cx: Context| {
            cx.log(Level::Info, "The logging tool was called.");
            Ok("Logged.")
        })
        .description("Send a log message to clients that ask for them"),
        Tool::typed("test_missing_capability", async |_: NoArguments| Ok("This client can sample."))
            .description("Need a client that can sample")
            .requires(Capability::Sampling),
        Tool::typed("test_streaming_elicitation", async |_: NoArguments, cx: Context| {
            Ok(match cx.client_has(Capability::ElicitationForm) {
                true => "This client can be asked, but there is nothing to ask.",
                false => "This client cannot be asked.",
            })
        })
        .description("Answer without sending a request to the client"),
    ]
}

/// Tools whose input schema is the point.
fn schema_tools() -> [Tool; 2] {
    [
        Tool::new("json_schema_2020_12_tool", async |arguments: Box<RawValue>| {
            Ok(format!("Received {arguments}"))
        })
        .description("Take a contact, described with keywords of JSON Schema 2020-12")
        .input_schema(CONTACT_SCHEMA),
        Tool::typed("test_x_mcp_header", async |query: Query| {
            Ok(format!("Ran in {}.", query.region.as_deref().unwrap_or("no particular region")))
        })
        .description("Take an argument that HTTP clients repeat in a header"),
    ]
}

async fn progress(_: NoArguments, cx: Context) -> Result<&'static str, Failure> {
    for percent in [0.0, 50.0, 100.0] {
        cx.progress(percent, Some(100.0)).await;
        async_io::Timer::after(Duration::from_millis(50)).await;
    }
    Ok("Done.")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--stdio"] => {
            eprintln!("everything 0.1.0: an MCP server on standard input and output");
            Ok(snodo::stdio::serve(everything()?)?)
        }
        ["--http"] => serve_http("127.0.0.1:4000"),
        ["--http", address] => serve_http(address),
        _ => Err("usage: everything --stdio | --http [ADDRESS]".into()),
    }
}

fn serve_http(address: &str) -> Result<(), Box<dyn std::error::Error>> {
    let listener = Http::from(everything()?).bind(address)?;
    eprintln!("everything 0.1.0: an MCP server at {}", listener.url());
    Ok(listener.serve()?)
}
