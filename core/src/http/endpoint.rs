//! The MCP endpoint: which requests it takes, and what it makes of them.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::cors::{Cors, CorsHeaders, Sharing};
use super::exchange::Exchange;
use super::head::Head;
use super::hosts::Hosts;
use super::media_type;
use super::reply::Response;
use crate::context::Call;
use crate::dialect::mirrored::{Field, MirroredHeaders};
use crate::dialect::{MethodKind, rule};
use crate::error::{Error, ErrorKind};
use crate::jsonrpc::{Incoming, Rejection};
use crate::server::{Prepared, Server};

/// A server behind one path. Cheap to clone (one `Arc`).
#[derive(Clone)]
pub struct Endpoint(Arc<Settings>);

struct Settings {
    server: Server,
    path: String,
    origins: Hosts,
    hosts: Option<Hosts>,
    max_body: usize,
    sharing: Option<Arc<Sharing>>,
}

/// Collects an endpoint's settings. [`build`](EndpointBuilder::build) checks them.
#[must_use = "a builder does nothing until `build` is called"]
pub struct EndpointBuilder {
    server: Server,
    path: String,
    origins: Option<Vec<String>>,
    hosts: Option<Vec<String>>,
    max_body: usize,
    cors: Option<Cors>,
}

/// A request whose head is in order: its body may be read.
#[must_use = "the body has to be read or refused"]
pub struct Checked<'a> {
    endpoint: &'a Endpoint,
    mirrored: MirroredHeaders<'a>,
}

impl EndpointBuilder {
    /// The path that is served; others are answered with 404. Default: `/mcp`.
    pub fn path(self, path: impl Into<String>) -> Self {
        Self { path: path.into(), ..self }
    }

    /// The origins that may call, instead of the loopback names: `app.example` (any scheme and port),
    /// `app.example:8080` (that port), `https://app.example` (that scheme and its default port). An empty list allows
    /// none. Requests without an `Origin` do not come from a web page and always pass.
    pub fn allowed_origins(self, origins: impl IntoIterator<Item: Into<String>>) -> Self {
        Self { origins: Some(origins.into_iter().map(Into::into).collect()), ..self }
    }

    /// The names that a request's `Host` may have, in the same forms. By default any: behind a proxy it usually is the
    /// public name. An empty list allows none.
    pub fn allowed_hosts(self, hosts: impl IntoIterator<Item: Into<String>>) -> Self {
        Self { hosts: Some(hosts.into_iter().map(Into::into).collect()), ..self }
    }

    /// The longest body, in bytes. Default: 2,000,000. Whoever reads the body holds at most this much of it.
    pub fn max_body(self, bytes: usize) -> Self {
        Self { max_body: bytes, ..self }
    }

    /// Lets pages of the [allowed origins](Self::allowed_origins) call from within a browser: their preflights are
    /// answered, and [`Endpoint::cors_headers`] has the fields that let them read the answers. Other origins are refused
    /// as ever.
    ///
    /// Default: off, which costs nothing. Then `OPTIONS` is answered with 405, and browsers keep answers from pages of
    /// other origins.
    pub fn cors(self, cors: Cors) -> Self {
        Self { cors: Some(cors), ..self }
    }

    /// Checks and freezes the settings.
    ///
    /// # Errors
    ///
    /// A path that does not start with `/` or holds a query, an entry that names no host, or a name in the [`Cors`]
    /// settings that is no field name.
    pub fn build(self) -> Result<Endpoint, Error> {
        if !self.path.starts_with('/')
            || !self.path.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'?' | b'#'))
        {
            return Err(Error::new(
                ErrorKind::Uri,
                "an endpoint's path starts with / and has no query or fragment",
            ));
        }
        let origins = self.origins.as_deref().map_or_else(|| Ok(Hosts::loopback()), Hosts::parse)?;
        let hosts = self.hosts.as_deref().map(Hosts::parse).transpose()?;
        let sharing = self.cors.map(Sharing::new).transpose()?.map(Arc::new);
        let Self { server, path, max_body, .. } = self;
        Ok(Endpoint(Arc::new(Settings { server, path, origins, hosts, max_body, sharing })))
    }
}

