//! A request's head for the gate.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

use snodo_http1::server;

/// What stands in the request line was found to be ASCII, as were the names of fields.
const ASCII: &str = "a request line and field names are ASCII";

/// The head of a request: a copy that the gate may keep. Cheap to clone (one `Arc`).
///
/// It takes about as many bytes as the head that was received, its path once more, and 16 for each field; the
/// [`Limits`](crate::Limits) bound them all.
#[derive(Clone)]
pub struct GateHead(Arc<Parts>);

/// One stretch of bytes, and where its parts end: each begins where the one before it does.
struct Parts {
    peer: SocketAddr,
    bytes: Vec<u8>,
    method: usize,
    target: usize,
    path: usize,
    /// Name and value of each.
    fields: Vec<(usize, usize)>,
}

impl GateHead {
    pub(crate) fn new(head: server::Head<'_>, peer: SocketAddr) -> GateHead {
        let headers = head.headers();
        let size: usize = headers.clone().map(|(name, value)| name.len() + value.len()).sum();
        let line = [head.method(), head.target(), head.path()];
        let mut bytes = Vec::with_capacity(size + line.iter().map(|part| part.len()).sum::<usize>());
        let mut push = |part: &[u8]| {
            bytes.extend_from_slice(part);
            bytes.len()
        };
        let [method, target, path] = line.map(|part| push(part.as_bytes()));
        let fields = headers.map(|(name, value)| (push(name.as_bytes()), push(value))).collect();
        GateHead(Arc::new(Parts { peer, bytes, method, target, path, fields }))
    }

    /// The method. Other ones than `POST` are refused before.
    #[must_use]
    pub fn method(&self) -> &str {
        self.text(0, self.0.method)
    }

    /// The request target as received, with its query. Visible ASCII.
    #[must_use]
    pub fn target(&self) -> &str {
        self.text(self.0.method, self.0.target)
    }

    /// The path of the target. Other ones than the endpoint's are refused before.
    #[must_use]
    pub fn path(&self) -> &str {
        self.text(self.0.target, self.0.path)
    }

    /// The address at the other end of the connection. Behind a proxy it is the proxy's.
    #[must_use]
    pub fn peer(&self) -> SocketAddr {
        self.0.peer
    }

    /// The value of a field that came exactly once, whatever the case of its name. `None` when it is missing, and when
    /// it was repeated: of two `Authorization` fields, others may have looked at the other one.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&[u8]> {
        let mut values = self.headers().filter(|(field, _)| field.eq_ignore_ascii_case(name));
        let (_, value) = values.next()?;
        values.next().is_none().then_some(value)
    }

    /// All fields in the order in which they came: name as received, value without the blanks around it. Values have
    /// no control bytes but tabs; they may have bytes above ASCII.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let Parts { bytes, path, fields, .. } = &*self.0;
        let starts = std::iter::once(*path).chain(fields.iter().map(|&(_, end)| end));
        starts.zip(fields).map(move |(start, &(name, value))| (self.text(start, name), &bytes[name..value]))
    }

    fn text(&self, start: usize, end: usize) -> &str {
        str::from_utf8(&self.0.bytes[start..end]).expect(ASCII)
    }
}

/// Neither values nor the query: both may be secrets.
impl fmt::Debug for GateHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GateHead")
            .field("method", &self.method())
            .field("path", &self.path())
            .field("peer", &self.peer())
            .field("headers", &self.headers().map(|(name, _)| name).collect::<Vec<_>>())
            .finish()
    }
}
