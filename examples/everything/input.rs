//! Tools that ask the client in the middle of a call: the person in front of it, its model, or for its roots.
//!
//! Where an answer is not there yet, `input(…).await` ends the call: the client gets the questions, answers them and
//! calls again with the answers, and the handler runs again **from the top**. So what must happen once comes last, or
//! is kept from one round to the next, as [`ticket`] does.
//!
//! A person may decline any question, and a client may lack the capability to ask it. Such clients are told what is
//! missing; handlers that can do without look first, as [`whoever_is_there`] does.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Deserialize;
use snodo::{
    BooleanSchema, Capability, Context, CreateMessage, Failure, Form, FormElicitation, ListRoots,
    NoArguments, Root, SamplingMessage, StringSchema, Tool,
};

pub(crate) fn tools() -> [Tool; 9] {
    let tickets = Arc::new(Tickets::default());
    [
        Tool::typed("test_input_required_result_elicitation", form).description("Ask for a name and greet"),
        Tool::typed("test_input_required_result_sampling", model).description("Ask the client's model"),
        Tool::typed("test_input_required_result_list_roots", roots)
            .description("Ask what directories the person works with"),
        Tool::with_state("test_input_required_result_request_state", Arc::clone(&tickets), confirm)
            .description("Give out a ticket and ask for confirmation")
            .input_schema_of::<NoArguments>(),
        Tool::with_state("test_input_required_result_tampered_state", Arc::clone(&tickets), confirm)
            .description("The same; a state that was changed on its way is refused before the tool is called")
            .input_schema_of::<NoArguments>(),
        Tool::with_state("test_input_required_result_multiple_inputs", Arc::clone(&tickets), all_at_once)
            .description("Ask three things at once")
            .input_schema_of::<NoArguments>(),
        Tool::with_state("test_input_required_result_multi_round", tickets, one_after_the_other)
            .description("Ask two things, one after the other")
            .input_schema_of::<NoArguments>(),
        Tool::typed("test_input_required_result_capabilities", whoever_is_there)
            .description("Ask whoever can be asked: the person, the model, or nobody"),
        Tool::typed("test_streaming_elicitation", after_progress)
            .description("Report progress, then ask for a name and greet")
            // Refused before it runs: once a report is out, HTTP has no status left to refuse with.
            .requires(Capability::ElicitationForm),
    ]
}

#[derive(Deserialize)]
struct Person {
    name: String,
}

#[derive(Deserialize)]
struct Favourite {
    color: String,
}

#[derive(Deserialize)]
struct Confirmation {
    ok: bool,
}

/// A form with one text to fill in. What comes back has been checked against it.
fn ask_for(field: &str, message: &str) -> FormElicitation {
    FormElicitation::new(message, Form::new().required(field, StringSchema::new().max_length(100)))
}

fn ask_model(text: &str, max_tokens: u64) -> CreateMessage {
    CreateMessage::new(max_tokens).message(SamplingMessage::user(text))
}

async fn form(_: NoArguments, cx: Context) -> Result<String, Failure> {
    let answer = cx.input("user_name", ask_for("name", "What is your name?")).await?;
    Ok(match answer.accepted::<Person>().transpose()? {
        Some(person) => format!("Hello, {}!", person.name),
        None => "Hello, whoever you are!".into(),
    })
}

async fn model(_: NoArguments, cx: Context) -> Result<String, Failure> {
    let answer = cx.input("capital", ask_model("What is the capital of France?", 100)).await?;
    Ok(format!("{} says: {}", answer.model(), answer.text().unwrap_or("nothing in words")))
}

async fn roots(_: NoArguments, cx: Context) -> Result<String, Failure> {
    let answer = cx.input("client_roots", ListRoots::new()).await?;
    let uris: Vec<_> = answer.roots().iter().map(Root::uri).collect();
    Ok(format!("{} roots: {}", uris.len(), uris.join(", ")))
}

/// Numbers that are given out once.
#[derive(Default)]
struct Tickets(AtomicU64);

/// The number of a call, which is the same in all its rounds: it travels through the client, which cannot change it.
fn ticket(tickets: &Tickets, cx: &Context) -> Result<u64, Failure> {
    let ticket = cx.state().unwrap_or_else(|| tickets.0.fetch_add(1, Ordering::Relaxed) + 1);
    cx.keep(&ticket)?;
    Ok(ticket)
}

async fn confirm(tickets: Arc<Tickets>, _: NoArguments, cx: Context) -> Result<String, Failure> {
    let ticket = ticket(&tickets, &cx)?;
    let form = Form::new().required("ok", BooleanSchema::new());
    let answer = cx.input("confirm", FormElicitation::new(format!("Please confirm {ticket}"), form)).await?;
    Ok(match answer.accepted::<Confirmation>().transpose()? {
        Some(Confirmation { ok: true }) => format!("Ticket {ticket} is confirmed: state-ok"),
        _ => format!("Ticket {ticket} is given up."),
    })
}

/// Questions that are asked before the first of them is awaited go out together.
async fn all_at_once(tickets: Arc<Tickets>, _: NoArguments, cx: Context) -> Result<String, Failure> {
    let ticket = ticket(&tickets, &cx)?;
    let person = cx.input("user_name", ask_for("name", "What is your name?"));
    let greeting = cx.input("greeting", ask_model("Generate a greeting", 50));
    let roots = cx.input("client_roots", ListRoots::new());
    let (person, greeting, roots) = (person.await?, greeting.await?, roots.await?);
    let name = person.accepted::<Person>().transpose()?.map_or_else(|| "somebody".into(), |p| p.name);
    let greeting = greeting.text().unwrap_or("Hello");
    Ok(format!("{greeting}, {name}! You are number {ticket} and have {} roots.", roots.roots().len()))
}

/// Answers of earlier rounds are kept along with the state: the handler need not remember them itself.
async fn one_after_the_other(tickets: Arc<Tickets>, _: NoArguments, cx: Context) -> Result<String, Failure> {
    let ticket = ticket(&tickets, &cx)?;
    let person = cx.input("step1", ask_for("name", "Step 1: What is your name?")).await?;
    let Some(person) = person.accepted::<Person>().transpose()? else {
        return Ok("Then there is nothing more to ask.".into());
    };
    let question = format!("Step 2: What is your favorite color, {}?", person.name);
    let favourite = cx.input("step2", ask_for("color", &question)).await?;
    Ok(match favourite.accepted::<Favourite>().transpose()? {
        Some(favourite) => format!("Number {ticket}, {}, likes {}.", person.name, favourite.color),
        None => format!("Number {ticket}, {}, likes no color.", person.name),
    })
}

async fn whoever_is_there(arguments: NoArguments, cx: Context) -> Result<String, Failure> {
    if cx.client_has(Capability::ElicitationForm) {
        form(arguments, cx).await
    } else if cx.client_has(Capability::Sampling) {
        model(arguments, cx).await
    } else {
        Ok("There is nobody to ask.".into())
    }
}

/// A call that reports progress and then asks: over HTTP its reports and the question share one event stream.
async fn after_progress(arguments: NoArguments, cx: Context) -> Result<String, Failure> {
    cx.progress_message(0.5, Some(1.0), "Half of it is done").await;
    form(arguments, cx).await
}
