//! Calls that several checks make.

use std::future::poll_fn;
use std::task::Poll;

use serde::Serialize;
use serde_json::json;
use snodo_client::{CallFuture, Client, ClientBuilder, Reply};
use snodo_core::model::{
    CreateMessageResult, ElicitResult, Implementation, ListRootsResult, Root, ToolResult,
};

use crate::Fault;
use crate::report::{contains, equal};

/// A client that answers questions.
pub(crate) fn builder() -> ClientBuilder {
    Client::builder()
        .client_info(Implementation::new("interop", "1.0"))
        .on_form(|_| async { ElicitResult::accept_with(&json!({ "name": "Ada" })) })
        .on_sampling(|_| async { Ok::<_, Fault>(CreateMessageResult::new("no-model", "Nothing to say.")) })
        .on_roots(|_| async { Ok::<_, Fault>(ListRootsResult::new([Root::new("file:///workspace")])) })
}

pub(crate) async fn call(
    client: &Client,
    tool: &str,
    arguments: impl Serialize,
) -> Result<Reply<ToolResult>, Fault> {
    Ok(client.call_tool(tool, arguments).await?.complete()?)
}

/// The text of a result's first block.
pub(crate) fn text(result: &ToolResult) -> Result<&str, Fault> {
    Ok(result.blocks().first().and_then(|block| block.as_text()).ok_or("the result has no text")?)
}

/// The tool reports a failure and says why.
pub(crate) async fn check_failure(
    client: &Client,
    tool: &str,
    arguments: impl Serialize,
    why: &str,
) -> Result<(), Fault> {
    let result = call(client, tool, arguments).await?;
    equal(result.failed(), true)?;
    contains(text(&result)?, why)
}

/// What all of the calls give, which run at once.
pub(crate) async fn at_once<T>(
    calls: impl IntoIterator<Item = CallFuture<T>>,
) -> Vec<Result<T, snodo_client::Error>> {
    let mut calls: Vec<_> = calls.into_iter().map(|call| (call, None)).collect();
    poll_fn(|cx| {
        let mut is_done = true;
        for (call, result) in &mut calls {
            if result.is_none() {
                match call.as_mut().poll(cx) {
                    Poll::Ready(outcome) => *result = Some(outcome),
                    Poll::Pending => is_done = false,
                }
            }
        }
        if is_done { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    calls.into_iter().filter_map(|(_, result)| result).collect()
}
