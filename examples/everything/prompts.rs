//! Prompts: messages that a user picks and a model reads.

use serde::Deserialize;
use snodo::{
    Completion, CompletionRequest, Content, Context, Failure, Form, FormElicitation, NoArguments, Prompt,
    PromptArgument, PromptMessage, PromptResult, ResourceContents, StringSchema, code,
};

use crate::samples::PNG;

#[derive(Deserialize)]
struct Two {
    arg1: String,
    arg2: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Embed {
    resource_uri: String,
}

pub(crate) fn all() -> [Prompt; 5] {
    [
        Prompt::new("test_simple_prompt", async |_: NoArguments| Ok("This is a simple prompt for testing."))
            .description("One message"),
        Prompt::new("test_prompt_with_arguments", async |two: Two| {
            Ok(format!("Prompt with arguments: arg1='{}', arg2='{}'", two.arg1, two.arg2))
        })
        .description("One message with two arguments in it")
        .argument(PromptArgument::required("arg1").description("The first one"))
        .argument(PromptArgument::required("arg2").description("The second one"))
        .complete("arg1", async |typed: CompletionRequest| {
            Ok(Completion::matching(&typed.value, ["paris", "park", "party", "test", "testValue1"]))
        })
        .complete("arg2", second_argument),
        Prompt::new("test_prompt_with_embedded_resource", embed)
            .description("A resource, and a question about it")
            .argument(PromptArgument::required("resourceUri").description("Which resource, test://…")),
        Prompt::new("test_prompt_with_image", async |_: NoArguments| {
            Ok(vec![
                PromptMessage::user(Content::image(PNG, "image/png")),
                PromptMessage::user("What is in this picture?"),
                PromptMessage::assistant("One grey pixel."),
            ])
        })
        .description("A picture and a conversation about it"),
        Prompt::new("test_input_required_result_prompt", ask)
            .description("A message about what the user says when asked"),
    ]
}

/// What was chosen for `arg1` decides what goes well with it.
async fn second_argument(typed: CompletionRequest) -> Result<Completion, Failure> {
    let first = typed.arguments.get("arg1").map_or("", String::as_str);
    Ok(Completion::matching(&typed.value, [format!("{first}, twice"), format!("not {first}")]))
}

async fn embed(asked: Embed) -> Result<PromptResult, Failure> {
    // The URI is the client's word, and goes into an answer in our name.
    let path = asked.resource_uri.strip_prefix("test://").unwrap_or_default();
    if path.is_empty() || !path.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'/')) {
        let problem = "Invalid params: resourceUri must be test:// and letters, digits, - or /";
        return Err(Failure::protocol(code::INVALID_PARAMS, problem));
    }
    let text = ResourceContents::text(asked.resource_uri, "The text of an embedded resource.");
    Ok(PromptResult::new()
        .description("A resource to talk about")
        .message(PromptMessage::user(text.mime_type("text/plain")))
        .message(PromptMessage::user("Please say what this resource is about.")))
}

#[derive(Deserialize)]
struct Topic {
    context: String,
}

/// Prompts and resources can ask just as tools can; `input.rs` has more.
async fn ask(_: NoArguments, cx: Context) -> Result<String, Failure> {
    let form = Form::new().required("context", StringSchema::new().max_length(1_000));
    let question = FormElicitation::new("What context should the prompt use?", form);
    let answer = cx.input("user_context", question).await?;
    Ok(match answer.accepted::<Topic>().transpose()? {
        Some(topic) => format!("Use this context: {}", topic.context),
        None => "Do without any context.".into(),
    })
}
