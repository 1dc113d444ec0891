//! Resources: at a URI of their own, or at all URIs of a template.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use snodo::{
    CacheScope, Completion, CompletionRequest, Failure, IntoReadResult, Json, NoArguments, ReadResult,
    Resource,
};

use crate::samples::PNG;

/// Where the counter stands.
pub(crate) const COUNTER_URI: &str = "test://watched-resource";

/// Something that changes. Clients that watch it are told by `events.rs`.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn count(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The records that the template leads to.
const RECORDS: [&str; 4] = ["123", "124", "200", "2001"];

#[derive(Deserialize)]
struct Record {
    id: String,
}

pub(crate) fn all(counter: &Arc<Counter>) -> [Resource; 4] {
    [
        Resource::new("test://static-text", "static-text", async |_: NoArguments| {
            Ok("This is the content of the static text resource.")
        })
        .description("A text that never changes")
        .mime_type("text/plain"),
        Resource::new("test://static-binary", "static-binary", async |_: NoArguments| Ok(PNG.to_vec()))
            .description("A picture that never changes")
            .mime_type("image/png")
            .size(PNG.len() as u64),
        Resource::with_state(
            COUNTER_URI,
            "watched-resource",
            Arc::clone(counter),
            async |counter: Arc<Counter>, _: NoArguments| Ok(format!("Changes so far: {}", counter.value())),
        )
        .description("A text that changes")
        .mime_type("text/plain"),
        Resource::template("test://template/{id}/data", "template", record)
            .description("The data of one record")
            .mime_type("application/json")
            .complete("id", async |typed: CompletionRequest| Ok(Completion::matching(&typed.value, RECORDS))),
    ]
}

/// What stands in the URI is the client's word: it is looked up, and used for nothing else.
async fn record(asked: Record) -> Result<ReadResult, Failure> {
    if !RECORDS.contains(&asked.id.as_str()) {
        return Err(Failure::not_found());
    }
    let data = Json(json!({ "id": asked.id, "data": format!("The data of record {}", asked.id) }));
    // Records never change, so that anybody may keep them for long.
    Ok(data.into_read_result().cache(CacheScope::Public, Duration::from_secs(24 * 60 * 60)))
}
