//! Any request.

use snodo_client::Outcome;

use crate::args::{Arguments, Request, object_of};
use crate::exit::{Exit, Failure};
use crate::output::{Layout, show_demand};
use crate::server::Server;
use crate::session::Session;

pub(super) async fn run(given: &Request, session: &mut Session) -> Result<Exit, Failure> {
    let (words, server) = Server::behind(&given.words, &given.command)?;
    let params = match words {
        [] => Arguments::new(),
        [params] => object_of(params, "PARAMS")?,
        [_, more @ ..] => {
            return Err(Failure::Usage(format!("{more:?} is too much: PARAMS is one JSON object")));
        }
    };
    let answers = given.round.read()?;
    let client = session.connect(&server).await?;
    let call = session.call(client.request(&given.method, &params));
    let outcome = answers.given_to(call).await?;
    session.notices.clear();
    let layout = if session.screen.is_json() { Layout::Line } else { Layout::Indented };
    match outcome {
        Outcome::InputRequired(demand) => show_demand(&demand, &mut session.screen, &session.notices),
        Outcome::Complete(reply) => session.screen.json(reply.raw(), layout).map(|()| Exit::Done),
    }
}
