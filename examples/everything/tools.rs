//! Tools that answer without further questions.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use snodo::{
    Capability, Content, Context, Failure, Json, Level, NoArguments, ResourceContents, Tool, ToolAnnotations,
};

use crate::samples::{PNG, WAV};

/// One tool for each kind of content. The suite calls the first tool of the list without knowing what it takes, so
/// that is one that takes nothing.
pub(crate) fn content() -> [Tool; 6] {
    [
        Tool::typed("test_simple_text", async |_: NoArguments| {
            Ok("This is a simple text response for testing.")
        })
        .description("Answer with text")
        .annotations(ToolAnnotations::new().read_only(true).open_world(false)),
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
        Tool::typed("test_structured_content", async |_: NoArguments| {
            Ok(Json(Weather { place: "Reykjavík", celsius: 4.5, raining: true }))
        })
        .description("Answer with data for programs; those that only read text get it as text")
        .output_schema_of::<Weather>(),
    ]
}

#[derive(Serialize, JsonSchema)]
struct Weather {
    /// Where.
    place: &'static str,
    /// How warm it is there.
    celsius: f64,
    /// Whether to take an umbrella.
    raining: bool,
}

/// Tools that fail, take their time, or look at what the client can do.
pub(crate) fn behaviour() -> [Tool; 4] {
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
    ]
}

async fn progress(_: NoArguments, cx: Context) -> Result<&'static str, Failure> {
    for percent in [0.0, 50.0, 100.0] {
        cx.progress(percent, Some(100.0)).await;
        async_io::Timer::after(Duration::from_millis(50)).await;
    }
    Ok("Done.")
}
