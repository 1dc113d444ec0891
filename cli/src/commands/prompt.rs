//! Getting a prompt.

use std::collections::BTreeMap;

use snodo_client::Outcome;

use crate::args::{GetPrompt, texts};
use crate::exit::{Exit, Failure};
use crate::output::{Layout, show_demand, show_message};
use crate::server::Server;
use crate::session::Session;

pub(super) async fn run(given: &GetPrompt, session: &mut Session) -> Result<Exit, Failure> {
    let (words, server) = Server::behind(&given.words, &given.command)?;
    let arguments: BTreeMap<_, _> = texts(words)?.into_iter().collect();
    let answers = given.round.read()?;
    let client = session.connect(&server).await?;
    let call = session.call(client.get_prompt(&given.name, &arguments));
    let outcome = answers.given_to(call).await?;
    session.notices.clear();
    let screen = &mut session.screen;
    let reply = match outcome {
        Outcome::InputRequired(demand) => return show_demand(&demand, screen, &session.notices),
        Outcome::Complete(reply) => reply,
    };
    if screen.is_json() {
        screen.json(reply.raw(), Layout::Line)?;
        return Ok(Exit::Done);
    }
    if let Some(description) = reply.summary() {
        screen.line(&format!("# {description}"))?;
    }
    reply.messages().iter().try_for_each(|message| show_message(message, screen))?;
    Ok(Exit::Done)
}
