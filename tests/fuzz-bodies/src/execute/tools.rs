//! The servers that answer, and their tools: one for each way in which a handler can behave.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::sync::LazyLock;
use std::task::{Poll, Waker};

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use snodo_core::{
    Annotations, Capability, Content, Context, Failure, Json, Level, Limits, NoArguments, ResourceContents,
    ResourceLink, Role, Server, Tool, ToolResult,
};

use super::selective::selective;

/// The error codes that a call can end with once its handler is reached.
pub(super) const CODES: [i64; 6] = [-32603, -32602, -32021, 4242, -1, i64::MIN];

/// A server and what it promised to keep to.
pub(super) struct Offer {
    pub(super) server: Server,
    pub(super) logging: bool,
    pub(super) page_size: usize,
    pub(super) progress_updates: usize,
    pub(super) progress_message: usize,
    pub(super) log_data: usize,
}

static OFFERS: LazyLock<[Offer; 2]> =
    LazyLock::new(|| [Offer::new(true, 5, 1_000, 4_096, 16_384), Offer::new(false, 1, 2, 5, 16)]);

pub(super) fn server(choice: u8) -> &'static Offer {
    &OFFERS[usize::from(choice) % OFFERS.len()]
}

impl Offer {
    fn new(
        logging: bool,
        page_size: usize,
        progress_updates: u32,
        progress_message: usize,
        log_data: usize,
    ) -> Self {
        let limits = Limits::default()
            .outbox(if logging { 64 } else { 1 })
            .page_size(page_size)
            .progress_updates(progress_updates)
            .progress_message(progress_message)
            .log_data(log_data);
        let builder = Server::builder("fuzzed \u{1F980}", "1.0")
            .instructions("Be kind.\n")
            .limits(limits)
            .tools(tools());
        let builder = if logging { builder.logging() } else { builder };
        Self {
            server: builder.build().expect("the definitions are in order"),
            logging,
            page_size,
            progress_updates: progress_updates as usize,
            progress_message,
            log_data,
        }
    }
}

#[derive(Deserialize)]
struct Echo {
    text: String,
    times: u8,
}

#[derive(Deserialize)]
struct Report {
    steps: u8,
    waits: bool,
    data: Value,
    message: String,
}

#[derive(Deserialize)]
struct Choice {
    kind: u8,
    text: String,
}

