//! npm's `@modelcontextprotocol/server-everything`, which speaks none but revisions with a handshake. It is refused with
//! words, and what it does when it is called all the same is known.

use snodo_client::{Client, ErrorKind};

use crate::Fault;
use crate::calls::builder;
use crate::connection::Connector;
use crate::report::{Report, contains, equal};

pub(crate) async fn check(connector: &Connector, report: &mut Report) -> Result<(), Fault> {
    report.check("is found out when the client connects, and leaves no process", refused(connector)).await;
    let connection = connector.connect(builder()).await?;
    let client = &connection.client;
    if connector.is_stdio() {
        report.check("does not know discovery", undiscovered(client, -32601, "Method not found", None)).await;
        // Nothing in its answers tells them from those of this revision.
        report
            .check("lists its tools without a handshake", async {
                equal(client.list_tools().await?.iter().filter(|tool| tool.name == "echo").count(), 1)
            })
            .await;
    } else {
        let why = "Server not initialized";
        report.check("misses the handshake", undiscovered(client, -32000, why, Some(400))).await;
        report
            .check("lists nothing without a handshake", async {
                match client.list_tools().await {
                    Ok(_) => Err("it lists its tools".into()),
                    Err(error) => contains(&error.to_string(), why),
                }
            })
            .await;
    }
    connection.check_close(report).await;
    Ok(())
}

async fn refused(connector: &Connector) -> Result<(), Fault> {
    let (target, process) = connector.target()?;
    let Err(error) = builder().probe().connect(target).await else { return Err("it connects".into()) };
    process.wait_gone().await;
    equal(error.kind(), ErrorKind::Connection)?;
    contains(&error.to_string(), "the server does not speak 2026-07-28")
}

async fn undiscovered(client: &Client, code: i64, why: &str, status: Option<u16>) -> Result<(), Fault> {
    let Err(error) = client.discover().await else { return Err("it answers".into()) };
    equal((error.kind(), error.code(), error.http_status()), (ErrorKind::Protocol, code, status))?;
    contains(error.message(), why)
}
