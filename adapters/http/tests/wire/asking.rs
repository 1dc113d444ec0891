//! A gate that does what a request's token says.

use std::panic::panic_any;
use std::sync::Arc;

use snodo_core::Call;
use snodo_executor::Executor;
use snodo_http::{Gate, GateHead, Http, Refusal};

use crate::clock::TestClock;
use crate::listening::{Listening, Tasks};
use crate::messages::{body, call_with, head};
use crate::tools::{Gone, Stage, User};

pub(crate) struct Asking(pub(crate) Stage);

/// What panics when it is dropped.
struct Bomb;

impl Gate for Asking {
    async fn admit(&self, head: GateHead, call: Call) -> Result<Call, Refusal> {
        let Asking(stage) = self;
        let token = head.header("authorization").map(|value| String::from_utf8_lossy(value).into_owned());
        let token = token.unwrap_or_default();
        stage.note(format!("asked {token}"));
        match &*token {
            "ali" => Ok(call.with_auth(User("ali"))),
            "eve" => Ok(call.with_auth(User("eve"))),
            "head" => Err(Refusal::new(403, describe(&head, &call))),
            "slow" => {
                let _gone = Gone(stage.clone(), "slow".to_owned());
                stage.pass("gate").await;
                Ok(call.with_auth(User("slow")))
            }
            "slow refusal" => {
                stage.pass("gate").await;
                Err(Refusal::new(403, "Not you"))
            }
            "boom" => panic!("the secret of the host"),
            "bomb" => panic_any(Bomb),
            "late boom" => {
                let _bomb = Bomb;
                stage.pass("never").await;
                Ok(call)
            }
            "status" => Err(Refusal::new(200, "fine")),
            "no status" => Err(Refusal::new(1_000, "none")),
            "split" => Err(Refusal::new(403, "no").header("X-A", "b\r\nX-C: d")),
            "length" => Err(Refusal::new(403, "no").header("Content-Length", "0")),
            "origin" => Err(Refusal::new(403, "no").header("Access-Control-Allow-Origin", "*")),
            "vary" => Err(Refusal::new(403, "no").header("Vary", "Accept")),
            "type" => Err(Refusal::new(403, "no").header("Content-Type", "text/html")),
            _ => Err(Refusal::new(401, "Who are you?").header("WWW-Authenticate", "Bearer")),
        }
    }
}

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("one more secret");
    }
}

/// All that the gate can know.
fn describe(head: &GateHead, call: &Call) -> String {
    assert_eq!(call.peer(), Some(head.peer()));
    let names: Vec<_> = head.headers().map(|(name, _)| name).collect();
    let values = ["X-ONE", "x-two", "x-none"].map(|name| head.header(name).map(<[u8]>::escape_ascii));
    let [one, two, none] = values.map(|value| value.map_or("-".to_owned(), |value| value.to_string()));
    let (method, target, path) = (head.method(), head.target(), head.path());
    format!("{method} {target} {path} {one} {two} {none} {}", names.join(","))
}

pub(crate) fn gated(settings: impl FnOnce(Http) -> Http) -> Listening {
    let (clock, stage, tasks) = (TestClock::new(), Stage::default(), Tasks::default());
    let executor = Executor::builder(Arc::clone(&tasks)).clock(clock.clone()).build().unwrap();
    let gate = Asking(stage.clone());
    Listening::beside(clock, stage, tasks, executor, |http| settings(http.gate(gate)))
}

/// A call of the tool that says who calls.
pub(crate) fn whoami(id: &str, token: &str) -> String {
    call_with(&format!("Authorization: {token}\r\n"), id, "whoami", "{}")
}

/// The head of one whose peer waits to be told to send the body, and the body.
pub(crate) fn halves(id: &str, token: &str) -> (String, String) {
    let body = body(id, "whoami", "{}");
    let length = format!("Content-Length: {}\r\n", body.len());
    let head = head("whoami");
    (format!("{head}Authorization: {token}\r\nExpect: 100-continue\r\n{length}\r\n"), body)
}