impl Endpoint {
    /// Starts an endpoint for `server`.
    pub fn builder(server: Server) -> EndpointBuilder {
        EndpointBuilder {
            server,
            path: "/mcp".into(),
            origins: None,
            hosts: None,
            max_body: 2_000_000,
            cors: None,
        }
    }

    /// The path that is served.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// The longest body, in bytes.
    #[must_use]
    pub fn max_body(&self) -> usize {
        self.0.max_body
    }

    /// The server behind it.
    #[must_use]
    pub fn server(&self) -> &Server {
        &self.0.server
    }

    /// Checks what the head alone can tell, before a byte of the body is read: the path (404), `Origin` and `Host`
    /// (403), the method (405), `Content-Type` (415), `Accept` (406), the declared length (413). A `Host` that is
    /// repeated, or missing where there is a list, is 400. A preflight is answered with 204 where there is
    /// [CORS](EndpointBuilder::cors).
    ///
    /// Mirrored fields wait for the body, since their errors name the request's id.
    ///
    /// # Errors
    ///
    /// The answer when no body is to be read: a refusal, which is the client's fault, or a preflight's.
    pub fn check<'a>(&'a self, head: Head<'a>) -> Result<Checked<'a>, Response> {
        let settings = &*self.0;
        self.check_names(&head)?;
        if head.method != "POST" {
            return Err(match settings.sharing {
                Some(_) if head.is_preflight() => Response::empty(204),
                _ => Response::method_not_allowed(),
            });
        }
        if !matches!(head.content_type, Field::One(value) if media_type::is_json(value)) {
            return refuse(415, "Unsupported media type: Content-Type must be application/json");
        }
        if !head.accepted.both() {
            return refuse(406, "Not acceptable: Accept must allow application/json and text/event-stream");
        }
        if matches!(head.content_length, Field::One(length) if exceeds(length, settings.max_body)) {
            return Err(self.too_large());
        }
        Ok(Checked { endpoint: self, mirrored: head.mirrored })
    }

    /// Where a request is for, and where it comes from.
    #[inline]
    fn check_names(&self, head: &Head<'_>) -> Result<(), Response> {
        let settings = &*self.0;
        if !head.is_at(&settings.path) {
            return Err(Response::empty(404));
        }
        let origin_passes = match head.origin {
            Field::Missing => true,
            Field::One(origin) => settings.origins.allow_origin(origin.trim_ascii()),
            Field::Repeated => false,
        };
        if !origin_passes {
            return refuse(403, "Forbidden: this Origin may not call");
        }
        let host_passes = match (&settings.hosts, head.host) {
            (_, Field::Repeated) | (Some(_), Field::Missing) => {
                return refuse(400, "Bad request: there must be one Host");
            }
            (None, _) => true,
            (Some(hosts), Field::One(host)) => hosts.allow_host(host.trim_ascii()),
        };
        if host_passes { Ok(()) } else { refuse(403, "Forbidden: this Host is not served here") }
    }

