//! Questions that are awaited elsewhere than in the handler, and such that are awaited no more.

use std::future::{pending, poll_fn};
use std::pin::Pin;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::task::{Context as TaskContext, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use snodo::{Context, NoArguments, Outcome, Server, Tool};

use super::wire::{exchange, start};
use super::{answers, ask, asked, call, question, said};

/// More than anything here takes: what hangs fails instead.
const LIMIT: Duration = Duration::from_secs(60);

/// What a handler and its test have in common.
struct Elsewhere {
    /// Lets the thread ask.
    go: Mutex<Option<Receiver<()>>>,
    /// The thread waits for the answer.
    waiting: Sender<()>,
    /// Whether the thread was told that there is none.
    told: Sender<bool>,
    /// The handler is pending only when the thread waits.
    after: Mutex<Option<Receiver<()>>>,
}

/// Asks on another thread, and waits for something that comes after the answer.
async fn elsewhere(state: Arc<Elsewhere>, _: NoArguments, cx: Context) -> Result<(), snodo::Failure> {
    let go = state.go.lock().expect("no holder panics").take().expect("it is called once");
    let (waiting, told) = (state.waiting.clone(), state.told.clone());
    thread::spawn(move || {
        go.recv_timeout(LIMIT).expect("the test lets it ask");
        let mut input = cx.input("who", question());
        let answer = async_io::block_on(poll_fn(|task| {
            let polled = Pin::new(&mut input).poll(task);
            // Nobody listens any more when it is polled for the last time.
            let _ = waiting.send(());
            polled
        }));
        told.send(answer.is_err()).expect("the test waits for it");
    });
    if let Some(after) = &*state.after.lock().expect("no holder panics") {
        after.recv_timeout(LIMIT).expect("the thread waits");
    }
    pending().await
}

struct Told(Mutex<Sender<()>>);

impl Wake for Told {
    fn wake(self: Arc<Self>) {
        // The test may have heard enough.
        let _ = self.0.lock().expect("no holder panics").send(());
    }
}

fn server(state: Elsewhere) -> Server {
    let tool = Tool::with_state("elsewhere", state, elsewhere);
    Server::builder("i", "1").tool(tool).build().expect("the tool is sound")
}

#[test]
fn a_question_that_another_thread_awaits_before_the_handler_is_pending_ends_the_round() {
    let ((go, may_go), (waiting, after)) = (channel(), channel());
    let (told, is_told) = channel();
    let server =
        server(Elsewhere { go: Mutex::new(Some(may_go)), waiting, told, after: Mutex::new(Some(after)) });
    go.send(()).expect("the handler has the other end");
    let (answer, answered) = channel();
    thread::spawn(move || answer.send(exchange(&server, &call("elsewhere", ""))));
    assert_eq!(answered.recv_timeout(LIMIT).expect("the round ends"), [asked("who", "")]);
    assert!(is_told.recv_timeout(LIMIT).expect("who waits elsewhere is told"));
}

#[test]
fn a_question_that_another_thread_awaits_while_the_handler_is_pending_ends_the_round() {
    let ((go, may_go), (waiting, waits)) = (channel(), channel());
    let (told, is_told) = channel();
    let server = server(Elsewhere { go: Mutex::new(Some(may_go)), waiting, told, after: Mutex::new(None) });
    let mut execution = start(&server, &call("elsewhere", "")).expect("it is answered");
    let (wake, woken) = channel();
    let waker = Waker::from(Arc::new(Told(Mutex::new(wake))));
    let mut poll = || Pin::new(&mut execution).poll(&mut TaskContext::from_waker(&waker));
    assert!(poll().is_pending());
    assert!(woken.try_recv().is_err());
    go.send(()).expect("the thread waits for it");
    woken.recv_timeout(LIMIT).expect("whoever polls is told");
    waits.recv_timeout(LIMIT).expect("it was asked");
    let Poll::Ready(Outcome::Response(response)) = poll() else { panic!("the round is over") };
    let mut bytes = Vec::new();
    response.encode(&mut bytes);
    assert_eq!(String::from_utf8(bytes).expect("messages are UTF-8"), asked("who", ""));
    assert!(is_told.recv_timeout(LIMIT).expect("who waits elsewhere is told"));
}

/// Is pending once.
async fn turn() {
    let mut is_over = false;
    poll_fn(|task| match std::mem::replace(&mut is_over, true) {
        true => Poll::Ready(()),
        false => {
            task.waker().wake_by_ref();
            Poll::Pending
        }
    })
    .await;
}

#[test]
fn a_question_that_was_awaited_and_given_up_does_not_end_the_round() {
    let server = Server::builder("i", "1")
        .tool(Tool::new("give_up", async |_: NoArguments, cx: Context| {
            let mut input = cx.input("who", question());
            let answered = poll_fn(|task| Poll::Ready(Pin::new(&mut input).poll(task).is_ready())).await;
            drop(input);
            turn().await;
            Ok(format!("answered: {answered}"))
        }))
        .tool(Tool::new("give_up_one", async |_: NoArguments, cx: Context| {
            let mut input = cx.input("given_up", question());
            poll_fn(|task| Poll::Ready(Pin::new(&mut input).poll(task).is_ready())).await;
            // Polled twice, it counts once.
            poll_fn(|task| Poll::Ready(Pin::new(&mut input).poll(task).is_ready())).await;
            drop(input);
            turn().await;
            ask(&cx, "who").await
        }))
        .build()
        .expect("the tools are sound");
    answers(&server, &call("give_up", ""), &said("answered: false"));
    let both = asked("given_up", "").replacen(
        r#""given_up":"#,
        &format!(r#""given_up":{},"who":"#, super::ASKED),
        1,
    );
    answers(&server, &call("give_up_one", ""), &both);
}
