//! The official SDK's client, calling one tool for a while.

use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;
use std::time::Instant;

use rmcp::model::{CallToolRequestParams, ProtocolVersion};
use rmcp::service::{Peer, RunningService};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientLifecycleMode, ClientServiceExt as _, RoleClient};
use snodo_sockets::{Measure, Target};
use tokio::process::Command;
use tokio::task::LocalSet;

async fn connect(target: &Target) -> Result<RunningService<RoleClient, ()>, Box<dyn Error>> {
    let lifecycle = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    if !target.is_program {
        let transport = StreamableHttpClientTransport::from_uri(target.server.as_str());
        return Ok(().serve_with_lifecycle(transport, lifecycle).await?);
    }
    let [program, arguments @ ..] = target.command();
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(().serve_with_lifecycle(TokioChildProcess::new(command)?, lifecycle).await?)
}

async fn call(client: &Peer<RoleClient>) -> Result<(), Box<dyn Error>> {
    let arguments = serde_json::json!({ "text": "hello" }).as_object().cloned().unwrap_or_default();
    let result = client.call_tool(CallToolRequestParams::new("echo").with_arguments(arguments)).await?;
    match result.content.first().and_then(|block| block.as_text()) {
        Some(text) if text.text == "hello" => Ok(()),
        other => Err(format!("not the answer: {other:?}").into()),
    }
}

async fn run(target: Target) -> Result<(), Box<dyn Error>> {
    let client = connect(&target).await?;
    call(client.peer()).await?;
    let measure = Rc::new(RefCell::new(Measure::new(target.duration)));
    let calling: Vec<_> = (0..target.tasks)
        .map(|_| {
            let (client, measure) = (client.peer().clone(), Rc::clone(&measure));
            tokio::task::spawn_local(async move {
                while measure.borrow().goes_on() {
                    let began = Instant::now();
                    call(&client).await.map_err(|error| error.to_string())?;
                    measure.borrow_mut().done(began);
                }
                Ok::<(), String>(())
            })
        })
        .collect();
    for task in calling {
        task.await??;
    }
    client.cancel().await?;
    Ok(Rc::into_inner(measure).ok_or("a task goes on")?.into_inner().print()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let target = Target::from_arguments()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, run(target))
}
