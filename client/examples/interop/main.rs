//! Calls a server that was made elsewhere, and checks what comes back:
//!
//! ```text
//! interop SERVER stdio PROGRAM [ARGUMENT…]
//! interop SERVER http URL
//! ```
//!
//! SERVER says which one it is, and so what it is expected to do. `tests/interop/run` brings the servers.

mod calls;
mod clock;
mod connection;
mod echo;
mod handshake;
mod report;
mod repository;
mod workshop;

use std::env;
use std::error::Error;
use std::process::ExitCode;

use futures_lite::future::block_on;

use connection::Connector;
use report::Report;
use workshop::Framework;

/// Why something is not as it should be.
type Fault = Box<dyn Error + Send + Sync>;

fn main() -> Result<ExitCode, Fault> {
    let mut arguments = env::args().skip(1);
    let server = arguments.next().ok_or("usage: interop SERVER stdio|http TARGET…")?;
    let connector = Connector::from_arguments(arguments)?;
    let report = &mut Report::default();
    block_on(async {
        match &*server {
            "clock" => clock::check(&connector, report).await,
            "echo" => echo::check(&connector, report).await,
            "handshake" => handshake::check(&connector, report).await,
            "repository" => repository::check(&connector, report).await,
            "workshop-typescript" => workshop::check(Framework::TypeScript, &connector, report).await,
            "workshop-python" => workshop::check(Framework::Python, &connector, report).await,
            "workshop-fastmcp" => workshop::check(Framework::FastMcp, &connector, report).await,
            _ => Err(format!("there is no server {server}").into()),
        }
    })?;
    Ok(report.exit_code())
}
