//! A client for the official conformance suite, which starts it once for each scenario:
//! `tests/conformance/run client 2026-07-28`.
//!
//! The URL of the suite's server is the only argument. The environment names the scenario, and has for some of them a
//! JSON object that says what to do.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::env;
use std::error::Error;

use futures_lite::future::block_on;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;
use snodo_client::machine::PROTOCOL_VERSION;
use snodo_client::{Client, ClientBuilder};
use snodo_core::model::{CreateMessageResult, ElicitResult, Implementation, ListRootsResult, Root, Tool};

/// Whatever ends the program early.
type Fault = Box<dyn Error>;

fn main() -> Result<(), Fault> {
    let scenario = env::var("MCP_CONFORMANCE_SCENARIO")?;
    let url = env::args().nth(1).ok_or("usage: conformance URL")?;
    block_on(async {
        let client = builder().connect(url).await?;
        play(&client, &scenario).await?;
        Ok(client.close().await?)
    })
}

/// A client that answers every kind of question, and says so with every request.
fn builder() -> ClientBuilder {
    Client::builder()
        .client_info(Implementation::new("snodo-conformance", env!("CARGO_PKG_VERSION")))
        .on_form(|_| async { ElicitResult::accept_with(&json!({ "confirmed": true })) })
        .on_url(|_| async { Ok::<_, Infallible>(ElicitResult::accept()) })
        .on_sampling(|_| async {
            Ok::<_, Infallible>(CreateMessageResult::new("no-model", "There is nothing to say."))
        })
        .on_roots(|_| async { Ok::<_, Infallible>(ListRootsResult::new([Root::new("file:///workspace")])) })
}

async fn play(client: &Client, scenario: &str) -> Result<(), Fault> {
    match scenario {
        "tools_call" => call_each(client, [("add_numbers", json!({ "a": 5, "b": 3 }))]).await,
        "request-metadata" => agree_on_a_revision(client).await,
        "sep-2322-client-request-state" => {
            let tools = [
                "test_mrtr_echo_state",
                "test_mrtr_no_state",
                "test_mrtr_unrelated",
                "test_mrtr_no_result_type",
            ];
            call_each(client, tools.map(|tool| (tool, ()))).await
        }
        "http-standard-headers" => use_everything(client).await,
        "http-custom-headers" => call_as_told(client).await,
        "http-invalid-tool-headers" => call_what_is_listed(client).await,
        "json-schema-ref-no-deref" => list(client).await.map(drop),
        "json-schema-2020-12-preservation" => send_schema_back(client).await,
        _ => Err(format!("this client does not play {scenario}").into()),
    }
}

async fn list(client: &Client) -> Result<BTreeMap<String, Tool>, Fault> {
    let tools = client.list_tools().await?;
    Ok(tools.into_iter().map(|tool| (tool.name.clone(), tool)).collect())
}

/// Lists the tools, as whoever wants to call one would.
async fn call_each<A: Serialize>(
    client: &Client,
    calls: impl IntoIterator<Item = (impl Into<String>, A)>,
) -> Result<(), Fault> {
    let tools = list(client).await?;
    for (name, arguments) in calls {
        let name = name.into();
        let tool = tools.get(&name).ok_or_else(|| format!("the server does not list {name}"))?;
        client.call_tool(tool, arguments).await?.complete()?;
    }
    Ok(())
}

/// Asks what the server speaks. One that refuses the request's revision names those that it takes, and when this
/// client's is among them the refusal is no reason to leave.
async fn agree_on_a_revision(client: &Client) -> Result<(), Fault> {
    if let Err(error) = client.discover().await {
        let refusal = error.object().unsupported_version().ok_or(error)?;
        if !refusal.supported.iter().any(|version| version == PROTOCOL_VERSION) {
            return Err(format!("the server speaks {} only", refusal.supported.join(", ")).into());
        }
        client.discover().await?;
    }
    list(client).await.map(drop)
}

/// Each kind of request that names something, and the list that the name is from.
async fn use_everything(client: &Client) -> Result<(), Fault> {
    for tool in client.list_tools().await? {
        client.call_tool(&tool, ()).await?.complete()?;
    }
    for resource in client.list_resources().await? {
        client.read_resource(&resource.uri).await?.complete()?;
    }
    for prompt in client.list_prompts().await? {
        client.get_prompt(&prompt.name, ()).await?.complete()?;
    }
    Ok(())
}

/// The calls that the environment demands, with their arguments as they stand there.
async fn call_as_told(client: &Client) -> Result<(), Fault> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Orders {
        tool_calls: Vec<ToolCall>,
    }
    #[derive(Deserialize)]
    struct ToolCall {
        name: String,
        arguments: Box<RawValue>,
    }
    let orders: Orders = serde_json::from_str(&env::var("MCP_CONFORMANCE_CONTEXT")?)?;
    call_each(client, orders.tool_calls.into_iter().map(|call| (call.name, call.arguments))).await
}

/// Tools with broken annotations are not listed over HTTP, so what is listed can be called.
async fn call_what_is_listed(client: &Client) -> Result<(), Fault> {
    for tool in client.list_tools().await? {
        client.call_tool(&tool, json!({ "region": "us-west1" })).await?.complete()?;
    }
    Ok(())
}

/// A schema comes from the server as text, and goes back as the same text.
async fn send_schema_back(client: &Client) -> Result<(), Fault> {
    let name = "json_schema_2020_12_tool";
    let tool = list(client).await?.remove(name).ok_or_else(|| format!("the server does not list {name}"))?;
    let arguments = BTreeMap::from([("schema", &tool.input_schema)]);
    client.call_tool("json_schema_echo", arguments).await?.complete()?;
    Ok(())
}
