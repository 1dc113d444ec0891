//! What a log gets to see of requests.

use std::sync::Mutex;

use log::{Level, LevelFilter, Log, Metadata, Record};
use snodo_core::{Call, Failure, NoArguments, Outcome, Server, Tool};
use snodo_instrument::LogRequests;

static LINES: Mutex<Vec<(Level, String)>> = Mutex::new(Vec::new());

struct Collected;

impl Log for Collected {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "snodo::request"
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            let line = record.args().to_string();
            // The only part that differs from run to run.
            let (said, time) = line.rsplit_once(" in ").expect("a duration stands last");
            assert!(time.strip_suffix(" µs").is_some_and(|digits| digits.parse::<u64>().is_ok()), "{line}");
            LINES.lock().expect("no holder panics").push((record.level(), said.into()));
        }
    }

    fn flush(&self) {}
}

fn request(server: &Server, method: &str, members: &str) {
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{members}"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    );
    let Some(Outcome::Response(_)) =
        server.handle(message.as_bytes(), &Call::new()).map(snodo_core::Execution::wait)
    else {
        panic!("a request is answered")
    };
}

#[test]
fn each_request_has_a_line_without_what_was_said() {
    log::set_logger(&Collected).expect("there is no other logger");
    log::set_max_level(LevelFilter::Debug);
    let server = Server::builder("logged", "1")
        .tool(Tool::new("fine", async |_: NoArguments| Ok("secret")))
        .tool(Tool::new("fails", async |_: NoArguments| Err::<&str, _>(Failure::new("secret"))))
        .tool(Tool::new("broken", async |_: NoArguments| Err::<&str, _>(Failure::internal("secret"))))
        .instrument(LogRequests::new().level(Level::Debug))
        .build()
        .expect("the server is well defined");
    request(&server, "tools/call", r#""name":"fine","#);
    request(&server, "tools/call", r#""name":"fails","#);
    request(&server, "tools/call", r#""name":"broken","#);
    request(&server, "tools/call", r#""name":"secret","#);
    request(&server, "tools/list", "");
    request(&server, "secret/method", "");
    let message = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fine","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    drop(server.handle(message, &Call::new()));

    let lines = LINES.lock().expect("no holder panics").clone();
    let expected = [
        (Level::Debug, r#"tools/call tool "fine" completed"#),
        (Level::Debug, r#"tools/call tool "fails" tool_error"#),
        (Level::Warn, r#"tools/call tool "broken" error -32603"#),
        (Level::Debug, "tools/call error -32602"),
        (Level::Debug, "tools/list completed"),
        (Level::Debug, "unknown error -32601"),
        (Level::Debug, r#"tools/call tool "fine" cancelled"#),
    ];
    assert_eq!(lines, expected.map(|(level, line)| (level, line.to_owned())));
}
