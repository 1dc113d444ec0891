//! PyPI's `mcp-server-time`.

use serde_json::json;

use crate::Fault;
use crate::calls::{builder, call, check_failure, text};
use crate::connection::Connector;
use crate::report::{Report, contains, equal};

pub(crate) async fn check(connector: &Connector, report: &mut Report) -> Result<(), Fault> {
    let connection = connector.connect(builder()).await?;
    let client = &connection.client;
    report
        .check("says who it is", async {
            let server = client.discover().await?;
            equal(server.server_info().map(|info| info.name), Some("mcp-time".to_owned()))
        })
        .await;
    report
        .check("lists the tools", async {
            let tools = client.list_tools().await?;
            equal(
                tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(),
                ["get_current_time", "convert_time"],
            )
        })
        .await;
    report
        .check("tells the time elsewhere", async {
            let arguments =
                json!({ "source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo" });
            let result = call(client, "convert_time", arguments).await?;
            equal(result.failed(), false)?;
            contains(text(&result)?, "T21:00:00+09:00")?;
            contains(text(&result)?, "+9.0h")
        })
        .await;
    report
        .check("reports an unknown place as the tool's failure", async {
            let arguments = json!({ "timezone": "Nowhere/Nothing" });
            check_failure(client, "get_current_time", arguments, "Invalid timezone").await
        })
        .await;
    connection.check_close(report).await;
    Ok(())
}
