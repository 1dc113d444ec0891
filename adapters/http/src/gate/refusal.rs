//! What the gate says to those that it does not let in.

use std::borrow::Cow;
use std::fmt;

type Text = Cow<'static, str>;

/// The answer to a request that the gate does not let in: a status, header fields and a short text.
///
/// When the request arrived whole, its connection goes on; otherwise its body is never read, and the connection ends
/// behind the answer.
#[derive(Clone)]
#[must_use = "it is the gate's to return"]
pub struct Refusal {
    pub(crate) status: u16,
    pub(crate) text: Text,
    pub(crate) fields: Vec<(Text, Text)>,
}

impl Refusal {
    /// A status from 400 to 599, and a body of type `text/plain` in UTF-8. Another status is a fault of the gate and
    /// becomes [`internal`](Self::internal).
    pub fn new(status: u16, text: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal { status, text: text.into(), fields: Vec::new() }
    }

    /// The gate itself failed: status 500, text `Internal error`. Why is for the host's log, not for strangers.
    pub fn internal() -> Refusal {
        Refusal::new(500, "Internal error")
    }

    /// A header field besides those that every answer has, `WWW-Authenticate` or `Retry-After` for instance. It comes
    /// as often as it is added.
    ///
    /// A name or value that cannot be sent, and a field that the listener writes by itself (`connection`,
    /// `content-length`, `content-type`, `date`, `transfer-encoding`), is a fault of the gate: the whole refusal
    /// becomes [`internal`](Self::internal).
    pub fn header(
        mut self,
        name: impl Into<Cow<'static, str>>,
        value: impl Into<Cow<'static, str>>,
    ) -> Refusal {
        self.fields.push((name.into(), value.into()));
        self
    }
}

/// Names only: values may be secrets.
impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refusal")
            .field("status", &self.status)
            .field("headers", &self.fields.iter().map(|(name, _)| name).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}
