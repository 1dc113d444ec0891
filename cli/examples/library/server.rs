//! A lending library.

use serde::Deserialize;
use serde_json::json;
use snodo_core::{
    Completion, CompletionRequest, Content, Context, Error, Failure, Form, FormElicitation, Hub, Json,
    NoArguments, NumberSchema, Prompt, PromptArgument, Resource, Server, SingleSelectEnumSchema,
    StringSchema, Tool, UrlElicitation,
};

/// The titles, each with its identifier.
const BOOKS: [(&str, &str); 3] = [("dune", "Dune"), ("emma", "Emma"), ("emil", "Emil and the Detectives")];

/// One grey pixel.
const STAMP: &[u8] = b"\x89PNG\r\n\x1A\n\
    \0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9BU\
    \0\0\0\nIDATx\xDAch\0\0\0\x82\0\x81\xDAE\x08;\
    \0\0\0\0IEND\xAEB`\x82";

#[derive(Deserialize)]
struct Find {
    text: String,
    limit: Option<usize>,
}

#[derive(Deserialize)]
struct Book {
    book: String,
}

#[derive(Deserialize)]
struct Reader {
    name: String,
    days: u32,
    pickup: Option<String>,
}

#[derive(Deserialize)]
struct Taste {
    genre: String,
    mood: Option<String>,
}

pub(crate) fn library() -> Result<Server, Error> {
    let hub = Hub::new();
    Server::builder("library", "0.1.0")
        .title("The lending library")
        .instructions("Find a book, then lend it.")
        .tools(books())
        .tools(errands(&hub))
        .resource(
            Resource::new("library:///rules.md", "rules", async |_: NoArguments| {
                Ok("# Rules\n\nBe quiet.\n")
            })
            .description("What to keep to")
            .mime_type("text/markdown"),
        )
        .resource(
            Resource::new("library:///stamp.png", "stamp", async |_: NoArguments| Ok(STAMP.to_vec()))
                .description("What is stamped into books")
                .mime_type("image/png")
                .size(STAMP.len() as u64),
        )
        .resource(
            Resource::template("library:///books/{book}", "book", entry)
                .description("The entry of a book")
                .mime_type("application/json")
                .complete("book", async |typed: CompletionRequest| {
                    Ok(Completion::matching(&typed.value, BOOKS.map(|(id, _)| id)))
                }),
        )
        .prompt(
            Prompt::new("recommend", async |taste: Taste| {
                let mood = taste.mood.map(|mood| format!(" for a {mood} day")).unwrap_or_default();
                Ok(format!("Recommend a book of the genre {}{mood}.", taste.genre))
            })
            .description("Ask for a recommendation")
            .argument(PromptArgument::required("genre"))
            .argument(PromptArgument::optional("mood"))
            .complete("genre", async |typed: CompletionRequest| {
                Ok(Completion::matching(&typed.value, ["science fiction", "satire", "romance"]))
            }),
        )
        .source(hub)
        .build()
}

fn books() -> [Tool; 3] {
    [
        Tool::new("find", find).description("Find books by words of their titles").input_schema(
            r#"{"type":"object","required":["text"],"properties":{"text":{"type":"string"},"limit":{"type":"integer"}}}"#,
        ),
        Tool::new("lend", lend)
            .description("Lend a book to a reader, who is asked for the details")
            .input_schema(r#"{"type":"object","required":["book"],"properties":{"book":{"type":"string"}}}"#),
        Tool::new("stamp", async |_: NoArguments| {
            Ok(vec![Content::text("Stamped."), Content::image(STAMP, "image/png")])
        })
        .description("Stamp a book"),
    ]
}

fn errands(hub: &Hub) -> [Tool; 3] {
    [
        Tool::new("count", async |_: NoArguments, cx: Context| {
            for (at, (_, title)) in BOOKS.iter().enumerate() {
                cx.progress_message(at as f64 + 1.0, Some(BOOKS.len() as f64), *title).await;
            }
            Ok(Json(json!({ "books": BOOKS.len() })))
        })
        .description("Count the books, shelf by shelf"),
        Tool::new("join", async |_: NoArguments, cx: Context| {
            let page = UrlElicitation::new(
                "Please sign the membership form.",
                "https://library.example/join?form=7",
            );
            let answer = cx.input("form", page).await?;
            Ok(match answer.action() {
                snodo_core::ElicitAction::Accept => "Bring the form along.",
                _ => "Another time, then.",
            })
        })
        .description("Become a member"),
        Tool::with_state("rearrange", hub.clone(), async |hub: std::sync::Arc<Hub>, _: NoArguments| {
            hub.resource_updated("library:///rules.md")?;
            Ok(format!("{} were told.", hub.resources_changed().matched))
        })
        .description("Move everything to other shelves"),
    ]
}

async fn find(asked: Find) -> Result<String, Failure> {
    let titles = BOOKS.iter().map(|(_, title)| *title).filter(|title| title.contains(&asked.text));
    let found: Vec<_> = titles.take(asked.limit.unwrap_or(usize::MAX)).collect();
    if found.is_empty() { Err(Failure::new("There is no such book.")) } else { Ok(found.join("\n")) }
}

async fn lend(asked: Book, cx: Context) -> Result<String, Failure> {
    let Some((_, title)) = BOOKS.iter().find(|(id, _)| *id == asked.book) else {
        return Err(Failure::new("There is no such book."));
    };
    let form = Form::new()
        .required("name", StringSchema::new().title("Your name").max_length(40))
        .required(
            "days",
            NumberSchema::integer().title("For how many days").minimum(1.0).maximum(28.0).default_value(14.0),
        )
        .optional(
            "pickup",
            SingleSelectEnumSchema::titled([("desk", "At the desk"), ("locker", "From a locker")]),
        );
    let answer = cx.input("reader", FormElicitation::new(format!("Who borrows {title}?"), form)).await?;
    let Some(reader) = answer.accepted::<Reader>().transpose()? else { return Ok("Nobody, then.".into()) };
    let pickup = reader.pickup.map(|place| format!(" ({place})")).unwrap_or_default();
    Ok(format!("{title} is lent to {} for {} days{pickup}.", reader.name, reader.days))
}

async fn entry(asked: Book) -> Result<Json<serde_json::Value>, Failure> {
    let found = BOOKS.iter().find(|(id, _)| *id == asked.book);
    let (id, title) = found.ok_or_else(Failure::not_found)?;
    Ok(Json(json!({ "id": id, "title": title })))
}
