//! Progress as the driver of a call sees it: who is woken when, what may be waited for, and how much is kept.

mod wire;

use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context as TaskContext, Poll, Wake, Waker};
use std::thread;

use snodo::{Context, Execution, Failure, Frame, Limits, NoArguments, Outcome, Server, StreamResponse, Tool};
use wire::{exchange, request, start};

#[derive(Default)]
struct Wakes(AtomicUsize);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

impl Wakes {
    fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

type Handed = Arc<Mutex<Option<Context>>>;

/// Hands its context out, and hangs.
async fn hand_out(handed: Arc<Mutex<Option<Context>>>, _: NoArguments, cx: Context) -> Result<(), Failure> {
    *handed.lock().expect("no holder panicked") = Some(cx);
    std::future::pending().await
}

async fn await_two(_: NoArguments, cx: Context) -> Result<&'static str, Failure> {
    cx.progress(1.0, None).await;
    cx.progress(2.0, None).await;
    Ok("done")
}

fn server(limits: Limits) -> (Server, Handed) {
    let handed = Handed::default();
    let server = Server::builder("p", "1")
        .limits(limits)
        .tool(Tool::with_state("hand_out", Arc::clone(&handed), hand_out))
        .tool(Tool::new("await_two", await_two))
        .build()
        .expect("the tools are sound");
    (server, handed)
}

fn call(tool: &str) -> String {
    request("tools/call", &format!(r#""name":"{tool}","#), r#","progressToken":"t""#)
}

fn report(progress: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":"t","progress":{progress}}}}}"#
    )
}

/// A call that has handed its context out and is pending, with who is to be woken.
struct Pending {
    execution: Execution,
    context: Context,
    wakes: Arc<Wakes>,
}

fn pending(limits: Limits) -> Pending {
    let (server, handed) = server(limits);
    let (mut execution, wakes) =
        (start(&server, &call("hand_out")).expect("it is answered"), Arc::<Wakes>::default());
    assert!(poll(&mut execution, &wakes).is_pending());
    let context = handed.lock().expect("no holder panicked").clone().expect("it ran");
    Pending { execution, context, wakes }
}

fn poll(execution: &mut Execution, wakes: &Arc<Wakes>) -> Poll<Outcome> {
    Pin::new(execution).poll(&mut TaskContext::from_waker(&Waker::from(Arc::clone(wakes))))
}

fn poll_frame(stream: &mut StreamResponse, wakes: &Arc<Wakes>) -> Poll<Option<Frame>> {
    stream.poll_frame(&mut TaskContext::from_waker(&Waker::from(Arc::clone(wakes))))
}

fn text(frame: Poll<Option<Frame>>) -> String {
    let Poll::Ready(Some(frame)) = frame else { panic!("a frame waits") };
    let mut bytes = Vec::new();
    frame.encode(&mut bytes);
    String::from_utf8(bytes).expect("messages are UTF-8")
}

/// The stream that a call with something to say turns into.
fn stream(execution: &mut Execution, wakes: &Arc<Wakes>) -> Box<StreamResponse> {
    let Poll::Ready(Outcome::Stream(stream)) = poll(execution, wakes) else {
        panic!("it has something to say")
    };
    stream
}

#[test]
fn a_report_wakes_the_driver_once_and_turns_the_call_into_a_stream() {
    let Pending { mut execution, context, wakes } = pending(Limits::default());
    drop(context.progress(1.0, None));
    assert_eq!(wakes.count(), 1);
    drop(context.progress(2.0, None));
    assert_eq!(wakes.count(), 1, "it is awake already");

    let mut stream = stream(&mut execution, &wakes);
    assert_eq!(text(poll_frame(&mut stream, &wakes)), report(1));
    assert_eq!(text(poll_frame(&mut stream, &wakes)), report(2));
    assert!(poll_frame(&mut stream, &wakes).is_pending());
    drop(context.progress(3.0, None));
    assert_eq!(wakes.count(), 2);
    assert_eq!(text(poll_frame(&mut stream, &wakes)), report(3));
}

#[test]
fn what_is_left_out_wakes_nobody() {
    let Pending { execution: _kept, context, wakes } = pending(Limits::default().progress_updates(0));
    drop(context.progress(1.0, None));
    drop(context.progress(f64::NAN, None));
    assert_eq!(wakes.count(), 0);
}

#[test]
fn a_report_from_another_thread_wakes_the_driver() {
    let Pending { mut execution, context, wakes } = pending(Limits::default());
    thread::spawn(move || drop(context.progress(1.0, Some(2.0)))).join().unwrap();
    assert_eq!(wakes.count(), 1);
    let expected = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1,"total":2}}"#;
    assert_eq!(text(poll_frame(&mut stream(&mut execution, &wakes), &wakes)), expected);
}

#[test]
fn the_latest_driver_is_the_one_to_wake() {
    let Pending { mut execution, context, wakes: before } = pending(Limits::default());
    let now = Arc::<Wakes>::default();
    assert!(poll(&mut execution, &now).is_pending());
    drop(context.progress(1.0, None));
    assert_eq!((before.count(), now.count()), (0, 1));
}