    /// What the answer to this request carries besides its own fields, be it a response, a stream or a refusal of the
    /// host's own, so that a page may read it. None without [CORS](EndpointBuilder::cors).
    ///
    /// ```
    /// # use snodo_core::Server;
    /// use snodo_core::http::{Cors, Endpoint, Head};
    ///
    /// # let server = Server::builder("clock", "1.0.0").build()?;
    /// let endpoint =
    ///     Endpoint::builder(server).allowed_origins(["https://app.example"]).cors(Cors::new()).build()?;
    /// let preflight = Head::collect("OPTIONS", "/mcp", [
    ///     ("Origin", &b"https://app.example"[..]),
    ///     ("Access-Control-Request-Method", b"POST"),
    ///     ("Access-Control-Request-Headers", b"content-type,mcp-method,x-other"),
    /// ]);
    /// let fields = endpoint.cors_headers(&preflight);
    /// assert!(fields.iter().eq([
    ///     ("vary", "origin"),
    ///     ("access-control-allow-origin", "https://app.example"),
    ///     ("access-control-allow-methods", "POST"),
    ///     ("access-control-allow-headers", "content-type, mcp-method"),
    ///     ("access-control-max-age", "600"),
    /// ]));
    /// assert_eq!(endpoint.check(preflight).unwrap_err().status(), 204);
    /// # Ok::<(), snodo_core::Error>(())
    /// ```
    #[must_use]
    pub fn cors_headers(&self, head: &Head<'_>) -> CorsHeaders {
        let Some(sharing) = &self.0.sharing else { return CorsHeaders::default() };
        let origin = match head.origin {
            Field::One(origin) => {
                Some(origin.trim_ascii()).filter(|origin| self.0.origins.allow_origin(origin))
            }
            Field::Missing | Field::Repeated => None,
        };
        let is_preflight = head.is_preflight() && self.check_names(head).is_ok();
        CorsHeaders::new(sharing, origin, is_preflight.then_some(head.asked.headers))
    }

    /// The answer to a body over the limit: 413.
    pub fn too_large(&self) -> Response {
        let text = alloc::format!("Content too large: a message has at most {} bytes", self.0.max_body);
        Response::refused(413, Rejection::invalid_request(text))
    }

    /// Takes all steps: checks the head, reads the body, executes.
    pub fn handle(&self, head: Head<'_>, body: &[u8], call: &Call) -> Exchange {
        match self.check(head).and_then(|checked| checked.prepare(body, call)) {
            Ok(prepared) => Exchange::running(prepared.execute()),
            Err(response) => Exchange::ready(response),
        }
    }
}

impl Checked<'_> {
    /// Reads the body: its envelope and metadata, whether the mirrored fields agree with it, then as
    /// [`Server::prepare`].
    ///
    /// # Errors
    ///
    /// The answer when nothing is to be executed: a refusal, or 202 for a notification.
    pub fn prepare<'b>(self, body: &'b [u8], call: &Call) -> Result<Prepared<'b>, Response> {
        if body.len() > self.endpoint.0.max_body {
            return Err(self.endpoint.too_large());
        }
        let mut incoming = Incoming::parse(body);
        match incoming {
            Incoming::Request(ref mut request) => {
                self.endpoint.server().prepare_with(request, Some(&self.mirrored), call)
            }
            Incoming::Notification(notification) => match rule(notification.method()) {
                Some(rule) if rule.kind != MethodKind::Notification => {
                    refuse(400, "Invalid request: this method is a request and needs an id")
                }
                _ => Err(Response::empty(202)),
            },
            Incoming::Ignored(refusal) | Incoming::Refused(refusal) => Err(Response::refused(400, refusal)),
        }
    }
}

/// Apart, so that requests which are in order take the short way.
#[cold]
fn refuse<T>(status: u16, text: &'static str) -> Result<T, Response> {
    Err(Response::refused(status, Rejection::invalid_request(text)))
}

/// Whether a declared length is over `limit`. What is no length at all is left to whoever reads the body by it.
fn exceeds(length: &[u8], limit: usize) -> bool {
    // Digits that are no `usize` saturate, which is more than any limit.
    let declared = length.trim_ascii().iter().try_fold(0_usize, |total, byte| {
        let digit = byte.is_ascii_digit().then(|| usize::from(byte - b'0'))?;
        Some(total.saturating_mul(10).saturating_add(digit))
    });
    declared.is_some_and(|declared| declared > limit)
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("path", &self.0.path)
            .field("server", &self.0.server)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for EndpointBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EndpointBuilder").field("path", &self.path).finish_non_exhaustive()
    }
}

impl fmt::Debug for Checked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checked").field("endpoint", &self.endpoint).finish_non_exhaustive()
    }
}
