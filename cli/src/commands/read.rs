//! Reading a resource.

use snodo_client::Outcome;

use crate::args::Read;
use crate::exit::{Exit, Failure};
use crate::output::{Files, Layout, show_demand, show_parts};
use crate::server::Server;
use crate::session::Session;

pub(super) async fn run(given: &Read, session: &mut Session) -> Result<Exit, Failure> {
    let server = Server::given(given.url.as_ref(), &given.command)?;
    let mut files = given.output.as_deref().map(|path| Files::at(path, &session.screen)).transpose()?;
    let answers = given.round.read()?;
    let client = session.connect(&server).await?;
    let call = session.call(client.read_resource(&given.uri));
    let outcome = answers.given_to(call).await?;
    session.notices.clear();
    match outcome {
        Outcome::InputRequired(demand) => {
            return show_demand(&demand, &mut session.screen, &session.notices);
        }
        Outcome::Complete(reply) if session.screen.is_json() => {
            session.screen.json(reply.raw(), Layout::Line)?;
        }
        Outcome::Complete(reply) => show_parts(reply.parts(), files.as_mut(), &mut session.screen)?,
    }
    Ok(Exit::Done)
}
