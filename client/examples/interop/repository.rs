//! PyPI's `mcp-server-git`, on a repository with an uncommitted file `notes.md`.

use std::env;

use serde_json::json;
use snodo_client::Client;

use crate::Fault;
use crate::calls::{builder, call, check_failure, text};
use crate::connection::Connector;
use crate::report::{Report, contains, equal};

pub(crate) async fn check(connector: &Connector, report: &mut Report) -> Result<(), Fault> {
    let repository = env::var("REPOSITORY")?;
    let repository = &*repository;
    let connection = connector.connect(builder()).await?;
    let client = &connection.client;
    report
        .check("lists the tools", async {
            let tools = client.list_tools().await?;
            for name in ["git_status", "git_add", "git_commit", "git_log"] {
                equal(tools.iter().filter(|tool| tool.name == name).count(), 1)?;
            }
            Ok(())
        })
        .await;
    report
        .check("sees what is not committed", async {
            let result = call(client, "git_status", json!({ "repo_path": repository })).await?;
            contains(text(&result)?, "notes.md")
        })
        .await;
    report.check("commits it, and finds it in the log", commit(client, repository)).await;
    report
        .check("reports a folder outside the repository as the tool's failure", async {
            check_failure(client, "git_status", json!({ "repo_path": "/" }), "outside").await
        })
        .await;
    connection.check_close(report).await;
    Ok(())
}

async fn commit(client: &Client, repository: &str) -> Result<(), Fault> {
    let arguments = json!({ "repo_path": repository, "files": ["notes.md"] });
    equal(call(client, "git_add", arguments).await?.failed(), false)?;
    let arguments = json!({ "repo_path": repository, "message": "Write a note: Größe ≠ 0" });
    equal(call(client, "git_commit", arguments).await?.failed(), false)?;
    let result = call(client, "git_log", json!({ "repo_path": repository, "max_count": 1 })).await?;
    contains(text(&result)?, "Write a note: Größe ≠ 0")
}
