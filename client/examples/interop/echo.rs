//! A server of one tool on the official Rust SDK.

use serde_json::json;
use snodo_client::ErrorKind;

use crate::Fault;
use crate::calls::{at_once, builder, call, text};
use crate::connection::Connector;
use crate::report::{Report, equal, equal_at};

pub(crate) async fn check(connector: &Connector, report: &mut Report) -> Result<(), Fault> {
    let connection = connector.connect(builder()).await?;
    let client = &connection.client;
    report
        .check("says who it is", async {
            let server = client.discover().await?;
            equal(server.server_info().map(|info| info.name), Some("greeter".to_owned()))
        })
        .await;
    report
        .check("lists the tool, with its schema", async {
            let tools = client.list_tools().await?;
            equal(tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(), ["echo"])?;
            equal_at(tools[0].input_schema.get(), "/properties/text/type", &json!("string"))
        })
        .await;
    report
        .check("echoes a text", async {
            let result = call(client, "echo", json!({ "text": "Größe ≠ 0\n\"\u{1F600}\"" })).await?;
            equal(text(&result)?, "Größe ≠ 0\n\"\u{1F600}\"")
        })
        .await;
    report
        .check("echoes a megabyte", async {
            let long = "x".repeat(1 << 20);
            let result = call(client, "echo", json!({ "text": long })).await?;
            equal(text(&result)? == long, true)
        })
        .await;
    report
        .check("answers many calls at once", async {
            let calls =
                (0..50).map(|n| client.call_tool("echo", json!({ "text": n.to_string() })).into_future());
            for (n, outcome) in at_once(calls).await.into_iter().enumerate() {
                equal(text(&*outcome?.complete()?)?, n.to_string())?;
            }
            Ok(())
        })
        .await;
    report
        .check("refuses an unknown tool", async {
            match client.call_tool("nothing", ()).await {
                Ok(_) => Err("it has a result".into()),
                Err(error) => equal((error.kind(), error.code()), (ErrorKind::Protocol, -32602)),
            }
        })
        .await;
    connection.check_close(report).await;
    Ok(())
}