#[test]
fn an_awaited_report_is_ready_when_it_was_taken() {
    let Pending { mut execution, context, wakes } = pending(Limits::default());
    let waits = Arc::<Wakes>::default();
    let waker = Waker::from(Arc::clone(&waits));
    let cx = &mut TaskContext::from_waker(&waker);
    let mut first = pin!(context.progress(1.0, None));
    let mut second = pin!(context.progress(2.0, None));
    assert!(first.as_mut().poll(cx).is_pending());
    assert!(second.as_mut().poll(cx).is_pending());

    let mut stream = stream(&mut execution, &wakes);
    assert_eq!(waits.count(), 0, "a stream that nobody reads takes nothing");
    assert_eq!(text(poll_frame(&mut stream, &wakes)), report(1));
    assert_eq!(waits.count(), 1);
    assert!(first.as_mut().poll(cx).is_ready());
    assert!(second.as_mut().poll(cx).is_pending());
    assert_eq!(text(poll_frame(&mut stream, &wakes)), report(2));
    assert!(second.as_mut().poll(cx).is_ready());
    assert!(first.as_mut().poll(cx).is_ready(), "it stays ready");
}

#[test]
fn a_handler_that_awaits_its_reports_goes_no_faster_than_they_are_taken() {
    let (server, _) = server(Limits::default());
    let (mut execution, wakes) =
        (start(&server, &call("await_two")).expect("it is answered"), Arc::<Wakes>::default());
    let mut stream = stream(&mut execution, &wakes);
    assert_eq!(text(poll_frame(&mut stream, &wakes)), report(1));
    assert_eq!(text(poll_frame(&mut stream, &wakes)), report(2));
    let Poll::Ready(Some(last)) = poll_frame(&mut stream, &wakes) else { panic!("it is done") };
    assert!(last.is_last());
}

#[test]
fn dropping_the_returned_value_takes_nothing_back() {
    let Pending { mut execution, context, wakes } = pending(Limits::default());
    let written = context.progress(1.0, None);
    drop(written);
    assert_eq!(text(poll_frame(&mut stream(&mut execution, &wakes), &wakes)), report(1));
}

#[test]
fn a_full_queue_keeps_the_newest_report_and_what_waits_for_the_replaced_one_is_let_go_with_it() {
    let Pending { mut execution, context, wakes } = pending(Limits::default().outbox(2));
    let cx = &mut TaskContext::from_waker(Waker::noop());
    let mut written: Vec<_> = (1..=5_u32).map(|n| context.progress(n.into(), None)).collect();
    let mut stream = stream(&mut execution, &wakes);
    assert_eq!(text(poll_frame(&mut stream, &wakes)), report(1));
    assert!(Pin::new(&mut written[0]).poll(cx).is_ready());
    assert!(written[1..].iter_mut().all(|written| Pin::new(written).poll(cx).is_pending()));
    assert_eq!(text(poll_frame(&mut stream, &wakes)), report(5));
    assert!(written.iter_mut().all(|written| Pin::new(written).poll(cx).is_ready()));
    assert!(poll_frame(&mut stream, &wakes).is_pending());
}

#[test]
fn a_queue_of_none_is_a_queue_of_one() {
    let Pending { mut execution, context, wakes } = pending(Limits::default().outbox(0));
    drop(context.progress(1.0, None));
    assert_eq!(text(poll_frame(&mut stream(&mut execution, &wakes), &wakes)), report(1));
}

#[test]
fn by_default_a_thousand_reports_may_be_made_with_messages_of_4096_bytes() {
    let Pending { mut execution, context, wakes } = pending(Limits::default());
    let message = "m".repeat(4_096);
    drop(context.progress_message(1.0, None, format!("{message}m")));
    let mut stream = stream(&mut execution, &wakes);
    let expected = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":"t","progress":1,"message":"{message}"}}}}"#
    );
    assert_eq!(text(poll_frame(&mut stream, &wakes)), expected);
    for n in 2..=1_000_u32 {
        drop(context.progress(n.into(), None));
        assert_eq!(text(poll_frame(&mut stream, &wakes)), report(n));
    }
    drop(context.progress(1_001.0, None));
    assert!(poll_frame(&mut stream, &wakes).is_pending());
}

#[test]
fn by_default_64_reports_wait() {
    let Pending { mut execution, context, wakes } = pending(Limits::default());
    for n in 1..=70_u32 {
        drop(context.progress(n.into(), None));
    }
    let mut stream = stream(&mut execution, &wakes);
    for n in (1..=63).chain([70]) {
        assert_eq!(text(poll_frame(&mut stream, &wakes)), report(n));
    }
    assert!(poll_frame(&mut stream, &wakes).is_pending());
}

#[test]
fn without_a_token_a_report_is_nothing_and_is_not_waited_for() {
    let (server, _) = server(Limits::default());
    let message = request("tools/call", r#""name":"await_two","#, "");
    let expected = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"done"}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"p","version":"1"}}}}"#;
    assert_eq!(exchange(&server, &message), [expected]);
}
