//! Our client, calling one tool for a while.

use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;
use std::time::Instant;

use async_executor::LocalExecutor;
use serde_json::json;
use snodo::client::{Client, Command};
use snodo_sockets::{Measure, Target};

async fn connect(target: &Target) -> Result<Client, snodo::client::Error> {
    if !target.is_program {
        return Client::connect(&*target.server).await;
    }
    let [program, arguments @ ..] = target.command();
    Client::connect(Command::new(program).args(arguments)).await
}

async fn call(client: &Client) -> Result<(), Box<dyn Error>> {
    let result = client.call_tool("echo", json!({ "text": "hello" })).await?.complete()?;
    match result.blocks().first().and_then(|block| block.as_text()) {
        Some("hello") => Ok(()),
        other => Err(format!("not the answer: {other:?}").into()),
    }
}

async fn run(tasks: &LocalExecutor<'_>, target: Target) -> Result<(), Box<dyn Error>> {
    let client = connect(&target).await?;
    call(&client).await?;
    let measure = Rc::new(RefCell::new(Measure::new(target.duration)));
    let calling: Vec<_> = (0..target.tasks)
        .map(|_| {
            let (client, measure) = (client.clone(), Rc::clone(&measure));
            tasks.spawn(async move {
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
        task.await?;
    }
    client.close().await?;
    Ok(Rc::into_inner(measure).ok_or("a task goes on")?.into_inner().print()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let target = Target::from_arguments()?;
    let tasks = LocalExecutor::new();
    async_io::block_on(tasks.run(run(&tasks, target)))
}
