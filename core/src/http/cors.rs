//! Cross-origin resource sharing: which answers a browser lets a page of another origin read, and what that page may
//! send.
//!
//! Spec: Fetch, section "CORS protocol".

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use crate::error::{Error, ErrorKind};

/// What a page may send besides what every page may. Fields that begin with [`PARAM`] come on top.
const ALLOWED: [&str; 6] =
    ["accept", "authorization", "content-type", "mcp-method", "mcp-name", "mcp-protocol-version"];
const PARAM: &str = "mcp-param-";
/// What a page may read besides what every page may.
const EXPOSED: [&str; 2] = ["retry-after", "www-authenticate"];

/// Whether pages of other origins may call from within a browser. Give it to
/// [`EndpointBuilder::cors`](super::EndpointBuilder::cors); which origins these are is the
/// [list's](super::EndpointBuilder::allowed_origins) to say.
///
/// # Defaults
///
/// | Setting | Default |
/// | --- | --- |
/// | [`allow_header`](Self::allow_header) | `Accept`, `Authorization`, `Content-Type`, `MCP-Protocol-Version`, `Mcp-Method`, `Mcp-Name`, all `Mcp-Param-*` |
/// | [`expose_header`](Self::expose_header) | `Retry-After`, `WWW-Authenticate` |
/// | [`max_age`](Self::max_age) | 600 s |
///
/// Credentials that a browser adds by itself, cookies above all, are never allowed: a page has to send a token.
///
/// Memory at worst: for each request of an allowed origin its name and, in a preflight, the header names that it asks
/// for once more.
#[derive(Clone, Debug)]
#[must_use = "it does nothing before an endpoint has it"]
pub struct Cors {
    allowed: Vec<String>,
    exposed: Vec<String>,
    max_age: Duration,
}

impl Cors {
    /// The defaults.
    pub fn new() -> Self {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_string()).collect();
        Self { allowed: owned(&ALLOWED), exposed: owned(&EXPOSED), max_age: Duration::from_secs(600) }
    }

    /// One more header field that a page may send, whatever the case of its name: that of a host's own key, for
    /// instance.
    pub fn allow_header(mut self, name: impl Into<String>) -> Self {
        self.allowed.push(name.into());
        self
    }

    /// One more header field that a page may read from an answer.
    pub fn expose_header(mut self, name: impl Into<String>) -> Self {
        self.exposed.push(name.into());
        self
    }

    /// How long a browser may remember what it was told, in whole seconds; it may choose to do so for a shorter time.
    /// With zero it asks before each call.
    pub fn max_age(self, age: Duration) -> Self {
        Self { max_age: age, ..self }
    }
}

impl Default for Cors {
    fn default() -> Self {
        Self::new()
    }
}

/// The settings, checked and written.
pub(super) struct Sharing {
    allowed: Vec<String>,
    exposed: String,
    max_age: String,
}

impl Sharing {
    pub(super) fn new(cors: Cors) -> Result<Self, Error> {
        let Cors { allowed, exposed, max_age } = cors;
        match allowed.iter().chain(&exposed).find(|name| !is_token(name.as_bytes())) {
            Some(name) => Err(Error::new(ErrorKind::Name, format!("{name:?} is no name of a header field"))),
            None => Ok(Self { allowed, exposed: exposed.join(", "), max_age: max_age.as_secs().to_string() }),
        }
    }

    /// Those of the names by commas that a page may send, as they were asked for.
    fn permitted(&self, asked: &[u8]) -> String {
        let mut permitted = String::new();
        for name in asked.split(|byte| *byte == b',').map(<[u8]>::trim_ascii).filter(|name| is_token(name)) {
            let Ok(name) = core::str::from_utf8(name) else { continue };
            if self.permits(name) {
                if !permitted.is_empty() {
                    permitted.push_str(", ");
                }
                permitted.push_str(name);
            }
        }
        permitted
    }

    fn permits(&self, name: &str) -> bool {
        let is_param = name
            .split_at_checked(PARAM.len())
            .is_some_and(|(prefix, param)| prefix.eq_ignore_ascii_case(PARAM) && !param.is_empty());
        is_param || self.allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(name))
    }
}

/// Whether it can be a field's name. RFC 9110, section 5.6.2.
fn is_token(name: &[u8]) -> bool {
    !name.is_empty()
        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte))
}

/// The header fields that CORS adds to an answer; from [`Endpoint::cors_headers`](super::Endpoint::cors_headers).
///
/// None where the endpoint has no CORS. Otherwise there is `Vary`, since an answer to one origin is not for another;
/// the rest is for an allowed origin only.
#[derive(Default)]
pub struct CorsHeaders(Option<Box<Fields>>);

struct Fields {
    sharing: Arc<Sharing>,
    /// The one that may call.
    origin: Option<Box<str>>,
    /// In the answer to a preflight: what the page may send of what it asked for.
    permitted: Option<String>,
}

impl CorsHeaders {
    /// `asked` is there in a preflight.
    pub(super) fn new(sharing: &Arc<Sharing>, origin: Option<&[u8]>, asked: Option<Option<&[u8]>>) -> Self {
        Self(Some(Box::new(Fields {
            sharing: Arc::clone(sharing),
            origin: origin.and_then(|origin| core::str::from_utf8(origin).ok()).map(Box::from),
            permitted: asked.map(|names| sharing.permitted(names.unwrap_or_default())),
        })))
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Names in lower case, with their values. Each name comes once.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().flat_map(|fields| fields.iter())
    }
}

impl Fields {
    fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let Self { sharing, origin, permitted } = self;
        let of_origin = origin.as_deref().map(|origin| ("access-control-allow-origin", origin));
        let of_answer = match permitted {
            None => [Some(("access-control-expose-headers", sharing.exposed.as_str())), None, None],
            Some(names) => [
                Some(("access-control-allow-methods", "POST")),
                (!names.is_empty()).then_some(("access-control-allow-headers", names.as_str())),
                Some(("access-control-max-age", sharing.max_age.as_str())),
            ],
        };
        let of_answer = of_answer.into_iter().flatten().filter(|_| origin.is_some());
        core::iter::once(("vary", "origin")).chain(of_origin).chain(of_answer)
    }
}

impl fmt::Debug for CorsHeaders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
