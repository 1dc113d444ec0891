//! The commands, one file for each kind.

mod call;
mod complete;
mod discover;
mod list;
mod listen;
mod prompt;
mod read;
mod request;

use snodo_core::model::{Prompt, Resource, ResourceTemplate, Tool};

use crate::args::Command;
use crate::exit::{Exit, Failure};
use crate::session::Session;

pub(crate) async fn run(command: &Command, session: &mut Session) -> Result<Exit, Failure> {
    match command {
        Command::Tools(given) => list::run::<Tool>(given, session).await,
        Command::Call(given) => call::run(given, session).await,
        Command::Resources(given) => list::run::<Resource>(given, session).await,
        Command::Templates(given) => list::run::<ResourceTemplate>(given, session).await,
        Command::Read(given) => read::run(given, session).await,
        Command::Prompts(given) => list::run::<Prompt>(given, session).await,
        Command::Prompt(given) => prompt::run(given, session).await,
        Command::Complete(given) => complete::run(given, session).await,
        Command::Listen(given) => listen::run(given, session).await,
        Command::Discover(given) => discover::run(given, session).await,
        Command::Request(given) => request::run(given, session).await,
    }
}
