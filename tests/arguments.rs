//! Arguments: what may be left out, what is refused, and that no value of theirs leaves by another door.

mod wire;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;

use serde::Deserialize;
use serde::de::Error as _;
use serde_json::Value;
use serde_json::value::RawValue;
use snodo::{Capability, Context, Failure, Json, Level, NoArguments, Server, Tool, ToolResult};
use wire::{exchange, request, start};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Login {
    user: String,
    #[serde(alias = "secret_word")]
    password: Password,
    #[serde(default)]
    tries: u8,
    #[serde(default)]
    nested: Vec<BTreeMap<String, Nested>>,
}

#[derive(Deserialize)]
struct Nested {
    flag: bool,
}

/// Says itself what is wrong, and says too much.
struct Password;

impl<'de> Deserialize<'de> for Password {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.len() < 100 {
            return Err(D::Error::custom(format!("{text} is too short, expected more at line 1")));
        }
        Ok(Self)
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Either {
    Number(u8),
    Flags(Vec<bool>),
}

#[derive(Deserialize)]
struct Choice {
    either: Either,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

#[derive(Deserialize)]
struct Flattened {
    #[serde(flatten)]
    nested: Nested,
}

#[derive(Deserialize)]
struct Holder {
    nothing: NoArguments,
}

async fn log_in(login: Login) -> Result<String, Failure> {
    let Login { user, password: Password, tries, nested } = login;
    let flags = nested.iter().flat_map(BTreeMap::values).filter(|nested| nested.flag).count();
    Ok(format!("{user} {tries} {flags}"))
}

async fn choose(choice: Choice) -> Result<String, Failure> {
    Ok(match choice.either {
        Either::Number(n) => n.to_string(),
        Either::Flags(flags) => flags.len().to_string(),
    })
}

async fn draw(shape: Shape) -> Result<String, Failure> {
    Ok(match shape {
        Shape::Circle { radius } => format!("circle {radius}"),
        Shape::Square { side } => format!("square {side}"),
    })
}

async fn hold(holder: Holder) -> Result<&'static str, Failure> {
    let NoArguments = holder.nothing;
    Ok("held")
}

fn server() -> Server {
    Server::builder("a", "1")
        .tools([
            Tool::new("log_in", log_in),
            Tool::new("choose", choose),
            Tool::new("draw", draw),
            Tool::new("hold", hold),
            Tool::new("flattened", async |args: Flattened| Ok(args.nested.flag.to_string())),
            Tool::new("numbers", async |args: BTreeMap<String, u8>| Ok(format!("{args:?}"))),
            Tool::new("value", async |args: Value| Ok(args.to_string())),
            Tool::new("raw", async |args: Box<RawValue>| Ok(String::from(args.get()))),
        ])
        .build()
        .expect("the tools are sound")
}

fn call(tool: &str, arguments: &str) -> String {
    request("tools/call", &format!(r#""name":"{tool}","arguments":{arguments},"#), "")
}

fn answered(text: &str, is_error: bool) -> String {
    let is_error = if is_error { r#","isError":true"# } else { "" };
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","content":[{{"type":"text","text":"{text}"}}]{is_error},"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"a","version":"1"}}}}}}}}"#
    )
}

#[track_caller]
fn refused(tool: &str, arguments: &str, why: &str) {
    assert_eq!(
        exchange(&server(), &call(tool, arguments)),
        [answered(&format!("Invalid arguments: {why}"), true)],
        "{tool} {arguments}"
    );
}

#[track_caller]
fn taken(tool: &str, arguments: &str, text: &str) {
    assert_eq!(exchange(&server(), &call(tool, arguments)), [answered(text, false)], "{tool} {arguments}");
}

