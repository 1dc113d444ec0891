//! The service that hosts mount.

use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use snodo_core::Server;
use snodo_core::http::Endpoint;
use snodo_executor::Executor;
use tower_service::Service;

use crate::body::Body;
use crate::exchange;
use crate::settings::McpBuilder;
use crate::shared::Shared;
use crate::shutdown::Handle;

/// An MCP endpoint as a tower service. Cheap to clone (one `Arc`); clones are the same service.
///
/// It is always ready, and never fails: what cannot be taken is answered, with 503 when there is no room.
#[derive(Clone, Debug)]
pub struct Mcp {
    shared: Arc<Shared>,
}

impl Mcp {
    /// A service with default settings for the endpoint and itself: requests that come from a web page are refused
    /// unless that is served on a loopback name.
    ///
    /// `executor` runs the handlers; it may be shared with other transports, and its clock drives the timers. On tokio:
    ///
    /// ```no_run
    /// use snodo_executor::{Executor, spawn_fn};
    ///
    /// let executor = Executor::new(spawn_fn(|task| drop(tokio::spawn(task))));
    /// ```
    ///
    /// # Panics
    ///
    /// Never: defaults are in order.
    #[must_use]
    pub fn new(server: Server, executor: Executor) -> Mcp {
        let endpoint = Endpoint::builder(server).build();
        let endpoint = endpoint.expect("an endpoint's default settings are in order");
        Mcp::with(McpBuilder::new(endpoint, executor))
    }

    /// Other settings. The endpoint's path does not matter: whatever the host routes here is for it.
    pub fn builder(endpoint: Endpoint, executor: Executor) -> McpBuilder {
        McpBuilder::new(endpoint, executor)
    }

    pub(crate) fn with(settings: McpBuilder) -> Mcp {
        Mcp { shared: Arc::new(Shared::new(settings)) }
    }

    /// Ends the service from elsewhere.
    #[must_use]
    pub fn handle(&self) -> Handle {
        Handle::new(&self.shared.shutdown)
    }
}

impl<B> Service<http::Request<B>> for Mcp
where
    B: http_body::Body + Send + 'static,
{
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = ResponseFuture;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<B>) -> ResponseFuture {
        ResponseFuture(Box::pin(exchange::answer(Arc::clone(&self.shared), request)))
    }
}

/// A request on its way to the head of its answer. Dropping it cancels the call.
///
/// # Panics
///
/// Polling it again after it was ready; and with the panics of handlers, where the server lets them through.
#[must_use = "a request is not read unless its future is polled; dropping it cancels the call"]
pub struct ResponseFuture(Pin<Box<dyn Future<Output = http::Response<Body>> + Send>>);

impl Future for ResponseFuture {
    type Output = Result<http::Response<Body>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(cx).map(Ok)
    }
}

impl fmt::Debug for ResponseFuture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResponseFuture").finish_non_exhaustive()
    }
}