fn tools() -> Vec<Tool> {
    vec![
        Tool::new("echo", async |args: Echo| {
            let _at_work = AtWork::new();
            Ok(args.text.repeat(usize::from(args.times % 4)))
        }),
        Tool::new("raw", async |args: Box<RawValue>| {
            let _at_work = AtWork::new();
            Ok(Json(args))
        }),
        Tool::new("measure", async |args: Value| {
            let _at_work = AtWork::new();
            Ok(Json(args["value"].clone()))
        })
        .input_schema(r#"{ "properties": {"value": {"type": ["object", "array"]}}, "required": ["value"] }"#)
        .output_schema(
            r#"{"type":"object","properties":{"length":{"type":"integer"}},"required":["length"]}"#,
        ),
        Tool::new("report", report),
        Tool::new("fail", async |args: Choice| Err::<(), Failure>(failure(args))),
        Tool::new("panic", panic),
        Tool::new("later", async |args: Echo| {
            let _at_work = AtWork::new();
            for _ in 0..args.times % 8 {
                yield_once().await;
            }
            Ok(args.text)
        }),
        Tool::new("elsewhere", async |args: Echo, cx: Context| {
            let _at_work = AtWork::new();
            wait_for_elsewhere(args.times % 4, &cx).await;
            Ok(args.text)
        }),
        Tool::new("media", async |args: Choice| {
            let _at_work = AtWork::new();
            Ok(media(&args))
        }),
        Tool::new("demanding", async |args: Echo, cx: Context| {
            let _at_work = AtWork::new();
            cx.log(Level::Info, cx.meta());
            assert!(cx.client_has(Capability::ElicitationForm) && cx.client_has(Capability::Sampling));
            Ok(args.text)
        })
        .requires(Capability::ElicitationForm)
        .requires(Capability::Sampling),
        Tool::new("nothing", async |_: NoArguments| Ok(())),
    ]
}

async fn report(args: Report, cx: Context) -> Result<String, Failure> {
    let _at_work = AtWork::new();
    for step in 0..args.steps {
        let [first, second] = progress_at(step);
        let total = args.waits.then_some(f64::from(args.steps));
        let written = cx.progress_message(first, total, &*args.message);
        if args.waits {
            selective(written).await;
        }
        cx.log_from(&args.message, LEVELS[usize::from(step) % LEVELS.len()], &args.data);
        cx.progress(second, None);
    }
    Ok(args.message)
}

const LEVELS: [Level; 4] = [Level::Debug, Level::Notice, Level::Error, Level::Emergency];

/// What the reporting tool reports at a step. Not all of it grows.
fn progress_at(step: u8) -> [f64; 2] {
    [f64::from(step) / 2.0, f64::from(step) - 1.0]
}

/// The progress that is known when all steps are done and only so many updates count.
pub(super) fn last_progress(steps: u8, updates: usize) -> Option<f64> {
    let mut accepted: Vec<f64> = Vec::new();
    for progress in (0..steps).flat_map(progress_at) {
        if accepted.last().is_none_or(|last| progress > *last) {
            accepted.push(progress);
        }
    }
    accepted.truncate(updates);
    accepted.pop()
}

fn failure(args: Choice) -> Failure {
    let code = match args.kind % 12 {
        0 => return Failure::new(args.text),
        1 => return Failure::internal(args.text),
        2 => -32602,
        3 => -32603,
        4 => -32021,
        5 => 4242,
        6 => -1,
        7 => i64::MIN,
        // Not for handlers.
        8 => -32700,
        9 => -32000,
        10 => -32022,
        _ => -32768,
    };
    Failure::protocol(code, args.text.clone()).data(args.text)
}

/// Unwinds as a panic does, without the hook: libFuzzer's ends the process, contained or not.
fn panic(args: Choice) -> impl Future<Output = Result<(), Failure>> + Send {
    if args.kind.is_multiple_of(4) {
        resume_unwind(Box::new("before it began"));
    }
    async move {
        let _at_work = AtWork::new();
        let _bomb = Bomb(args.kind % 4 == 1);
        yield_once().await;
        if args.kind % 4 == 2 {
            resume_unwind(Box::new(args.text));
        }
        yield_once().await;
        // Nothing on the heap: the compiler forgets a return value when a local's destructor panics.
        Ok(())
    }
}

struct Bomb(bool);

impl Drop for Bomb {
    fn drop(&mut self) {
        if self.0 && !std::thread::panicking() {
            resume_unwind(Box::new(7));
        }
    }
}

fn media(args: &Choice) -> ToolResult {
    let text = &*args.text;
    let uri = format!("file:///{text}");
    let blocks = [
        Content::image(text, "image/png"),
        Content::audio(text, text),
        ResourceLink::new(&uri, text).description(text).into(),
        ResourceContents::text(&uri, text).into(),
        ResourceContents::blob(text, text).into(),
        Content::text(text)
            .annotations(Annotations::new().audience(Role::User).priority(f64::from(args.kind))),
        Content::text(text).meta("com.example/a", text),
        Content::text(text).meta(text, 1),
    ];
    let chosen = blocks.into_iter().enumerate().filter(|(at, _)| args.kind >> at & 1 == 1);
    let result = chosen.fold(ToolResult::new(), |result, (_, block)| result.content(block));
    // The key of a client's choice, which may be none or the engine's own.
    let key = if args.kind % 2 == 1 { text } else { "a" };
    result.meta(key, text).is_error(args.kind == 7)
}

async fn yield_once() {
    let mut yielded = false;
    poll_fn(|cx| {
        if std::mem::replace(&mut yielded, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

thread_local! {
    static AT_WORK: Cell<usize> = const { Cell::new(0) };
    static STEPS: Cell<u8> = const { Cell::new(0) };
    static WAITING: RefCell<Option<(Context, Waker)>> = const { RefCell::new(None) };
}

/// How many handlers' futures have begun and are still there.
pub(super) fn at_work() -> usize {
    AT_WORK.get()
}

struct AtWork(());

impl AtWork {
    fn new() -> Self {
        AT_WORK.set(AT_WORK.get() + 1);
        Self(())
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        AT_WORK.set(AT_WORK.get() - 1);
    }
}

/// Waits until [`proceed_elsewhere`] has done this many steps.
async fn wait_for_elsewhere(steps: u8, cx: &Context) {
    STEPS.set(steps);
    poll_fn(|task| match STEPS.get() {
        0 => Poll::Ready(()),
        _ => {
            WAITING.set(Some((cx.clone(), task.waker().clone())));
            Poll::Pending
        }
    })
    .await;
}

/// What another thread would do for the call that waits: reports progress, and after the last step wakes it. Gives
/// whether the call has to be woken by that.
///
/// # Panics
///
/// When no call waits: then a wake-up was lost.
pub(super) fn proceed_elsewhere() -> bool {
    let (cx, waker) = WAITING.take().expect("a pending call was woken, or waits for another thread");
    let left = STEPS.get() - 1;
    STEPS.set(left);
    if left == 0 {
        waker.wake();
        return true;
    }
    drop(cx.progress(f64::from(u8::MAX - left), None));
    let reported = cx.wants_progress();
    WAITING.set(Some((cx, waker)));
    reported
}

/// A call is over: whoever still works for it is told, and what it says is not kept.
pub(super) fn end_elsewhere() {
    if let Some((cx, _)) = WAITING.take() {
        assert!(cx.cancelled(), "work elsewhere is told that the call is over");
        let mut written = cx.progress(1e9, None);
        let mut task = std::task::Context::from_waker(Waker::noop());
        let ready = Future::poll(Pin::new(&mut written), &mut task);
        assert!(ready.is_ready(), "nothing is waited for after the end");
    }
}
