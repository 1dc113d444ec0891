//! An axum application on a thread of its own.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use axum::Router;
use snodo_core::http::Endpoint;
use snodo_core::{Context, Hub, NoArguments, Server, Tool};
use snodo_executor::{Executor, spawn_fn};
use snodo_tower::{Handle, Mcp};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::client::{Client, PATIENCE};

pub(crate) struct Host {
    address: SocketAddr,
    handle: Handle,
    notes: Receiver<&'static str>,
    stop: Option<oneshot::Sender<()>>,
    thread: JoinHandle<()>,
}

/// What handlers did.
type Notes = Sender<&'static str>;

/// Notes that a handler is gone.
struct Gone(Notes);

impl Drop for Gone {
    fn drop(&mut self) {
        let _ = self.0.send("gone");
    }
}

fn server(notes: Notes) -> Server {
    Server::builder("t", "1")
        .source(Hub::new())
        .tool(Tool::new("hello", async |_: NoArguments| Ok("hello")))
        .tool(Tool::with_state("wait", notes.clone(), async |notes: Arc<Notes>, _: NoArguments| {
            let _gone = Gone(Notes::clone(&notes));
            let _ = notes.send("started");
            std::future::pending::<()>().await;
            Ok("")
        }))
        .tool(Tool::with_state("progress", notes, async |notes: Arc<Notes>, _: NoArguments, cx: Context| {
            let _gone = Gone(Notes::clone(&notes));
            cx.progress(1.0, None).await;
            std::future::pending::<()>().await;
            Ok("")
        }))
        .build()
        .unwrap()
}

impl Host {
    pub(crate) fn new() -> Host {
        let (note, notes) = channel();
        let (tell, told) = channel();
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
            runtime.block_on(async {
                let executor = Executor::new(spawn_fn(|task| drop(tokio::spawn(task))));
                let endpoint = Endpoint::builder(server(note)).max_body(1_000).build().unwrap();
                let mcp = Mcp::builder(endpoint, executor).build().unwrap();
                let app = Router::new()
                    .route_service("/mcp", mcp.clone())
                    .nest("/nested", Router::new().route_service("/mcp", mcp.clone()))
                    .nest("/deep", Router::new().nest_service("/er", mcp.clone()))
                    .nest_service("/under", mcp.clone());
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                tell.send((listener.local_addr().unwrap(), mcp.handle())).unwrap();
                let stopped = async { drop(stopped.await) };
                axum::serve(listener, app).with_graceful_shutdown(stopped).await.unwrap();
            });
        });
        let (address, handle) = told.recv_timeout(PATIENCE).unwrap();
        Host { address, handle, notes, stop: Some(stop), thread }
    }

    pub(crate) fn client(&self) -> Client {
        Client::connect(self.address)
    }

    #[track_caller]
    pub(crate) fn wait_for(&self, note: &str) {
        assert_eq!(self.notes.recv_timeout(PATIENCE), Ok(note));
    }

    /// First the service's end, then the host's.
    pub(crate) fn shutdown(&mut self) {
        self.handle.shutdown();
        drop(self.stop.take());
    }

    /// Waits until the host has ended.
    pub(crate) fn ended(self) {
        self.thread.join().unwrap();
    }
}
