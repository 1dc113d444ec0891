//! A client of a server in its own process.

use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context as TaskContext, Poll, Waker};
use std::time::Duration;

use futures_lite::future::block_on;
use snodo_client::Client;
use snodo_core::{Call, Context, Failure, NoArguments, Server, Tool};

/// Turns its flag when it is dropped.
struct Guard(Arc<AtomicBool>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn handlers_see_who_calls() {
    #[derive(Debug)]
    struct User(&'static str);
    let tool = Tool::new("who", async |_: NoArguments, cx: Context| {
        Ok(cx.auth::<User>().map_or("nobody", |user| user.0).to_owned())
    });
    let server = Server::builder("s", "1").tool(tool).build().expect("it is sound");
    for (call, expected) in [(Call::new().with_auth(User("ada")), "ada"), (Call::new(), "nobody")] {
        let client = Client::builder().direct_as(server.clone(), call).expect("it is spoken");
        let result = block_on(client.call_tool("who", ()).into_future()).expect("it answers");
        assert_eq!(result.complete().expect("it asks nothing").blocks()[0].as_text(), Some(expected));
    }
}

#[test]
fn dropping_a_call_drops_its_handler_and_nothing_else_ends_it() {
    let dropped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&dropped);
    let tool = Tool::new("wait", move |_: NoArguments| {
        let guard = Guard(Arc::clone(&flag));
        async move {
            let _guard = guard;
            pending::<Result<&str, Failure>>().await
        }
    });
    let client = Client::direct(Server::builder("s", "1").tool(tool).build().expect("it is sound"));
    {
        // There is no timer that could end it.
        let call = client.call_tool("wait", ()).timeout(Duration::ZERO).total_timeout(Duration::ZERO);
        let mut call = pin!(call.into_future());
        let polled = call.as_mut().poll(&mut TaskContext::from_waker(Waker::noop()));
        assert!(matches!(polled, Poll::Pending));
        assert!(!dropped.load(Ordering::Relaxed));
    }
    assert!(dropped.load(Ordering::Relaxed));
}

#[test]
fn closing_does_nothing() {
    let client = Client::direct(Server::builder("s", "1").build().expect("it is sound"));
    block_on(client.close()).expect("there is nothing to end");
    block_on(client.discover().into_future()).expect("it goes on");
}
