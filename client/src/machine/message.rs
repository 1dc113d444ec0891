//! One request as it goes out.

use snodo_core::Id;

/// One request as it goes out: a line of JSON, and what a transport with header fields sends along.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    pub(crate) id: u64,
    pub(crate) method: Box<str>,
    pub(crate) body: Vec<u8>,
    pub(crate) headers: Vec<(Box<str>, Box<str>)>,
    pub(crate) progress_token: Option<Id>,
    pub(crate) wants_log: bool,
}

impl Message {
    /// A message that was made elsewhere, without header fields, for tests of transports and for transports around
    /// others. `body` is one line of JSON, in which `id` and `method` stand too.
    #[must_use]
    pub fn new(id: u64, method: impl Into<Box<str>>, body: impl Into<Vec<u8>>) -> Self {
        let (method, body) = (method.into(), body.into());
        Self { id, method, body, headers: Vec::new(), progress_token: None, wants_log: false }
    }

    /// The same, with the progress token that stands in its body.
    #[must_use]
    pub fn with_progress_token(self, token: Id) -> Self {
        Self { progress_token: Some(token), ..self }
    }

    /// The same, with a log level in its body.
    #[must_use]
    pub fn with_log(self) -> Self {
        Self { wants_log: true, ..self }
    }

    /// The request's id, an integer; the same one never stands in two requests of a client.
    #[must_use]
    pub fn id(&self) -> Id {
        Id::from(self.id)
    }

    /// The method's name.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// What notifications of progress for this request repeat; none where it wants none.
    #[must_use]
    pub fn progress_token(&self) -> Option<&Id> {
        self.progress_token.as_ref()
    }

    /// Whether the request asks for log messages. These carry no id: where all requests share one channel, each that asks
    /// gets them all.
    #[must_use]
    pub fn wants_log(&self) -> bool {
        self.wants_log
    }

    /// The message: JSON in one line, without the line's end.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The header fields that repeat the body: `MCP-Protocol-Version`, `Mcp-Method` and, where the method has them,
    /// `Mcp-Name` and `Mcp-Param-*`. All values are visible ASCII, with single spaces within.
    ///
    /// Spec: basic/transports/streamable-http, section "Request Metadata".
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers.iter().map(|(name, value)| (&**name, &**value))
    }
}

impl std::fmt::Debug for Message {
    /// Without the arguments.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Message").field("id", &self.id).field("method", &self.method).finish_non_exhaustive()
    }
}