#[test]
fn the_place_of_a_fault_is_a_json_pointer() {
    let long = "p".repeat(100);
    taken(
        "log_in",
        &format!(r#"{{"user":"u","password":"{long}","nested":[{{"a":{{"flag":true}}}}]}}"#),
        "u 0 1",
    );
    for (nested, why) in [
        (r#"[{"a":{"flag":1}}]"#, "/nested/0/a/flag must be a boolean"),
        (r#"[{},{"a/b":{}}]"#, "/nested/1/a~1b/flag is required"),
        (r#"[{},{"~":{"flag":null}}]"#, "/nested/1/~0/flag must be a boolean"),
        (r#"[7]"#, "/nested/0 must be an object"),
        (r#"{}"#, "/nested must be an array"),
    ] {
        refused("log_in", &format!(r#"{{"user":"u","password":"{long}","nested":{nested}}}"#), why);
    }
}

#[test]
fn a_type_that_explains_itself_is_not_quoted() {
    refused("log_in", r#"{"user":"u","password":"hunter2"}"#, "/password is not acceptable");
}

#[test]
fn types_that_try_one_thing_after_another() {
    taken("choose", r#"{"either":7}"#, "7");
    taken("choose", r#"{"either":[true,false]}"#, "2");
    refused("choose", r#"{"either":"secret"}"#, "/either is not acceptable");
    taken("draw", r#"{"kind":"circle","radius":2}"#, "circle 2");
    taken("draw", r#"{"side":2,"kind":"square"}"#, "square 2");
    refused("draw", r#"{"radius":2}"#, "/kind is required");
    refused("draw", r#"{"kind":"circle"}"#, "/radius is required");
    refused("draw", r#"{"kind":"secret"}"#, "/kind must be `circle` or `square`");
    taken("flattened", r#"{"flag":true}"#, "true");
    refused("flattened", "{}", "/flag is required");
}

#[test]
fn a_member_that_there_is_not_is_named_where_it_stands() {
    taken("hold", r#"{"nothing":{}}"#, "held");
    refused("hold", r#"{"nothing":{"a/b":"secret"}}"#, "/nothing/a~1b is not known");
    refused("hold", r#"{"nothing":[]}"#, "/nothing must be an empty object");
}

#[test]
fn numbers_out_of_range_are_refused_and_never_cut() {
    taken("numbers", r#"{"n":255}"#, r#"{\"n\": 255}"#);
    for n in ["256", "-1", "1.0", "1e1", "18446744073709551616", "\"1\"", "true", "null"] {
        refused("numbers", &format!(r#"{{"n":{n}}}"#), "/n must be an integer from 0 to 255");
    }
}

#[test]
fn a_raw_handler_gets_every_digit_and_a_tree_rounds() {
    let arguments = r#"{"n":12345678901234567890123,"f":1.10}"#;
    taken("raw", arguments, r#"{\"n\":12345678901234567890123,\"f\":1.10}"#);
    taken("value", arguments, r#"{\"f\":1.1,\"n\":1.2345678901234568e+22}"#);
}

/// What every argument of the leak test holds.
const CANARY: &str = "canary-4711";

static LOG: Mutex<String> = Mutex::new(String::new());

struct Capture;

impl log::Log for Capture {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        let _ = writeln!(
            LOG.lock().expect("no holder panicked"),
            "{} {} {}",
            record.level(),
            record.target(),
            record.args()
        );
    }

    fn flush(&self) {}
}

/// Takes anything, says nothing of it, and ends in the way it is named after.
fn discreet() -> Vec<Tool> {
    vec![
        Tool::new("discreet_failure", async |_: Value| Err::<(), _>(Failure::new("no"))),
        Tool::new("discreet_internal", async |_: Value| Err::<(), _>(Failure::internal("broken"))),
        Tool::new("discreet_reserved", async |_: Value| Err::<(), _>(Failure::protocol(-32001, "no"))),
        Tool::new("discreet_panic", async |args: Value| match args {
            Value::Object(members) => panic!("the client said {members:?}"),
            _ => Ok(()),
        }),
        Tool::new("wrong_output", async |args: Value| Ok(Json(args)))
            .output_schema(r#"{"type":"object","properties":{"user":{"type":"integer"}},"required":["x"]}"#),
        Tool::new("bad_meta", async |args: Value| Ok(ToolResult::new().meta(args.to_string(), 1))),
        Tool::new("bad_link", async |args: Value| Ok(snodo::ResourceLink::new(args.to_string(), "x"))),
        Tool::new("odd_log", async |args: Value, cx: Context| {
            cx.log(Level::Info, BTreeMap::from([((1, 2), args)]));
            Ok(())
        }),
        Tool::new("needs_roots", async |_: Value| Ok(())).requires(Capability::Roots),
    ]
}

#[test]
fn no_value_of_an_argument_stands_in_a_refusal_or_in_the_log() {
    log::set_logger(&Capture).expect("no other logger is in this program");
    log::set_max_level(log::LevelFilter::Trace);
    let server = Server::builder("a", "1")
        .logging()
        .tools(discreet())
        .tools([
            Tool::new("log_in", log_in),
            Tool::new("choose", choose),
            Tool::new("draw", draw),
            Tool::new("numbers", async |args: BTreeMap<String, u8>| Ok(format!("{args:?}"))),
            Tool::new("none", async |_: NoArguments| Ok(())),
            Tool::new("schema", async |_: Value| Ok(())).input_schema(
                r#"{"required":["x"],"properties":{"user":{"type":"integer"},"kind":{"type":"boolean"}}}"#,
            ),
        ])
        .build()
        .unwrap();
    let arguments = [
        format!(r#"{{"user":{{"x":"{CANARY}"}},"password":1}}"#),
        format!(r#"{{"user":"{CANARY}","password":{{}}}}"#),
        format!(r#"{{"user":"u","password":"p","tries":"{CANARY}"}}"#),
        format!(r#"{{"user":"u","tries":"invalid type: expected {CANARY} at line 1 column 1"}}"#),
        format!(r#"{{"user":"missing field `{CANARY}`"}}"#),
        format!(r#"{{"either":"{CANARY}","kind":"{CANARY}","n":"{CANARY}"}}"#),
        format!(r#"{{"kind":"{CANARY}`, expected `x"}}"#),
        format!(r#"{{"kind":["{CANARY}"],"user":["{CANARY}"]}}"#),
    ];
    let tools = [
        "discreet_failure",
        "discreet_internal",
        "discreet_reserved",
        "discreet_panic",
        "wrong_output",
        "bad_meta",
        "bad_link",
        "odd_log",
        "needs_roots",
        "log_in",
        "choose",
        "draw",
        "numbers",
        "none",
        "schema",
        "nobody",
    ];
    let mut calls = 0;
    for tool in tools {
        for arguments in &arguments {
            // A success may say what it was told.
            let message = call(tool, arguments);
            let level = r#","io.modelcontextprotocol/logLevel":"debug""#;
            let logging =
                request("tools/call", &format!(r#""name":"{tool}","arguments":{arguments},"#), level);
            for answer in [exchange(&server, &message), exchange(&server, &logging)].concat() {
                assert!(!answer.contains(CANARY), "{tool} {arguments}: {answer}");
                calls += 1;
            }
            drop(start(&server, &message));
        }
    }
    // In params that no tool reads, and in texts that are no requests.
    for message in [
        request("tools/call", &format!(r#""name":"none","arguments":"{CANARY}","#), ""),
        request("tools/list", &format!(r#""cursor":"{CANARY}","#), ""),
        request("server/discover", "", &format!(r#","progressToken":["{CANARY}"]"#)),
        request("server/discover", "", &format!(r#","io.modelcontextprotocol/logLevel":"{CANARY}""#)),
        format!(r#"{{"jsonrpc":"2.0","id":["{CANARY}"],"method":"x"}}"#),
        format!(r#"{{"jsonrpc":"{CANARY}","id":1,"method":"x"}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{CANARY}"}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":"{CANARY}"}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"{CANARY}":"{CANARY}"#),
        format!(r#"{{"jsonrpc":"2.0","method":"{CANARY}","params":{{"reason":"{CANARY}"}}}}"#),
    ] {
        for answer in exchange(&server, &message) {
            assert!(!answer.contains(CANARY), "{message}: {answer}");
            calls += 1;
        }
    }
    assert_eq!(calls, tools.len() * arguments.len() * 2 + 9, "each of them was answered once");
    let log = LOG.lock().unwrap();
    assert!(!log.contains(CANARY), "{log}");
    for logged in [
        "tool \"discreet_panic\" panicked",
        "tool \"discreet_internal\" failed: broken",
        "tool \"wrong_output\"",
    ] {
        assert!(log.contains(logged), "{logged} is not in the log:\n{log}");
    }
}
