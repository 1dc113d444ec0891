//! Calling a tool.

use snodo_client::Outcome;

use crate::args::{CallTool, arguments};
use crate::exit::{Exit, Failure};
use crate::output::{Files, Layout, show_blocks, show_demand};
use crate::server::Server;
use crate::session::Session;

pub(super) async fn run(given: &CallTool, session: &mut Session) -> Result<Exit, Failure> {
    let (words, server) = Server::behind(&given.words, &given.command)?;
    let arguments = arguments(given.args.as_deref(), words)?;
    let mut files = given.output.as_deref().map(|path| Files::at(path, &session.screen)).transpose()?;
    let answers = given.round.read()?;
    let client = session.connect(&server).await?;
    let call = session.call(client.call_tool(given.tool.as_str(), &arguments));
    let outcome = answers.given_to(call).await?;
    session.notices.clear();
    let reply = match outcome {
        Outcome::InputRequired(demand) => return show_demand(&demand, &mut session.screen, &session.notices),
        Outcome::Complete(reply) => reply,
    };
    let screen = &mut session.screen;
    if screen.is_json() {
        screen.json(reply.raw(), Layout::Line)?;
    } else if let (true, Some(structured)) = (reply.blocks().is_empty(), reply.structured_json()) {
        screen.json(structured, Layout::Indented)?;
    } else {
        show_blocks(reply.blocks(), files.as_mut(), screen)?;
    }
    if !reply.failed() {
        return Ok(Exit::Done);
    }
    screen.flush()?;
    session.notices.say("snodo: the tool reported a failure");
    Ok(Exit::ToolFailed)
}
