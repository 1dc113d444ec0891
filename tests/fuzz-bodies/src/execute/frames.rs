//! What goes out, judged by what came in.

use super::drive::Ending;
use super::outcome::Answer;
use super::tools::{self, Offer};
use crate::members::{Members, id};
use crate::tokens::{Tokens, content};

const LEVELS: [&str; 8] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/// What a message lets its answer be.
pub(super) struct About<'a> {
    offer: &'a Offer,
    /// `None` when the message is no acceptable JSON, and its id may have been read or not.
    id: Option<Option<String>>,
    method: String,
    tool: String,
    /// How many steps the reporting tool was asked to do.
    steps: u8,
    token: Option<String>,
    level: Option<String>,
}

impl<'a> About<'a> {
    pub(super) fn of(message: &[u8], offer: &'a Offer) -> Self {
        let message = message.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(message);
        let text =
            str::from_utf8(message).ok().filter(|text| Tokens::of(text).is_some_and(|it| it.is_acceptable()));
        let whole = text.map(Members::of);
        let params = whole.as_ref().and_then(|whole| whole.as_ref()?.object("params"));
        let meta = params.as_ref().and_then(|params| params.object("_meta"));
        let arguments = params.as_ref().and_then(|params| params.object("arguments"));
        let steps = arguments.and_then(|arguments| arguments.get("steps")?.parse().ok());
        let envelope = whole.as_ref().and_then(Option::as_ref);
        Self {
            offer,
            id: whole.as_ref().map(|whole| whole.as_ref()?.get("id").and_then(id).map(String::from)),
            method: envelope.and_then(|it| it.string("method")).unwrap_or_default(),
            steps: steps.unwrap_or_default(),
            tool: params.and_then(|params| params.string("name")).unwrap_or_default(),
            token: meta.as_ref().and_then(|meta| meta.get("progressToken")).map(String::from),
            level: meta.and_then(|meta| meta.string("io.modelcontextprotocol/logLevel")),
        }
    }
}

/// Checks all frames of one message. Gives what the answer is.
pub(super) fn check(frames: &[Vec<u8>], about: &About<'_>, ending: Ending) -> Answer {
    let mut notices = Notices { about, progress: f64::NEG_INFINITY, reports: 0 };
    let mut answer = None;
    for frame in frames {
        assert!(answer.is_none(), "something follows the answer");
        assert!(frame.iter().all(|byte| *byte >= b' '), "a frame is one line");
        let text = str::from_utf8(frame).expect("a frame is UTF-8");
        assert!(Tokens::of(text).is_some_and(|tokens| tokens.is_acceptable()), "a frame is JSON: {text}");
        let members = Members::of(text).expect("a frame is an object");
        assert_eq!(members.get("jsonrpc"), Some("\"2.0\""));
        if members.get("method").is_some() {
            notices.check(&members);
        } else {
            answer = Some(response(&members, about));
            notices.end(&members);
        }
    }
    assert!(
        answer.is_some() || frames.is_empty() || matches!(ending, Ending::Dropped(_)),
        "an answer is missing"
    );
    answer
}

/// The notifications before the answer.
struct Notices<'a> {
    about: &'a About<'a>,
    progress: f64,
    reports: usize,
}

impl Notices<'_> {
    fn check(&mut self, message: &Members<'_>) {
        assert_eq!(message.names(), ["jsonrpc", "method", "params"]);
        let params = message.object("params").expect("params are an object");
        match message.get("method") {
            Some("\"notifications/progress\"") => self.progress(&params),
            Some("\"notifications/message\"") => self.log(&params),
            other => panic!("a notification of its own: {other:?}"),
        }
    }

    /// With the answer to a report, the last progress has gone out.
    fn end(&self, answer: &Members<'_>) {
        let succeeded = answer.object("result").is_some_and(|result| result.get("isError").is_none());
        if self.about.tool == "report"
            && self.about.method == "tools/call"
            && self.about.token.is_some()
            && succeeded
        {
            let last = tools::last_progress(self.about.steps, self.about.offer.progress_updates);
            assert_eq!(self.progress, last.unwrap_or(f64::NEG_INFINITY), "a report is lost");
        }
    }

    fn progress(&mut self, params: &Members<'_>) {
        only(params, &["message", "progress", "progressToken", "total"]);
        assert!(self.about.token.is_some(), "nobody asked for progress");
        assert_eq!(params.get("progressToken"), self.about.token.as_deref());
        let number = |text: &str| text.parse::<f64>().expect("a number");
        let progress = number(params.get("progress").expect("a report says how far"));
        assert!(progress > self.progress, "progress grows");
        self.progress = progress;
        assert!(params.get("total").is_none_or(|total| number(total).is_finite()));
        let message = params.get("message").map(content).unwrap_or_default();
        assert!(message.len() <= self.about.offer.progress_message);
        self.reports += 1;
        assert!(self.reports <= self.about.offer.progress_updates);
    }

    fn log(&self, params: &Members<'_>) {
        only(params, &["data", "level", "logger"]);
        assert!(self.about.offer.logging, "logging is not declared");
        let severity = |level: Option<String>| LEVELS.iter().position(|name| level.as_deref() == Some(name));
        let (asked, level) = (severity(self.about.level.clone()), severity(params.string("level")));
        assert!(asked.is_some() && level >= asked, "below the level that was asked for");
        let data = params.get("data").expect("a log message has data");
        assert!(data.len() <= self.about.offer.log_data);
    }
}

