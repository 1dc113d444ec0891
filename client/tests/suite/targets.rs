//! The ways to the server.

use std::path::PathBuf;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_lite::FutureExt as _;
use futures_lite::future::block_on;
use snodo_client::machine::Message;
use snodo_client::{
    Arrivals, Arrived, Client, ClientBuilder, Command, Error, Target, Transport, TransportFuture,
};
use snodo_core::{Call, Execution, Outcome, Server, StreamResponse};
use snodo_http::Http;

use crate::fixture;

/// Runs one test with a client over each way. Each run ends by itself.
pub(crate) fn over_all<F: AsyncFn(Client)>(builder: impl Fn() -> ClientBuilder, test: F) {
    over("in process", async {
        test(builder().direct(fixture::server().0).expect("it is spoken")).await;
    });
    over("a child process", async {
        let client = builder().connect(child()).await.expect("it starts");
        test(client.clone()).await;
        client.close().await.expect("it ends as it should");
    });
    over("HTTP", async {
        let listener = Http::from(fixture::server().0).bind("127.0.0.1:0").expect("there is a port");
        let url = listener.url();
        let handle = listener.handle();
        let serve = std::thread::spawn(move || listener.serve());
        let client = builder().connect(&*url).await.expect("the URL is in order");
        test(client.clone()).await;
        client.close().await.expect("it ends as it should");
        handle.shutdown();
        serve.join().expect("it does not panic").expect("it ends as it should");
    });
    over("a transport of the caller's", async {
        let transport = Handed(fixture::server().0);
        test(builder().connect(Target::transport(transport)).await.expect("it is spoken")).await;
    });
}

fn over(way: &str, test: impl Future<Output = ()>) {
    eprintln!("over {way}");
    let late = async {
        async_io::Timer::after(Duration::from_secs(60)).await;
        panic!("over {way}: the test does not end");
    };
    block_on(test.or(late));
}

fn child() -> Command {
    // target/debug/deps/suite-… stands beside target/debug/examples.
    let mut path: PathBuf = std::env::current_exe().expect("it runs");
    path.pop();
    path.pop();
    path.push("examples/fixture");
    assert!(path.exists(), "build it first: cargo build -p snodo-client --example fixture");
    Command::new(path)
}

/// A transport as a caller would write it: messages are handed to a server in this process.
struct Handed(Server);

impl Transport for Handed {
    fn request(&self, message: Message) -> TransportFuture<'_, Box<dyn Arrivals>> {
        Box::pin(async move {
            let execution = self.0.handle(message.body(), &Call::new());
            let execution = execution.ok_or_else(|| Error::connection("the message is no request"))?;
            Ok(Box::new(Answering(Some(execution), None)) as Box<dyn Arrivals>)
        })
    }

    fn close(&self) -> TransportFuture<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}

struct Answering(Option<Execution>, Option<Box<StreamResponse>>);

impl Arrivals for Answering {
    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Arrived, Error>>> {
        let mut message = Vec::new();
        if let Some(execution) = &mut self.0 {
            let outcome = std::task::ready!(std::pin::Pin::new(execution).poll(cx));
            self.0 = None;
            match outcome {
                Outcome::Response(response) => {
                    response.encode(&mut message);
                    return Poll::Ready(Some(Ok(Arrived::new(message))));
                }
                Outcome::Stream(stream) => self.1 = Some(stream),
            }
        }
        let Some(stream) = &mut self.1 else { return Poll::Ready(None) };
        let frame = std::task::ready!(stream.poll_frame(cx));
        Poll::Ready(frame.map(|frame| {
            frame.encode(&mut message);
            Ok(Arrived::new(message))
        }))
    }
}
