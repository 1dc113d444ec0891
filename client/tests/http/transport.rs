//! Requests through a transport, without a client around it.

use std::future::poll_fn;

use async_io::block_on;
use snodo_client::machine::Message;
use snodo_client::{Arrivals, Arrived, Error, Http, Transport};

use crate::script::{Script, bounded};

/// What came back for a request: messages, then perhaps an error.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) messages: Vec<String>,
    pub(crate) statuses: Vec<Option<u16>>,
    pub(crate) arrived: Vec<Arrived>,
    pub(crate) error: Option<Error>,
}

impl Outcome {
    /// The one message, when nothing else came.
    pub(crate) fn message(&self) -> &str {
        assert!(self.error.is_none() && self.messages.len() == 1, "{self:?}");
        &self.messages[0]
    }

    /// What went wrong, when nothing else came.
    pub(crate) fn error(&self) -> &Error {
        assert!(self.messages.is_empty(), "{self:?}");
        self.error.as_ref().expect("an error")
    }
}

pub(crate) fn message(id: u64, method: &str) -> Message {
    Message::new(id, method, format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"}}"#))
}

pub(crate) fn http(script: &Script) -> Http {
    Http::new(&script.url()).expect("a URL")
}

/// Calls a tool and takes whatever comes.
pub(crate) fn call(http: &Http) -> Outcome {
    block_on(bounded(outcome(http, message(1, "tools/call"))))
}

/// The same for any method.
pub(crate) fn ask(http: &Http, method: &str) -> Outcome {
    block_on(bounded(outcome(http, message(1, method))))
}

/// What comes for one tool call on a server that answers so.
pub(crate) fn answered(answer: &'static [u8]) -> Outcome {
    let script = Script::always(answer, 1);
    let outcome = call(&http(&script));
    script.finish();
    outcome
}

pub(crate) async fn outcome(http: &Http, message: Message) -> Outcome {
    let mut outcome = Outcome { messages: vec![], statuses: vec![], arrived: vec![], error: None };
    match http.request(message).await {
        Ok(mut arrivals) => collect(&mut *arrivals, &mut outcome).await,
        Err(error) => outcome.error = Some(error),
    }
    outcome
}

pub(crate) async fn next(arrivals: &mut dyn Arrivals) -> Option<Result<Arrived, Error>> {
    poll_fn(|cx| arrivals.poll_next(cx)).await
}

async fn collect(arrivals: &mut dyn Arrivals, outcome: &mut Outcome) {
    while let Some(arrived) = next(arrivals).await {
        match arrived {
            Ok(arrived) => {
                outcome.messages.push(String::from_utf8(arrived.message.clone()).expect("UTF-8"));
                outcome.statuses.push(arrived.http_status);
                outcome.arrived.push(arrived);
            }
            Err(error) => {
                outcome.error = Some(error);
                let rest = next(arrivals).await;
                assert!(rest.is_none(), "nothing comes after an error: {rest:?}");
            }
        }
    }
    assert!(next(arrivals).await.is_none(), "the end stays the end");
}