fn response(message: &Members<'_>, about: &About<'_>) -> (Option<i64>, Option<String>) {
    only(message, &["error", "id", "jsonrpc", "result"]);
    let id = message.get("id").map(String::from);
    if let Some(expected) = &about.id {
        assert_eq!(id, *expected, "the id is echoed as it came");
    }
    let code = match (message.object("result"), message.object("error")) {
        (Some(result), None) => {
            assert!(id.is_some(), "a result has an id");
            self::result(&result, about);
            None
        }
        (None, Some(error)) => Some(self::error(&error)),
        _ => panic!("a response has a result or an error, and not both"),
    };
    assert_eq!(
        about.id.is_none(),
        code == Some(-32700),
        "what is no JSON is a parse error, and nothing else is"
    );
    (code, id)
}

fn result(result: &Members<'_>, about: &About<'_>) {
    assert_eq!(result.get("resultType"), Some("\"complete\""));
    let meta = result.object("_meta").expect("a result has metadata");
    let of_keys = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    assert!(meta.names().iter().all(|name| name.chars().all(of_keys)), "{:?}", meta.names());
    let server = meta.object("io.modelcontextprotocol/serverInfo").expect("a result says whose it is");
    assert_eq!(
        [server.string("name"), server.string("version")],
        [Some("fuzzed \u{1F980}".into()), Some("1.0".into())]
    );
    match &*about.method {
        "tools/call" => called(result, &about.tool),
        "tools/list" => {
            only(result, &["_meta", "cacheScope", "nextCursor", "resultType", "tools", "ttlMs"]);
            let tools: Vec<serde_json::Value> = parsed(result.get("tools"));
            assert!(tools.len() <= about.offer.page_size);
            assert!(
                tools.iter().all(|tool| tool["name"].is_string() && tool["inputSchema"]["type"] == "object")
            );
            assert!(result.get("nextCursor").is_none() || result.string("nextCursor").is_some());
        }
        "server/discover" => {
            assert_eq!(result.get("supportedVersions"), Some("[\"2026-07-28\"]"));
            assert!(result.object("capabilities").is_some_and(|it| it.object("tools").is_some()));
        }
        other => panic!("a result of {other:?}"),
    }
}

fn called(result: &Members<'_>, tool: &str) {
    only(result, &["_meta", "content", "isError", "resultType", "structuredContent"]);
    let blocks: Vec<serde_json::Value> = parsed(result.get("content"));
    let kinds = ["text", "image", "audio", "resource_link", "resource"];
    assert!(blocks.iter().all(|block| kinds.iter().any(|kind| block["type"] == *kind)));
    assert!(result.get("isError").is_none_or(|flag| flag == "true"));
    if tool == "measure" && result.get("isError").is_none() {
        let length = result.object("structuredContent").and_then(|it| it.get("length"));
        let length = length.expect("structured content keeps to its schema");
        assert!(length.parse::<f64>().is_ok_and(|n| n.fract() == 0.0), "not an integer: {length}");
    }
}

fn error(error: &Members<'_>) -> i64 {
    only(error, &["code", "data", "message"]);
    assert!(error.string("message").is_some(), "an error says why");
    let code = parsed(error.get("code"));
    let own = [-32700, -32600, -32601, -32602, -32603, -32021, -32022];
    assert!(own.contains(&code) || tools::CODES.contains(&code), "an error code out of nowhere: {code}");
    code
}

fn only(members: &Members<'_>, known: &[&str]) {
    assert!(members.names().iter().all(|name| known.contains(name)), "{:?}", members.names());
}

fn parsed<T: serde::de::DeserializeOwned>(text: Option<&str>) -> T {
    text.and_then(|text| serde_json::from_str(text).ok()).expect("a member of its type")
}
