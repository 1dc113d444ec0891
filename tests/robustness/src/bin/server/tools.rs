//! What can be called.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use async_io::Timer;
use serde::Deserialize;
use snodo::{Context, Error, Failure, Hub, NoArguments, Resource, Server, Tool};

use crate::counts::Counts;

/// How long the resource's URI is: so much, and some bytes, has each of its events.
const URI: usize = 1_200;
const PERIOD: Duration = Duration::from_millis(20);

#[derive(Deserialize)]
struct Echo {
    text: String,
}

/// The URI of the one resource.
pub(crate) fn uri() -> String {
    format!("docs:///{}", "x".repeat(URI))
}

pub(crate) fn server(counts: &Arc<Counts>, hub: &Hub) -> Result<Server, Error> {
    Server::builder("robustness", "1")
        .tool(Tool::new("echo", async |arguments: Echo| Ok(arguments.text)))
        .tool(Tool::with_state("wait", Arc::clone(counts), wait))
        .tool(Tool::with_state("report", Arc::clone(counts), report))
        .resource(Resource::new(uri(), "long", async |_: NoArguments| Ok("")))
        .source(hub.clone())
        .build()
}

/// Runs until it is cancelled.
async fn wait(counts: Arc<Counts>, _: NoArguments, cx: Context) -> Result<&'static str, Failure> {
    let run = counts.start(&cx);
    pending::<()>().await;
    run.finish();
    Ok("nobody waits so long")
}

/// Reports progress until it is cancelled, or has done as much as may be reported.
async fn report(counts: Arc<Counts>, _: NoArguments, cx: Context) -> Result<&'static str, Failure> {
    let run = counts.start(&cx);
    for count in 1..=1_000 {
        cx.progress(count.into(), None).await;
        Timer::after(PERIOD).await;
    }
    run.finish();
    Ok("done")
}
