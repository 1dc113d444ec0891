//! Children that are started again.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Wake, Waker};

use rustix::process::{Signal, kill_process};
use snodo_client::{StreamSettings, Transport as _};

use crate::script::{answer, call, is_gone, message, next, pid, sh, timed, times, within};

/// Answers one request, then dies at the next. Children number themselves in a file.
const ONE_EACH: &str = r#"read -r request
    id=${request#*\"id\":}; id=${id%%,*}
    echo '{"jsonrpc":"2.0","id":'$id',"result":{}}'
    read -r request; exit 3"#;

#[test]
fn the_next_request_goes_to_another_child() {
    let (command, times) = timed(ONE_EACH);
    let transport = command.start().unwrap();
    let mut before = transport.process_id();
    assert_eq!(transport.generation(), 1);
    assert!(call(&transport, 1).is_ok());
    // Many more than the tries: an answer makes them new.
    for generation in 2..8 {
        let id = generation * 10;
        let error = call(&transport, id).unwrap_err();
        assert_eq!(error.to_string(), "the server exited with status 3", "what was on its way fails");
        assert_eq!(transport.generation(), generation - 1, "nothing is started before it is needed");
        let answered = std::thread::scope(|scope| {
            let answered = scope.spawn(|| call(&transport, id + 1));
            times.pass_of(200);
            answered.join().unwrap()
        });
        assert_eq!(answered.unwrap(), format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{{}}}}", id + 1));
        assert_eq!(transport.generation(), generation);
        assert_ne!(transport.process_id(), before);
        before = transport.process_id();
    }
    within(transport.close()).unwrap();
    assert!(is_gone(before.unwrap()));
}

#[test]
fn after_so_many_that_answer_nothing_there_is_no_other() {
    let (command, times) = timed("read -r request; exit 3");
    let transport = command.start().unwrap();
    assert!(call(&transport, 1).is_err());
    for (id, wait) in [(2, 200), (3, 400), (4, 800)] {
        let answered = std::thread::scope(|scope| {
            let answered = scope.spawn(|| call(&transport, id));
            times.pass_of(wait);
            answered.join().unwrap()
        });
        assert_eq!(answered.unwrap_err().to_string(), "the server exited with status 3");
    }
    for id in 5..8 {
        assert_eq!(call(&transport, id).unwrap_err().to_string(), "the server exited with status 3");
    }
    assert_eq!(transport.generation(), 4);
}

#[test]
fn it_can_be_turned_off() {
    let transport = sh("read -r request; exit 3").restarts(0).start().unwrap();
    assert!(call(&transport, 1).is_err());
    assert!(call(&transport, 2).is_err());
    assert_eq!(transport.generation(), 1);
}

#[test]
fn a_request_that_waits_for_a_child_is_dropped_without_one() {
    let (command, times) = timed("read -r request; exit 3");
    let transport = command.start().unwrap();
    assert!(call(&transport, 1).is_err());
    let mut waits = transport.request(message(2));
    within(poll_fn(|cx| {
        assert!(waits.as_mut().poll(cx).is_pending());
        std::task::Poll::Ready(())
    }));
    drop(waits);
    times.pass_of(200);
    assert_eq!(transport.generation(), 1);
}

#[derive(Default)]
struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

#[test]
fn closing_wakes_those_that_wait_for_a_child() {
    let (command, _times) = timed("read -r request; exit 3");
    let transport = command.start().unwrap();
    assert!(call(&transport, 1).is_err());
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(Arc::clone(&woken));
    let mut waits = transport.request(message(2));
    assert!(waits.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
    within(transport.close()).unwrap();
    assert!(woken.0.load(Ordering::SeqCst));
    assert_eq!(within(waits).unwrap_err().to_string(), "the connection was closed");
    assert_eq!(transport.generation(), 1);
}

#[test]
fn a_request_that_was_not_begun_goes_to_the_next_child() {
    let (clock, times) = times();
    // The first one says that it is there and answers nothing, the second one answers.
    let mark = std::env::temp_dir().join(format!("snodo-client-{}", std::process::id()));
    let script = r#"read -r request; [ -e "$1" ] || { : >"$1"
        echo '{"jsonrpc":"2.0","method":"notifications/message"}'; exec sleep 1000; }
        echo '{"jsonrpc":"2.0","id":2,"result":{}}'; exec cat"#;
    let settings = StreamSettings::new().max_requests(1).clock(clock);
    let transport = sh(script).arg(&mark).stream(settings).start().unwrap();
    let mut first = within(transport.request(message(1).with_log())).unwrap();
    assert!(next(&mut first).is_ok());
    let mut second = transport.request(message(2));
    assert!(second.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    kill_process(pid(transport.process_id().unwrap()), Signal::KILL).unwrap();
    assert!(next(&mut first).is_err());
    let answered = std::thread::scope(|scope| {
        let answered = scope.spawn(|| next(&mut within(second).unwrap()));
        times.pass_of(200);
        answered.join().unwrap()
    });
    std::fs::remove_file(mark).unwrap();
    assert_eq!(answered.unwrap(), answer(2));
    assert_eq!(transport.generation(), 2);
}
